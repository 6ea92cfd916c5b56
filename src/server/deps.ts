import type { UnnamedProxy } from './http/behindProxy';
import type { Config } from './config';
import type { BackupState } from './backups/automaticBackups';
import type { Database, DatabaseState } from './database/client';
import type { Db } from './database/db';
import type { DemoPhones } from './demo/phones';
import type { ReportedSession } from './access/overdue';
import type { Mailer } from './messages/mailer';
import type { Sms } from './messages/sms/sms';
import type { Webhooks } from './messages/webhooks';
import type { Social } from './portal/social';
import type { Ended } from './radius/ending';

/** The app's dependencies; tests bring their own. */
export interface Deps {
  db: Db;
  /** The current time; stands still if PORTICO_NOW is set. */
  clock: () => Date;
  mailer: Mailer;
  sms: Sms;
  social: Social;
  webhooks: Webhooks;
  config: Config;
  /** What runs on the database, and what waits for it. */
  databaseState?: () => DatabaseState;
  /** Milliseconds; tests use shorter ones. */
  timeouts?: { handlerTimeout: number };
  /** Why load balancers should stop sending calls although the database answers; null if they needn't. */
  unready?: () => 'stopping' | 'disk_full' | null;
  /** The state of automatic backups; left out if there are none. */
  backups?: () => Promise<BackupState>;
  /** Use of the connections to PostgreSQL; left out on the embedded database. */
  connections?: Database['connections'];
  /** What became of RADIUS packets; left out if none are listened for. */
  radiusCounts?: () => Readonly<Record<string, number>>;
  /** Asks a unit to end a session; left out if no units are listened to. */
  endSession?: (session: ReportedSession) => Promise<Ended>;
  /** Phones for the demonstration's visitors, and the gateway they meet; left out everywhere else. */
  phones?: DemoPhones;
  /** A proxy in front that isn't in PORTICO_TRUST_PROXY, if one was noticed. */
  unnamedProxy?: () => UnnamedProxy | null;
}
