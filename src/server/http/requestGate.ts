/**
 * The gate in front of the whole server: under load, requests wait here before anything is done for them (routing, token, body, database),
 * and those that wait too long are refused here, which costs a tenth of serving them at most. Without it the server would accept more than it
 * can do, and then spend its time on refusing.
 *
 * Each kind of requests has its own share of places, and kinds take turns; within a kind tenants or networks take turns, and within one of
 * those its sessions. So a flood of requests delays only those of the same origin.
 */
import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Refusal } from '../../contract/lists';
import { BUSY_PAGE_POLICY, busyPage } from './busyPage';
import { ANSWER_HEADERS, BUSY, TOO_SLOW } from './errors';
import { type RequestKind, type Requester, type Waiting, Turns } from './waitingRequests';

/** The share of all places that a kind may take. */
const SHARES: Record<RequestKind, number> = {
  health: 0.25,
  units: 0.75,
  staff: 0.75,
  long: 0.25,
  signIns: 0.25,
  strangers: 0.75,
  bodies: 0.25,
};

/**
 * Refusals per second. Refused requests wait for their refusal, which slows down clients that retry at once: 500 of them cost an eighth of the
 * answers.
 */
const REFUSED_PER_SECOND = 200;

/** Milliseconds between checks of requests that wait for a place or for their body. */
const LOOK = 20;

/** Maximum milliseconds for which a request has its place after its client has gone; handlers are timed out earlier (app.ts). */
const ABANDONED_FOR = 30_000;

/** Maximum milliseconds for which requests wait here because new connections are being accepted. */
const HELD_FOR = 50;

export interface GateState {
  running: number;
  waiting: number;
  /** Since the server started. */
  refused: number;
}

interface GateOptions {
  /** Maximum requests served at the same time. */
  atOnce: number;
  /** Milliseconds within which a body must arrive. */
  bodyWithin: number;
  /** Null for requests that needn't wait here, because they wait elsewhere. */
  requesterOf: (request: IncomingMessage) => Requester | null;
  /** While requests are refused, called every few seconds at most, with their number. */
  onRefused?: (refused: number) => void;
}

export interface RequestGate {
  /** Puts a listener behind the gate. */
  guarded: (serve: RequestListener) => RequestListener;
  /** Call for each new connection. */
  connected: () => void;
  /** Call when a request's handler begins: it goes on even if the client leaves, and the request has its place until then. */
  handling: (response: ServerResponse) => void;
  state: () => GateState;
  close: () => void;
}

interface Prepared {
  status: number;
  body: string;
  headers: Record<string, string | number>;
}

/** Milliseconds between reports of refusals. */
const REPORT_EVERY = 10_000;

export function requestGate({ atOnce, bodyWithin, requesterOf, onRefused }: GateOptions): RequestGate {
  const kinds = new Map(KINDS.map((kind) => [kind, new Turns(Math.max(1, Math.floor(atOnce * SHARES[kind])))]));
  const arriving = new Set<Waiting>();
  const handled = new WeakSet<ServerResponse>();
  /** Requests that have waited too long, oldest first. */
  const late = new Set<Waiting>();
  let running = 0;
  let waiting = 0;
  let refused = 0;
  let unreported = 0;
  let reportedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  /** Set while connections are being accepted. */
  let held: { since: number; until: NodeJS.Immediate } | undefined;

  const admit = () => {
    if (held && performance.now() - held.since < HELD_FOR) return;
    if (held) held.since = performance.now();
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
    let abandoned: NodeJS.Timeout | undefined;
    const leave = () => {
      if (!isIn) return;
      isIn = false;
      clearTimeout(abandoned);
      running -= 1;
      turns.leave(requester.party);
      admit();
    };
    // The response is complete and only has to be read by the client, so the place is free.
    response.once('prefinish', leave);
    // Who gives up and asks again gets no other place while the handler of the first request goes on. It answers into the void, where
    // 'prefinish' comes, too.
    response.once('close', () => {
      if (!handled.has(response) || response.headersSent) leave();
      else if (isIn) abandoned = setTimeout(leave, ABANDONED_FOR).unref();
    });
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

  /** Runs while requests are waiting. */
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

  /**
   * A request waits for its body before it takes a place, so that slow senders take none. A body too large for the buffer is read by its
   * route.
   */
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

  /**
   * Node accepts one connection per turn of its event loop, in the order in which they were opened. If their requests were served meanwhile,
   * somebody with a thousand connections would delay everybody's next one by as many requests. So requests are only admitted after a turn
   * without a new connection.
   */
  const connected = () => {
    if (held) clearImmediate(held.until);
    const until = setImmediate(() => {
      if (held) held.until = setImmediate(resume);
    });
    held = { since: held?.since ?? performance.now(), until };
    admit();
  };
  const resume = () => {
    held = undefined;
    admit();
  };

  return {
    connected,
    handling: (response) => void handled.add(response),
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
        // Most bodies arrive together with their headers, which have just been read.
        setImmediate(() => {
          if (arriving.has(call)) arrived(call);
        });
        look();
      }
    },
    state: () => ({ running, waiting: waiting + late.size, refused }),
    close: () => {
      clearInterval(timer);
      if (held) clearImmediate(held.until);
    },
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

/** The next request. Kinds take turns, as a Map keeps their order. */
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
