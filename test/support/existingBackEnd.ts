import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { NO_DATE } from '../../src/contract/wire';

/**
 * A back end as the column "Existing" of API.md describes it, for journeys and checked against the recordings
 * (test/contract/existingBackEnd.test.ts): a server of ours, of which all is taken away that only ours has.
 *
 * @param portico the address of the server behind it; the console's files come from there too
 */
export async function startExistingBackEnd(portico: string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    answer(portico, request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, close };
}

/** Calls that only the embedded server has (API.md). */
const ONLY_OURS = [
  /^\w+ \/api\/(find|attention|audit|account_sessions|password_reset)\b/,
  /^PUT \/api\/units\/\d+$/,
  /^POST \/api\/units\/\d+\/mac$/,
  /^GET \/api\/users_expired\/\d+$/,
  /^(POST|PUT|DELETE) \/api\/integrations\b/,
  /^(PUT \/api\/disclaimers\/\d+|GET \/api\/disclaimers\/\d+\/hotspots)$/,
  /^PUT \/api\/accounts\/\d+\/subscription$/,
];

/** What it does not look at in a query, as any server that does not know a name. */
const UNKNOWN_PARAMS = ['sort', 'order', 'after', 'before', 'end', 'sums', 'tz'];

async function answer(portico: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const { pathname, searchParams } = new URL(url, portico);
  if (pathname === '/config.json') {
    sendJson(response, 200, { backend: 'existing' });
    return;
  }
  if (!/^\/(api|wax)\//.test(pathname)) {
    await passOn(await fetch(portico + url), response);
    return;
  }
  if (ONLY_OURS.some((call) => call.test(`${method} ${pathname}`))) {
    sendJson(response, 404, { message: 'API not found' });
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const token = request.headers.token;
  const answered = await fetch(`${portico}${pathname}?${queryOf(pathname, searchParams)}`, {
    method,
    headers: {
      ...(typeof token === 'string' && { Token: token }),
      ...(chunks.length > 0 && { 'Content-Type': request.headers['content-type'] ?? '' }),
    },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  const body: unknown = await answered.json();
  const older = olderAnswer(`${method} ${pathname}`, answered.status, body);
  if (older.body === undefined) response.writeHead(older.status).end();
  else sendJson(response, older.status, older.body);
}

function queryOf(pathname: string, params: URLSearchParams): string {
  // Names that other calls have.
  const besides = pathname.startsWith('/api/stats/reports/') ? ['from', 'to'] : pathname.startsWith('/api/users') ? ['used'] : [];
  const known = [...params].filter(([name]) => ![...UNKNOWN_PARAMS, ...besides].includes(name));
  return new URLSearchParams(known).toString();
}

interface Older {
  status: number;
  /** Undefined: an empty body. */
  body: unknown;
}

/** What it would have said where ours said this. `call`: 'GET /api/hotspots'. */
function olderAnswer(call: string, status: number, body: unknown): Older {
  if (status >= 400) return olderRefusal(call, status, body as Refusal);
  const none = call.startsWith('GET ') && isEmptyList(body) ? nothingFound(call) : undefined;
  if (none !== undefined) return { status: 404, body: { message: none } };
  // Calls about SMS succeed without a word.
  if (/^(POST|PUT) \/api\/stats\/sms\//.test(call)) return { status, body: undefined };
  const dated = withZeroTimes(body);
  if (call === 'POST /api/vouchers') return { status, body: { status: 'success' } };
  if (/^GET \/api\/hotspots\/\d+$/.test(call)) {
    const { privacy_disclaimer_id: _privacy, tos_disclaimer_id: _tos, ...others } = dated as Record<string, unknown>;
    return { status, body: others };
  }
  return { status, body: dated };
}

interface Refusal {
  message: string;
  code?: string;
  error?: string;
  status?: string;
  id?: number;
}

/** Without `code` and `fields`; a role that may not is told so by 401 in places. */
function olderRefusal(call: string, status: number, { message, code, error, ...of }: Refusal): Older {
  if (code === 'no_customer_account') return { status: 500, body: { message } };
  if (of.id === 0) return { status, body: { id: 0, status: of.status } };
  const isDenied = status === 403 && /^(POST \/api\/accounts|PUT \/api\/preferences\/hotspots\/\d+)$/.test(call);
  if (isDenied) return { status: 401, body: { message: 'Permission denied' } };
  return { status, body: { message, ...(error !== undefined && { error }) } };
}

function isEmptyList(body: unknown): boolean {
  if (Array.isArray(body)) return body.length === 0;
  if (typeof body !== 'object' || body === null || !('total' in body) || body.total !== 0) return false;
  // Totals are answered.
  return 'data' in body || 'data_users' in body;
}

/** Its words for an empty list; undefined for lists that it answers empty. */
function nothingFound(call: string): string | undefined {
  return NOTHING.find(([list]) => list.test(call))?.[1];
}

const NOTHING: [RegExp, string][] = [
  [/^GET \/api\/hotspots$/, 'No hotspots found!'],
  [/^GET \/api\/accounts$/, 'No accounts found!'],
  [/^GET \/api\/units$/, 'No units found!'],
  [/^GET \/api\/devices$/, 'No devices found!'],
  [/^GET \/api\/users$/, 'No users found!'],
  [/^GET \/api\/users_expired$/, 'No user expired found!'],
  [/^GET \/api\/sessions$/, 'No sessions found!'],
  [/^GET \/api\/histories$/, 'No session histories found!'],
  [/^GET \/api\/vouchers\/\d+$/, 'No hotspot vouchers found!'],
  [/^GET \/api\/integrations$/, 'No integrations found!'],
  [/^GET \/api\/hotspot_integrations\/\d+$/, 'No integrations found!'],
  [/^GET \/api\/disclaimers\/accounts\/\d+$/, 'No disclaimer found'],
  [/^GET \/api\/preferences\/accounts\/\d+$/, 'No preference found'],
  [/^GET \/api\/marketing\/\d+$/, 'No marketing preferences found!'],
];

/** The fields that are moments: unset ones are the year 1 there. */
const MOMENTS = /^(created|expires|sent|last_sync|valid_(from|until)|(auth|start|update|stop)_time)$/;

function withZeroTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withZeroTimes);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    field === null && MOMENTS.test(name) ? NO_DATE : withZeroTimes(field),
  ]);
  return Object.fromEntries(fields) as unknown;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

/** A file of the console, unpacked as `fetch` gives it. */
async function passOn(file: Response, response: ServerResponse): Promise<void> {
  for (const name of ['content-type', 'cache-control', 'content-security-policy']) {
    const value = file.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.writeHead(file.status).end(Buffer.from(await file.arrayBuffer()));
}
