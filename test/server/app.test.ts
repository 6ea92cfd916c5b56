import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { consoleConfig } from '../../src/contract/config';
import { MAX_BODY_BYTES } from '../../src/contract/plain/wire';
import { digestOf, newTestDatabase } from '../support/server/database';
import fastify from 'fastify';
import { guard } from '../../src/server/auth/guard';
import { answerErrors } from '../../src/server/http/errors';
import { limitTime } from '../../src/server/http/timeLimit';
import { readConfig } from '../../src/server/config';
import { passwordOf, RECORDED_AT } from '../support/backEnd/recordings';
import { routesOf } from '../support/server/routes';
import { serve, startOn } from '../support/server/server';

const server = serve({ config: { console: consoleConfig.parse({ product: 'Hotel WiFi', api_base: 'https://api.example.com' }) } });

describe('request bodies', () => {
  test('are refused without a change when too large', async () => {
    const before = await digestOf(server.db());
    const answer = await server.as('reseller1').put('/api/hotspots/1', { description: 'x'.repeat(MAX_BODY_BYTES) });
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large', message: expect.any(String) } });
    expect(await digestOf(server.db())).toBe(before);
  });

  test.each(['{"description": ', '{"description": "x"} and more', '', '[1, 2', '\u0000'])(
    'are refused when they are not JSON: %j',
    async (body) => {
      expect(await server.as('reseller1').put('/api/hotspots/1', body)).toMatchObject({
        status: 400,
        body: { code: 'malformed', error: expect.any(String) },
      });
    },
  );

  test('are refused when declared as something other than JSON', async () => {
    const answer = await server
      .as('reseller1')
      .put('/api/hotspots/1', 'description=x', { 'Content-Type': 'application/x-www-form-urlencoded' });
    expect(answer).toMatchObject({ status: 415, body: { code: 'malformed' } });
  });

  test('are refused with a NUL character in a text', async () => {
    expect(await server.as('reseller1').put('/api/hotspots/1', { description: 'a\u0000b' })).toMatchObject({
      status: 400,
      body: { code: 'malformed' },
    });
    expect(await server.withToken().post('/api/login', { username: 'a\u0000b', password: 'x' })).toMatchObject({ status: 400 });
  });

  test('are refused when they name __proto__', async () => {
    expect((await server.as('reseller1').put('/api/hotspots/1', '{"__proto__": {"role": "admin"}}')).status).toBe(400);
  });
});

test('larger answers are compressed for clients that accept it, with the same content', async () => {
  const read = async (encoding: string) => {
    const answer = await fetch(`${server.url()}/api/docs/json`, { headers: { 'Accept-Encoding': encoding } });
    return { encoding: answer.headers.get('Content-Encoding'), body: await answer.text() };
  };
  const [packed, plain] = [await read('gzip'), await read('identity')];
  expect([packed.encoding, plain.encoding]).toEqual(['gzip', null]);
  expect(packed.body).toBe(plain.body);
  const small = await fetch(`${server.url()}/health/live`, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(small.headers.get('Content-Encoding')).toBeNull();
});

test('an oversized header and invalid HTTP are refused like other requests', async () => {
  expect(await server.withToken().call('GET', '/api/hotspots', undefined, { 'X-Long': 'x'.repeat(20_000) })).toMatchObject({
    status: 431,
    body: { code: 'malformed', message: expect.any(String), error: 'its address and headers are too long' },
  });
  const socket = connect(Number(new URL(server.url()).port), '127.0.0.1');
  let output = '';
  socket.setEncoding('utf8').on('data', (text) => (output += String(text)));
  socket.write('HELLO\r\n\r\n');
  await once(socket, 'close');
  expect(output).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*"code":"malformed"/);
});

describe('a request that is refused before routing', () => {
  /** Sends raw text, and returns the head and body of the answer. */
  const exchange = async (text: string, url = server.url()) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    let output = '';
    socket.setEncoding('utf8').on('data', (part) => (output += String(part)));
    socket.write(text);
    await once(socket, 'close');
    const [head = '', body = ''] = output.split('\r\n\r\n');
    return { head, body: JSON.parse(body) as unknown };
  };

  test.each([
    ['a badly encoded address', 'GET /api/hotspots/%E0%A4%A HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    ['a badly encoded address outside of the API', 'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    ['a path segment that is too long', `GET /api/hotspots/${'1'.repeat(300)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`, 414],
    ['an address that is too long', `GET /api/hotspots?q=${'1'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['invalid HTTP', 'HELLO\r\n\r\n', 400],
  ])('gets the code and headers of other refusals for %s', async (_what, text, status) => {
    const { head, body } = await exchange(text);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(body).toEqual({ message: 'Request fields malformed', code: 'malformed', error: expect.any(String) });
    const refused = await server.withToken().get('/api/nope');
    for (const name of ['x-request-id', 'x-content-type-options', 'content-security-policy', 'referrer-policy', 'content-type']) {
      expect(refused.headers.get(name)).not.toBeNull();
      expect(head.toLowerCase()).toContain(`\r\n${name}: `);
    }
  });

  test('a body that arrives too slowly is reported as such, not as a database outage', async () => {
    const testDatabase = await newTestDatabase('nothing');
    const impatient = await startOn(testDatabase, { now: RECORDED_AT }, { callTimeout: 300 });
    const { head, body } = await exchange(
      'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"username": ',
      impatient.url,
    );
    expect(head).toMatch(/^HTTP\/1.1 408 /);
    expect(body).toEqual({ message: 'Request fields malformed', code: 'malformed', error: 'it did not arrive in time' });
    await impatient.close();
    await testDatabase.remove();
  });
});

describe('a call whose handler hangs', () => {
  test.each([
    ['POST', 'outcome_unknown'],
    ['GET', 'unavailable'],
  ] as const)('is answered if it is a %s, with %s, and what it ends with later is ignored', async (method, code) => {
    const app = fastify();
    answerErrors(app);
    limitTime(app, 50);
    let end = (_answer: object) => {};
    app.route({ method, url: '/hangs', handler: () => new Promise((resolve) => (end = resolve)) });
    app.route({ method, url: '/quick', handler: async () => ({ done: true }) });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const headers = { 'Content-Type': 'application/json' };
    const call = (path: string) => fetch(url + path, { method, ...(method === 'POST' && { headers, body: '{}' }) });
    expect(await (await call('/quick')).json()).toEqual({ done: true });
    const hung = await call('/hangs');
    expect(hung.status).toBe(503);
    expect(await hung.json()).toMatchObject({ code, retry_after: expect.any(Number) });
    end({ done: true });
    await app.close();
  });
});

test('a route that names no permission keeps the server from starting', async () => {
  const app = fastify();
  guard(app, { db: server.db(), clock: () => server.clock.now, config: readConfig({}) });
  expect(() => app.get('/api/everything', async () => 'of all tenants')).toThrow('GET /api/everything names no permission');
  await app.close();
});

test('a sign-in sets no cookie, and a token in one counts for nothing', async () => {
  const answer = await server.withToken().post('/api/login', { username: 'reseller1', password: passwordOf('reseller1') });
  expect(answer).toMatchObject({ status: 201, body: { token: expect.any(String) } });
  expect(answer.headers.get('Set-Cookie')).toBeNull();
  const { token } = z.object({ token: z.string() }).parse(answer.body);
  const cookies = { Cookie: `token=${token}; Token=${token}` };
  expect(await server.withToken().call('GET', '/api/hotspots', undefined, cookies)).toMatchObject({ status: 401 });
  expect(await server.withToken().call('GET', '/api/hotspots', undefined, { Token: token })).toMatchObject({ status: 200 });
});

describe('headers of answers', () => {
  test('forbid caching, framing and guessing of types', async () => {
    const { headers } = await server.as('reseller1').get('/api/hotspots');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('X-Powered-By')).toBeNull();
  });

  test('allow scripts from own files only, and requests to the configured API only', async () => {
    const policy = (await server.withToken().get('/config.json')).headers.get('Content-Security-Policy') ?? '';
    const directives = new Map(policy.split(';').map((directive) => [directive.split(' ')[0], directive]));
    expect(directives.get('script-src') ?? directives.get('default-src')).toBe("default-src 'self'");
    expect(policy).not.toContain('unsafe-eval');
    expect(directives.get('connect-src')).toBe("connect-src 'self' https://api.example.com");
    expect(directives.get('object-src')).toBe("object-src 'none'");
  });

  test('are those of refusals for unknown paths, in the recorded wording below /api', async () => {
    expect(await server.withToken().get('/api/nope')).toMatchObject({ status: 404, body: { message: 'API not found', code: 'not_found' } });
    expect(await server.withToken().get('/nope')).toMatchObject({ status: 404, body: { message: 'Not found', code: 'not_found' } });
    // As the console of existing back ends sends every call: with a media type, and often without a body.
    for (const path of ['/api/nope', '/wax/nope'])
      expect(await server.withToken().post(path, '')).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await server.as('admin').call('PATCH', '/api/hotspots/1', {})).toMatchObject({ status: 404 });
    expect(await server.as('admin').get('/api/hotspots/')).toMatchObject({ status: 200 });
  });
});

test.each([
  ['/foo', './#/foo'],
  ['/foo/bar?x=1', '../#/foo/bar'],
  ['//evil.example/x', '../../#//evil.example/x'],
  ['/hotspots/7', '../#/hotspots/7'],
])('a browser that opens the unknown path %s is sent to the console, which says so in words', async (path, target) => {
  const answer = await fetch(server.url() + path, { headers: { Accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, target]);
});

test.each(['/', '/?x=1'])('a browser gets 404 from a server without the console’s files, not a redirect in circles: %s', async (path) => {
  expect((await fetch(server.url() + path, { headers: { Accept: 'text/html' }, redirect: 'manual' })).status).toBe(404);
});

test.each(['/api/nope', '/portal', '/health/nope', '/assets/old.js'])('a program gets 404 for the unknown path %s', async (path) => {
  const headers = { Accept: path.startsWith('/assets') ? '*/*' : 'text/html' };
  expect((await fetch(server.url() + path, { headers, redirect: 'manual' })).status).toBe(404);
});

test('config.json contains the configuration for the console', async () => {
  const { status, body, headers } = await server.withToken().get('/config.json');
  expect(status).toBe(200);
  expect(headers.get('Cache-Control')).toBe('no-cache');
  expect(body).toEqual({
    api_base: 'https://api.example.com',
    wax_base: '',
    backend: 'portico',
    product: 'Hotel WiFi',
    company: '',
    help_url: '',
    privacy_url: '',
    ways_off: [],
    allow_replay: false,
  });
});

test('health checks report liveness and readiness', async () => {
  expect(await server.withToken().get('/health/live')).toMatchObject({ status: 200, body: { status: 'live' } });
  expect(await server.withToken().get('/health/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
});

test('the documentation lists every endpoint with its answers', async () => {
  const call = z.object({ responses: z.record(z.string(), z.unknown()) });
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), call)) })
    .parse((await server.withToken().get('/api/docs/json')).body);
  const documented = Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const notACall = ['GET /health/live', 'GET /health/ready', 'GET /config.json', 'GET /api/docs/json'];
  expect(documented.sort()).toEqual(
    routesOf(server.app())
      .filter((route) => !notACall.includes(route))
      .sort(),
  );
  for (const { responses } of Object.values(paths).flatMap((calls) => Object.values(calls))) expect(Object.keys(responses)).not.toEqual([]);
});

test('invalid HTTP is answered, and the next request is served', async () => {
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(server.url()).port), '127.0.0.1', () => socket.write('EHLO example.com\r\n\r\n'));
    let output = '';
    socket.setEncoding('utf8').on('data', (text) => (output += String(text)));
    socket.on('close', () => resolve(output)).on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect((await server.withToken().get('/health/live')).status).toBe(200);
});
