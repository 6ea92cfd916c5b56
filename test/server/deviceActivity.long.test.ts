/** What a device used and when it was last seen, from its running and ended sessions. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Device } from '../../src/contract/devices';
import { devices, session_histories, sessions } from '../../src/server/database/schema';
import { serve } from '../support/server/server';
import { insertGuest } from '../factories/rows';

const server = serve();

const at = (minutes: number) => new Date(Date.parse('2026-11-22T10:00:00Z') + minutes * 60_000);
const iso = (minutes: number) => at(minutes).toISOString().replace('.000', '');
const MACS = { used: '02-DA-00-00-00-01', ended: '02-DA-00-00-00-02', unused: '02-DA-00-00-00-03' };
const ids: Record<keyof typeof MACS, number> = { used: 0, ended: 0, unused: 0 };

beforeAll(async () => {
  const db = server.db();
  const guest = await insertGuest(db, { hotspot_id: 1, username: 'DEVICE-ACTIVITY', account_type: 'voucher', created: at(-99) });
  const guestId = guest.id;
  for (const [name, mac_address] of Object.entries(MACS) as [keyof typeof MACS, string][]) {
    const values = { hotspot_id: 1, user_id: guestId, mac_address, created: at(-99) };
    const [row] = await db.insert(devices).values(values).returning({ id: devices.id });
    ids[name] = row?.id ?? 0;
  }
  const session = (of: keyof typeof MACS, minutes: number, bytes_up: number, bytes_down: number) => ({
    hotspot_id: 1,
    user_id: guestId,
    username: 'DEVICE-ACTIVITY',
    device_id: ids[of],
    device_mac: MACS[of],
    unit_id: 1,
    session_key: `activity-${minutes}`,
    bytes_up,
    bytes_down,
    duration: 60,
    start_time: at(minutes - 1),
    auth_time: at(minutes - 1),
    update_time: at(minutes),
  });
  await db.insert(sessions).values([session('used', 30, 1, 20)]);
  await db.insert(session_histories).values(
    [session('used', 10, 300, 4000), session('used', 20, 50_000, 600_000), session('ended', 5, 7, 2 ** 40)].map((ended, nth) => ({
      ...ended,
      session_id: 900_000 + nth,
      stop_time: ended.update_time,
    })),
  );
});

const EXPECTED = {
  used: { bytes_up: 50_301, bytes_down: 604_020, last_seen: iso(30) },
  ended: { bytes_up: 7, bytes_down: 2 ** 40, last_seen: iso(5) },
  unused: { bytes_up: 0, bytes_down: 0, last_seen: null },
};

test('a list of devices has what each used and when it was last seen, if wanted', async () => {
  const read = async (query: string) =>
    ((await server.as('reseller1').get(`/api/devices?limit=25&q=02-DA-00-00-00${query}`)).body as { data: Device[] }).data;
  const found = new Map((await read('&live=true')).map(({ id, activity }) => [id, activity]));
  expect(found).toEqual(new Map(Object.entries(EXPECTED).map(([name, activity]) => [ids[name as keyof typeof ids], activity])));
  expect((await read('')).map((row) => 'activity' in row)).toEqual([false, false, false]);
});

test.each(['used', 'ended', 'unused'] as const)('the page of a device that is %s has it', async (name) => {
  const { body } = await server.as('reseller1').get(`/api/devices/${ids[name]}?live=true`);
  expect((body as Device).activity).toEqual(EXPECTED[name]);
});

test('shows nothing of another tenant’s device', async () => {
  expect((await server.as('reseller2').get(`/api/devices/${ids.used}?live=true`)).status).toBe(404);
});
