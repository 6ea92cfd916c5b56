import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { copyWhileHeld, CopyError } from '../backups/folderCopy';
import { sync, syncTree } from './durableFs';
import { LOCK_FILE, lockFolder, type FolderLock, type LockHolder } from './folderLock';
import { WatchedPglite } from './watchedPglite';

/** The database inside the data folder. It bears this name only when it is complete and on the disk. */
const DATABASE = 'postgres';
const UNFINISHED = 'postgres.unfinished';
/** Where a process that serves the folder listens to commands. */
export const SOCKET_FILE = 'portico.socket';
/** A whole database that is to take the place of the other one, and that one while it does. */
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

/** Its message is for the operator's terminal: what happened, and what to do. */
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
  /** Starts a database that stopped, as a new process would. Answers the one to be used from then on; `pg` is of no use any more. */
  restart: () => Promise<WatchedPglite>;
  /**
   * Makes `target` a data folder that opens as this one would after a kill. Queries wait while what changed meanwhile is copied, at most
   * `MAX_HOLD` milliseconds: else it fails. Answers how long they waited.
   */
  copyTo: (target: string) => Promise<number>;
  /** Waits for the running transaction, writes everything back and lets go of the folder. May be called again. */
  close: () => Promise<void>;
}

interface EmbeddedOptions {
  /**
   * Hears what no caller may be waiting for: `stopped`, after which every query fails and only a new process helps, and
   * `checkpoint_failed`, which is tried again. Without it they are warnings of the process.
   */
  onTrouble?: (error: EmbeddedDatabaseError) => void;
}

/**
 * Opens the embedded PostgreSQL of the data folder, creating both where there is nothing yet. What it has confirmed survives a
 * kill and a power cut, and nobody else can open the folder until it is closed. A folder that holds anything but an
 * intact database is refused as it is. Throws `EmbeddedDatabaseError`.
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
 * Puts a new database, which `fill` fills, in the place of the one in the data folder, whatever state that one is in. Until the new one
 * is whole and on the disk, and when `fill` fails, the old one is as it was. Throws `EmbeddedDatabaseError`, and what `fill` throws.
 */
export async function replaceEmbedded(folder: string, fill: (pg: PGlite) => Promise<void>): Promise<void> {
  const root = path.resolve(folder);
  const lock = await takeFolder(root);
  try {
    finishReplacing(root);
    isCreated(root); // refuses a folder of others
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

/** A replacement that was interrupted is finished if the old database has gone from its place, and else forgotten. */
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

/** Creates the folder and those above it, each synced. (Node's own recursive mkdir never returns in a place like /proc.) */
function makeFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false }) !== undefined) return;
  const parent = path.dirname(folder);
  makeFolder(parent);
  fs.mkdirSync(folder);
  sync(parent);
}

/** Whether the folder holds a database. Throws if there is none but other files: they are not ours to mix with. */
function isCreated(root: string): boolean {
  const names = fs.readdirSync(root).filter((name) => !name.startsWith(LOCK_FILE));
  if (names.includes(DATABASE)) return true;
  const foreign = names.filter((name) => ![UNFINISHED, RESTORED, REPLACED, SOCKET_FILE, 'lost+found'].includes(name));
  if (foreign.length > 0) throw notOurs(root, foreign);
  return false;
}

/** Built aside, synced as a whole (while it is built nothing is), and named last: it is there entirely or not at all. */
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
  fs.mkdirSync(unfinished, { mode: 0o700 }); // PGlite leaves its files open to every user of the machine
  const pg = await PGlite.create({ fs: new NodeFS(unfinished), extensions: { pg_trgm } });
  try {
    await fill(pg);
  } finally {
    await pg.close();
  }
  syncTree(unfinished);
}

/** Starts what is there, and never puts anything new in its place. */
async function startDatabase(root: string, onTrouble: (error: EmbeddedDatabaseError) => void): Promise<WatchedPglite> {
  const database = path.join(root, DATABASE);
  try {
    // Without this file PGlite would create a new database over what is left of the old one.
    if (!fs.readdirSync(database).includes('PG_VERSION')) throw unreadable(root, 'its file PG_VERSION is missing');
    // Of no use beside our lock, and PostgreSQL would not start on one that a power cut left empty.
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
    // What is in the files already need not be copied while others wait, nor be recovered from the log by whoever opens the copy.
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

/** Errors of Node and of Emscripten are not always instances of this realm's `Error`. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const known = 'code' in error ? REASONS[String(error.code)] : undefined;
  return known ?? ('message' in error ? String(error.message) : 'for an unknown reason');
}

function warn(error: EmbeddedDatabaseError): void {
  process.emitWarning(error);
}
