import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { copyWhileHeld, CopyError } from './folderCopy';
import { sync, syncTree } from './durableFs';
import { LOCK_FILE, lockFolder, type FolderLock, type LockHolder } from './folderLock';
import { WatchedPglite } from './watchedPglite';

/** The database inside the data folder. It gets this name only once it is complete and synced. */
const DATABASE = 'postgres';
const UNFINISHED = 'postgres.unfinished';
/** The socket on which the serving process listens for commands. */
export const SOCKET_FILE = 'portico.socket';
/** A complete database that is about to replace the old one, and the old one during the swap. */
const RESTORED = 'postgres.restored';
const REPLACED = 'postgres.replaced';

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

export interface EmbeddedDatabase {
  /** The data folder, absolute. */
  folder: string;
  pg: WatchedPglite;
  /** Restarts a stopped database, as a new process would. Returns the instance to use from then on instead of `pg`. */
  restart: () => Promise<WatchedPglite>;
  /**
   * Copies the database to `target`, in a crash-consistent state. Queries wait while the last changes are copied, for at most `MAX_HOLD`
   * milliseconds, after which it fails. Returns how long they waited, in milliseconds.
   */
  copyTo: (target: string) => Promise<number>;
  /** Waits for the running transaction, writes a checkpoint and releases the folder. May be called again. */
  close: () => Promise<void>;
}

interface EmbeddedOptions {
  /**
   * Called for events that no caller may be waiting for: `stopped`, after which every query fails until a restart, and
   * `checkpoint_failed`, which is retried. The default emits process warnings.
   */
  onTrouble?: (error: EmbeddedDatabaseError) => void;
}

/**
 * Opens the embedded PostgreSQL of the data folder, creating both if missing. Confirmed transactions survive a kill and a power cut, and
 * no other process can open the folder until it is closed. A folder with anything but an intact database is refused and left unchanged.
 * Throws `EmbeddedDatabaseError`.
 */
export async function openEmbedded(folder: string, { onTrouble = warn }: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const root = path.resolve(folder);
  const lock = await takeFolder(root);
  try {
    finishReplacing(root);
    if (!isCreated(root)) await createDatabase(root);
    let pg = await startDatabase(root, onTrouble);
    let closing: Promise<void> | undefined;
    return {
      folder: root,
      pg,
      restart: async () => {
        pg.abandon();
        return (pg = await startDatabase(root, onTrouble));
      },
      copyTo: (target) => copyDatabase(pg, root, target),
      close: () => (closing ??= pg.close().finally(lock.release)),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Replaces the database in the data folder, whatever its state, with a new one that `fill` fills. The old one stays until the new one is
 * complete and synced, and if `fill` fails. Throws `EmbeddedDatabaseError`, and what `fill` throws.
 */
export async function replaceEmbedded(folder: string, fill: (pg: PGlite) => Promise<void>): Promise<void> {
  const root = path.resolve(folder);
  const lock = await takeFolder(root);
  try {
    finishReplacing(root);
    isCreated(root); // refuses a folder with foreign files
    const unfinished = path.join(root, UNFINISHED);
    try {
      await buildDatabase(root, fill);
    } catch (error) {
      fs.rmSync(unfinished, { recursive: true, force: true });
      throw error;
    }
    fs.renameSync(unfinished, path.join(root, RESTORED));
    sync(root);
    if (isCreated(root)) fs.renameSync(path.join(root, DATABASE), path.join(root, REPLACED));
    finishReplacing(root);
  } finally {
    lock.release();
  }
}

/** Completes an interrupted replacement if the old database was already moved away, else discards it. */
function finishReplacing(root: string): void {
  const names = fs.readdirSync(root);
  if (names.includes(RESTORED)) {
    if (names.includes(DATABASE)) fs.rmSync(path.join(root, RESTORED), { recursive: true });
    else fs.renameSync(path.join(root, RESTORED), path.join(root, DATABASE));
    sync(root);
  }
  if (names.includes(REPLACED)) fs.rmSync(path.join(root, REPLACED), { recursive: true });
}

async function takeFolder(root: string): Promise<FolderLock> {
  try {
    makeFolder(root);
    const outcome = await lockFolder(root);
    if ('lock' in outcome) return outcome.lock;
    throw inUse(root, outcome.heldBy);
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError ? error : notWritable(root, error);
  }
}

/** Creates the folder and its parents, syncing each. (Node's recursive mkdir never returns in places like /proc.) */
function makeFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  const parent = path.dirname(folder);
  makeFolder(parent);
  fs.mkdirSync(folder);
  sync(parent);
}

/** Whether the folder holds a database. Throws if it holds only other files, because we don't mix ours with those. */
function isCreated(root: string): boolean {
  const names = fs.readdirSync(root).filter((name) => !name.startsWith(LOCK_FILE));
  if (names.includes(DATABASE)) return true;
  const foreign = names.filter((name) => ![UNFINISHED, RESTORED, REPLACED, SOCKET_FILE, 'lost+found'].includes(name));
  if (foreign.length > 0) throw notOurs(root, foreign);
  return false;
}

/**
 * Creates the database under another name without syncing, then syncs it as a whole and renames it, so that it exists completely or not at
 * all.
 */
async function createDatabase(root: string): Promise<void> {
  const unfinished = path.join(root, UNFINISHED);
  try {
    await buildDatabase(root, async () => undefined);
    fs.renameSync(unfinished, path.join(root, DATABASE));
    sync(root);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      'not_created',
      `The database could not be created in ${root}: ${reasonOf(error)}. See that the disk has 200 MB free, then start again.`,
      error,
    );
  }
}

async function buildDatabase(root: string, fill: (pg: PGlite) => Promise<void>): Promise<void> {
  const unfinished = path.join(root, UNFINISHED);
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 }); // PGlite creates its files readable by everybody
  const pg = await PGlite.create({ fs: new NodeFS(unfinished), extensions: { pg_trgm } });
  try {
    await fill(pg);
  } finally {
    await pg.close();
  }
  syncTree(unfinished);
}

/** Starts the existing database; never creates one in its place. */
async function startDatabase(root: string, onTrouble: (error: EmbeddedDatabaseError) => void): Promise<WatchedPglite> {
  const database = path.join(root, DATABASE);
  try {
    // Without this file PGlite would initialize a new database over the remains of the old one.
    if (!fs.readdirSync(database).includes('PG_VERSION')) throw unreadable(root, 'its file PG_VERSION is missing');
    // Not needed, as we have our own lock; and PostgreSQL doesn't start if a power cut has left it empty.
    fs.rmSync(path.join(database, 'postmaster.pid'), { force: true });
  } catch (error) {
    throw error instanceof EmbeddedDatabaseError ? error : notWritable(root, error);
  }
  const pg = new WatchedPglite(database, {
    onStop: (reason) => {
      const error = stopped(root, reason);
      onTrouble(error);
      return error;
    },
    onCheckpointFailed: (reason) => onTrouble(checkpointFailed(root, reason)),
  });
  try {
    await pg.waitReady;
    return pg;
  } catch (error) {
    throw unreadable(root, pg.reasonFor(error), error);
  }
}

async function copyDatabase(pg: PGlite, root: string, target: string): Promise<number> {
  try {
    makeFolder(path.dirname(target));
    fs.mkdirSync(target, { mode: 0o700 });
    // A checkpoint first: less to copy while queries wait, and less to recover when the copy is opened.
    await pg.exec('checkpoint');
    return await copyWhileHeld(path.join(root, DATABASE), path.join(target, DATABASE), (work) => pg.runExclusive(work));
  } catch (error) {
    fs.rmSync(target, { recursive: true, force: true });
    throw new EmbeddedDatabaseError(
      'copy_failed',
      `The database in ${root} could not be copied to ${target}: ${error instanceof CopyError ? error.message : reasonOf(error)}.`,
      error,
    );
  }
}

function notWritable(root: string, cause: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'not_writable',
    `The data folder ${root} cannot be used: ${reasonOf(cause)}. ` +
      'Make it and all in it writable for this user, or name another folder in PORTICO_DATA.',
    cause,
  );
}

function inUse(root: string, holder: LockHolder | 'unknown'): EmbeddedDatabaseError {
  const file = path.join(root, LOCK_FILE);
  const message =
    holder === 'unknown'
      ? `The data folder ${root} is locked by a file that is not understood. If no other Portico uses the folder, delete ${file} and start again.`
      : `The data folder ${root} is in use by process ${holder.pid} on ${holder.host}, since ${holder.since}. ` +
        'Two at once would destroy it: stop that process first, or name another folder in PORTICO_DATA.';
  return new EmbeddedDatabaseError('in_use', message);
}

function notOurs(root: string, names: string[]): EmbeddedDatabaseError {
  const some = names.slice(0, 3).join(', ') + (names.length > 3 ? ', …' : '');
  return new EmbeddedDatabaseError(
    'not_a_database',
    `The data folder ${root} holds other files (${some}) and no database of Portico. They were left alone. ` +
      'Name a new or an empty folder in PORTICO_DATA.',
  );
}

function unreadable(root: string, reason: string, cause?: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'unreadable',
    `The database in ${root} does not open: ${reason}. It was kept as it is, and no new one was put in its place. ` +
      'Restore your last good backup.',
    cause,
  );
}

function stopped(root: string, reason: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'stopped',
    `The database in ${root} has stopped: ${reason}. Nothing that was confirmed is lost. ` +
      'See that the disk is sound and has space, then start Portico again.',
  );
}

function checkpointFailed(root: string, reason: string): EmbeddedDatabaseError {
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
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const known = 'code' in error ? REASONS[String(error.code)] : undefined;
  return known ?? ('message' in error ? String(error.message) : 'for an unknown reason');
}

function warn(error: EmbeddedDatabaseError): void {
  process.emitWarning(error);
}
