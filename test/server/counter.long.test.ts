/** The reception's counter: presets, batches, lost tickets, mailed vouchers, the day's summary. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { shift, type Shift } from '../../src/contract/batches';
import { MAX_GUEST_ROWS } from '../../src/contract/plain/guestRows';
import { BUILT_IN_PRESETS, PRESETS_KEY, type Preset } from '../../src/contract/plain/presets';
import type { Voucher } from '../../src/contract/vouchers';
import { hotspot_vouchers, users, voucher_uses } from '../../src/server/database/schema';
import { RECORDED_AT } from '../support/backEnd/recordings';
import type { Answer } from '../support/server/server';
import { insertEndedSession, insertGuest } from '../factories/rows';
import {
  batchesOf,
  sent,
  server,
  changesNothing,
  DAY,
  created,
  one,
  vouchersIn,
  batchNamed,
  guestOf,
  use,
  replace,
  replaced,
} from './counterTests';

describe('the presets of a hotspot', () => {
  const put = (value: string, as = 'reseller1', headers = {}): Promise<Answer> =>
    server.as(as).call('PUT', '/api/preferences/hotspots/2', { key: PRESETS_KEY, value }, headers);
  const weekend: Preset = { ...(BUILT_IN_PRESETS[0] as Preset), name: 'Weekend', days: 2, uses: 4, max_traffic: 1_048_576, max_devices: 2 };

  test.each([
    ['invalid JSON', '{'],
    ['something other than a list', '{}'],
    ['too many presets', JSON.stringify(Array.from({ length: 13 }, () => weekend))],
    ['a name of two lines', JSON.stringify([{ ...weekend, name: 'a\nb' }])],
    ['a missing number of days', JSON.stringify([{ ...weekend, days: 0 }])],
    ['a missing number of uses', JSON.stringify([{ ...weekend, uses: 0 }])],
    ['no device at all', JSON.stringify([{ ...weekend, max_devices: 0 }])],
    ['half a byte', JSON.stringify([{ ...weekend, max_traffic: 0.5 }])],
    ['another kind of end', JSON.stringify([{ ...weekend, ends: 'sometimes' }])],
    ['no content', '[null]'],
  ])('cannot be saved with %s', async (_what, value) => {
    expect(await changesNothing(() => put(value))).toMatchObject({ status: 400, body: { fields: { value: expect.any(String) } } });
  });
});

describe('a batch of vouchers', () => {
  test('counts a voucher with a fixed end or a name as used from the first login', async () => {
    const [fixed] = await created({ num_vouchers: 2, batch: 'Fixed', time: 'expiration', expiration: 9, duration: 0 });
    const [personal] = await created({ num_vouchers: 2, batch: 'Named', type: 'auth', user_name: 'Ada' });
    await use(fixed as Voucher);
    expect(await batchNamed('Fixed')).toMatchObject({ used: 1, left: 1 });
    expect(await batchNamed('Named')).toMatchObject({ used: 0, left: 2 });
    await use(personal as Voucher);
    expect(await batchNamed('Named')).toMatchObject({ used: 1, left: 1 });
  });
});

describe('a file of guests', () => {
  const row = (name: string, more: object = {}) => ({ name, email: '', room: '', days: '', ...more });
  const send = (rows: object[], more: object = {}): Promise<Answer> =>
    server.as('reseller1').post('/api/voucher_batches', { hotspot_id: 2, name: 'File', duration: 3, rows, ...more });

  test('can be refused for guests who still have a usable voucher, with their names', async () => {
    const rows = [row('Known One', { email: 'Known@example.com', room: '7' }), row('Known Two'), row('Known Three', { room: '8' })];
    await send(rows.slice(0, 2), { duration: 3 });
    const again = await changesNothing(() =>
      send([row('New'), row('KNOWN ONE ', { email: 'known@example.com', room: '7' }), ...rows.slice(1)], { unless_known: true }),
    );
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'known_guests', fields: { 'rows.1.name': 'known', 'rows.2.name': 'known' } },
    });
    expect(Object.keys((again.body as { fields: object }).fields)).toHaveLength(2);
    // With another room, or once the voucher has ended, it counts as another guest.
    expect((await send([row('Known Two', { room: '9' })], { unless_known: true })).status).toBe(201);
    await server
      .db()
      .update(hotspot_vouchers)
      .set({ expires: new Date(RECORDED_AT.getTime() - 1) })
      .where(eq(hotspot_vouchers.user_name, 'Known One'));
    expect((await send([rows[0]!], { unless_known: true })).status).toBe(201);
    // Without `unless_known`, all vouchers are created.
    expect((await send([rows[1]!])).status).toBe(201);
  });

  test('knows a guest by any spelling of the name, with its words in any order', async () => {
    await send([row('Ruggeri, Anne-Marie'), row('Pétros O’Shea', { room: 'Càmera 1' })]);
    const again = [row('Anne Marie  Ruggeri'), row("PETROS O'SHEA", { room: 'camera 1' }), row('Anne Ruggeri')];
    expect(await changesNothing(() => send(again, { unless_known: true }))).toMatchObject({
      body: { code: 'known_guests', fields: { 'rows.0.name': 'known', 'rows.1.name': 'known' } },
    });
  });

  test('lets guests in from the day of arrival to the end of that of departure, in their zone', async () => {
    const tz = 'America/New_York';
    const rows = [
      row('Comes Later', { from: '2026-11-25', until: '2026-11-28', days: '99' }),
      row('Is Here', { from: '2026-11-18', until: '2026-11-21' }),
      row('Has Nights', { days: '2' }),
    ];
    const { body } = await send(rows, { tz });
    const listed = await vouchersIn(`?batch=${(body as { id: number }).id}`);
    expect(listed).toMatchObject([
      { duration: 0, expires: '2026-11-29T04:59:59Z' },
      { duration: 0, expires: '2026-11-22T04:59:59Z' },
      { duration: 2, expires: null },
    ]);
    expect(await guestOf(listed[0] as Voucher)).toMatchObject({
      valid_from: new Date('2026-11-25T05:00:00Z'),
      valid_until: new Date('2026-11-29T04:59:59Z'),
    });
    expect(await guestOf(listed[1] as Voucher)).toMatchObject({ valid_from: RECORDED_AT });
  });

  test('is refused with days that are past, in the wrong order or none', async () => {
    const rows = [
      row('Gone', { from: '2026-11-10', until: '2026-11-19' }),
      row('Backwards', { from: '2026-12-02', until: '2026-12-01' }),
      row('Never', { until: '2026-02-30' }),
      row('Hostile', { from: "2026-11-25'; --", until: '2026-11-28' }),
    ];
    expect(await changesNothing(() => send(rows))).toMatchObject({
      status: 400,
      body: {
        fields: { 'rows.0.until': 'date_past', 'rows.1.until': 'date_order', 'rows.2.until': 'date_wrong', 'rows.3.from': 'date_wrong' },
      },
    });
    expect((await changesNothing(() => send([row('Ada')], { tz: 'Mars/Olympus' }))).status).toBe(400);
  });

  test('has at most ten thousand guests', async () => {
    const rows = Array.from({ length: MAX_GUEST_ROWS }, (_, at) => row(`Guest ${at}`));
    const { status, body } = await send(rows, { hotspot_id: 3 });
    expect({ status, body }).toMatchObject({ status: 201, body: { vouchers: 10_000 } });
    expect(await batchesOf(3)).toMatchObject([{ made: 10_000, left: 10_000 }]);
    expect((await changesNothing(() => send([...rows, row('One more')]))).status).toBe(400);
  });
});

describe('a lost ticket', () => {
  const limitsAreTotal = (value: string) =>
    server.as('reseller1').put('/api/preferences/hotspots/2', { key: 'voucher_limits_total', value });
  afterEach(() => limitsAreTotal('false'));

  test('retains its daily limits, which restart each day', async () => {
    const old = await one({ max_traffic: 40_000_000, max_time: 600 });
    await use(old);
    expect(await replaced(old.id)).toMatchObject({ max_traffic: 40_000_000, max_time: 600, expires: '2026-11-28T01:46:03Z' });
  });

  test('is not replaced when nothing remains', async () => {
    await limitsAreTotal('true');
    const spent = await one({ max_traffic: 40_000_000 });
    await use(spent);
    const over = await one();
    const yesterday = new Date(RECORDED_AT.getTime() - DAY);
    await server.db().update(hotspot_vouchers).set({ expires: yesterday }).where(eq(hotspot_vouchers.id, over.id));
    for (const { id } of [spent, over]) {
      expect(await changesNothing(() => replace(id))).toMatchObject({ status: 409, body: { code: 'nothing_left' } });
    }
  });

  /** Creates the guest of a counted use, as the portal or RADIUS does. */
  async function countedUse({ id, code, hotspot_id, type }: Voucher, { nth = 1, until = IN_A_WEEK }: { nth?: number; until?: Date } = {}) {
    const db = server.db();
    const username = type === 'auth' ? code.toUpperCase() : `${code.toUpperCase()}#${nth}`;
    const row = { hotspot_id, username, name: username, account_type: 'voucher', created: RECORDED_AT, valid_until: until };
    if (type === 'auth') await db.update(users).set({ valid_until: until }).where(eq(users.username, username));
    else await insertGuest(db, { ...row, voucher_id: id });
    const [guest] = await db.select().from(users).where(eq(users.username, username));
    const use = { voucher_id: id, user_id: guest?.id ?? 0, used: RECORDED_AT, device_mac: type === 'auth' ? '' : `02-00-00-00-00-0${nth}` };
    await db.insert(voucher_uses).values(use);
    await db
      .update(hotspot_vouchers)
      .set({ expires: until, remain_use: sql`case when remain_use > 0 then remain_use - 1 else remain_use end` })
      .where(eq(hotspot_vouchers.id, id));
    return guest?.id ?? 0;
  }
  const IN_A_WEEK = new Date(RECORDED_AT.getTime() + 7 * DAY);
  const guestWithId = async (id: number) => (await server.db().select().from(users).where(eq(users.id, id)))[0];

  test.each(['auth', 'normal'] as const)(
    'has one use of type %s replaced by the rest of its guest’s time while that guest is valid',
    async (type) => {
      const old = await one({ type, remain_use: 1, ...(type === 'auth' && { user_name: 'Ada Rossi', user_mail: '' }) });
      const guest = await countedUse(old);
      const fresh = await replaced(old.id);
      expect(fresh).toMatchObject({ type, remain_use: 1, duration: 0, expires: IN_A_WEEK.toISOString().replace('.000', '') });
      expect((await guestWithId(guest))?.valid_until).toEqual(RECORDED_AT);

      const over = await one({ type, remain_use: 1, ...(type === 'auth' && { user_name: 'Bea', user_mail: '' }) });
      await countedUse(over, { until: new Date(RECORDED_AT.getTime() - 1000) });
      expect(await changesNothing(() => replace(over.id))).toMatchObject({ status: 409, body: { code: 'nothing_left' } });
    },
  );

  test('passes on the use and time of its only registered guest', async () => {
    await limitsAreTotal('true');
    const old = await one({ remain_use: 3, max_traffic: 100_000_000 });
    const guest = await countedUse(old);
    await insertEndedSession(server.db(), {
      session_id: old.id,
      unit_id: 1,
      hotspot_id: 2,
      device_id: 1,
      user_id: guest,
      username: 'X#1',
      duration: 60,
      bytes_up: 10_000_000,
      bytes_down: 30_000_000,
      session_key: `counted ${old.id}`,
      auth_time: RECORDED_AT,
      start_time: RECORDED_AT,
      update_time: RECORDED_AT,
      stop_time: RECORDED_AT,
    });
    expect(await replaced(old.id)).toMatchObject({ remain_use: 3, max_traffic: 60_000_000 });
    expect((await guestWithId(guest))?.valid_until).toEqual(RECORDED_AT);
  });

  test('loses only its code when it has many guests, who stay, and the remaining uses continue', async () => {
    const old = await one({ remain_use: 100 });
    const guests = [await countedUse(old, { nth: 1 }), await countedUse(old, { nth: 2 })];
    const fresh = await replaced(old.id);
    expect(fresh).toMatchObject({ remain_use: 98 });
    for (const guest of guests) expect((await guestWithId(guest))?.valid_until).toEqual(IN_A_WEEK);
    const full = await one({ remain_use: 2 });
    for (const nth of [1, 2]) await countedUse(full, { nth });
    expect(await changesNothing(() => replace(full.id))).toMatchObject({ status: 409, body: { code: 'nothing_left' } });
  });

  test('stays the desk’s when its customer replaces it', async () => {
    const old = await one({}, 'desk12');
    const { body } = await replace(old.id, 'customer12');
    const fresh = (body as { voucher: Voucher }).voucher;
    expect((await vouchersIn(`?code=${fresh.code}`, 'desk12')).length).toBe(1);
  });
});

describe('a voucher by e-mail', () => {
  const mail = (id: number, body: object, as = 'desk12') => server.as(as).post(`/api/vouchers/voucher/${id}/mail`, body);

  test('is sent at most thirty times in five minutes', async () => {
    const { id } = await one({}, 'customer12');
    for (let count = 0; count < 30; count += 1) expect((await mail(id, { to: 'ada@example.com' }, 'customer12')).status).toBe(200);
    const before = sent.length;
    expect(await mail(id, { to: 'ada@example.com' }, 'customer12')).toMatchObject({ status: 429, body: { code: 'too_often' } });
    expect(sent).toHaveLength(before);
  });
});

describe('counted prints', () => {
  test('are decreased by removing a mark', async () => {
    const { id, code } = await one();
    const print = (printed: boolean) => server.as('reseller1').put('/api/vouchers', { voucher_ids: [id], printed });
    const prints = async () => (await vouchersIn(`?code=${code}`))[0]?.prints;
    await print(true);
    await print(true);
    expect(await prints()).toBe(2);
    await print(false);
    expect(await prints()).toBe(1);
    await print(false);
    await print(false);
    expect(await prints()).toBeUndefined();
  });

  test('exclude an undone reprint, and the voucher stays printed', async () => {
    const { id, code } = await one();
    const put = (change: object) => server.as('reseller1').put('/api/vouchers', { voucher_ids: [id], ...change });
    await put({ printed: true });
    await put({ printed: true });
    await put({ printed: true, reprint_undone: true });
    expect((await vouchersIn(`?code=${code}`))[0]).toMatchObject({ printed: true, prints: 1 });
  });
});

describe('the daily summary of a desk', () => {
  const summary = async (query: string, as: string) => shift.parse((await server.as(as).get(`/api/vouchers/shift/1${query}`)).body);

  const createdOn = (day: Shift, preset: string) => day.presets.find((one) => one.preset === preset)?.vouchers;

  test('counts vouchers by preset, prints, replacements, mails and extended guests, a desk’s own only', async () => {
    const before = { desk: await summary('', 'desk11'), customer: await summary('', 'customer11') };
    const first = await one({ hotspot_id: 1, preset: 'Week' }, 'desk11');
    await created({ hotspot_id: 1, preset: 'Day', num_vouchers: 2 }, 'desk11');
    await one({ hotspot_id: 1 }, 'customer11');
    await server.as('desk11').put('/api/vouchers', { voucher_ids: [first.id], printed: true });
    await server.as('desk11').post(`/api/vouchers/voucher/${first.id}/mail`, { to: 'a@example.com' });
    await server.as('desk11').post(`/api/vouchers/voucher/${first.id}/replacement`);
    const [guest] = await server.db().select().from(users).where(eq(users.hotspot_id, 1));
    const extended = await server.as('desk11').put(`/api/users/${guest?.id}`, { valid_until: '2028-01-01T00:00:00Z' });
    expect(extended.status).toBe(200);
    const { desk, customer } = before;
    const after = await summary('', 'desk11');
    expect(after).toMatchObject({
      day: '2026-11-21',
      vouchers: desk.vouchers + 3,
      printed: desk.printed,
      replaced: desk.replaced + 1,
      mailed: desk.mailed + 1,
      extended: desk.extended + 1,
    });
    expect([createdOn(after, 'Week'), createdOn(after, 'Day')]).toEqual([1, 2]);
    expect((await summary('', 'customer11')).vouchers).toBe(customer.vouchers + 4);
  });

  test('starts and ends in the requested time zone', async () => {
    await created({ hotspot_id: 1, preset: 'Zones', num_vouchers: 3 }, 'desk11');
    // It is 01:46 in London.
    expect(createdOn(await summary('?tz=Europe/London', 'desk11'), 'Zones')).toBe(3);
    expect(await summary('?tz=America/New_York', 'desk11')).toMatchObject({ day: '2026-11-20' });
    expect(createdOn(await summary('?day=2026-11-20&tz=America/New_York', 'desk11'), 'Zones')).toBe(3);
    expect(createdOn(await summary('?day=2026-11-20', 'desk11'), 'Zones')).toBeUndefined();
    expect(createdOn(await summary('?day=2026-11-22', 'desk11'), 'Zones')).toBeUndefined();
  });

  test('counts the replacement of a lost ticket as printed only once it is', async () => {
    const old = await one({ hotspot_id: 1 }, 'desk11');
    await server.as('desk11').put('/api/vouchers', { voucher_ids: [old.id], printed: true });
    const { printed } = await summary('', 'desk11');
    const { body } = await server.as('desk11').post(`/api/vouchers/voucher/${old.id}/replacement`);
    expect((await summary('', 'desk11')).printed).toBe(printed - 1);
    await server.as('desk11').put('/api/vouchers', { voucher_ids: [(body as { voucher: Voucher }).voucher.id], printed: true });
    expect((await summary('', 'desk11')).printed).toBe(printed);
  });
});
