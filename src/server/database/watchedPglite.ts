import fs from 'node:fs';
import { PGlite, type Results } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableFs } from './durableFs';
import { PreparedStatements } from './preparedStatements';

/** Files of 16 MB that the write-ahead log grows by between checkpoints. */
const SEGMENTS_PER_CHECKPOINT = 4;

const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'), // -F turns fsync off
  '-c',
  'wal_sync_method=fsync',
  // WebAssembly runs on JavaScript's stack of 1 MB, which PostgreSQL can't see. With max_stack_depth at its minimum, PostgreSQL's own
  // check usually fires first.
  '-c',
  'max_stack_depth=100kB',
  // Otherwise a failed recovery leaves its progress timer running and the process never ends.
  '-c',
  'log_startup_progress_interval=0',
];

/** The exit status of PGlite's PostgreSQL for a failed statement, after which it carries on. */
const STATEMENT_FAILED = 100;

interface Events {
  /** PostgreSQL stopped. Returns the error for this query and all later ones. */
  onStop: (reason: string) => Error;
  /** A checkpoint failed. It is retried; meanwhile the write-ahead log grows and nothing is lost. */
  onCheckpointFailed: (reason: string) => void;
}

/** Addresses of PostgreSQL's variables in WebAssembly's memory; the published types leave them out. */
interface Interruptible {
  HEAPU8: Uint8Array;
  _QueryCancelPending: number;
  _InterruptPending: number;
}

/**
 * A durable PGlite on a folder, with three jobs that separate processes or signals do for PostgreSQL elsewhere: statement timeouts, crash
 * detection and checkpoints. Repeated queries are prepared.
 */
export class WatchedPglite extends PGlite {
  readonly #events: Events;
  readonly #log: LastMessages;
  readonly #statements = new PreparedStatements(this);
  #isWatched = false;
  #stopped: Error | null = null;
  #segments = 0;
  #deadline = Infinity;
  #isLate = false;

  /**
   * Milliseconds after which a statement is cancelled (57014) at its next read from disk. PostgreSQL's own statement_timeout needs a
   * signal, which never comes here. Statements that only compute aren't cancelled.
   */
  statementTimeout = Infinity;

  constructor(folder: string, events: Events) {
    const log = new LastMessages();
    super({
      fs: new DurableFs(folder, { onWalSegment: () => this.#walGrew(), onRead: () => this.#cancelLate() }),
      startParams: START_PARAMS,
      extensions: { pg_trgm },
      onStderr: (line) => log.add(line),
    });
    this.#events = events;
    this.#log = log;
  }

  /** Why PostgreSQL stopped, in its own words if it left any. */
  reasonFor(error: unknown): string {
    return this.#log.text ?? (error instanceof Error ? error.message : String(error));
  }

  /** Only for queries outside transactions; those inside use PGlite's own method. */
  override async query<T>(...[text, params = [], options]: Parameters<PGlite['query']>): Promise<Results<T>> {
    await this._checkReady();
    const answer = await this._runExclusiveTransaction(() => this._runExclusiveQuery(() => this.#statements.run(text, params, options)));
    return (answer as Results<T> | undefined) ?? super.query<T>(text, params, options);
  }

  /**
   * When PostgreSQL stops (the write-ahead log can't be written, the stack overflows), its process normally exits. PGlite instead
   * swallows the exception and carries on with the broken instance, where the next query spins forever and blocks the thread.
   */
  override execProtocolRawSync(message: Uint8Array): Uint8Array {
    this.#watch();
    this.#refuseIfStopped();
    this.#deadline = performance.now() + this.statementTimeout;
    try {
      const answer = super.execProtocolRawSync(message);
      this.#refuseIfStopped();
      return answer;
    } finally {
      // If the statement finished anyway, don't let the cancellation hit the next one.
      if (this.#isLate) this.#setCancel(false);
    }
  }

  /** Doesn't shut down a stopped PostgreSQL: its final checkpoint would record pages as written that may not be on disk. */
  override async close(): Promise<void> {
    if (this.#stopped === null) await super.close();
  }

  /** Closes the files that a stopped PostgreSQL has open. */
  abandon(): void {
    const { streams } = (this.Module as unknown as { FS: { streams: ({ nfd?: number } | null)[] } }).FS;
    for (const stream of streams) {
      if (stream?.nfd === undefined) continue;
      fs.closeSync(stream.nfd);
      delete stream.nfd;
    }
  }

  #watch(): void {
    if (this.#isWatched) return;
    this.#isWatched = true;
    const postgres = this.Module;
    const run = postgres._PostgresMainLoopOnce;
    postgres._PostgresMainLoopOnce = () => {
      try {
        run();
      } catch (error) {
        if (!isFailedStatement(error)) this.#stopped ??= this.#events.onStop(this.reasonFor(error));
        throw error;
      }
    };
  }

  #cancelLate(): void {
    if (performance.now() > this.#deadline) this.#setCancel(true);
  }

  #setCancel(isLate: boolean): void {
    this.#isLate = isLate;
    const postgres = this.Module as unknown as Interruptible;
    for (const flag of [postgres._QueryCancelPending, postgres._InterruptPending]) postgres.HEAPU8[flag] = isLate ? 1 : 0;
  }

  #refuseIfStopped(): void {
    if (this.#stopped !== null) throw this.#stopped;
  }

  /**
   * Writes a checkpoint when the log has grown. There is no checkpointer process, so log and recovery time would otherwise grow until
   * closed.
   */
  #walGrew(): void {
    this.#segments += 1;
    if (this.#segments < SEGMENTS_PER_CHECKPOINT) return;
    this.#segments = 0;
    void this.#checkpoint();
  }

  /** Runs in the queue like any query. */
  async #checkpoint(): Promise<void> {
    try {
      await this.exec('checkpoint');
    } catch (error) {
      const isOver = !this.ready || this.#stopped !== null; // closed meanwhile or already reported
      if (!isOver) this.#events.onCheckpointFailed(this.reasonFor(error));
    }
  }
}

/** Keeps PostgreSQL's last FATAL or PANIC message. */
class LastMessages {
  #lines: string[] = [];

  get text(): string | null {
    return this.#lines.length === 0 ? null : this.#lines.join('; ');
  }

  /** Returning true would make PGlite print the line. */
  add(line: string): boolean {
    const [, level, text] = /(FATAL|PANIC|DETAIL): +(.*)/.exec(line) ?? [];
    if (level === undefined || text === undefined) return false;
    const sentence = text.replace(/\.$/, '');
    if (level !== 'DETAIL') this.#lines = [sentence];
    else if (this.#lines.length === 1) this.#lines.push(sentence);
    return false;
  }
}

function isFailedStatement(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === STATEMENT_FAILED;
}
