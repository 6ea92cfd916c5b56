/** A portal with a host name of its own. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { serve } from '../../support/server/server';

const server = serve({
  config: {
    freeradiusToken: 'token-of-the-portal-5',
    publicUrl: 'https://console.example',
    portalOrigin: 'https://wifi.example',
    trustProxy: ['127.0.0.1'],
  },
});

/** Sends the request target unchanged, unlike fetch: paths with needless escapes, and absolute URLs as proxies send them. */
async function requestWith(host: string, target: string, method: 'GET' | 'POST' = 'GET', more: Record<string, string> = {}) {
  const call = request({ host: '127.0.0.1', port: new URL(server.url()).port, path: target, method, headers: { host, ...more } }).end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  answer.resume();
  const { statusCode: status, headers } = answer;
  return { status, type: String(headers['content-type']).split(';')[0], location: headers.location };
}

test.each(['/', '/config.json', '/api/hotspots', '/api/docs/json', '/wax/privacy/x', '/radius/authorize', '/portalx'])(
  "the portal's own host has no %s",
  async (path) => {
    expect(await requestWith('wifi.example', path)).toEqual({ status: 404, type: 'application/json', location: undefined });
  },
);

test("the portal's own host serves the portal and health checks only", async () => {
  expect(await requestWith('wifi.example', '/portal/nobody')).toMatchObject({ status: 404, type: 'text/html' });
  expect(await requestWith('wifi.example', '/health/live')).toMatchObject({ status: 200 });
});

test("the portal's own host has nothing else for a client that names another host to a proxy which passes that on", async () => {
  const forwarded = { 'X-Forwarded-Host': 'console.example' };
  expect(await requestWith('wifi.example', '/config.json', 'GET', forwarded)).toMatchObject({ status: 404, type: 'application/json' });
  // Behind a proxy that sends its own name as the host.
  expect(await requestWith('10.0.0.1', '/config.json', 'GET', forwarded)).toMatchObject({ status: 200 });
});

test("the console's host redirects guests to the portal and accepts no data of theirs", async () => {
  expect(await requestWith('console.example', '/config.json')).toMatchObject({ status: 200 });
  expect(await requestWith('console.example', '/portal/x?mac=y')).toMatchObject({
    status: 308,
    location: 'https://wifi.example/portal/x?mac=y',
  });
  expect(await requestWith('console.example', '/portal/x/code', 'POST')).toMatchObject({ status: 404 });
  expect(await requestWith('console.example', '/portalx')).toMatchObject({ status: 404, type: 'application/json' });
});

test.each(['/%70ortal/x?mac=y', '/porta%6c/x?mac=y', 'http://console.example/portal/x?mac=y', 'http://wifi.example/%70ortal/x?mac=y'])(
  "redirects %s from the console's host to the portal",
  async (path) => {
    const answer = await requestWith('console.example', path);
    expect({ status: answer.status, type: answer.type }).not.toMatchObject({ type: 'text/html' });
    expect(answer).toMatchObject({
      status: 308,
      location: expect.stringMatching(/^https:\/\/wifi\.example\/(?:%70ortal|porta%6c|portal)\/x\?mac=y$/),
    });
    expect(await requestWith('console.example', path, 'POST')).toMatchObject({ status: 404 });
  },
);

test.each(['/%63onfig.json', 'http://console.example/config.json', '/%61pi/hotspots'])(
  "answers 404 for %s on the portal's host",
  async (path) => {
    expect(await requestWith('wifi.example', path)).toMatchObject({ status: 404, type: 'application/json' });
  },
);
