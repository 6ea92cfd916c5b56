import type { PGlite } from '@electric-sql/pglite';
import { drizzle as onPglite } from 'drizzle-orm/pglite';
import type { Db } from './db';
import { EmbeddedClient } from './embeddedClient';
import { EmbeddedDatabaseError } from './embeddedErrors';
import { openEmbedded, type EmbeddedDatabase } from './embedded';
import { QueryQueue, type QueueState } from './queryQueue';
import { isBehind, migrate, migratePostgres } from './migrate';
import { CONNECTIONS, isPooled, onPool, openPool, WITHOUT_JIT } from './postgres';
import { Servers } from './servers';

/** An open database with its schema up to date. `close` waits for running work, then releases the folder or the connections. */
export interface Database {
  db: Db;
  engine: 'embedded' | 'postgres';
  /** Embedded only: see `EmbeddedDatabase.copyTo`. */
  copyTo?: EmbeddedDatabase['copyTo'];
  /** PostgreSQL only: connections in the pool, and how many of them are idle. */
  connections?: () => { open: number; idle: number };
  /** The state of its queue, if it has one. */
  state?: () => DatabaseState;
  close: () => Promise<void>;
}

/** For load balancers and metrics. */
export interface DatabaseState extends QueueState {
  /** Maximum number of connections. */
  connections: number;
  /** Whether writes are refused because the disk is full. */
  isFull: boolean;
}

/** Where a database is: PostgreSQL if there is a `url`, else the embedded one in `folder`. */
export interface DatabaseLocation {
  url: string | undefined;
  folder: string;
}

/**
 * Limits while serving requests, in milliseconds. The query timeout is a little longer than the statement timeout: it only matters if
 * PostgreSQL has silently gone away. A transaction that stays idle for longer than any call may take belongs to a process that hangs, or
 * whose machine is gone, while others wait for the rows it has locked.
 */
const WHILE_OTHERS_WAIT = { statement_timeout: 10_000, query_timeout: 12_000, idle_in_transaction_session_timeout: 30_000 };
const WITHOUT_TIMEOUTS = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };

/** Backs up a data folder before an update, and tells how to restore it. */
export interface UpdateBackups {
  save: (db: Db) => Promise<void>;
  /** How to restore the latest backup. */
  advice: () => Promise<string>;
}

interface Opening {
  /** For commands that nobody else waits for: no limit on how long a statement may take. */
  noTimeouts?: boolean;
  /** False skips migrations: for backups, which save whatever tables there are, and for a process that joins others of its server. */
  upToDate?: boolean;
  /** The folder's backups. If given, one is made before migrating. */
  backups?: UpdateBackups;
  /** The folder's database, if it is open already; it stays open. */
  embedded?: EmbeddedDatabase;
  /** Called when an embedded database stops, or can't write a checkpoint. */
  onTrouble?: (error: EmbeddedDatabaseError) => void;
}

/** Opens a database and applies missing migrations. */
export async function openDatabase({ url, folder }: DatabaseLocation, opening: Opening = {}): Promise<Database> {
  return url === undefined ? openFolder(folder, opening) : openPostgres(url, opening);
}

async function openFolder(
  folder: string,
  { noTimeouts = false, upToDate = true, backups, embedded: open, onTrouble }: Opening,
): Promise<Database> {
  let client: EmbeddedClient | null = null;
  const onError = (error: EmbeddedDatabaseError) => {
    if (error.code === 'stopped' && client) client.stopped(error);
    else if (onTrouble) onTrouble(error);
    else process.emitWarning(error);
  };
  const embedded = open
    ? { ...open, close: async () => undefined }
    : await openEmbedded(folder, { onTrouble: onError }).catch((error: unknown) => withAdvice(error, backups));
  const { pg, copyTo, close } = embedded;
  const db = onPglite(pg);
  try {
    if (upToDate) {
      if (backups && (await isBehind(db))) await backups.save(db);
      await migrate(db);
    }
  } catch (error) {
    await close();
    throw error;
  }
  if (noTimeouts) return { db, engine: 'embedded', copyTo, close };
  const served = new EmbeddedClient(embedded, {
    statementTimeout: WHILE_OTHERS_WAIT.statement_timeout,
    onTrouble: (error) => (onTrouble ? onTrouble(error) : process.emitWarning(error)),
  });
  client = served;
  return {
    // `EmbeddedClient` implements all that the driver uses of its client.
    db: onPglite(served as unknown as PGlite),
    engine: 'embedded',
    copyTo,
    state: () => ({ ...served.queue.state, connections: 1, isFull: served.isFull }),
    close: () => served.close(),
  };
}

/** Adds how to restore the latest backup to the error. */
async function withAdvice(error: unknown, backups: UpdateBackups | undefined): Promise<never> {
  if (!(error instanceof EmbeddedDatabaseError) || error.code !== 'unreadable' || backups === undefined) throw error;
  throw new EmbeddedDatabaseError('unreadable', `${error.message} ${await backups.advice()}`, error);
}

async function openPostgres(url: string, { noTimeouts = false, upToDate = true }: Opening): Promise<Database> {
  if (upToDate) await migratePostgres(url);
  const servers = new Servers(url);
  const { query_timeout, ...ofTransactions } = noTimeouts ? WITHOUT_TIMEOUTS : WHILE_OTHERS_WAIT;
  const pooledTimeouts = (await isPooled(await servers.find())) ? ofTransactions : undefined;
  const pool = openPool(
    servers,
    pooledTimeouts === undefined ? { query_timeout, ...ofTransactions, options: `-c ${WITHOUT_JIT}` } : { query_timeout },
  );
  const queue = new QueryQueue({ concurrency: CONNECTIONS });
  return {
    db: onPool({ pool, servers, queue, pooledTimeouts }),
    engine: 'postgres',
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount }),
    state: () => ({ ...queue.state, connections: CONNECTIONS, isFull: false }),
    close: () => pool.end(),
  };
}
