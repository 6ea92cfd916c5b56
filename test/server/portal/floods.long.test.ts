/**
 * Pages that anybody may request: somebody who requests them as fast as possible from one address delays guests elsewhere by at most 100
 * ms. Other tests on this machine would distort milliseconds, so the test checks their cause instead: how many answers to the flood a
 * guest's page has to wait for. Even the longest pages take only 10 to 15 ms each. The milliseconds are printed.
 */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { MAX_LENGTH } from '../../../src/contract/plain/wire';
import { unit_contacts, units } from '../../../src/server/database/schema';
import { accountIdOf, fixture } from '../../support/backEnd/recordings';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

const server = serve({ config: { freeradiusToken: 'token-of-the-portal-38', httpAaa: true, trustProxy: ['127.0.0.1'] } });
const { UNIT, FIRST } = portalUnit(server);
const HOTSPOT_UUID = String(fixture.tables.hotspots?.find((row) => row.id === 1)?.uuid);

/** IP addresses of the unit, of guests elsewhere, and of somebody far away. */
const [HERE, ELSEWHERE, FAR] = ['198.51.100.13', '203.0.113.5', '192.0.2.66'];

/** Concurrent requests, and number of pages that a guest opens meanwhile. */
const AT_ONCE = 64;
const PAGES = 40;

/** Maximum number of the flood's pages that are answered before the page of a guest elsewhere; refusals cost next to nothing. */
const MOST = 6;

beforeAll(async () => {
  const paragraph = '<p>Be <b>kind</b> and <i>quiet</i>.</p>';
  const body = paragraph.repeat(Math.floor(MAX_LENGTH.html / paragraph.length));
  for (const type of ['tos', 'privacy'] as const) {
    const path = `/api/disclaimers/accounts/${accountIdOf('reseller1')}`;
    const created = await server.as('admin').post(path, { title: 'As long as it may be', type, body });
    const { disclaimer_id } = z.object({ disclaimer_id: z.number() }).parse(created.body);
    expect((await server.as('reseller1').put('/api/hotspots/1', { [`${type}_disclaimer_id`]: disclaimer_id })).status).toBe(200);
  }
  const [unit] = await server.db().select({ id: units.id }).from(units).where(eq(units.uuid, UNIT.uuid));
  const contact = { unit_id: unit?.id ?? 0, heard: FIRST, address: HERE, kind: 'coovachilli' };
  await server.db().insert(unit_contacts).values(contact).onConflictDoUpdate({ target: unit_contacts.unit_id, set: contact });
});

const digest = createHash('md5')
  .update(UNIT.secret + UNIT.uuid)
  .digest('hex');

const PATHS = {
  'the first page': `/portal/${UNIT.uuid}/open`,
  'long terms': `/portal/${UNIT.uuid}/terms`,
  'the privacy page of the portal': `/portal/${UNIT.uuid}/privacy`,
  'the public privacy page': `/wax/privacy/${HOTSPOT_UUID}`,
  'what existing pages show': `/wax/preferences?uuid=${UNIT.uuid}&digest=${digest}`,
  'codes that existing pages ask for': `/wax/register/voucher/guessed?uuid=${UNIT.uuid}&digest=${digest}&sessionid=flood`,
};

/** Runs in a thread of its own, so that sending requests doesn't count as time for answering them. */
const FLOOD = `
  const { workerData, parentPort } = require('node:worker_threads');
  const http = require('node:http');
  const agent = new http.Agent({ keepAlive: true, maxSockets: workerData.atOnce });
  const statuses = {};
  const ask = () => http.get(workerData.url, { agent, headers: { 'x-forwarded-for': workerData.from } }, (answer) => {
    statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    answer.resume().on('end', () => {
      if (answer.statusCode !== 429) Atomics.add(workerData.answered, 0, 1);
      ask();
    });
  }).on('error', () => undefined);
  for (let nth = 0; nth < workerData.atOnce; nth += 1) ask();
  parentPort.on('message', () => { parentPort.postMessage(statuses); });
`;

/** Milliseconds that pages take for a guest elsewhere, and how many answers of a flood come before each, fewest first. */
async function pages(path: string, answered: Int32Array): Promise<{ took: number[]; waited: number[] }> {
  const took: number[] = [];
  const waited: number[] = [];
  for (let nth = 0; nth < PAGES; nth += 1) {
    const before = performance.now();
    const first = Atomics.load(answered, 0);
    const answer = await fetch(server.url() + path, { headers: { 'x-forwarded-for': ELSEWHERE } });
    await answer.arrayBuffer();
    took.push(performance.now() - before);
    waited.push(Atomics.load(answered, 0) - first);
    expect([200, 401, 429]).toContain(answer.status);
  }
  const rising = (one: number, other: number) => one - other;
  return { took: took.sort(rising), waited: waited.sort(rising) };
}

const shareOf = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

test.each(Object.entries(PATHS).flatMap(([what, path]) => [HERE, FAR].map((from) => [what, from, path] as const)))(
  'a flood of %s from %s makes guests elsewhere wait for at most six of its pages',
  async (what, from, path) => {
    const answered = new Int32Array(new SharedArrayBuffer(4));
    const quiet = await pages(path, answered);
    const flood = new Worker(FLOOD, { eval: true, workerData: { url: server.url() + path, from, atOnce: AT_ONCE, answered } });
    try {
      const flooded = await pages(path, answered);
      const statuses = await new Promise<Record<string, number>>((resolve) => {
        flood.once('message', resolve);
        flood.postMessage('how many');
      });
      const times = [shareOf(quiet.took, 0.5), shareOf(flooded.took, 0.5), shareOf(flooded.took, 0.95)].map((time) => Math.round(time));
      const [median, most] = [shareOf(flooded.waited, 0.5), shareOf(flooded.waited, 0.95)];
      process.stderr.write(
        `${what} from ${from}: ${times.join(', ')} ms quiet, flooded, p95; ${JSON.stringify(statuses)}; before each ${median}, p95 ${most}\n`,
      );
      expect(median).toBeLessThanOrEqual(MOST);
    } finally {
      await flood.terminate();
    }
  },
  120_000,
);

test('a guest who asks for all pages that an address may have slows the venue down, and keeps out only who is elsewhere', async () => {
  const elsewhere = { uuid: 'elsewhere', secret: 'another secret' };
  const { id } = await insertUnit(server.db(), { ...elsewhere, hotspot_id: 1, mac_address: '00-11-22-33-44-78', created: FIRST });
  await server.db().insert(unit_contacts).values({ unit_id: id, heard: FIRST, address: FAR, kind: 'coovachilli' });
  const { url, close } = await server.replica();
  const statusOf = async (query: Record<string, string>) => {
    const answer = await fetch(`${url}/wax/preferences?${new URLSearchParams(query)}`, { headers: { 'x-forwarded-for': HERE } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const proofOf = ({ uuid, secret }: { uuid: string; secret: string }) => ({
    uuid,
    digest: createHash('md5')
      .update(secret + uuid)
      .digest('hex'),
  });
  expect([await statusOf(proofOf(UNIT)), await statusOf(proofOf(elsewhere))]).toEqual([200, 200]);
  const flood = () => statusOf({ uuid: 'none' });
  for (let nth = 0; nth < 1200; nth += 50) await Promise.all(Array.from({ length: 50 }, flood));
  expect(await flood()).toBe(429);
  expect(await statusOf(proofOf(UNIT))).toBe(200);
  expect(await statusOf(proofOf(elsewhere))).toBe(429);
  await close();
}, 60_000);
