import type { Config } from '../config';
import { whyNotWritable } from '../database/writable';
import type { Running } from '../main';

/** Warns about what the operator probably didn't intend; never stops the server. */
export function warn(config: Config, { app, database }: Running): void {
  const { backups, warnings } = config;
  const reason = database.engine === 'embedded' ? whyNotWritable(backups) : null;
  const noBackups = `Automatic backups are off: the folder ${backups} can't be written (${String(reason)}). Set another one in PORTICO_BACKUPS`;
  for (const warning of [...warnings, ...(reason === null ? [] : [noBackups])]) {
    console.error(warning);
    if (!process.stdout.isTTY) app.log.warn(warning);
  }
}

/** The database is gone for good; exit, so that a supervisor may restart the process. */
export function endStopped(error: Error): void {
  console.error(error.message);
  process.exit(1);
}
