/** Routers with openNDS at level 4 poll for clients to let in, from the IP address that they share with their guests. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unit_contacts } from '../../../src/server/database/schema';
import { serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

const server = serve({ config: { opennds: true, zone: 'Europe/Rome', trustProxy: ['loopback'] } });
const NOW = new Date('2026-11-22T09:30:00Z');
const UNIT = { uuid: 'opennds-polling', name: 'Polling', mac_address: '00-11-22-33-44-9A', secret: 'the secret of this router' };
const [HERE, ELSEWHERE] = ['198.51.100.31', '192.0.2.44'];
let replica: Awaited<ReturnType<typeof server.replica>> | undefined;

beforeAll(async () => {
  server.clock.now = NOW;
  const unit = await insertUnit(server.db(), { ...UNIT, hotspot_id: 1, kind: 'opennds', created: NOW });
  await server.db().insert(unit_contacts).values({ unit_id: unit.id, heard: NOW, address: HERE, kind: 'opennds' });
  replica = await server.replica();
});
afterAll(() => replica?.close());

const poll = async (from: string, path = `/portal/${UNIT.uuid}/opennds?auth_get=view&payload=${btoa('none')}`) =>
  (await fetch((replica?.url ?? '') + path, { headers: { 'X-Forwarded-For': from } })).status;

test('a guest who polls as often as they can keeps neither the router nor other guests out, and nobody elsewhere is answered more', async () => {
  expect(await poll(HERE)).toBe(200);
  for (const from of [HERE, ELSEWHERE])
    for (let nth = 0; nth < 1200; nth += 100)
      await Promise.all(Array.from({ length: 100 }, () => poll(from, '/portal/nobody/opennds?auth_get=x')));
  expect(await poll(ELSEWHERE)).toBe(429);
  expect(await poll(HERE)).toBe(200);
  expect(await poll(HERE, `/portal/${UNIT.uuid}/opennds?fas=none`)).toBe(200);
});
