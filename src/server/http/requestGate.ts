/**
 * The gate in front of the whole server: under load, requests wait here before anything is done for them (no routing, token, body or
 * database), and those that wait too long are refused here, which costs a hundredth of answering. Without it the server would take in more
 * than it can do, and then spend its time on refusing.
 *
 * A kind of requests has its own places, and takes turns with the others; within a kind tenants or networks take turns, and within one of
 * those its sessions. So a flood of one delays itself only.
 */
import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Refusal } from '../../contract/lists';
import { BUSY_PAGE_POLICY, busyPage } from './busyPage';
import { ANSWER_HEADERS, BUSY, TOO_SLOW } from './errors';

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

/** Part of all places that a kind may take. */
const SHARES: Record<RequestKind, number> = { health: 0.25, units: 0.75, staff: 0.75, long: 0.25, strangers: 0.75, bodies: 0.25 };

/** Part of a kind's places that one party may take. */
const SHARE_OF_PARTY = 0.75;

/**
 * Milliseconds. Beyond `target` there is more than there is time for: then a session's requests are served newest first, since who has waited
 * longest is the least likely to wait on, and those of a kind of which many wait are refused. No request waits longer than `most`.
 */
const WAIT = { target: 1000, most: 20_000 };
const MANY = 100;

/** Refusals a second. The refused wait for theirs, so that those who ask again at once are slowed down. */
const REFUSED_PER_SECOND = 500;

/** Milliseconds between two looks at requests that wait for a place, or whose bodies arrive. */
const LOOK = 20;

/** Connections beyond which the one that has been idle longest makes room for the next, and beyond which none is accepted. */
const MOST_IDLE = 5000;
const MOST_CONNECTIONS = 20_000;

/** Milliseconds in which a client has to read its answer. */
const READ_WITHIN = 600_000;

export interface GateState {
  running: number;
  waiting: number;
  /** Since the server started. */
  refused: number;
}

interface GateOptions {
  /** Requests that are worked on at the same time. */
  atOnce: number;
  /** Milliseconds in which a body has to arrive. */
  bodyWithin: number;
  /** Null for requests that are let in at once, because their turn comes later. */
  requesterOf: (request: IncomingMessage) => Requester | null;
  /** Called at most every few seconds while requests are refused, with how many were. */
  onRefused?: (refused: number) => void;
}

export interface RequestGate {
  /** The same listener behind the gate. */
  guarded: (serve: RequestListener) => RequestListener;
  state: () => GateState;
  close: () => void;
}

interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
  requester: Requester;
  since: number;
  /** In the context of this request, not of the one whose end lets it in. */
  serve: () => void;
}

interface Prepared {
  status: number;
  body: string;
  headers: Record<string, string | number>;
}

/** Milliseconds between two reports of refusals. */
const REPORT_EVERY = 10_000;

export function requestGate({ atOnce, bodyWithin, requesterOf, onRefused }: GateOptions): RequestGate {
  const kinds = new Map(KINDS.map((kind) => [kind, new Turns(Math.max(1, Math.floor(atOnce * SHARES[kind])))]));
  const arriving = new Set<Waiting>();
  /** Waited too long, oldest first. */
  const late = new Set<Waiting>();
  let running = 0;
  let waiting = 0;
  let refused = 0;
  let unreported = 0;
  let reportedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const admit = () => {
    while (running < atOnce) {
      const [next, kind] = nextOf(kinds) ?? [];
      if (!next || !kind) return;
      waiting -= 1;
      enter(next, kind);
    }
  };

  const enter = ({ response, requester, serve }: Waiting, turns: Turns) => {
    running += 1;
    turns.enter(requester.party);
    let isIn = true;
    const leave = () => {
      if (!isIn) return;
      isIn = false;
      running -= 1;
      turns.leave(requester.party);
      admit();
    };
    // From here on the answer only has to be read.
    response.once('prefinish', leave);
    response.once('close', leave);
    serve();
  };

  const queue = (call: Waiting) => {
    kinds.get(call.requester.kind)?.add(call);
    waiting += 1;
    admit();
    look();
  };

  const dropped = (call: Waiting) => {
    if (arriving.delete(call) || late.delete(call)) return;
    if (kinds.get(call.requester.kind)?.remove(call) === true) waiting -= 1;
  };

  /** While anything waits. */
  const look = () => {
    timer ??= setInterval(() => {
      const now = performance.now();
      for (const call of arriving) arrived(call);
      for (const turns of kinds.values()) {
        for (const call of turns.takeLate(now)) {
          waiting -= 1;
          late.add(call);
        }
      }
      let most = (REFUSED_PER_SECOND * LOOK) / 1000;
      for (const call of late) {
        if (most === 0) break;
        most -= 1;
        late.delete(call);
        refuse(call);
      }
      if (waiting + arriving.size + late.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    }, LOOK).unref();
  };

  const refuse = ({ request, response }: Waiting) => {
    refused += 1;
    unreported += 1;
    const page = busyPage(request);
    answer(response, page === null ? BUSY_ANSWER : { ...BUSY_PAGE, body: page });
    const now = performance.now();
    if (now - reportedAt < REPORT_EVERY) return;
    onRefused?.(unreported);
    reportedAt = now;
    unreported = 0;
  };

  /** A request waits for its body first, so that slow senders take no places; one that is too large for the buffer is read by its route. */
  const arrived = (call: Waiting) => {
    const { request, requester } = call;
    const isLarge = request.readableLength >= request.readableHighWaterMark;
    if (!request.complete && !isLarge) {
      if (performance.now() - call.since < bodyWithin) return;
      arriving.delete(call);
      answer(call.response, SLOW_ANSWER);
      return;
    }
    arriving.delete(call);
    queue(request.complete ? call : { ...call, requester: { ...requester, kind: 'bodies' } });
  };

  return {
    guarded: (serve) => (request, response) => {
      const requester = requesterOf(request);
      if (requester === null) {
        serve(request, response);
        return;
      }
      const serving = AsyncResource.bind(() => serve(request, response));
      const call = { request, response, requester, since: performance.now(), serve: serving };
      response.once('close', () => dropped(call));
      if (!hasBody(request)) queue(call);
      else {
        arriving.add(call);
        // Most bodies come with their head, which has just been read.
        setImmediate(() => {
          if (arriving.has(call)) arrived(call);
        });
        look();
      }
    },
    state: () => ({ running, waiting: waiting + late.size, refused }),
    close: () => clearInterval(timer),
  };
}

const KINDS = Object.keys(SHARES) as RequestKind[];

const BUSY_ANSWER = prepared(503, BUSY, { 'Retry-After': BUSY.retry_after });
const BUSY_PAGE = {
  status: 503,
  headers: {
    ...ANSWER_HEADERS,
    'Content-Security-Policy': BUSY_PAGE_POLICY,
    'Content-Type': 'text/html; charset=utf-8',
    'Retry-After': BUSY.retry_after,
    Refresh: BUSY.retry_after,
  },
};
const SLOW_ANSWER = prepared(TOO_SLOW.status, TOO_SLOW.answer, { Connection: 'close' });

function prepared(status: number, refusal: Refusal, headers: Record<string, string | number>): Prepared {
  return { status, body: JSON.stringify(refusal), headers: { ...ANSWER_HEADERS, 'Content-Type': 'application/json', ...headers } };
}

function answer(response: ServerResponse, { status, body, headers }: Prepared): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body), 'X-Request-Id': randomUUID() });
  response.end(body);
}

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** The next request: kinds take turns, as a Map keeps their order. */
function nextOf(kinds: Map<RequestKind, Turns>): [Waiting, Turns] | undefined {
  for (const [kind, turns] of kinds) {
    const next = turns.next();
    if (!next) continue;
    kinds.delete(kind);
    kinds.set(kind, turns);
    return [next, turns];
  }
  return undefined;
}

/** Waiting requests of a kind by party and session, which take turns, and how many places each party has. */
class Turns {
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

/** Closes connections that have been idle longest when there are too many, and those whose clients don't read what they are sent. */
export function boundConnections(server: Server, mostIdle = MOST_IDLE): void {
  server.maxConnections = MOST_CONNECTIONS;
  /** Without a request, idle longest first. */
  const idle = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
    if (idle.size <= mostIdle) return;
    const [oldest] = idle;
    oldest?.destroy();
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    let unread: NodeJS.Timeout | undefined;
    response.once('prefinish', () => (unread = setTimeout(() => socket.destroy(), READ_WITHIN).unref()));
    response.once('close', () => {
      clearTimeout(unread);
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
