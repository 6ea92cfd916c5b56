/** Pages that anybody may ask for: somebody who asks for them as fast as they can, from one address, costs guests elsewhere at most 100 ms. */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { beforeAll, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { MAX_LENGTH } from '../../../src/contract/wire';
import { unit_contacts, units } from '../../../src/server/database/schema';
import { accountIdOf, fixture } from '../../support/backEnd/recordings';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';

const server = serve({ config: { freeradiusToken: 'token-of-the-portal-38', httpAaa: true, trustProxy: ['127.0.0.1'] } });
const { UNIT, FIRST } = portalUnit(server);
const HOTSPOT_UUID = String(fixture.tables.hotspots?.find((row) => row.id === 1)?.uuid);

/** Of the unit, of somebody else's guests, and of somebody far away. */
const [HERE, ELSEWHERE, FAR] = ['198.51.100.13', '203.0.113.5', '192.0.2.66'];

/** Requests on their way at the same time, and how many pages a guest opens meanwhile. */
const AT_ONCE = 64;
const PAGES = 40;

/** Milliseconds that a flood may cost others; on a machine that is busy with something else, some pages' time. */
const MOST = 100;
const MOST_PAGES = 8;

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
  const heard = { unit_id: unit?.id ?? 0, heard: FIRST, address: HERE, kind: 'coovachilli' };
  await server.db().insert(unit_contacts).values(heard).onConflictDoUpdate({ target: unit_contacts.unit_id, set: heard });
});

const digest = createHash('md5')
  .update(UNIT.secret + UNIT.uuid)
  .digest('hex');

const PATHS = {
  'the first page': `/portal/${UNIT.uuid}/open`,
  'long terms': `/portal/${UNIT.uuid}/terms`,
  'the privacy page of the portal': `/portal/${UNIT.uuid}/privacy`,
  'the public privacy page': `/wax/privacy/${HOTSPOT_UUID}`,
  'what older pages show': `/wax/preferences?uuid=${UNIT.uuid}&digest=${digest}`,
  'codes that older pages ask for': `/wax/register/voucher/guessed?uuid=${UNIT.uuid}&digest=${digest}&sessionid=flood`,
};

/** In a thread of its own, so that what it costs to ask isn't counted as what it costs to answer. */
const FLOOD = `
  const { workerData, parentPort } = require('node:worker_threads');
  const http = require('node:http');
  const agent = new http.Agent({ keepAlive: true, maxSockets: workerData.atOnce });
  const statuses = {};
  const ask = () => http.get(workerData.url, { agent, headers: { 'x-forwarded-for': workerData.from } }, (answer) => {
    statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    answer.resume().on('end', ask);
  }).on('error', () => undefined);
  for (let nth = 0; nth < workerData.atOnce; nth += 1) ask();
  parentPort.on('message', () => { parentPort.postMessage(statuses); });
`;

/** Milliseconds that each of some pages takes for a guest elsewhere, shortest first. */
async function pages(path: string): Promise<number[]> {
  const took: number[] = [];
  for (let nth = 0; nth < PAGES; nth += 1) {
    const before = performance.now();
    const answer = await fetch(server.url() + path, { headers: { 'x-forwarded-for': ELSEWHERE } });
    await answer.arrayBuffer();
    took.push(performance.now() - before);
    expect([200, 401, 429]).toContain(answer.status);
  }
  return took.sort((one, other) => one - other);
}

const shareOf = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

test.each(Object.entries(PATHS).flatMap(([what, path]) => [HERE, FAR].map((from) => [what, from, path] as const)))(
  'a flood of %s from %s costs guests elsewhere at most 100 ms',
  async (what, from, path) => {
    const quiet = await pages(path);
    const flood = new Worker(FLOOD, { eval: true, workerData: { url: server.url() + path, from, atOnce: AT_ONCE } });
    try {
      const flooded = await pages(path);
      const statuses = await new Promise<Record<string, number>>((resolve) => {
        flood.once('message', resolve);
        flood.postMessage('how many');
      });
      const [before, median, most] = [shareOf(quiet, 0.5), shareOf(flooded, 0.5), shareOf(flooded, 0.95)].map((time) => Math.round(time));
      process.stderr.write(`${what} from ${from}: ${before} ms, during ${JSON.stringify(statuses)} ${median} ms, p95 ${most} ms\n`);
      expect((median ?? 0) - (before ?? 0)).toBeLessThanOrEqual(Math.max(MOST, MOST_PAGES * (before ?? 0)));
    } finally {
      await flood.terminate();
    }
  },
  120_000,
);
