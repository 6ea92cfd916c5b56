/**
 * The queue in front of the database, which has few connections (the embedded one has one). Under load, calls wait here: small ones go
 * before lists, lists before reports, and none waits long. Beyond the limits a call is refused before it has done anything, so it can be
 * retried safely.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** small: sign-in, health checks · usual: lists, forms, changes · long: reports, exports · background: nobody is waiting. */
export type Priority = 'small' | 'usual' | 'long' | 'background';

/**
 * Milliseconds. `lets`: head start of the most urgent kind over this one. It is finite, so nothing starves. `waits`: how long a call may
 * wait before it is refused.
 */
const RULES: Record<Priority, { lets: number; waits: number }> = {
  small: { lets: 0, waits: 2_000 },
  usual: { lets: 300, waits: 2_000 },
  long: { lets: 1_500, waits: 2_500 },
  background: { lets: 5_000, waits: Infinity },
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

interface Caller {
  urgency: Priority;
  /** When the request arrived; nested `withUrgency` keeps it, so that all of its waiting counts. */
  since: number;
  /** Whether it has reached the database: from then on its queries go first and are never refused. */
  isLetIn: boolean;
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs `work` with this urgency for all its queries. Queries outside of it are background. */
export function withPriority<T>(urgency: Priority, work: () => T): T {
  return callers.run({ urgency, since: callers.getStore()?.since ?? performance.now(), isLetIn: false }, work);
}

interface Waiting {
  urgency: Priority;
  /** Sort key: earliest first. */
  due: number;
  /** Refused after this moment. */
  until: number;
  timer: NodeJS.Timeout | undefined;
  letIn: () => void;
  refuse: () => void;
}

export interface GateState {
  running: number;
  waiting: number;
  /** Since the server started. */
  refused: number;
}

interface GateOptions {
  /** How many calls may use the database at once. */
  places: number;
  /**
   * Set if the database computes on this thread. Each query would then finish before the next request is even read from its socket: the
   * queue would always be empty, and new connections would wait. So every call waits for one turn of the event loop first.
   */
  blocksThread?: boolean;
}

export class Gate {
  readonly #places: number;
  readonly #blocksThread: boolean;
  #running = 0;
  #refused = 0;
  #isScheduled = false;
  #queue: Waiting[] = [];

  constructor({ places, blocksThread = false }: GateOptions) {
    this.#places = places;
    this.#blocksThread = blocksThread;
  }

  get state(): GateState {
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
    const isFree = !this.#blocksThread && this.#running < this.#places && this.#queue.length === 0;
    if (isFree) this.#running += 1;
    else await this.#wait(caller ?? { urgency: 'background', since: performance.now(), isLetIn: false });
    if (caller) caller.isLetIn = true;
  }

  #wait({ urgency, since, isLetIn }: Caller): Promise<void> {
    const now = performance.now();
    const { lets, waits } = RULES[urgency];
    const [due, until] = isLetIn ? [0, Infinity] : [since + lets, since + waits];
    if (until <= now || (!isLetIn && this.#isFull(urgency))) {
      this.#refused += 1;
      return Promise.reject(new BusyError());
    }
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#refused += 1;
        reject(new BusyError());
      };
      const waiting: Waiting = { urgency, due, until, timer: undefined, letIn: resolve, refuse };
      if (until !== Infinity) waiting.timer = setTimeout(() => this.#giveUp(waiting), until - now);
      const later = this.#queue.findIndex(({ due }) => due > waiting.due);
      this.#queue.splice(later === -1 ? this.#queue.length : later, 0, waiting);
      this.#schedule();
    });
  }

  #isFull(urgency: Priority): boolean {
    if (urgency === 'background') return false;
    if (this.#queue.length >= MOST_WAITING) return true;
    return urgency === 'long' && this.#queue.filter((each) => each.urgency === 'long').length >= MOST_WAITING / 2;
  }

  #giveUp(waiting: Waiting): void {
    this.#queue = this.#queue.filter((each) => each !== waiting);
    waiting.refuse();
  }

  /** Admits the next calls after a turn of the event loop, so that those that have just arrived are ranked too. */
  #schedule(): void {
    if (this.#isScheduled || this.#running >= this.#places || this.#queue.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#letIn();
    });
  }

  #letIn(): void {
    const now = performance.now();
    while (this.#running < this.#places) {
      const next = this.#queue.shift();
      if (!next) return;
      clearTimeout(next.timer);
      // The timer may be late: a query of the embedded database blocks the event loop.
      if (now > next.until) {
        next.refuse();
        continue;
      }
      this.#running += 1;
      next.letIn();
    }
  }
}
