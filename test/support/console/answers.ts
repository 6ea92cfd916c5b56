import { afterEach, expect, jest } from '@jest/globals';

/** A call the console made. */
export interface Call {
  method: string;
  /** Without origin and query. */
  path: string;
  query: Record<string, string>;
  body: unknown;
  token: string | null;
  /** `Idempotency-Key` and `If-Match`, if sent. */
  key: string | null;
  ifMatch: string | null;
}

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Simulates a network failure. */
export const LOST = 'lost';

type Reply = Answer | typeof LOST;
type Answering = Reply | ((call: Call) => Reply | Promise<Reply>) | readonly Reply[];

/** Answers by 'METHOD /path'. The answers of a list are used in turn; the last one repeats. */
export type Answers = Record<string, Answering>;

/** Address of the demonstration server started for the component tests. */
export const SERVER = process.env.PORTICO_TEST_SERVER ?? 'http://server.invalid';

let unlisted: string[] = [];

afterEach(() => {
  const calls = unlisted;
  unlisted = [];
  expect(calls).toEqual([]);
});

const OWN = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Answers to calls that most screens make but few tests are about. Unless a test lists them, they are answered from here and left out of
 * the recorded calls.
 */
const USUAL: Record<string, Answer> = {
  'GET /api/hotspots/zone': { body: { zone: OWN, server: OWN } },
  'GET /api/units/availability': { body: [] },
  'GET /api/hotspots/availability': { body: [] },
  'GET /api/deleting': { body: { online: 0, managers: 0, hotspots: 0 } },
};

/** Stubs `fetch` with a table, for answers our server never gives. An unlisted call fails the test. Returns the calls made. */
export function answerWith(answers: Answers): Call[] {
  return watch(answers, (call) => {
    const usual = USUAL[callName(call)];
    if (usual) return Promise.resolve(responseOf(usual));
    unlisted.push(`${call.method} ${call.path}`);
    return Promise.reject(new TypeError('fetch failed'));
  });
}

/** Records calls to the real server; those listed are answered from the table instead. Returns the calls made. */
export function watchCalls(answers: Answers = {}): Call[] {
  const real = globalThis.fetch;
  return watch(answers, (_call, request) => real(request));
}

/**
 * Like `watchCalls`, but the server's answer to the first call of this name, like 'POST /api/hotspots', is lost on its way to the console.
 */
export function loseFirstAnswer(name: string): Call[] {
  const real = globalThis.fetch;
  let isLost = false;
  return watch({}, async (call, request) => {
    const answer = await real(request);
    if (callName(call) !== name || isLost) return answer;
    isLost = true;
    throw new TypeError('fetch failed');
  });
}

/** An answer that the test delays: put `later.answer` into the table, and call `later.come(…)` to send it. */
export function later(): { answer: () => Promise<Reply>; come: (reply: Reply) => void } {
  let come: (reply: Reply) => void = () => undefined;
  const coming = new Promise<Reply>((resolve) => {
    come = resolve;
  });
  return { answer: () => coming, come };
}

/** A call as 'POST /api/hotspots'. */
export const callName = ({ method, path }: Call): string => `${method} ${path}`;

function watch(answers: Answers, fallback: (call: Call, request: Request) => Promise<Response>): Call[] {
  const real = globalThis.fetch;
  const calls: Call[] = [];
  const turns = new Map<string, number>();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = input instanceof Request ? input : new Request(new URL(String(input), window.location.href), init);
    // An asset of the console, which tests inline as a data URL.
    if (request.url.startsWith('data:')) return real(request);
    const call = await callOf(request);
    const name = callName(call);
    const answering = answers[name];
    if (answering !== undefined || !(name in USUAL)) calls.push(call);
    if (answering === undefined) return fallback(call, request);
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    const reply = await (typeof answering === 'function'
      ? answering(call)
      : isSeveral(answering)
        ? (answering[turn] ?? answering.at(-1))
        : answering);
    if (reply === LOST || reply === undefined) throw new TypeError('fetch failed');
    return responseOf(reply);
  });
  return calls;
}

const isSeveral = (answering: Exclude<Answering, () => unknown>): answering is readonly Reply[] => Array.isArray(answering);

async function callOf(request: Request): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.clone().text();
  return {
    method: request.method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: text === '' ? undefined : (JSON.parse(text) as unknown),
    token: request.headers.get('Token'),
    key: request.headers.get('Idempotency-Key'),
    ifMatch: request.headers.get('If-Match'),
  };
}

function responseOf({ status = 200, body, headers = {} }: Answer): Response {
  const isText = typeof body === 'string';
  return new Response(body === undefined ? null : isText ? body : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': isText ? 'text/html' : 'application/json', ...headers },
  });
}
