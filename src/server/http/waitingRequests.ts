/** Requests of one kind that wait at the gate (requestGate.ts): parties and their sessions take turns, and each party has places. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * health: load balancers · units: gateways, and through them guests · staff: with a token that has been right lately · long: their reports
 * and exports · strangers: everybody else, sign-ins and the console's files · bodies: large ones that are still arriving.
 */
export type RequestKind = 'health' | 'units' | 'staff' | 'long' | 'strangers' | 'bodies';

/** Who a request is counted for: `party` is a tenant or a network, and `session` one of its callers. */
export interface Requester {
  kind: RequestKind;
  party: string;
  session: string;
}

/** Part of a kind's places that one party may take. */
const SHARE_OF_PARTY = 0.75;

/**
 * Milliseconds. Beyond `target` there is more than there is time for: then a session's requests are served newest first, since who has waited
 * longest is the least likely to wait on, and those of a kind of which many wait are refused. No request waits longer than `most`.
 */
const WAIT = { target: 1000, most: 20_000 };
const MANY = 100;

export interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
  requester: Requester;
  since: number;
  /** In the context of this request, not of the one whose end lets it in. */
  serve: () => void;
}

/** Waiting requests of a kind by party and session, which take turns, and how many places each party has. */
export class Turns {
  readonly #places: number;
  readonly #ofParty: number;
  readonly #waiting = new Map<string, Map<string, Set<Waiting>>>();
  readonly #running = new Map<string, number>();
  #taken = 0;
  #count = 0;

  constructor(places: number) {
    this.#places = places;
    this.#ofParty = Math.max(1, Math.floor(places * SHARE_OF_PARTY));
  }

  add(call: Waiting): void {
    const { party, session } = call.requester;
    const sessions = this.#waiting.get(party) ?? new Map<string, Set<Waiting>>();
    this.#waiting.set(party, sessions);
    const calls = sessions.get(session) ?? new Set<Waiting>();
    sessions.set(session, calls);
    calls.add(call);
    this.#count += 1;
  }

  /** Whether it was waiting. */
  remove(call: Waiting): boolean {
    const { party, session } = call.requester;
    const sessions = this.#waiting.get(party);
    const calls = sessions?.get(session);
    if (!sessions || calls?.delete(call) !== true) return false;
    this.#count -= 1;
    if (calls.size === 0) sessions.delete(session);
    if (sessions.size === 0) this.#waiting.delete(party);
    return true;
  }

  next(): Waiting | undefined {
    if (this.#count === 0 || this.#taken >= this.#places) return undefined;
    for (const [party, sessions] of this.#waiting) {
      if ((this.#running.get(party) ?? 0) >= this.#ofParty) continue;
      const [[session, calls] = [undefined, new Set<Waiting>()]] = sessions;
      const call = chosen(calls);
      if (session === undefined || !call) continue;
      this.remove(call);
      // Back to the end of the line.
      if (sessions.delete(session)) sessions.set(session, calls);
      if (this.#waiting.delete(party)) this.#waiting.set(party, sessions);
      return call;
    }
    return undefined;
  }

  /** Takes out those that have waited too long, the oldest first. */
  takeLate(now: number): Waiting[] {
    if (this.#count === 0) return [];
    const all = [...this.#waiting.values()].flatMap((sessions) => [...sessions.values()].flatMap((calls) => [...calls]));
    const overdue = all.filter(({ since }) => now - since > WAIT.target).sort((one, other) => one.since - other.since);
    const late = overdue.filter(({ since }, nth) => nth < this.#count - MANY || now - since > WAIT.most);
    for (const call of late) this.remove(call);
    return late;
  }

  enter(party: string): void {
    this.#taken += 1;
    this.#running.set(party, (this.#running.get(party) ?? 0) + 1);
  }

  leave(party: string): void {
    this.#taken -= 1;
    const left = (this.#running.get(party) ?? 1) - 1;
    if (left > 0) this.#running.set(party, left);
    else this.#running.delete(party);
  }
}

/** The oldest, or the newest once that has waited for too long; sets keep their order. */
function chosen(calls: Set<Waiting>): Waiting | undefined {
  const [oldest] = calls;
  if (!oldest || performance.now() - oldest.since <= WAIT.target) return oldest;
  return [...calls].at(-1);
}
