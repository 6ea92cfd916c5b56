import fs from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { copyWhileHeld, CopyError } from './folderCopy';
import { hasCode } from './errorCodes';
import { sync, syncTree } from './durableFs';
import { LOCK_FILE, lockFolder, type FolderLock } from './folderLock';
import { WatchedPglite } from './watchedPglite';
import { EmbeddedDatabaseError, notWritable, inUse, notOurs, unreadable, stopped, checkpointFailed, reasonOf } from './embeddedErrors';

/** The database inside the data folder. It gets this name only once it is complete and synced. */
const DATABASE = 'postgres';
const UNFINISHED = 'postgres.unfinished';
/** The socket on which the serving process listens for commands. */
export const SOCKET_FILE = 'portico.socket';
/** A complete database that is about to replace the old one, and the old one during the swap. */
const RESTORED = 'postgres.restored';
const REPLACED = 'postgres.replaced';

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
  /** Whether its files are still in the folder, where open files alone would let it go on without them. */
  exists: () => Promise<boolean>;
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
      exists: () => isThere(path.join(root, DATABASE, 'PG_VERSION')),
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

/** Errors other than that there is no such file say nothing about it. */
const isThere = (file: string): Promise<boolean> =>
  fs.promises.access(file).then(
    () => true,
    (error: unknown) => !hasCode(error, 'ENOENT'),
  );

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

function warn(error: EmbeddedDatabaseError): void {
  process.emitWarning(error);
}
