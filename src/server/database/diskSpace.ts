/** A full or nearly full disk: writes are refused, reads still work. */
import { statfs } from 'node:fs/promises';
import { hasCode, READ_ONLY } from './errorCodes';

/** SQLSTATE disk_full: PostgreSQL's own, and the embedded database's while it refuses writes. */
export const DISK_FULL = '53100';

/** The write was refused because the disk is full. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  readonly code = DISK_FULL;

  constructor(cause: unknown) {
    super('The disk is full', { cause });
  }
}

/** Turns the error of a write to a read-only database into DiskFullError; passes others through. */
export function asDiskFull(error: unknown): unknown {
  return hasCode(error, READ_ONLY) || hasCode(error, DISK_FULL) ? new DiskFullError(error) : error;
}

/** For writes that may be skipped while the disk is full, so that read requests don't fail because of them. */
export async function ignoreDiskFull(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!hasCode(error, DISK_FULL)) throw error;
  }
}

/** Bytes that this user may still write in a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
