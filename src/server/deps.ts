import type { Config } from './config';
import type { BackupState } from './db/backups';
import type { Db } from './db/client';
import type { Mailer } from './mailer';
import type { Webhooks } from './webhooks';

/** What the app is built from; tests bring their own. */
export interface Deps {
  db: Db;
  /** The present moment; stands still where PORTICO_NOW says so. */
  clock: () => Date;
  mailer: Mailer;
  webhooks: Webhooks;
  config: Config;
  /** How the automatic backups do; left out where there are none. */
  backups?: () => Promise<BackupState>;
}
