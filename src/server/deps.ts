import type { UnnamedProxy } from './http/behindProxy';
import type { KnownCallers } from './auth/requesters';
import type { GateState } from './http/requestGate';
import type { Config } from './config';
import type { BackupState } from './backups/automaticBackups';
import type { Database, DatabaseState } from './database/client';
import type { Db } from './database/db';
import type { JobState } from './parts';
import type { DemoPhones } from '../demo/phones';
import type { ReportedSession } from './radius/accountingRequest';
import type { DisconnectTarget } from './access/reachQueries';
import type { Mailer } from './messages/mailer';
import type { Outbox } from './messages/sender';
import type { Sms } from './messages/sms/sms';
import type { Webhooks } from './messages/webhooks';
import type { Social } from './portal/social';
import type { AccessChanges } from './sessions/accessChanges';
import type { Changed, Ended, SessionChange } from './radius/ending';

/** The app's dependencies; tests bring their own. */
export interface Deps {
  db: Db;
  /** The current time; frozen if PORTICO_NOW is set. */
  clock: () => Date;
  mailer: Mailer;
  sms: Sms;
  social: Social;
  webhooks: Webhooks;
  /** Sends the messages in the outbox, through the mailer, the SMS gateway and the webhooks. */
  outbox: Outbox;
  config: Config;
  /** Load on the database: running, waiting and refused calls. */
  databaseState?: () => DatabaseState;
  /** Load on the server: running, waiting and refused requests. Set by the app. */
  gateState?: () => GateState;
  /** Records the tenants of valid tokens. Set by the app. */
  callers?: Pick<KnownCallers, 'seen'>;
  /** Milliseconds until a call is answered that isn't done; tests use a shorter time. */
  callTimeout?: number;
  /** Why load balancers should stop sending requests although the database answers; null if they needn't. */
  unready?: () => 'stopping' | 'disk_full' | null;
  /** The state of automatic backups; absent if there are none. */
  backups?: () => Promise<BackupState>;
  /** The background jobs of this process. */
  jobs?: () => JobState[];
  /** Use of the PostgreSQL connection pool; absent for the embedded database. */
  connections?: Database['connections'];
  /** RADIUS packets by outcome; absent if RADIUS is off. */
  radiusCounts?: () => Readonly<Record<string, number>>;
  /** Asks a unit to end a session; absent if no units use this server. */
  endSession?: (session: DisconnectTarget) => Promise<Ended>;
  /** Asks a unit to change the limits of a session; absent if no units use this server. */
  changeSession?: (session: DisconnectTarget, to: SessionChange) => Promise<Changed>;
  /** Call after a report: sends the unit a new grant if the session's limits depend on reports; absent if no units use this server. */
  renewSession?: (reported: ReportedSession) => Promise<void>;
  /** Simulated phones for visitors of the demonstration, and their gateway; absent everywhere else. */
  phones?: DemoPhones;
  /** When the public demonstration is next reset; absent everywhere else. */
  publicUntil?: Date;
  /** A reverse proxy that was noticed although PORTICO_TRUST_PROXY doesn't name it. */
  unnamedProxy?: () => UnnamedProxy | null;
}

/** Further dependencies of the API's routes, set by the app. */
export interface RouteDeps extends Deps {
  changes: AccessChanges;
}
