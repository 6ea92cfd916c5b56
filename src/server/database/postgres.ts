/** Portico on a PostgreSQL of its own process, which may go away and come back at any moment. */
import { sql } from 'drizzle-orm';
import { NodePgDatabase, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core';
import { Client, DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import type { Db } from './db';
import type { Gate } from './gate';

/** What a connection is asked for at most this long, in milliseconds. */
const CONNECT_WITHIN = 5_000;

/** A database that hangs is not waited for twice, in milliseconds. */
const ROLL_BACK_WITHIN = 1_000;

/** Connections of one server; further calls wait in its queue. */
export const CONNECTIONS = 10;

/** The database went away while it committed: the work is done, or not. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';

  constructor(cause: unknown) {
    super('The connection was lost during a commit', { cause });
  }
}

/** The pool of a server, or of a command that works alone, with the limits that it sets. */
export function openPool(url: string, limits: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    // One stays open, by which a command sees that the database is in use.
    min: 1,
    connectionTimeoutMillis: CONNECT_WITHIN,
    keepAlive: true,
    ...limits,
    application_name: 'portico',
  });
  // A connection that breaks is replaced by the pool, and its query fails; an error event that nobody listens to would end the process.
  pool.on('error', ignore);
  pool.on('connect', survive);
  return pool;
}

/** A connection apart from the pool. Whoever uses it hears of a broken one by the query that fails. */
export function newClient(url: string, name: string): Client {
  const client = new Client({ connectionString: url, application_name: name, connectionTimeoutMillis: CONNECT_WITHIN });
  survive(client);
  return client;
}

/** Connections that broke: nothing that is asked of them reaches the database. */
const broken = new WeakSet<object>();

function survive(client: Pick<Client, 'on'>): void {
  // The query that was under way, or the next one, fails with the same error.
  client.on('error', () => void broken.add(client));
}

function ignore(): void {
  // Its query has failed with the same error.
}

/** Each statement and each transaction passes `gate`, which has as many places as the pool has connections. */
export function onPool(pool: Pool, gate: Gate): Db {
  const dialect = new PgDialect();
  return new NodePgDatabase(dialect, new PoolSession(pool, gate, dialect), undefined);
}

type NoSchema = Record<string, never>;
type Work<T> = (tx: NodePgTransaction<NoSchema, NoSchema>) => Promise<T>;

/**
 * Drizzle's own transaction keeps a connection for ever when `begin` fails, gives a broken one back to the pool, and hides the reason
 * of a failure behind that of the `rollback` which then fails as well.
 */
class PoolSession extends NodePgSession<NoSchema, NoSchema> {
  readonly #pool: Pool;
  readonly #gate: Gate;
  readonly #dialect: PgDialect;

  constructor(pool: Pool, gate: Gate, dialect: PgDialect) {
    // Statements outside of transactions ask for no more of a pool than this.
    const query = (config: QueryConfig, values: unknown[]) => gate.run(() => pool.query(config, values));
    super({ query } as unknown as Pool, dialect, undefined);
    this.#pool = pool;
    this.#gate = gate;
    this.#dialect = dialect;
  }

  override transaction<T>(work: Work<T>, config?: PgTransactionConfig): Promise<T> {
    return this.#gate.run(() => this.#transaction(work, config));
  }

  async #transaction<T>(work: Work<T>, config?: PgTransactionConfig): Promise<T> {
    const client = await this.#pool.connect();
    let isWhole = false;
    try {
      const session = new NodePgSession<NoSchema, NoSchema>(client, this.#dialect, undefined);
      const tx = new NodePgTransaction<NoSchema, NoSchema>(this.#dialect, session, undefined);
      await tx.execute(sql`begin`);
      if (config) await tx.setTransaction(config);
      const result = await work(tx).catch(async (error: unknown) => {
        isWhole = await rollBack(client);
        throw error;
      });
      await commit(client);
      isWhole = true;
      return result;
    } finally {
      // A connection that is not surely out of its transaction is closed, which ends that.
      client.release(!isWhole);
    }
  }
}

/** Whether the connection may be used again. */
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
    // PostgreSQL answers the commit of a failed transaction by rolling it back.
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

/** PostgreSQL said no, and went on: neither a shutdown, nor a lost connection, nor a fault of its own. */
function isRefused(error: unknown): boolean {
  return error instanceof RolledBackError || (error instanceof DatabaseError && !/^(08|57P|58|XX)/.test(error.code ?? ''));
}
