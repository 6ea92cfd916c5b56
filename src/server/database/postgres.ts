/** Portico on an external PostgreSQL, which may go away and come back at any time. */
import { createHash } from 'node:crypto';
import { NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import { Client, DatabaseError, Pool, type ClientConfig, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import { hasCode, READ_ONLY, TOO_MANY_CONNECTIONS } from './errorCodes';
import { REPEATED, type Db } from './db';
import type { QueryQueue } from './queryQueue';
import { UnreachableDatabaseError, type Servers } from './servers';

/** Timeout for connecting, in milliseconds. */
const CONNECT_WITHIN = 5_000;

/** Timeout for ROLLBACK, in milliseconds: if the database hangs, don't wait for it twice. */
const ROLL_BACK_WITHIN = 1_000;

/** Pool size of a server; further calls wait in its queue. */
export const CONNECTIONS = 10;

/**
 * How long a connection may be idle, in milliseconds: a new one plans each statement anew, which takes a busy server a tenth of a second for
 * the first log-in on it. And after how long TCP asks whether the other end is still there, so that no firewall forgets it meanwhile.
 */
const IDLE_FOR = 5 * 60_000;
const ALIVE_AFTER = 30_000;

/** How long the pool opens no further connection after PostgreSQL has refused one because there are too many, in milliseconds. */
const GROWS_AFTER = 1_000;

/**
 * Turns off JIT compilation: with ten million sessions PostgreSQL overestimates costs, and takes up to a second to compile a statement that
 * then runs for a third of that.
 */
export const WITHOUT_JIT = 'jit=off';

/** The connection was lost during COMMIT, so the work may be done or not. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';

  constructor(cause: unknown) {
    super('The connection was lost during a commit', { cause });
  }
}

/** The connections of a pool that PostgreSQL has accepted; its own count has also those that it only tries to open. */
const openIn = new WeakMap<Pool, ReadonlySet<PoolClient>>();

/** A connection pool for a server or a command, with the limits that the caller sets. */
export function openPool(servers: Servers, limits: PoolConfig): Pool {
  const pool = new Pool({
    Client: class extends Client {
      constructor(config?: ClientConfig) {
        super({ ...config, connectionString: servers.current });
      }
    },
    max: CONNECTIONS,
    // One connection stays open, so that commands can tell that the database is in use.
    min: 1,
    connectionTimeoutMillis: CONNECT_WITHIN,
    idleTimeoutMillis: IDLE_FOR,
    keepAlive: true,
    keepAliveInitialDelayMillis: ALIVE_AFTER,
    ...limits,
    application_name: 'portico',
  });
  // The pool replaces broken connections and their queries fail; an unhandled error event would end the process.
  pool.on('error', ignore);
  pool.on('connect', survive);
  const open = new Set<PoolClient>();
  pool.on('connect', (client) => open.add(client)).on('remove', (client) => open.delete(client));
  openIn.set(pool, open);
  return pool;
}

/** A connection outside of the pool. If it breaks, its query fails. */
export function newClient(url: string, name: string): Client {
  const client = new Client({ connectionString: url, application_name: name, connectionTimeoutMillis: CONNECT_WITHIN });
  survive(client);
  return client;
}

/** A statement timeout that no role is configured with, in milliseconds. */
const UNUSUAL = 10_007;

/**
 * Whether a pooler such as PgBouncer is between us and PostgreSQL. Poolers reject or ignore a connection's start parameters, because each
 * transaction may get another connection. Throws UnreachableDatabaseError.
 */
export async function isPooled(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN, statement_timeout: UNUSUAL });
  survive(client);
  try {
    await client.connect();
    const { rows } = await client.query<{ setting: string }>(`select setting from pg_settings where name = 'statement_timeout'`);
    return rows[0]?.setting !== String(UNUSUAL);
  } catch (error) {
    if (error instanceof DatabaseError && error.message.includes('unsupported startup parameter')) return true;
    throw new UnreachableDatabaseError(url, error as Error);
  } finally {
    await client.end().catch(ignore);
  }
}

/** Broken connections; no query reaches the database on them. */
const broken = new WeakSet<object>();

function survive(client: Pick<Client, 'on'>): void {
  // The current or next query fails with the same error.
  client.on('error', () => void broken.add(client));
}

function ignore(): void {
  // The query has failed with the same error.
}

/** How statements reach PostgreSQL. */
interface Connections {
  pool: Pool;
  servers: Servers;
  /** All statements and transactions pass through it; it admits as many at once as the pool has connections. */
  queue: QueryQueue;
  /** Set behind a pooler: PostgreSQL's settings for each transaction, in milliseconds, as connections don't keep them. 0: no limit. */
  pooledTimeouts?: Record<string, number> | undefined;
}

export function onPool(connections: Connections): Db {
  const dialect = new PgDialect();
  return new NodePgDatabase(dialect, new PoolSession(connections, dialect), undefined);
}

type NoSchema = Record<string, never>;
type Work<T> = (tx: NodePgTransaction<NoSchema, NoSchema>) => Promise<T>;

/**
 * Replaces drizzle's own transaction, which never releases its connection if `begin` fails, returns broken connections to the pool, and
 * hides an error behind that of the `rollback` which then fails too.
 */
class PoolSession extends NodePgSession<NoSchema, NoSchema> {
  readonly #connections: Connections;
  readonly #dialect: PgDialect;
  readonly #begin: string;

  constructor(connections: Connections, dialect: PgDialect) {
    const { pool, queue, pooledTimeouts } = connections;
    // Outside of transactions, drizzle uses nothing of a pool but `query`.
    const prepared = preparedNames({ arePossible: pooledTimeouts === undefined });
    const query = (config: QueryConfig, values: unknown[]) =>
      queue.run(() =>
        onServer(connections, () => prepared.withName(config, (statement) => onConnection(pool, () => pool.query(statement, values)))),
      );
    super({ query } as unknown as Pool, dialect, undefined);
    this.#connections = connections;
    this.#dialect = dialect;
    const settings = Object.entries(pooledTimeouts ?? {}).map(([name, milliseconds]) => `${name}=${String(milliseconds)}`);
    this.#begin =
      pooledTimeouts === undefined ? 'begin' : ['begin', ...[...settings, WITHOUT_JIT].map((setting) => `set local ${setting}`)].join('; ');
  }

  override transaction<T>(work: Work<T>, config?: PgTransactionConfig): Promise<T> {
    return this.#connections.queue.run(() => onServer(this.#connections, () => this.#transaction(work, config)));
  }

  async #transaction<T>(work: Work<T>, config?: PgTransactionConfig): Promise<T> {
    const { pool } = this.#connections;
    const client = await onConnection(pool, () => pool.connect());
    let isWhole = false;
    try {
      const session = new NodePgSession<NoSchema, NoSchema>(client, this.#dialect, undefined);
      const tx = new NodePgTransaction<NoSchema, NoSchema>(this.#dialect, session, undefined);
      await client.query(this.#begin);
      if (config) await tx.setTransaction(config);
      const result = await work(tx).catch(async (error: unknown) => {
        isWhole = (await rollBack(client)) && !isReadOnly(error);
        throw error;
      });
      await commit(client);
      isWhole = true;
      return result;
    } finally {
      // A connection that may still be in a transaction is closed, which ends it.
      client.release(!isWhole);
    }
  }
}

/**
 * Runs `work`, which gets a connection first. If others use all that PostgreSQL has, it waits for one of ours instead of failing, as long as
 * there are any: the pool itself waits only when it is full.
 */
async function onConnection<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + CONNECT_WITHIN;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const open = openIn.get(pool)?.size ?? 0;
      if (!hasCode(error, TOO_MANY_CONNECTIONS) || open === 0 || performance.now() > until) throw error;
      pool.options.max = open;
      growAgain(pool);
    }
  }
}

const growing = new WeakMap<Pool, NodeJS.Timeout>();

/** Lets the pool open as many connections as before once none was refused for GROWS_AFTER. */
function growAgain(pool: Pool): void {
  const timer = growing.get(pool) ?? setTimeout(() => (pool.options.max = CONNECTIONS), GROWS_AFTER).unref();
  growing.set(pool, timer.refresh());
}

/** Runs `work` on the server that accepts writes, which may have changed since the last call. */
async function onServer<T>({ servers }: Connections, work: () => Promise<T>): Promise<T> {
  await servers.find();
  try {
    return await work();
  } catch (error) {
    if (isReadOnly(error) || !isRefused(error)) servers.doubt();
    throw error;
  }
}

/**
 * SQLSTATEs for a prepared statement that the connection doesn't know, or that another client has prepared; this happens behind a pooler,
 * where each transaction may get another connection.
 */
const NOT_OURS: readonly (string | undefined)[] = ['26000', '42P05'];

/** SQLSTATE of a prepared statement whose result has changed because a table was altered. */
const STALE = '0A000';

/**
 * Names statements that are marked as repeated or built once, so that each connection parses and plans them once: that takes as long as all
 * the rest. Others get no name, because a plan for any values may be bad for some.
 */
function preparedNames({ arePossible }: { arePossible: boolean }) {
  const names = new Map<string, string | undefined>();
  const nameOf = ({ name, text }: QueryConfig) => {
    if (!arePossible || (name === undefined && !text.startsWith(REPEATED))) return undefined;
    if (!names.has(text)) names.set(text, `portico_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`);
    return names.get(text);
  };
  return {
    /** Runs a statement by its name; if PostgreSQL rejects that before doing anything, runs it without. */
    withName: async <R>(config: QueryConfig, run: (config: QueryConfig) => Promise<R>): Promise<R> => {
      const name = nameOf(config);
      const unnamed = config.name === undefined ? config : { ...config, name: undefined };
      if (name === undefined) return run(unnamed);
      try {
        return await run({ ...config, name });
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        if (NOT_OURS.includes(error.code)) arePossible = false;
        else if (error.code === STALE) names.set(config.text, undefined);
        else throw error;
        return run(unnamed);
      }
    },
  };
}

/** Rolls back. True if the connection may be reused. */
async function rollBack(client: PoolClient): Promise<boolean> {
  const query: QueryConfig & { query_timeout: number } = { text: 'rollback', query_timeout: ROLL_BACK_WITHIN };
  try {
    await client.query(query);
    return true;
  } catch {
    return false;
  }
}

async function commit(client: PoolClient): Promise<void> {
  const isSent = !broken.has(client);
  try {
    const { command } = await client.query('commit');
    // COMMIT of a failed transaction returns the command tag ROLLBACK.
    if (command !== 'COMMIT') throw new RolledBackError();
  } catch (error) {
    if (isSent && !isRefused(error)) throw new OutcomeUnknownError(error);
    throw error;
  }
}

class RolledBackError extends Error {
  constructor() {
    super('The transaction had failed before its commit');
  }
}

/** PostgreSQL rejected the statement and carries on: no shutdown, lost connection or internal error. */
function isRefused(error: unknown): boolean {
  return error instanceof RolledBackError || (error instanceof DatabaseError && !/^(08|57P|58|XX)/.test(error.code ?? ''));
}

/** PostgreSQL accepts no writes any more: it has become a standby. */
const isReadOnly = (error: unknown): boolean => hasCode(error, READ_ONLY);
