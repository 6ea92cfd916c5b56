import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config';
import { MEMORY } from '../doctor/faults';
import { whyNotWritable } from '../database/writable';
import type { Running } from '../main';

/**
 * Says how much memory a first start needs, before the system may end it without a word; null if there is enough. Creating the database takes
 * more than serving it.
 */
export function whyTooLittleMemory({ databaseUrl, data }: Config, memory: number): string | null {
  if (databaseUrl !== undefined || memory >= MEMORY.firstStart || existsSync(join(data, 'postgres'))) return null;
  const [there, needed] = [memory, MEMORY.firstStart].map((bytes) => `${Math.round(bytes / 1_048_576)} MB`);
  return `There are ${there} of memory, and a first start needs ${needed}: the system may end it. Raise the limit, or set DATABASE_URL.`;
}

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
