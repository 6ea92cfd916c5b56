/** The embedded database as the server uses it: a queue before its one connection, no writing while the disk is full, up again after a stop. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { EmbeddedDatabaseError, type EmbeddedDatabase } from './embedded';
import { Gate } from './gate';
import { asDiskFull, roomIn } from './room';
import type { WatchedPglite } from './watchedPglite';

/**
 * Bytes. Below `least` nothing is written any more, from `enough` on it is again. The write-ahead log may take 64 MB until the next
 * checkpoint, and what runs when the disk becomes full must still find room to end.
 */
const ROOM = { least: 96 * 2 ** 20, enough: 128 * 2 ** 20 };

/** Milliseconds between two looks at the disk, and between two tries to start a database that stopped. */
const LOOK = 1_000;
const START_AGAIN = 2_000;

/** A database that stopped is given up when it does not start although there is room, this often. */
const TRIES = 5;

interface Options {
  statementTimeout: number;
  /** Hears what an operator should know. */
  onTrouble: (error: EmbeddedDatabaseError) => void;
  /** Bytes that are free; tests have their own. */
  room?: () => Promise<number>;
}

/** What drizzle's driver for PGlite needs of it. */
export class EmbeddedClient implements Pick<PGlite, 'query' | 'transaction' | 'exec'> {
  readonly gate = new Gate(1);
  readonly #embedded: EmbeddedDatabase;
  readonly #options: Options;
  readonly #room: () => Promise<number>;
  readonly #closing = new AbortController();
  #pg: WatchedPglite;
  #stopped: EmbeddedDatabaseError | null = null;
  #isFull = false;
  #watching: Promise<void>;

  constructor(embedded: EmbeddedDatabase, options: Options) {
    this.#embedded = embedded;
    this.#options = options;
    this.#room = options.room ?? (() => roomIn(embedded.folder));
    this.#pg = embedded.pg;
    this.#pg.statementTimeout = options.statementTimeout;
    this.#watching = this.#watch();
  }

  /** Whether nothing is written because the disk is full. */
  get isFull(): boolean {
    return this.#isFull;
  }

  query: PGlite['query'] = (...args) => this.#run((pg) => pg.query(...args));

  exec: PGlite['exec'] = (...args) => this.#run((pg) => pg.exec(...args));

  transaction: PGlite['transaction'] = (work) => this.#run((pg) => pg.transaction(work));

  /** The database stopped by itself: it is started again as soon as there is room. `onTrouble` hears of it when that does not help. */
  stopped(error: EmbeddedDatabaseError): void {
    if (this.#stopped !== null) return;
    this.#stopped = error;
    this.#options.onTrouble(interrupted(error));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#watching;
    await this.#embedded.close();
  }

  #run<T>(work: (pg: WatchedPglite) => Promise<T>): Promise<T> {
    return this.gate.run(async () => {
      try {
        return await work(this.#pg);
      } catch (error) {
        throw asDiskFull(error);
      }
    });
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    let failed = 0;
    while (!signal.aborted) {
      try {
        await this.#look();
        failed = 0;
      } catch (error) {
        failed += 1;
        if (this.#stopped === null) this.#options.onTrouble(unwatched(this.#embedded.folder, error));
        else if (failed >= TRIES) this.#options.onTrouble(this.#stopped);
      }
      await pause(this.#stopped === null ? LOOK : START_AGAIN, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const room = await this.#room();
    if (!this.#isFull && room < ROOM.least) await this.#stopWriting();
    if (this.#isFull && room >= ROOM.enough) await this.#writeAgain();
    if (this.#stopped !== null && !this.#isFull) await this.#startAgain();
  }

  /** Transactions from now on may only read; the one that runs may end. */
  async #stopWriting(): Promise<void> {
    if (this.#stopped === null) await this.#pg.exec('set default_transaction_read_only = on');
    this.#isFull = true;
    this.#options.onTrouble(diskFull(this.#embedded.folder));
  }

  async #writeAgain(): Promise<void> {
    if (this.#stopped === null) await this.#pg.exec('set default_transaction_read_only = off');
    this.#isFull = false;
  }

  async #startAgain(): Promise<void> {
    const pg = await this.#embedded.restart();
    pg.statementTimeout = this.#options.statementTimeout;
    this.#pg = pg;
    this.#stopped = null;
  }
}

function diskFull(folder: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    'disk_full',
    `The disk of ${folder} is nearly full: what is there can be read, and nothing is changed until there is room. ` +
      `Make at least ${ROOM.enough / 2 ** 20} MB free; it then goes on by itself.`,
  );
}

function interrupted({ message, cause }: EmbeddedDatabaseError): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError('interrupted', `${message} It is tried here as well, as soon as there is room.`, cause);
}

function unwatched(folder: string, cause: unknown): EmbeddedDatabaseError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedDatabaseError('unwatched', `How much room there is on the disk of ${folder} is not known: ${reason}.`, cause);
}
