import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config';
import { MEMORY } from '../doctor/faults/machineFaults';
import { whyNotWritable } from '../database/writable';
import type { Running } from '../main';

/** Whether serving makes a new embedded database, which takes more time and memory than anything later. */
export const isFirstStart = ({ databaseUrl, data }: Config): boolean => databaseUrl === undefined && !existsSync(join(data, 'postgres'));

/** A warning if the memory may not suffice for a first start, because the system would kill the process without a message; else null. */
export function whyTooLittleMemory(memory: number): string | null {
  if (memory >= MEMORY.firstStart) return null;
  const [there, needed] = [memory, MEMORY.firstStart].map((bytes) => `${Math.round(bytes / 1_048_576)} MB`);
  return `There are ${there} of memory, and a first start needs ${needed}: the system may end it. Raise the limit, or set DATABASE_URL.`;
}

/** Logs warnings about settings that are probably a mistake; they don't keep the server from starting. */
export function warn(config: Config, { app, database }: Running): void {
  const { backups, warnings } = config;
  const reason = database.engine === 'embedded' ? whyNotWritable(backups) : null;
  const noBackups = `Automatic backups are off: the folder ${backups} can't be written (${String(reason)}). Set another one in PORTICO_BACKUPS`;
  for (const warning of [...warnings, ...(reason === null ? [] : [noBackups])]) {
    console.error(warning);
    if (!process.stdout.isTTY) app.log.warn(warning);
  }
}

/** Exits when the database can't be used any more, so that a supervisor can restart the process. */
export function endStopped(error: Error): void {
  console.error(error.message);
  process.exit(1);
}
