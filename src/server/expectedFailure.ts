/** Readable messages for failures of the environment; a stack trace would only hide the cause. */

import { DISK_FULL } from './database/diskSpace';

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your share of the disk is used up',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is a file',
  EISDIR: 'it is a folder',
  ERR_FS_EISDIR: 'it is a folder',
  EEXIST: 'it exists already',
  EMFILE: 'too many files are open',
};

/** The message; null for an unexpected error. */
export function expectedFailure(error: unknown): string | null {
  for (const cause of causesOf(error)) {
    if (typeof cause.code !== 'string') continue;
    if (cause.code === DISK_FULL) return 'The disk of the database is full. Make room, then try again.';
    if (typeof cause.path === 'string') return `${cause.path}: ${REASONS[cause.code] ?? String(cause.message)}.`;
    // SQLSTATE codes first, then errors of a socket to PostgreSQL.
    if (/^[0-9A-Z]{5}$/.test(cause.code) && 'severity' in cause) return `The database refused: ${String(cause.message)} (${cause.code}).`;
    if (/^E(CONN|HOST|NET|AI_|PIPE|TIMEDOUT|NOTFOUND)/.test(cause.code))
      return `The database does not answer: ${cause.code}. Check that it runs.`;
  }
  const isLost = causesOf(error).some(({ message }) => /Connection terminated|not queryable|timeout expired/.test(String(message)));
  return isLost ? 'The connection to the database was lost. Check that it runs, then try again.' : null;
}

interface Cause {
  code?: unknown;
  path?: unknown;
  message?: unknown;
  cause?: unknown;
}

function causesOf(error: unknown): Cause[] {
  return typeof error === 'object' && error !== null ? [error, ...causesOf((error as Cause).cause)] : [];
}
