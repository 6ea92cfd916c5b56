/** Why the embedded database fails: each message says what happened, and what the operator can do. */
import path from 'node:path';
import { LOCK_FILE, type LockHolder } from './folderLock';

type Code =
  | 'in_use'
  | 'not_writable'
  | 'not_a_database'
  | 'not_created'
  | 'unreadable'
  | 'stopped'
  | 'interrupted'
  | 'checkpoint_failed'
  | 'copy_failed'
  | 'disk_full'
  | 'unwatched';

/** The message tells the operator what happened and what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
  readonly code: Code;

  constructor(code: Code, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export function notWritable(root: string, cause: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'not_writable',
    `The data folder ${root} cannot be used: ${reasonOf(cause)}. ` +
      'Make it and all in it writable for this user, or name another folder in PORTICO_DATA.',
    cause,
  );
}

export function inUse(root: string, holder: LockHolder | 'unknown'): EmbeddedDatabaseError {
  const file = path.join(root, LOCK_FILE);
  const message =
    holder === 'unknown'
      ? `The data folder ${root} is locked by a file that is not understood. If no other Portico uses the folder, delete ${file} and start again.`
      : `The data folder ${root} is in use by process ${holder.pid} on ${holder.host}, since ${holder.since}. ` +
        'Two at once would destroy it: stop that process first, or name another folder in PORTICO_DATA.';
  return new EmbeddedDatabaseError('in_use', message);
}

export function notOurs(root: string, names: string[]): EmbeddedDatabaseError {
  const some = names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : '');
  return new EmbeddedDatabaseError(
    'not_a_database',
    `The data folder ${root} holds other files (${some}) and no database of Portico. They were left alone. ` +
      'Name a new or an empty folder in PORTICO_DATA.',
  );
}

export function unreadable(root: string, reason: string, cause?: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'unreadable',
    `The database in ${root} does not open: ${reason}. It was kept as it is, and no new one was put in its place. ` +
      'Restore your last good backup.',
    cause,
  );
}

export function stopped(root: string, reason: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'stopped',
    `The database in ${root} has stopped: ${reason}. Nothing that was confirmed is lost. ` +
      'See that the disk is sound and has space, then start Portico again.',
  );
}

/** Files that are deleted, or unmounted, while they are open can still be written, but nothing of that stays. */
export function gone(root: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'stopped',
    `The database in ${root} is no longer there: the folder has been deleted, moved or unmounted while Portico ran. ` +
      'Portico ends, because nothing that it writes would stay. Bring the folder back, or restore a backup, then start Portico again.',
  );
}

export function checkpointFailed(root: string, reason: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'checkpoint_failed',
    `The database in ${root} could not write back its log: ${reason}. It goes on and will try again, but the log grows until then. ` +
      'See that the disk is sound and has space.',
  );
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'it is a file, or a part of its path is',
  ENOENT: 'nothing can be created there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
};

/** Errors of Node and Emscripten may come from another realm, where `instanceof` fails. */
export function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const known = 'code' in error ? REASONS[String(error.code)] : undefined;
  return known ?? ('message' in error ? String(error.message) : 'for an unknown reason');
}
