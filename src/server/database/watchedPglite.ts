import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { DurableFs } from './durableFs';

/** The write-ahead log grows by this many files of 16 MB between two checkpoints. */
const SEGMENTS_PER_CHECKPOINT = 4;

const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'), // -F turns fsync off
  ...['-c', 'wal_sync_method=fsync'],
  // WebAssembly runs on JavaScript's stack of 1 MB, which PostgreSQL does not see: as low as it goes, its own limit comes first most times.
  ...['-c', 'max_stack_depth=100kB'],
  // A recovery that fails would leave its progress timer running, and the process would never end.
  ...['-c', 'log_startup_progress_interval=0'],
];

/** The exit status by which PGlite's PostgreSQL leaves a statement that failed, and goes on. */
const STATEMENT_FAILED = 100;

interface Events {
  /** PostgreSQL stopped in mid-work. Returns the error that this query and all later ones get. */
  onStop: (reason: string) => Error;
  /** A checkpoint did not work. It is tried again; meanwhile the write-ahead log grows, and nothing is lost. */
  onCheckpointFailed: (reason: string) => void;
}

/** What is used here of PostgreSQL's own variables in WebAssembly's memory: where they lie. The published types leave it out. */
interface Interruptible {
  HEAPU8: Uint8Array;
  _QueryCancelPending: number;
  _InterruptPending: number;
}

/** A durable PGlite on a folder, with three things that PostgreSQL's other processes do and that PGlite, being one, lacks. */
export class WatchedPglite extends PGlite {
  readonly #events: Events;
  readonly #log: LastWords;
  #isWatched = false;
  #stopped: Error | null = null;
  #segments = 0;
  #deadline = Infinity;
  #isLate = false;

  /**
   * Milliseconds after which a statement is cancelled (57014) when it next reads from the disk: its own statement_timeout waits for a
   * signal that never comes. One that only computes is not cancelled.
   */
  statementTimeout = Infinity;

  constructor(folder: string, events: Events) {
    const log = new LastWords();
    super({
      fs: new DurableFs(folder, { onWalSegment: () => this.#walGrew(), onRead: () => this.#cancelLate() }),
      startParams: START_PARAMS,
      extensions: { pg_trgm },
      onStderr: (line) => log.hear(line),
    });
    this.#events = events;
    this.#log = log;
  }

  /** Why PostgreSQL gave up, in its own words if it had any. */
  reasonFor(error: unknown): string {
    return this.#log.words ?? (error instanceof Error ? error.message : String(error));
  }

  /**
   * A PostgreSQL that stops (a disk that refuses the write-ahead log, a stack that overflows) would take its postmaster with it.
   * PGlite drops the exception instead and calls into the ruins, where the next query spins for ever, and all else with it.
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
      // A statement that ended all the same must not leave it to the next one.
      if (this.#isLate) this.#setCancel(false);
    }
  }

  /** Leaves a stopped PostgreSQL as it is: its last checkpoint would vouch for pages that may not be on the disk. */
  override async close(): Promise<void> {
    if (this.#stopped === null) await super.close();
  }

  /** Lets go of the files that a stopped PostgreSQL has open. */
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

  /** There is no checkpointer: left alone the log would grow until the database is closed, and so would the recovery after a crash. */
  #walGrew(): void {
    this.#segments += 1;
    if (this.#segments < SEGMENTS_PER_CHECKPOINT) return;
    this.#segments = 0;
    void this.#checkpoint();
  }

  /** Waits, as any query, until what runs is through. */
  async #checkpoint(): Promise<void> {
    try {
      await this.exec('checkpoint');
    } catch (error) {
      const isOver = !this.ready || this.#stopped !== null; // closed meanwhile, or already reported
      if (!isOver) this.#events.onCheckpointFailed(this.reasonFor(error));
    }
  }
}

/** Keeps the last complaint of PostgreSQL's log that it did not survive. */
class LastWords {
  #lines: string[] = [];

  get words(): string | null {
    return this.#lines.length === 0 ? null : this.#lines.join('; ');
  }

  /** True would have PGlite print the line. */
  hear(line: string): boolean {
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
