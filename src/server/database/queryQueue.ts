/**
 * The queue in front of the database, which has few connections (the embedded one has one). Under load, calls wait here: small ones go
 * before lists, lists before reports, and none waits long. Beyond the limits a call is refused before it has done anything, so it can be
 * retried safely.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** small: sign-in, health checks · usual: lists, forms, changes · long: reports, exports · background: nobody is waiting. */
export type Priority = 'small' | 'usual' | 'long' | 'background';

/**
 * Milliseconds. `delay`: the head start that the most urgent kind has over this one; it is finite, so nothing starves. `maxWait`: how long
 * a call may wait before it is refused.
 */
const RULES: Record<Priority, { delay: number; maxWait: number }> = {
  small: { delay: 0, maxWait: 2_000 },
  usual: { delay: 300, maxWait: 2_000 },
  long: { delay: 1_500, maxWait: 2_500 },
  background: { delay: 5_000, maxWait: Infinity },
};

/** Maximum number of waiting calls, half of them reports and exports. Background calls are never refused. */
const MOST_WAITING = 100;

/** Retry-After of a refused call, in seconds. */
export const BUSY_RETRY_AFTER = 2;

/** Too many calls are waiting for the database, or this one has waited too long. Nothing was done. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly code = 'busy';

  constructor() {
    super('Too many calls wait for the database');
  }
}

/** Whether the error is a BusyError or was caused by one. */
export const isBusy = (error: unknown): error is Error => error instanceof BusyError || (error instanceof Error && isBusy(error.cause));

interface Caller {
  priority: Priority;
  /** When the request arrived; nested `withPriority` keeps it, so that all of its waiting counts. */
  since: number;
  /** Whether the request has been admitted once: from then on its queries go first and are never refused. */
  isAdmitted: boolean;
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs `work` with this priority for all its queries. Queries outside of it are background. */
export function withPriority<T>(priority: Priority, work: () => T): T {
  return callers.run({ priority, since: callers.getStore()?.since ?? performance.now(), isAdmitted: false }, work);
}

/** Runs `work` with background priority, also inside a request: nobody waits for it, so the time since the request doesn't count. */
export function inBackground<T>(work: () => T): T {
  return callers.run({ priority: 'background', since: performance.now(), isAdmitted: false }, work);
}

interface WaitingCall {
  priority: Priority;
  /** Sort key: earliest first. */
  due: number;
  /** Refused after this moment. */
  until: number;
  timer: NodeJS.Timeout | undefined;
  admit: () => void;
  refuse: () => void;
}

export interface QueueState {
  running: number;
  waiting: number;
  /** Number since the server started. */
  refused: number;
}

interface QueueOptions {
  /** How many calls may use the database at once. */
  concurrency: number;
  /**
   * Set if the database computes on this thread. Each query would then finish before the next request is even read from its socket: the
   * queue would always be empty, and new connections would wait. So every call waits for one turn of the event loop first.
   */
  blocksThread?: boolean;
}

export class QueryQueue {
  readonly #concurrency: number;
  readonly #blocksThread: boolean;
  #running = 0;
  #refused = 0;
  #isScheduled = false;
  #queue: WaitingCall[] = [];

  constructor({ concurrency, blocksThread = false }: QueueOptions) {
    this.#concurrency = concurrency;
    this.#blocksThread = blocksThread;
  }

  get state(): QueueState {
    return { running: this.#running, waiting: this.#queue.length, refused: this.#refused };
  }

  /** Throws BusyError, but never once `work` has begun. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#schedule();
    }
  }

  async #enter(): Promise<void> {
    const caller = callers.getStore();
    const isFree = !this.#blocksThread && this.#running < this.#concurrency && this.#queue.length === 0;
    if (isFree) this.#running += 1;
    else await this.#wait(caller ?? { priority: 'background', since: performance.now(), isAdmitted: false });
    if (caller) caller.isAdmitted = true;
  }

  #wait({ priority, since, isAdmitted }: Caller): Promise<void> {
    const now = performance.now();
    const { delay, maxWait } = RULES[priority];
    const [due, until] = isAdmitted ? [0, Infinity] : [since + delay, since + maxWait];
    if (until <= now || (!isAdmitted && this.#isFull(priority))) {
      this.#refused += 1;
      return Promise.reject(new BusyError());
    }
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#refused += 1;
        reject(new BusyError());
      };
      const waiting: WaitingCall = { priority, due, until, timer: undefined, admit: resolve, refuse };
      if (until !== Infinity) waiting.timer = setTimeout(() => this.#expire(waiting), until - now);
      const later = this.#queue.findIndex(({ due }) => due > waiting.due);
      this.#queue.splice(later === -1 ? this.#queue.length : later, 0, waiting);
      this.#schedule();
    });
  }

  #isFull(priority: Priority): boolean {
    if (priority === 'background') return false;
    if (this.#queue.length >= MOST_WAITING) return true;
    return priority === 'long' && this.#queue.filter((each) => each.priority === 'long').length >= MOST_WAITING / 2;
  }

  #expire(waiting: WaitingCall): void {
    this.#queue = this.#queue.filter((each) => each !== waiting);
    waiting.refuse();
  }

  /** Admits the next calls after a turn of the event loop, so that those that have just arrived are ranked too. */
  #schedule(): void {
    if (this.#isScheduled || this.#running >= this.#concurrency || this.#queue.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#admit();
    });
  }

  #admit(): void {
    const now = performance.now();
    while (this.#running < this.#concurrency) {
      const next = this.#queue.shift();
      if (!next) return;
      clearTimeout(next.timer);
      // The timer may be late: a query of the embedded database blocks the event loop.
      if (now > next.until) {
        next.refuse();
        continue;
      }
      this.#running += 1;
      next.admit();
    }
  }
}
