/** The gate in front of the server: whose requests are let in, in which order, and what happens to the others. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { requestGate } from '../../src/server/http/requestGate';
import type { RequestKind } from '../../src/server/http/waitingRequests';
import { boundConnections } from '../../src/server/http/connections';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const AT_ONCE = 4;

/** A server behind a gate. Requests say who sends them, and are answered when the test says so. */
async function gated({ bodyWithin = 60_000 } = {}) {
  const inside: { path: string; answer: () => void }[] = [];
  const arrivals = new Set<() => void>();
  const gate = requestGate({
    atOnce: AT_ONCE,
    bodyWithin,
    requesterOf: ({ headers }) => {
      const { kind = 'staff', party = '', session = '' } = headers as Record<string, string>;
      return { kind: kind as RequestKind, party, session };
    },
  });
  const server = http.createServer(
    gate.guarded((request, response) => {
      if (request.headers.session !== 'unhandled') gate.handling(response);
      inside.push({ path: request.url ?? '', answer: () => response.end('done') });
      for (const arrival of arrivals) arrival();
    }),
  );
  server.on('connection', gate.connected);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const agent = new http.Agent({ keepAlive: true });
  closing.push(async () => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
    gate.close();
  });
  const when = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (isSo()) {
          arrivals.delete(look);
          resolve();
        }
      };
      arrivals.add(look);
      look();
    });
  return {
    port,
    gate,
    inside,
    /** Resolves once this many have been let in. */
    letIn: (many: number) => when(() => inside.length >= many),
    send: async (path: string, headers: Record<string, string> = {}) => {
      const request = http.get({ port, host: '127.0.0.1', path, agent, headers });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      let body = '';
      for await (const part of response.setEncoding('utf8')) body += String(part);
      return { status: response.statusCode, headers: response.headers, body };
    },
    /** Resolves once this many are waiting at the gate; everything sent before has then been read. */
    waiting: async (many: number) => {
      while (gate.state().waiting < many) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a flood of one tenant leaves places to other tenants, whose requests come next', async () => {
  const { send, letIn, waiting, inside } = await gated();
  const flood = Array.from({ length: 30 }, (_, nth) => send(`/flood/${String(nth)}`, { party: 'one' }));
  await letIn(2);
  await waiting(28);
  const [taken] = [inside.length];
  const other = send('/other', { party: 'another' });
  await letIn(taken + 1);
  expect(taken).toBeLessThan(AT_ONCE);
  expect(inside.at(-1)?.path).toBe('/other');
  for (let nth = 0; nth < 31; nth += 1) {
    await letIn(nth + 1);
    inside[nth]?.answer();
  }
  expect((await Promise.all([...flood, other])).map(({ status }) => status)).toEqual(Array.from({ length: 31 }, () => 200));
});

test('sessions of one tenant take turns, and so do kinds of requests', async () => {
  const { send, letIn, waiting, inside } = await gated();
  const all = [send('/a0', { party: 'one', session: 'a' }), send('/a1', { party: 'one', session: 'a' })];
  await letIn(2);
  for (const nth of [2, 3, 4]) all.push(send(`/a${String(nth)}`, { party: 'one', session: 'a' }));
  await waiting(3);
  all.push(send('/b0', { party: 'one', session: 'b' }));
  await waiting(4);
  inside[0]?.answer();
  await letIn(3);
  inside[1]?.answer();
  await letIn(4);
  expect(inside.slice(2).map(({ path }) => path.slice(0, 2))).toEqual(expect.arrayContaining(['/a', '/b']));
  // Staff have used up their places, but a load balancer still gets its answer.
  const health = send('/health/ready', { kind: 'health', party: 'balancer' });
  await letIn(5);
  expect(inside.at(-1)?.path).toBe('/health/ready');
  for (let nth = 0; nth < 7; nth += 1) {
    await letIn(nth + 1);
    inside[nth]?.answer();
  }
  await Promise.all([...all, health]);
});

test('refuses those that have waited longest of more requests than there is time for, and says when to come back', async () => {
  const { send, letIn, inside, gate } = await gated();
  const phone = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'it-IT' };
  const all = Array.from({ length: 120 }, async (_, nth) => send(`/${String(nth)}`, { party: 'one', ...(nth % 2 === 0 && phone) }));
  await letIn(2);
  const firstRefused = (type: string) =>
    Promise.race(
      all.map(async (answer) => {
        const { status, headers } = await answer;
        return status === 503 && headers['content-type']?.startsWith(type) === true ? answer : new Promise<never>(() => undefined);
      }),
    );
  const { status, headers, body } = await firstRefused('application/json');
  expect([status, JSON.parse(body)]).toEqual([503, { message: 'Too many calls wait: try again shortly', code: 'busy', retry_after: 2 }]);
  expect(headers).toMatchObject({ 'retry-after': '2', 'content-type': 'application/json', 'cache-control': 'no-store' });
  expect(headers['x-request-id']).toBeDefined();
  const page = await firstRefused('text/html');
  expect(page.body).toContain('<h1>Un attimo, per favore</h1>');
  expect(page.headers).toMatchObject({ 'retry-after': '2', refresh: '2', 'cache-control': 'no-store' });
  while (gate.state().refused < 18) await new Promise((resolve) => setImmediate(resolve));
  for (let nth = 0; nth < 102; nth += 1) {
    await letIn(nth + 1);
    inside[nth]?.answer();
  }
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(18);
  expect(statuses.filter((status) => status === 200)).toHaveLength(102);
  expect(inside).toHaveLength(102);
  expect(gate.state()).toEqual({ running: 0, waiting: 0, refused: 18 });
});

test('gives no place to requests whose bodies trickle in, and forgets those of clients that have disconnected', async () => {
  const { send, letIn, waiting, inside, port, gate } = await gated();
  const slow = Array.from({ length: 10 }, () => net.connect(port, '127.0.0.1'));
  for (const socket of slow) socket.write('POST /slow HTTP/1.1\r\nHost: a\r\nparty: one\r\nContent-Length: 10\r\n\r\n{');
  await Promise.all(slow.map((socket) => once(socket, 'connect')));
  const first = send('/first', { party: 'one' });
  await letIn(1);
  expect(inside.map(({ path }) => path)).toEqual(['/first']);
  slow[0]?.write('"a": 1234');
  await letIn(2);
  expect(inside.at(-1)?.path).toBe('/slow');
  const gone = net.connect(port, '127.0.0.1');
  gone.write('GET /gone HTTP/1.1\r\nHost: a\r\nparty: one\r\n\r\n');
  await waiting(1);
  gone.destroy();
  while (gate.state().waiting > 0) await new Promise((resolve) => setImmediate(resolve));
  for (const { answer } of inside) answer();
  expect((await first).status).toBe(200);
  for (const socket of slow) socket.destroy();
  expect(inside.map(({ path }) => path)).toEqual(['/first', '/slow']);
});

/** A gate for one request at a time, without a server. */
const gateAlone = () => requestGate({ atOnce: 1, bodyWithin: 1000, requesterOf: () => ({ kind: 'staff', party: '', session: '' }) });

/** What Node calls a listener with for a request without a body. */
const arriving = (url = '') => [{ url, headers: {} }, new EventEmitter()] as unknown as Parameters<http.RequestListener>;

test('a request that waited is served in its own context, not in that of the request before it', async () => {
  const contexts = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const waiting: { end: () => void }[] = [];
  const gate = gateAlone();
  const serve = gate.guarded((_request, response) => {
    seen.push(contexts.getStore());
    waiting.push({ end: () => contexts.run('of another', () => response.emit('prefinish')) });
  });
  contexts.run('first', () => serve(...arriving()));
  contexts.run('second', () => serve(...arriving()));
  waiting[0]?.end();
  expect(seen).toEqual(['first', 'second']);
  gate.close();
});

/** The same gate with the paths that it let in. */
function countingGate() {
  const inside: string[] = [];
  const gate = gateAlone();
  const serve = gate.guarded(({ url = '' }) => inside.push(url));
  closing.push(async () => gate.close());
  return { gate, inside, arrives: (url: string) => serve(...arriving(url)) };
}

test('requests are let in when a turn of the event loop brings no further connection', async () => {
  const { gate, inside, arrives } = countingGate();
  gate.connected();
  arrives('/first');
  await turn();
  gate.connected();
  await turn();
  expect(inside).toEqual([]);
  await turn();
  expect(inside).toEqual(['/first']);
});

test('requests do not wait for a flood of connections to end', async () => {
  const { gate, inside, arrives } = countingGate();
  gate.connected();
  arrives('/first');
  const began = performance.now();
  while (inside.length === 0 && performance.now() - began < 5000) {
    await turn();
    gate.connected();
  }
  expect(inside).toEqual(['/first']);
  expect(performance.now() - began).toBeGreaterThan(40);
});

test('a large body is let in while it arrives, as its route has to read it', async () => {
  const { letIn, inside, port } = await gated();
  const socket = net.connect(port, '127.0.0.1');
  socket.write('POST /picture HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n');
  socket.write(Buffer.alloc(200_000));
  await letIn(1);
  expect(inside.map(({ path }) => path)).toEqual(['/picture']);
  socket.destroy();
});

test('the connection that has been idle longest makes room for the next', async () => {
  const server = http.createServer((_request, response) => response.end('done'));
  boundConnections(server, 3);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(
    async () => server.closeAllConnections(),
    async () => server.close(),
  );
  const { port } = server.address() as net.AddressInfo;
  const sockets: net.Socket[] = [];
  for (let nth = 0; nth < 4; nth += 1) {
    const accepted = once(server, 'connection');
    sockets.push(net.connect(port, '127.0.0.1'));
    await accepted;
  }
  const [oldest, second, , last] = sockets;
  await once(oldest as net.Socket, 'close');
  for (const socket of [second, last]) {
    socket?.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [answer] = (await once(socket as net.Socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1.1 200 /);
  }
  for (const socket of sockets) socket.destroy();
});

test('a client that gives up and asks again gets no second place while the first request is being served', async () => {
  const { port, gate, inside, letIn, waiting } = await gated();
  const sent = (path: string) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nparty: one\r\n\r\n`);
    return socket;
  };
  const first = ['/1', '/2'].map(sent);
  await letIn(2);
  for (const socket of first) socket.destroy();
  await pause(50);
  const again = sent('/again');
  await waiting(1);
  expect(gate.state()).toMatchObject({ running: 2, waiting: 1 });

  inside[0]?.answer();
  await letIn(3);
  expect(inside.map(({ path }) => path)).toContain('/again');
  for (const { answer } of inside) answer();
  await pause(50);
  expect(gate.state()).toMatchObject({ running: 0, waiting: 0 });
  again.destroy();
});

test('a request that comes just after the announced end of an idle connection is answered', async () => {
  const server = http.createServer((_, response) => response.end());
  boundConnections(server);
  server.keepAliveTimeout = 300;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(
    async () => server.closeAllConnections(),
    async () => server.close(),
  );
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  const answer = async () => {
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return String(await Promise.race([once(socket, 'data'), once(socket, 'close')]));
  };
  expect(await answer()).toMatch(/^HTTP\/1.1 200 /);
  // Newer versions of Node wait for a second longer by themselves.
  await pause(1600);
  expect(await answer()).toMatch(/^HTTP\/1.1 200 /);
  socket.destroy();
});
