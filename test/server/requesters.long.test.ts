/** Who calls each route, and how urgent the call is: for the gate in front of the server, and for the database. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type http from 'node:http';
import { afterAll, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { knownCallers, requesters } from '../../src/server/auth/requesters';
import { knownRoutes } from '../../src/server/http/callers';
import { priorityOf } from '../../src/server/http/requestPriority';
import { routesOf } from '../support/server/routes';
import { serve } from '../support/server/server';

const routes = knownRoutes();
const learn = (message: unknown) => routes.learn((message as { fastify: FastifyInstance }).fastify);
subscribe('fastify.initialization', learn);
// Other test files of this process make servers of their own.
afterAll(() => void unsubscribe('fastify.initialization', learn));

const server = serve({
  content: 'nothing',
  config: { freeradiusToken: 'token-of-the-walk-01', metrics: true, httpAaa: true, opennds: true },
});

/** The paths of routes, grouped by a property. */
function pathsBy(property: (method: string, path: string) => string): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const route of routesOf(server.app())) {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(/:file.*/, 'inter.woff2');
    (found[property(method, path)] ??= []).push(path);
  }
  return found;
}

test('every route says who calls it', () => {
  const { staff = [], guests = [], ...others } = pathsBy((method, path) => routes.configOf(method, path)?.callers ?? 'nobody');
  expect(sorted(others)).toEqual(
    sorted({
      health: ['/health/live', '/health/ready'],
      units: ['/wax/aaa', '/wax/register/mac/:mac', '/radius/authorize', '/radius/accounting', '/opennds/:unit'],
      signIns: ['/api/login'],
      anybody: ['/config.json', '/metrics'],
    }),
  );
  expect(staff.filter((path) => !path.startsWith('/api/'))).toEqual([]);
  expect(guests.filter((path) => !/^\/(portal|wax)\//.test(path))).toEqual([]);
  expect([staff.length, guests.length].map((count) => count > 25)).toEqual([true, true]);
});

test('a route that does not say who calls it keeps the server from starting', async () => {
  const app = Fastify();
  knownRoutes().learn(app);
  app.get('/new', async () => 'new');
  await expect(app.ready()).rejects.toThrow("GET /new doesn't say who calls it");
});

test('sign-ins, log-ins and health checks come first, and what reads many rows last', () => {
  const priorities = (query: Record<string, string>) =>
    pathsBy((method, path) => priorityOf(routes.configOf(method, path) ?? {}, () => query));
  const { usual: _usual, ...others } = priorities({});
  const small = ['/health/live', '/health/ready', '/api/login', '/api/logout', '/wax/aaa/login', '/portal/:unit/code', '/radius/authorize'];
  const long = [
    '/api/audit',
    '/api/find',
    '/api/stats/dashboard',
    '/api/system',
    '/api/stats/reports/:type/graph',
    '/api/attention',
    '/api/attention/snooze',
  ];
  expect(sorted(others)).toEqual(sorted({ small, long }));
  expect(sorted(priorities({ csv: 'true', stage: 'login' }))).toMatchObject(
    sorted({ small: [...small, '/wax/aaa'], long: [...long, '/api/users', '/api/users_expired'] }),
  );
});

const sorted = (paths: Record<string, string[]>) => Object.fromEntries(Object.entries(paths).map(([key, all]) => [key, all.toSorted()]));

test('only tokens that were right count for their tenant, all others for the network they come from', () => {
  const callers = knownCallers();
  callers.seen('right', 7);
  const of = requesters({ basePath: '/portico', trustProxy: ['10.0.0.0/8'] }, callers, routes);
  const from = (url: string, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1', method = 'GET') =>
    of({ method, url, headers, socket: { remoteAddress } } as unknown as http.IncomingMessage);
  expect(from('/portico/api/units', { token: 'right' })).toEqual({ kind: 'staff', party: '7', session: 'right' });
  expect(from('/api/users?csv=true', { token: 'right' })).toMatchObject({ kind: 'long', party: '7' });
  expect(from('/api/stats/reports/sessions/graph?range=30', { token: 'right' })).toMatchObject({ kind: 'long' });
  expect(from('/api/units', { token: 'invented' })).toEqual({ kind: 'strangers', party: '192.0.2.1', session: '192.0.2.1' });
  expect(from('/api/login')).toMatchObject({ kind: 'strangers', party: '192.0.2.1' });
  expect(from('/api/login', { token: 'right' }, '192.0.2.1', 'POST')).toEqual({
    kind: 'signIns',
    party: '192.0.2.1',
    session: '192.0.2.1',
  });
  expect(from('/health/ready', {}, '::ffff:192.0.2.9')).toMatchObject({ kind: 'health', party: '192.0.2.9' });
  // A provider may give a whole /56 to one customer.
  const ofOneCustomer = { kind: 'units', party: '2001:db8:1:0::/56' };
  expect(from('/wax/aaa?stage=login', {}, '2001:db8:1:2:3::4')).toEqual({ ...ofOneCustomer, session: '2001:db8:1:2::/64' });
  expect(from('/wax/aaa?stage=login', {}, '2001:db8:1:3:3::4')).toEqual({ ...ofOneCustomer, session: '2001:db8:1:3::/64' });
  expect(from('/wax/aaa?stage=counters')).toMatchObject({ kind: 'units' });
  for (const page of ['/portal/some-unit', '/wax/privacy/some-unit', '/wax/aaa/login?stage=x']) expect(from(page)).toBeNull();
  const forwarded = { 'x-forwarded-for': '198.51.100.1, 203.0.113.5' };
  expect(from('/api/login', forwarded, '10.1.2.3')).toMatchObject({ party: '203.0.113.5' });
  expect(from('/api/login', forwarded)).toMatchObject({ party: '192.0.2.1' });
});
