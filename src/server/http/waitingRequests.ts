/**
 * Waiting requests of one kind at the gate (requestGate.ts): parties and their sessions take turns, and each party has its share of places.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * health: load balancers · units: gateways, and guests through them · staff: with a token found valid lately · long: reports and exports of
 * staff · signIns: passwords, of which one is looked at a time (auth/passwords.ts) · strangers: everybody else, such as readers of the console's
 * files · bodies: large ones that are still arriving.
 */
export type RequestKind = 'health' | 'units' | 'staff' | 'long' | 'signIns' | 'strangers' | 'bodies';

/** Who a request is attributed to: `party` is a tenant or a network, and `session` one of its callers (networks: see countedAddress.ts). */
export interface Requester {
  kind: RequestKind;
  party: string;
  session: string;
}

/** The share of a kind's places that one party may take. */
const SHARE_OF_PARTY = 0.75;

/**
 * Milliseconds. Requests that wait longer than `target` show an overload: then a session's newest request is served first, as its sender is
 * the most likely to be still waiting, and if MANY of the kind are waiting, the oldest are refused. No request waits longer than `most`.
 */
const WAIT = { target: 1000, most: 20_000 };
const MANY = 100;

export interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
  requester: Requester;
  since: number;
  /** Serves the request in its own async context, not in that of the request whose end freed the place. */
  serve: () => void;
}

/** The waiting requests of a kind by party and session, which take turns, and the places taken by each party. */
export class Turns {
  readonly #slots: number;
  readonly #ofParty: number;
  readonly #waiting = new Map<string, Map<string, Set<Waiting>>>();
  readonly #running = new Map<string, number>();
  #taken = 0;
  #count = 0;

  constructor(slots: number) {
    this.#slots = slots;
    this.#ofParty = Math.max(1, Math.floor(slots * SHARE_OF_PARTY));
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

  /** Removes a request. False if it wasn't waiting. */
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
    if (this.#count === 0 || this.#taken >= this.#slots) return undefined;
    for (const [party, sessions] of this.#waiting) {
      if ((this.#running.get(party) ?? 0) >= this.#ofParty) continue;
      const [[session, calls] = [undefined, new Set<Waiting>()]] = sessions;
      const call = chosen(calls);
      if (session === undefined || !call) continue;
      this.remove(call);
      // Both go to the back of the queue.
      if (sessions.delete(session)) sessions.set(session, calls);
      if (this.#waiting.delete(party)) this.#waiting.set(party, sessions);
      return call;
    }
    return undefined;
  }

  /** Removes and returns requests that have waited too long, oldest first. */
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
    const running = (this.#running.get(party) ?? 1) - 1;
    if (running > 0) this.#running.set(party, running);
    else this.#running.delete(party);
  }
}

/** The oldest request; or the newest, once the oldest has waited too long. Sets keep their order. */
function chosen(calls: Set<Waiting>): Waiting | undefined {
  const [oldest] = calls;
  if (!oldest || performance.now() - oldest.since <= WAIT.target) return oldest;
  return [...calls].at(-1);
}
