/** Terms of the maximum length, which anybody may request again and again. */
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { MAX_LENGTH } from '../../../src/contract/plain/wire';
import { accountIdOf, fixture } from '../../support/backEnd/recordings';
import { portalUnit } from '../../support/peers/portalUnit';
import { serve } from '../../support/server/server';

const server = serve({ config: { freeradiusToken: 'token-of-the-portal-13', trustProxy: ['127.0.0.1'] } });
const { UNIT } = portalUnit(server);
const UUID = String(fixture.tables.hotspots?.find((row) => row.id === 1)?.uuid);

/** Paragraphs with this many characters, which are many elements to sanitise. */
const longText = (first: string, characters: number) => {
  const paragraph = '<p>Be <b>kind</b> and <i>quiet</i>.</p>';
  return `<p>${first}</p>${paragraph.repeat(Math.floor((characters - first.length - 7) / paragraph.length))}`;
};

async function setTerms(body: string): Promise<void> {
  const created = await server
    .as('admin')
    .post(`/api/disclaimers/accounts/${accountIdOf('reseller1')}`, { title: 'Terms', type: 'tos', body });
  const { disclaimer_id } = z.object({ disclaimer_id: z.number() }).parse(created.body);
  expect((await server.as('reseller1').put('/api/hotspots/1', { tos_disclaimer_id: disclaimer_id })).status).toBe(200);
}

const get = (path: string, from = '198.51.100.1') => fetch(server.url() + path, { headers: { 'x-forwarded-for': from } });

/** CPU milliseconds that a request costs. */
async function cost(path: string): Promise<number> {
  const before = process.cpuUsage();
  expect((await get(path)).status).toBe(200);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('a network that floods the public privacy page gets 429, and others get the page', async () => {
  const path = `/wax/privacy/${UUID}`;
  const statuses = new Set<number>();
  // More rounds than the limit allows, because requests that a slow machine's database refuses (503) aren't counted.
  for (let round = 0; round < 100 && !statuses.has(429); round += 1)
    for (const { status } of await Promise.all(Array.from({ length: 50 }, () => get(path, '198.51.100.13')))) statuses.add(status);
  expect([...statuses].filter((status) => status !== 503).sort()).toEqual([200, 429]);
  expect((await get(path, '203.0.113.5')).status).toBe(200);
});

test('renders long terms once for each version of their text', async () => {
  await setTerms(longText('First version', MAX_LENGTH.html));
  const path = `/portal/${UNIT.uuid}/terms`;
  await get(`/portal/${UNIT.uuid}/open`);
  const first = await cost(path);
  const later = [await cost(path), await cost(path), await cost(path), await cost(path), await cost(path)];
  expect(Math.min(...later)).toBeLessThan((first * 2) / 3);
  expect(Math.min(...later)).toBeLessThan(first / 2);
  expect(await (await get(path)).text()).toContain('First version');
  await setTerms(longText('Second version', MAX_LENGTH.html));
  const changed = await (await get(path)).text();
  expect(changed).toContain('Second version');
  expect(changed).not.toContain('First version');
});
