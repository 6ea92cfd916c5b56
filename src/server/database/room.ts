/** A disk that is full, or nearly so: nothing is written any more, and what is there is still read. */
import { statfs } from 'node:fs/promises';

/** SQLSTATE disk_full: PostgreSQL's own, and what the embedded database answers while it refuses to write. */
export const DISK_FULL = '53100';

/** SQLSTATE of a change in a transaction that may only read. */
const READ_ONLY = '25006';

/** The database writes nothing until there is room. */
class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  readonly code = DISK_FULL;

  constructor(cause: unknown) {
    super('The disk is full', { cause });
  }
}

/** What a database that may only read answers to a change, told as what it is; anything else as it is. */
export function asDiskFull(error: unknown): unknown {
  return hasCode(error, READ_ONLY) || hasCode(error, DISK_FULL) ? new DiskFullError(error) : error;
}

/** For what may be left out while there is no room: whoever only reads shall not be refused because of it. */
export async function ifThereIsRoom(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!hasCode(error, DISK_FULL)) throw error;
  }
}

/** Drivers and drizzle wrap what happened. */
function hasCode(error: unknown, code: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return ('code' in error && error.code === code) || ('cause' in error && hasCode(error.cause, code));
}

/** Bytes that this user may still write in a folder. */
export async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
