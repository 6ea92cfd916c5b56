import type { Config } from '../config';
import { newestBackup } from '../backups/automaticBackups';
import { missingData } from '../doctor/faults/dataFaults';
import { MEMORY } from '../doctor/faults/machineFaults';
import { whyNotWritable } from '../database/writable';
import type { Running } from '../main';
import { UsageError } from './usageError';

/** A warning if the memory may not suffice for a first start, because the system would kill the process without a message; else null. */
export function whyTooLittleMemory(memory: number): string | null {
  if (memory >= MEMORY.firstStart) return null;
  const [there, needed] = [memory, MEMORY.firstStart].map((bytes) => `${Math.round(bytes / 1_048_576)} MB`);
  return `There are ${there} of memory, and a first start needs ${needed}: the system may end it. Raise the limit, or set DATABASE_URL.`;
}

/**
 * Refuses a first start where there are backups of the data folder: its disk may not be mounted, and guests would find another, empty server
 * in its place.
 */
export async function expectNoBackups(config: Config): Promise<void> {
  // A folder of backups that can't be read holds nothing to lose, and is warned about once the server runs.
  const backup = await newestBackup(config, { readUpTo: 0 }).catch(() => null);
  if (backup === null) return;
  const { wrong, mend } = missingData(config.data, backup.file);
  throw new UsageError(`${wrong} ${mend}`);
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
