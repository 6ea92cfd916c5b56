// @ts-check
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hashOf } from './existingBackEnd/accountCalls.mjs';
import { Answer, malformed } from './existingBackEnd/answers.mjs';
import { Refusal } from './existingBackEnd/refusal.mjs';
import { otherSpelling, routeOf } from './existingBackEnd/router.mjs';
import { Rows } from './existingBackEnd/rows.mjs';
import { Tokens } from './existingBackEnd/tokens.mjs';

/**
 * A stand-in for an existing back end. It reproduces recordings of one (test/contract/existingBackEnd.long.test.ts compares them), with the
 * recorded rows, and its clock fixed at the time of the recording.
 *
 *   node test/support/backEnd/existingBackEnd.mjs --fixture FILE --logins FILE --port N
 *
 * @typedef {object} Options
 * @property {import('./existingBackEnd/rows.mjs').Fixture} fixture
 * @property {{ username: string, password: string }[]} logins
 * @property {number} [port] a free one by default
 * @property {string} [console] folder of a built console to serve, configured for an existing back end
 * @property {import('./existingBackEnd/answers.mjs').Call['callWebhook']} [callWebhook] replaces calls to the fixture's webhooks
 * @property {(refused: { method: string, path: string, status: number, body: string }) => void} [onRefused] called for every answer that
 *   isn't a success, including those for files
 */

/**
 * @param {Options} options
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function startExistingBackEnd({ fixture, logins, port = 0, console: files, callWebhook = callLocalWebhook, onRefused }) {
  const rows = new Rows(fixture);
  for (const account of rows.all('accounts'))
    account.password = hashOf(logins.find(({ username }) => username === account.username)?.password ?? '');
  const world = { rows, now: new Date(fixture.recorded_at), tokens: new Tokens(), callWebhook };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const isCall = /^\/(api|wax)\//.test(pathname);
    const answered = isCall || files === undefined ? answerCall(world, request) : answerFile(files, pathname);
    answered.then(
      ({ status, headers, body }) => {
        if (status >= 400) onRefused?.({ method: request.method ?? '', path: request.url ?? '', status, body: String(body) });
        response.writeHead(status, headers).end(body);
      },
      (error) => {
        console.error(error);
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * @typedef {{ status: number, headers: Record<string, string>, body: string | Uint8Array }} Reply
 * @typedef {Pick<import('./existingBackEnd/answers.mjs').Call, 'rows' | 'now' | 'tokens' | 'callWebhook'>} World
 */

/**
 * @param {World} world
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Reply>}
 */
async function answerCall(world, request) {
  const { method = 'GET' } = request;
  const { pathname, searchParams, search } = new URL(request.url ?? '/', 'http://localhost');
  const route = routeOf(method, pathname);
  const elsewhere = route ? undefined : otherSpelling(method, pathname);
  if (elsewhere !== undefined) return movedTo(method, elsewhere + search);
  try {
    if (!route) throw new Refusal(404, 'API not found');
    const token = request.headers.token;
    const result = await route.handle({
      ...world,
      caller: route.isPublic ? NOBODY : callerOf(world, token, pathname),
      token: String(token),
      params: route.params,
      query: searchParams,
      body: method === 'GET' ? undefined : await bodyOf(request),
    });
    return result instanceof Answer ? json(result.status, result.body) : json(200, result);
  } catch (error) {
    if (error instanceof Refusal) return json(error.status, error.body);
    throw error;
  }
}

const NOBODY = { id: 0, type: '' };

/** @param {World} world @param {string | string[] | undefined} token @param {string} pathname */
function callerOf({ rows, tokens }, token, pathname) {
  const caller = rows.byId('accounts', tokens.accountOf(String(token)) ?? 0);
  if (caller) return caller;
  if (pathname === '/api/logout') throw new Refusal(401, 'Token is invalid');
  throw new Refusal(401, token === undefined ? 'API token required' : 'API token is invalid');
}

/** @param {import('node:http').IncomingMessage} request @returns {Promise<unknown>} */
async function bodyOf(request) {
  let text = '';
  request.setEncoding('utf8');
  for await (const part of request) text += part;
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(String(error));
  }
}

/** @param {string} method @param {string} location @returns {Reply} */
function movedTo(method, location) {
  const headers = { Location: location, 'Content-Type': 'text/html; charset=utf-8' };
  return method === 'GET'
    ? { status: 301, headers, body: `<a href="${location}">Moved Permanently</a>.\n\n` }
    : { status: 307, headers, body: '' };
}

/** @param {number} status @param {unknown} body @returns {Reply} */
function json(status, body) {
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body: body === undefined ? '' : JSON.stringify(body) };
}

/** Only calls webhooks on this machine. @type {World['callWebhook']} */
async function callLocalWebhook(url, webhookToken, body) {
  if (new URL(url).hostname !== '127.0.0.1') return false;
  const headers = { 'Content-Type': 'application/json', 'X-Portico-Webhook-Token': webhookToken };
  try {
    const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    return status === 200;
  } catch {
    // Connection refused counts as not accepted.
    return false;
  }
}

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
};

/** @param {string} folder @param {string} pathname @returns {Promise<Reply>} */
async function answerFile(folder, pathname) {
  if (pathname === '/config.json') return json(200, { backend: 'existing' });
  const name = pathname === '/' ? '/index.html' : path.posix.normalize(decodeURIComponent(pathname));
  const type = TYPES[path.extname(name)] ?? 'application/octet-stream';
  try {
    return { status: 200, headers: { 'Content-Type': type }, body: await readFile(path.join(folder, name)) };
  } catch {
    return { status: 404, headers: {}, body: '' };
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = /** @type {const} */ ({ type: 'string' });
  const { values } = parseArgs({ options: { fixture: text, logins: text, port: text, console: text } });
  const read = (/** @type {string | undefined} */ file) => JSON.parse(readFileSync(file ?? '', 'utf8'));
  if (values.fixture === undefined || values.logins === undefined) {
    console.error('usage: node test/support/backEnd/existingBackEnd.mjs --fixture FILE --logins FILE [--port N] [--console FOLDER]');
    process.exit(2);
  }
  const { url } = await startExistingBackEnd({
    fixture: read(values.fixture),
    logins: read(values.logins),
    port: Number(values.port ?? 0),
    ...(values.console !== undefined && { console: values.console }),
  });
  console.log(`The stand-in for an existing back end is listening on ${url}`);
}
