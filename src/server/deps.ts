import type { UnnamedProxy } from './http/behindProxy';
import type { Config } from './config';
import type { BackupState } from './backups/automaticBackups';
import type { Database, DatabaseState } from './database/client';
import type { Db } from './database/db';
import type { Mailer } from './messages/mailer';
import type { Webhooks } from './messages/webhooks';

/** What the app is built from; tests bring their own. */
export interface Deps {
  db: Db;
  /** The present moment; stands still where PORTICO_NOW says so. */
  clock: () => Date;
  mailer: Mailer;
  webhooks: Webhooks;
  config: Config;
  /** What runs at the database, and what waits for it. */
  databaseState?: () => DatabaseState;
  /** Milliseconds; tests have less patience than the app. */
  timeouts?: { handlerTimeout: number };
  /** Why no more calls should be sent here although the database answers; null when they may be. */
  unready?: () => 'stopping' | 'disk_full' | null;
  /** How the automatic backups do; left out where there are none. */
  backups?: () => Promise<BackupState>;
  /** How busy the connections to PostgreSQL are; left out on the embedded database, which has none. */
  connections?: Database['connections'];
  /** The proxy in front that nobody has named, if any was noticed. */
  unnamedProxy?: () => UnnamedProxy | null;
}
