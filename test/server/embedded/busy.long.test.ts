/** The embedded database runs on the server's thread. Nevertheless, calls are ranked and new connections accepted while it is busy. */
import http from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { served } from '../../support/server/command';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';
import { passwordOf } from '../../support/backEnd/recordings';
import { callerOf, login } from '../../support/server/server';

const REPORTS = 60;
const REPORT = '/api/stats/reports/sessions/graph?range=365&tz=Europe/Rome';

let testDatabase: TestDatabase;
let server: Awaited<ReturnType<typeof served>>;
let token: string;

beforeEach(async () => {
  testDatabase = await newTestDatabase('fixture');
  server = await served({ PORTICO_DATA: testDatabase.folder });
  token = await login(
    callerOf(() => server.url),
    'reseller1',
    passwordOf('reseller1'),
  );
});
afterEach(async () => {
  server.kill('SIGTERM');
  await server.ended;
  await testDatabase.remove();
});

async function get(path: string, agent: http.Agent | false): Promise<number | undefined> {
  const request = http.get(server.url + path, { agent, headers: { Token: token } });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

/** Opens connections beforehand, so that the calls of a test arrive at the same time. */
async function connected(count: number): Promise<http.Agent> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: count, maxFreeSockets: count });
  await Promise.all(Array.from({ length: count }, () => get('/health/live', agent)));
  return agent;
}

test('a list requested behind many reports is answered before most of them', async () => {
  const agent = await connected(REPORTS + 1);
  const answered: string[] = [];
  const request = async (path: string) => {
    const status = await get(path, agent);
    answered.push(path === REPORT ? 'report' : `list ${String(status)}`);
  };
  await Promise.all([...Array.from({ length: REPORTS }, () => request(REPORT)), request('/api/hotspots?limit=25')]);
  agent.destroy();
  expect(answered).toHaveLength(REPORTS + 1);
  expect(answered.indexOf('list 200')).toBeGreaterThanOrEqual(0);
  expect(answered.indexOf('list 200')).toBeLessThan(REPORTS / 2);
});

test('a client that connects during many reports is answered before most of them', async () => {
  const agent = await connected(REPORTS);
  let running = REPORTS;
  const reports = Array.from({ length: REPORTS }, async () => {
    await get(REPORT, agent);
    running -= 1;
  });
  const [status] = await Promise.all([get('/health/ready', false), ...reports.slice(0, 1)]);
  const atEnd = running;
  await Promise.all(reports);
  agent.destroy();
  expect([status, atEnd > REPORTS / 2]).toEqual([200, true]);
});
