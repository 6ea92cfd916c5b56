/** Guests of a CoovaChilli whose uamsecret isn't the unit's secret: nobody gets in, and the unit's page says why. */
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { inArray } from 'drizzle-orm';
import type { LiveUnit } from '../../../src/contract/units';
import { units } from '../../../src/server/database/schema';
import { guestBrowser, playedChilli, textOf } from '../../support/peers/gateways';
import { serve } from '../../support/server/server';

const server = serve({ config: { httpAaa: true } });

const TEN = Date.parse('2026-11-22T10:00:00Z');
const at = (seconds: number) => new Date(TEN + seconds * 1000);
const iso = (seconds: number) => at(seconds).toISOString().replace('.000', '');
const DAY = 86_400;

const ids = { lobby: 0, pool: 0 };
const LOBBY = { uuid: 'unsigned-lobby', mac: '00-11-22-33-44-66', secret: 'secret of the lobby' };
const POOL = { uuid: 'unsigned-pool', mac: '00-11-22-33-44-77', secret: 'secret of the pool' };

beforeAll(async () => {
  const db = server.db();
  await db
    .insert(units)
    .values([LOBBY, POOL].map(({ mac, ...unit }) => ({ ...unit, hotspot_id: 1, mac_address: mac, name: unit.uuid, created: at(-99) })));
  const rows = await db
    .select({ id: units.id, uuid: units.uuid })
    .from(units)
    .where(inArray(units.uuid, [LOBBY.uuid, POOL.uuid]));
  ids.lobby = rows.find(({ uuid }) => uuid === LOBBY.uuid)?.id ?? 0;
  ids.pool = rows.find(({ uuid }) => uuid === POOL.uuid)?.id ?? 0;
});
beforeEach(() => {
  server.clock.now = at(0);
});

const chilli = (unit: typeof LOBBY, uamsecret: string) =>
  playedChilli({
    portal: server.url,
    ports: () => ({ authentication: 0, accounting: 0 }),
    unit,
    deviceMac: '02-00-00-00-00-09',
    uamsecret,
  });

/** Opens the portal as the unit redirects the guest, `second` seconds after 10:00; returns the page's text. */
async function arrive(second: number, unit: typeof LOBBY, uamsecret: string): Promise<string> {
  server.clock.now = at(second);
  const gateway = chilli(unit, uamsecret);
  return textOf((await guestBrowser(gateway).open(gateway.open())).html);
}

async function shown(unitId: number) {
  const { body } = await server.as('reseller1').get(`/api/units/${unitId}?live=true`);
  return (body as LiveUnit).radius?.unsigned_arrivals;
}

describe('the page of a unit whose guests arrive with a wrong signature', () => {
  test('says since when and how many, until one arrives with the right one', async () => {
    expect(await shown(ids.lobby)).toBeNull();
    for (const second of [0, 60, 90]) expect(await arrive(second, LOBBY, 'another secret')).toContain('Please connect to the WiFi first');
    expect(await shown(ids.lobby)).toEqual({ count: 3, since: iso(0), last: iso(90) });
    expect(await shown(ids.pool)).toBeNull();
    expect(await arrive(120, LOBBY, LOBBY.secret)).not.toContain('Please connect to the WiFi first');
    expect(await shown(ids.lobby)).toBeNull();
  });

  test('counts anew after that', async () => {
    await arrive(300, LOBBY, LOBBY.secret.toUpperCase());
    expect(await shown(ids.lobby)).toEqual({ count: 1, since: iso(300), last: iso(300) });
  });

  test('says nothing of it after a week without another', async () => {
    await arrive(-8 * DAY, POOL, 'another secret');
    server.clock.now = at(0);
    expect(await shown(ids.pool)).toBeNull();
    await arrive(-6 * DAY, POOL, 'another secret');
    server.clock.now = at(0);
    expect(await shown(ids.pool)).toEqual({ count: 2, since: iso(-8 * DAY), last: iso(-6 * DAY) });
  });

  test('counts no guest of a unit without a uamsecret, who may log in', async () => {
    const before = await shown(ids.pool);
    expect(await arrive(600, POOL, '')).not.toContain('Please connect to the WiFi first');
    expect(await shown(ids.pool)).toEqual(before);
  });

  test('counts guests who come without a signature once the unit has signed', async () => {
    await arrive(700, POOL, POOL.secret);
    // The portal is cached for three seconds.
    expect(await arrive(710, POOL, '')).toContain('Please connect to the WiFi first');
    expect(await shown(ids.pool)).toEqual({ count: 1, since: iso(710), last: iso(710) });
  });

  test('counts no address that no gateway in a local network can have sent', async () => {
    const before = await shown(ids.pool);
    const address = new URL(chilli(POOL, 'another secret').open());
    address.searchParams.set('uamip', '203.0.113.7');
    await server.as('admin').get(address.pathname + address.search);
    expect(await shown(ids.pool)).toEqual(before);
  });
});
