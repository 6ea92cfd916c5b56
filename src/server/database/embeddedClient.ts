/** The embedded database as the server uses it: queued, read-only while the disk is full, and restarted when it stops. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PGlite } from '@electric-sql/pglite';
import { EmbeddedDatabaseError, gone } from './embeddedErrors';
import type { EmbeddedDatabase } from './embedded';
import { QueryQueue } from './queryQueue';
import { asDiskFull, DiskFullError, freeBytes } from './diskSpace';
import type { WatchedPglite } from './watchedPglite';

/**
 * Free bytes: writes stop below `least` and resume at `enough`. The write-ahead log may take 64 MB until the next checkpoint, and
 * transactions that run when the disk fills up must be able to finish.
 */
const ROOM = { least: 96 * 2 ** 20, enough: 128 * 2 ** 20 };

/** Milliseconds between checks of the disk, and between attempts to restart a stopped database. */
const LOOK = 1_000;
const START_AGAIN = 2_000;

/** Checks in a row that must find no files before the database counts as gone: network file systems may lose sight of them for a moment. */
const CHECKS = 3;

/** Attempts to restart a stopped database, with room on the disk, before giving up. */
const TRIES = 5;

interface Options {
  statementTimeout: number;
  /** Called with what an operator should know. */
  onTrouble: (error: EmbeddedDatabaseError) => void;
  /** Free bytes; tests bring their own. */
  room?: () => Promise<number>;
}

/** The part of PGlite that drizzle's driver uses. */
export class EmbeddedClient implements Pick<PGlite, 'query' | 'transaction' | 'exec'> {
  readonly queue = new QueryQueue({ concurrency: 1, blocksThread: true });
  readonly #embedded: EmbeddedDatabase;
  readonly #options: Options;
  readonly #room: () => Promise<number>;
  readonly #closing = new AbortController();
  #pg: WatchedPglite;
  #stopped: EmbeddedDatabaseError | null = null;
  #isFull = false;
  #isReadOnly = false;
  /** Checks in a row that found no files. */
  #missing = 0;
  /** What was last reported, so that it isn't reported at each check. */
  #unwatched = '';
  #watching: Promise<void>;

  constructor(embedded: EmbeddedDatabase, options: Options) {
    this.#embedded = embedded;
    this.#options = options;
    this.#room = options.room ?? (() => freeBytes(embedded.folder));
    this.#pg = embedded.pg;
    this.#pg.statementTimeout = options.statementTimeout;
    this.#watching = this.#watch();
  }

  /** Whether writes are refused because the disk is full. */
  get isFull(): boolean {
    return this.#isFull;
  }

  query: PGlite['query'] = (...args) => this.#run((pg) => pg.query(...args));

  exec: PGlite['exec'] = (...args) => this.#run((pg) => pg.exec(...args));

  transaction: PGlite['transaction'] = (work) => this.#run((pg) => pg.transaction(work));

  /** Call when the database has stopped: it is restarted as soon as there is room. If restarts keep failing, `onTrouble` gets `error`. */
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
    return this.queue.run(async () => {
      try {
        return await work(this.#pg);
      } catch (error) {
        const failure = asDiskFull(error);
        // PostgreSQL may run out of disk space before the next check notices.
        if (failure instanceof DiskFullError && !this.#isReadOnly) {
          await this.#stopWriting().catch((cause: unknown) => this.#options.onTrouble(unwatched(this.#embedded.folder, cause)));
        }
        throw failure;
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
        this.#unwatched = '';
      } catch (error) {
        failed += 1;
        if (this.#stopped === null) this.#reportUnwatched(error);
        else if (failed >= TRIES) this.#options.onTrouble(this.#stopped);
      }
      await pause(this.#stopped === null ? LOOK : START_AGAIN, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  #reportUnwatched(cause: unknown): void {
    const trouble = unwatched(this.#embedded.folder, cause);
    if (trouble.message !== this.#unwatched) this.#options.onTrouble(trouble);
    this.#unwatched = trouble.message;
  }

  async #look(): Promise<void> {
    this.#missing = (await this.#embedded.exists()) ? 0 : this.#missing + 1;
    if (this.#missing === CHECKS) this.#options.onTrouble(gone(this.#embedded.folder));
    if (this.#missing > 0) return;
    const room = await this.#room();
    if (!this.#isReadOnly && room < ROOM.least) await this.#stopWriting();
    if (this.#isFull && room >= ROOM.enough) await this.#writeAgain();
    if (this.#stopped !== null && !this.#isFull) await this.#startAgain();
  }

  /** Makes new transactions read-only; the running one may finish. */
  async #stopWriting(): Promise<void> {
    this.#isFull = true;
    if (this.#stopped === null) await this.#pg.exec('set default_transaction_read_only = on');
    this.#isReadOnly = true;
    this.#options.onTrouble(diskFull(this.#embedded.folder));
  }

  async #writeAgain(): Promise<void> {
    if (this.#stopped === null) await this.#pg.exec('set default_transaction_read_only = off');
    this.#isReadOnly = false;
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
    `The disk of ${folder} is nearly full: the data can be read, but nothing can be changed until there is room. ` +
      `Make at least ${ROOM.enough / 2 ** 20} MB free; writing then resumes by itself.`,
  );
}

function interrupted({ message, cause }: EmbeddedDatabaseError): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError('interrupted', `${message} The server also tries again by itself once there is room.`, cause);
}

function unwatched(folder: string, cause: unknown): EmbeddedDatabaseError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new EmbeddedDatabaseError('unwatched', `How much room there is on the disk of ${folder} is not known: ${reason}.`, cause);
}
