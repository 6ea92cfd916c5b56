/**
 * The queue in front of the database. It has few connections (the embedded one has one), so under load calls wait here: small ones before
 * lists, lists before reports, and none for long. Beyond that a call is refused before it has done anything, and may be sent again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** small: who is asking, is all well · usual: lists, forms, changes · long: reports, exports · background: nobody waits for it. */
export type Urgency = 'small' | 'usual' | 'long' | 'background';

/**
 * Milliseconds. `lets`: so much later arrivals of the most urgent kind go first, so that nothing waits for ever. `waits`: after that it
 * is refused.
 */
const RULES: Record<Urgency, { lets: number; waits: number }> = {
  small: { lets: 0, waits: 2_000 },
  usual: { lets: 300, waits: 2_000 },
  long: { lets: 1_500, waits: 2_500 },
  background: { lets: 5_000, waits: Infinity },
};

/** So many calls may wait; of reports and exports no more than half of that. */
const MOST_WAITING = 100;

/** Seconds until a call that was refused may be sent again. */
export const BUSY_RETRY_AFTER = 2;

/** Too many calls wait for the database already, or this one has waited for too long. It did nothing. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
  readonly code = 'busy';

  constructor() {
    super('Too many calls wait for the database');
  }
}

interface Caller {
  urgency: Urgency;
  /** When the call came: all its waiting counts together. */
  since: number;
  /** It has reached the database: what it began is finished before others begin, and no more refused. */
  isLetIn: boolean;
}

const callers = new AsyncLocalStorage<Caller>();

/** What `work` asks of the database, and all that comes of it, is this urgent. Without it: background. */
export function withUrgency<T>(urgency: Urgency, work: () => T): T {
  return callers.run({ urgency, since: callers.getStore()?.since ?? performance.now(), isLetIn: false }, work);
}

interface Waiting {
  urgency: Urgency;
  /** The earliest goes first. */
  due: number;
  /** Too late after that. */
  until: number;
  timer: NodeJS.Timeout | undefined;
  letIn: () => void;
  refuse: () => void;
}

export interface GateState {
  running: number;
  waiting: number;
  /** Since the start. */
  refused: number;
}

export class Gate {
  readonly #places: number;
  #running = 0;
  #refused = 0;
  #queue: Waiting[] = [];

  /** `places`: so many may be at the database at once. */
  constructor(places: number) {
    this.#places = places;
  }

  get state(): GateState {
    return { running: this.#running, waiting: this.#queue.length, refused: this.#refused };
  }

  /** Throws BusyError before `work` has begun. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  async #enter(): Promise<void> {
    const caller = callers.getStore();
    if (this.#running < this.#places) this.#running += 1;
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
    });
  }

  #isFull(urgency: Urgency): boolean {
    if (urgency === 'background') return false;
    if (this.#queue.length >= MOST_WAITING) return true;
    return urgency === 'long' && this.#queue.filter((each) => each.urgency === 'long').length >= MOST_WAITING / 2;
  }

  #giveUp(waiting: Waiting): void {
    this.#queue = this.#queue.filter((each) => each !== waiting);
    waiting.refuse();
  }

  #next(): void {
    const now = performance.now();
    while (this.#running < this.#places) {
      const next = this.#queue.shift();
      if (!next) return;
      clearTimeout(next.timer);
      // The embedded database runs on this thread: while it worked no timer could.
      if (now > next.until) {
        next.refuse();
        continue;
      }
      this.#running += 1;
      next.letIn();
    }
  }
}
