/** The servers in DATABASE_URL: one, or a primary and its standbys, of which another becomes the primary after a failover. */
import { Client } from 'pg';
import { addressesIn, describeDatabase } from './databaseUrl';

/** Milliseconds within which a server has to say whether it accepts writes. */
const ANSWER_WITHIN = 5_000;

/** No server in DATABASE_URL can be used, or none accepts writes. `code` is the socket's or PostgreSQL's, if there is one. */
export class UnreachableDatabaseError extends Error {
  readonly code: string | undefined;

  constructor(url: string, cause: Error & { code?: string }, reason = reasonOf(cause)) {
    super(`The database ${describeDatabase(url)} cannot be used: ${reason}. Check DATABASE_URL, and that the server runs.`, { cause });
    this.code = cause.code;
  }
}

export class Servers {
  readonly #url: string;
  readonly #addresses: readonly string[];
  #current: string;
  #isCurrent: boolean;
  #search: Promise<string> | undefined;

  constructor(url: string) {
    this.#url = url;
    this.#addresses = addressesIn(url);
    this.#current = this.#addresses[0] ?? url;
    this.#isCurrent = this.#addresses.length === 1;
  }

  /** The address of the server that last accepted writes. */
  get current(): string {
    return this.#current;
  }

  /** Finds out which server accepts writes by asking all of them, unless it is known. Throws UnreachableDatabaseError. */
  async find(): Promise<string> {
    if (this.#isCurrent) return this.#current;
    this.#search ??= this.#probe().finally(() => (this.#search = undefined));
    return this.#search;
  }

  /** Call when the current server has failed or refused a write: the next `find` asks again, if there are other servers. */
  doubt(): void {
    this.#isCurrent = this.#addresses.length === 1;
  }

  async #probe(): Promise<string> {
    const probes = this.#addresses.map(async (address) => {
      await assertTakesWrites(address);
      return address;
    });
    const found = await Promise.any(probes).catch((failure: unknown) => {
      const errors = (failure as AggregateError).errors as Error[];
      const each = errors.map((error, nth) => `${new URL(this.#addresses[nth] ?? '').host}: ${reasonOf(error)}`);
      throw new UnreachableDatabaseError(this.#url, errors[0] as Error, each.join('; '));
    });
    this.#current = found;
    this.#isCurrent = true;
    return found;
  }
}

async function assertTakesWrites(address: string): Promise<void> {
  const client = new Client({ connectionString: address, connectionTimeoutMillis: ANSWER_WITHIN, query_timeout: ANSWER_WITHIN });
  // Its query fails with the same error; an unhandled event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ is_read_only: boolean }>(
      `select current_setting('transaction_read_only') = 'on' as is_read_only`,
    );
    if (rows[0]?.is_read_only !== false) throw Object.assign(new Error('takes no writes'), { code: '25006' });
  } finally {
    client.end().catch(() => undefined);
  }
}

const reasonOf = (error: Error & { code?: string }): string => (error.message === '' ? String(error.code) : error.message);
