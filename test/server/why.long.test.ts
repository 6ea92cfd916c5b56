import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { why, type Check, type Explanation, type Why } from '../../src/contract/why';
import type { hotspot_vouchers, sessions, users } from '../../src/server/database/schema';
import { access_events, devices, hotspot_vouchers as vouchers, hotspots, unit_contacts, units } from '../../src/server/database/schema';
import { setOnlyPreferences } from '../support/radius/radius';
import { accountIdOf, hotspotsOf } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { twoUnitsOf } from '../support/server/twoUnits';
import { changesNothingOn } from '../support/server/changesNothing';
import { insertGuest, insertSession, insertUnit } from '../factories/rows';

const server = serve({ config: { zone: 'Europe/Rome' } });
const NOW = new Date('2026-11-22T09:30:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const [HOTSPOT = 0] = hotspotsOf('desk11');
const OTHER = HOTSPOT === 1 ? 2 : 1;

let unit = { id: 0, name: '' };
let otherUnitId = 0;
let count = 0;

beforeEach(async () => {
  server.clock.now = NOW;
  const [one, other] = await twoUnitsOf(server.db(), HOTSPOT);
  unit = one;
  otherUnitId = other.id;
  await recordContact(ago(2));
  await setOnlyPreferences(server.db(), HOTSPOT, { voucher_login: 'true' });
});

/** Sets when the unit was last heard. */
async function recordContact(at: Date): Promise<void> {
  const contact = { unit_id: unit.id, heard: at, address: '203.0.113.5', kind: 'chilli' as const };
  await server
    .db()
    .insert(unit_contacts)
    .values(contact)
    .onConflictDoUpdate({ target: unit_contacts.unit_id, set: { heard: at } });
}

interface Created {
  id: number;
  code: string;
  mac: string;
  voucherId: number;
}

/** Creates a guest with a personal voucher and a device. */
async function created(
  guest: Partial<typeof users.$inferInsert> = {},
  voucher: Partial<typeof hotspot_vouchers.$inferInsert> = {},
): Promise<Created> {
  count += 1;
  const code = `why-${count}`;
  const mac = `02-00-00-00-03-${count.toString(16).padStart(2, '0').toUpperCase()}`;
  const [own] = await server
    .db()
    .insert(vouchers)
    .values({
      hotspot_id: HOTSPOT,
      owner_id: accountIdOf('desk11'),
      code,
      auto_login: true,
      duration: 3,
      remain_use: 1,
      type: 'auth',
      created: ago(60),
      ...voucher,
    })
    .returning({ id: vouchers.id });
  const voucherId = own?.id ?? 0;
  const { id } = await insertGuest(server.db(), {
    voucher_id: voucherId,
    hotspot_id: HOTSPOT,
    username: code,
    name: `Whyatt ${count}`,
    account_type: 'voucher',
    auto_login: true,
    created: ago(60),
    valid_from: ago(60),
    valid_until: new Date('2026-11-30T12:00:00Z'),
    ...guest,
  });
  await server
    .db()
    .insert(devices)
    .values({ hotspot_id: guest.hotspot_id ?? HOTSPOT, user_id: id, mac_address: mac, created: ago(60) });
  return { id, code, mac, voucherId };
}

async function request(query: string, username = 'desk11'): Promise<Why> {
  const { status, body } = await server.as(username).get(`/api/why?${query}`);
  if (status !== 200) throw new Error(`answered ${status}`);
  return why.parse(body);
}

async function answerTo(query: string, username?: string): Promise<Explanation> {
  const { answer } = await request(query, username);
  if (!answer) throw new Error(`no answer to ${query}`);
  return answer;
}

/** The failed checks with their reasons, and the checks that can't be decided. */
const failedIn = ({ checks }: Explanation) =>
  Object.fromEntries(checks.filter(({ state }) => state === 'failed').map(({ check, refusals }) => [check, refusals]));
const unknownIn = ({ checks }: Explanation): Check[] => checks.filter(({ state }) => state === 'unknown').map(({ check }) => check);

async function online(
  userId: number,
  unitId: number,
  device_mac: string,
  change: Partial<typeof sessions.$inferInsert> = {},
): Promise<number> {
  count += 1;
  const times = { auth_time: ago(60), start_time: ago(60), update_time: ago(1) };
  const session = {
    unit_id: unitId,
    hotspot_id: HOTSPOT,
    device_id: 1,
    user_id: userId,
    session_key: `why-${count}`,
    device_mac,
    ...times,
    ...change,
  };
  return (await insertSession(server.db(), session)).id;
}

describe('a guest who may be online', () => {
  test.each([
    ['name', ({ id }: Created) => `q=${encodeURIComponent(`whyatt ${count}`)}&hotspot=0&ignored=${id}`],
    ['code, read aloud', ({ code }: Created) => `q=${code.toUpperCase()}`],
    ['MAC address in another notation', ({ mac }: Created) => `q=${mac.replaceAll('-', ':').toLowerCase()}`],
    ['guest’s id', ({ id }: Created) => `guest=${id}`],
    ['voucher’s id', ({ voucherId }: Created) => `voucher=${voucherId}`],
  ])('passes every check, found by %s', async (_by, query) => {
    const guest = await created();
    const answer = await answerTo(query(guest));
    expect(answer).toMatchObject({ hotspot_id: HOTSPOT, guest: { id: guest.id }, voucher: { code: guest.code }, device_mac: guest.mac });
    expect(answer.unit).toMatchObject({ name: unit.name });
    expect([failedIn(answer), unknownIn(answer)]).toEqual([{}, []]);
  });
});

describe('checks', () => {
  test.each<[Check, string, () => Promise<Created>, object]>([
    ['valid', 'for a validity that is over', () => created({ valid_until: ago(1) }), { valid: ['expired'] }],
    ['valid', 'for a voucher without uses', () => created({ auto_login: false }, { remain_use: 0 }), { valid: ['no_uses_left'] }],
    ['limits', 'for time used up', () => created({ max_navigation_time: 3600 }), { limits: ['used_up_today'] }],
    ['speed', 'for hardly any bandwidth', () => created({ kbps_down: 64 }), { speed: [] }],
  ])('%s: fail %s', async (check, _why, guestOf, failed) => {
    const guest = await guestOf();
    if (check === 'limits') {
      await online(guest.id, unit.id, guest.mac, { duration: 3600 });
    }
    const answer = await answerTo(`guest=${guest.id}`);
    expect(failedIn(answer)).toEqual(failed);
  });

  test('fail in each of several that apply, not only in the one that decides', async () => {
    await setOnlyPreferences(server.db(), HOTSPOT, { voucher_login: 'true', hotspot_closed: 'true' });
    const silent = await insertUnit(server.db(), { hotspot_id: HOTSPOT, created: ago(9 * 24 * 60) });
    const guest = await created({ valid_until: ago(1), kbps_down: 64 });
    expect(failedIn(await answerTo(`guest=${guest.id}&unit=${silent.id}`))).toEqual({
      unit: [],
      open: ['hotspot_closed'],
      valid: ['expired'],
      speed: [],
    });
  });

  test('fail for a device at another unit, and names the session that is in the way', async () => {
    const guest = await created();
    const sessionId = await online(guest.id, otherUnitId, guest.mac);
    const answer = await answerTo(`guest=${guest.id}&unit=${unit.id}`);
    expect(failedIn(answer)).toEqual({ elsewhere: ['other_unit'] });
    expect(answer.elsewhere).toMatchObject({ session_id: sessionId, device_mac: guest.mac });
  });

  test('fail for a device that was never seen, and nothing after it is certain', async () => {
    const answer = await answerTo('q=02-99-99-99-99-99');
    expect(failedIn(answer)).toEqual({ device: [], known: ['not_known'] });
    expect(unknownIn(answer)).toEqual(['valid', 'limits', 'elsewhere', 'speed']);
    expect(answer).toMatchObject({ guest: null, voucher: null, device_mac: '02-99-99-99-99-99' });
  });

  test('fail for an unknown code, and show a device that tried it with what it was refused for', async () => {
    expect(failedIn(await answerTo('q=nosuchcode'))).toEqual({ known: ['not_known'] });
    const tried = {
      at: ago(3),
      hotspot_id: HOTSPOT,
      unit_id: unit.id,
      device_mac: '02-99-99-99-99-01',
      way: 'voucher' as const,
      refusal: 'not_known',
    };
    await server.db().insert(access_events).values(tried);
    const answer = await answerTo('q=029999999901');
    expect(answer).toMatchObject({ device_seen: '2026-11-22T09:27:00Z', tries: [{ unit_name: unit.name, refusal: 'not_known' }] });
    expect(failedIn(answer)).toEqual({ known: ['not_known'] });
  });

  test('pass for a voucher for anybody, which the portal takes', async () => {
    const { voucherId, code } = await created({}, { type: 'normal', remain_use: 5 });
    const answer = await answerTo(`voucher=${voucherId}`);
    expect(answer).toMatchObject({ guest: null, voucher: { code } });
    expect(failedIn(answer)).toEqual({});
  });
});

test('several guests are offered to choose from, without an answer', async () => {
  await created({ name: 'Twin Alpha' });
  await created({ name: 'Twin Beta' });
  const { matches, answer } = await request('q=twin');
  expect(matches.map(({ title }) => title)).toEqual(['Twin Beta', 'Twin Alpha']);
  expect(answer).toBeNull();
});

describe('a unit, or the room that it is named after', () => {
  let silent = 0;
  beforeAll(async () => {
    const created = ago(9 * 24 * 60);
    ({ id: silent } = await insertUnit(server.db(), { hotspot_id: HOTSPOT, name: 'bora-room-12', created }));
    await insertUnit(server.db(), { hotspot_id: HOTSPOT, name: 'bora-room-120', created });
  });

  test.each(['bora-room-12', 'Room 12', 'room_12', 'is bora room 12 offline?'])('is found as “%s”, with what is wrong there', async (q) => {
    const { matches, answer } = await request(`q=${encodeURIComponent(q)}`);
    expect(matches).toEqual([]);
    expect(answer).toMatchObject({ guest: null, voucher: null, code: '', device_mac: '', unit: { id: silent, name: 'bora-room-12' } });
    expect(answer && failedIn(answer)).toEqual({ unit: [] });
  });

  test('is taken by its id alone, as from its page; with a text, the id only says where the guest is', async () => {
    expect(await request(`unit=${silent}`)).toEqual(await request('q=bora-room-12'));
    expect(await request(`q=%20&unit=${silent}&hotspot=${OTHER}`, 'reseller1')).toEqual(await request('q=bora-room-12', 'reseller1'));
    expect((await request(`q=nosuchcode&unit=${silent}`)).answer).toMatchObject({ code: 'nosuchcode', unit: { id: silent } });
  });

  test('is found by a reseller without naming its hotspot', async () => {
    expect((await request('q=room%2012', 'reseller1')).answer).toMatchObject({ hotspot_id: HOTSPOT, unit: { id: silent } });
  });

  test('is found by its description, and by its name rather than by the description of another', async () => {
    const created = ago(9 * 24 * 60);
    const { id: described } = await insertUnit(server.db(), {
      hotspot_id: HOTSPOT,
      name: 'ap-77',
      description: 'Suite 31, balcony',
      created,
    });
    expect((await request('q=suite%2031')).answer).toMatchObject({ unit: { id: described } });
    const { id: called } = await insertUnit(server.db(), { hotspot_id: HOTSPOT, name: 'suite-31', created });
    expect((await request('q=suite%2031')).answer).toMatchObject({ unit: { id: called } });
  });

  test('is not guessed when several have the name, nor found by its punctuation', async () => {
    for (const q of ['room', 'bora', '%', '_', '['])
      expect((await request(`q=${encodeURIComponent(q)}`)).answer).toMatchObject({ code: q });
  });

  test('does not hide a guest of that name, nor is one of another tenant found', async () => {
    const guest = await created({ name: 'Room 12' });
    expect((await request('q=room%2012')).answer).toMatchObject({ guest: { id: guest.id } });
    await insertUnit(server.db(), { hotspot_id: OTHER, name: 'palazzo-room-77' });
    expect((await request('q=palazzo-room-77')).answer).toMatchObject({ code: 'palazzo-room-77', hotspot_id: HOTSPOT });
  });
});

test('another tenant’s names, codes, addresses and ids get the answer to unknown ones', async () => {
  const theirs = await created({ hotspot_id: OTHER, name: 'Foreign Guest' }, { hotspot_id: OTHER });
  const [foreignUnit] = await server.db().select().from(units).where(eq(units.hotspot_id, OTHER)).limit(1);
  const withoutWords = async (query: string) => JSON.stringify(await request(query)).replaceAll(/"(?:code|device_mac)":"[^"]*"/g, '""');
  for (const username of ['desk11', 'customer11']) {
    const byId = [`guest=${theirs.id}`, `voucher=${theirs.voucherId}`, `unit=${foreignUnit?.id ?? 0}`];
    for (const id of [...byId, 'guest=999999', 'voucher=999999', 'unit=999999'])
      expect((await server.as(username).get(`/api/why?${id}`)).status).toBe(404);
  }
  expect(await withoutWords('q=foreign%20guest')).toBe(await withoutWords('q=nobody%20at%20all'));
  expect(await withoutWords(`q=${theirs.code}x`)).toBe(await withoutWords('q=unknowncode'));
  expect(await withoutWords(`q=${theirs.mac}`)).toBe(await withoutWords('q=02-99-99-99-99-77'));
  // Naming another tenant's hotspot or unit makes no difference.
  expect(await withoutWords(`q=${theirs.mac}&hotspot=${OTHER}&unit=${foreignUnit?.id ?? 0}`)).toBe(
    await withoutWords('q=02-99-99-99-99-77'),
  );
});

test('a reseller has to name the hotspot of an unknown code, and learns nothing of a hotspot of others', async () => {
  expect(await request('q=nosuchcode', 'reseller1')).toEqual({ matches: [], answer: null });
  const [foreign] = (await server.db().select({ id: hotspots.id, owner: hotspots.account_id }).from(hotspots)).filter(
    ({ owner }) => owner !== accountIdOf('reseller1'),
  );
  expect(await request(`q=nosuchcode&hotspot=${foreign?.id ?? 0}`, 'reseller1')).toEqual({ matches: [], answer: null });
  expect((await request(`q=nosuchcode&hotspot=${HOTSPOT}`, 'reseller1')).answer).toMatchObject({ hotspot_id: HOTSPOT });
});

test('the answer uses nothing, counts nothing and records nothing', async () => {
  const guest = await created({ valid_from: null, valid_until: null });
  const request = changesNothingOn(server);
  for (const query of [`guest=${guest.id}`, `q=${guest.code}`, `q=${guest.mac}`, 'q=wrong-code', `unit=${unit.id}`])
    expect((await request(() => server.as('desk11').get(`/api/why?${query}`))).status).toBe(200);
});
