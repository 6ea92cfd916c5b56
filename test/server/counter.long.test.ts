/** The reception's counter: presets, batches, lost tickets, mailed vouchers, the day's summary. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { eq, sql, and, inArray } from 'drizzle-orm';
import { shift, type Shift, type Batch } from '../../src/contract/batches';
import { MAX_GUEST_ROWS } from '../../src/contract/plain/guestRows';
import { BUILT_IN_PRESETS, PRESETS_KEY, type Preset, presetsIn } from '../../src/contract/plain/presets';
import type { Voucher } from '../../src/contract/vouchers';
import { hotspot_vouchers, users, voucher_uses, audit_entries, hotspot_preferences } from '../../src/server/database/schema';
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
  NEW,
} from './counterTests';
import { valueTag } from '../../src/contract/plain/valueTag';

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
  const stored = async () => {
    const of = and(eq(hotspot_preferences.hotspot_id, 2), eq(hotspot_preferences.key, PRESETS_KEY));
    const [row] = await server.db().select().from(hotspot_preferences).where(of);
    return row?.value;
  };

  test('are built in by default: a day, three, a week, until check-out, and one code with a hundred uses', () => {
    const facts = presetsIn(undefined).map(({ ends, days, uses }) => [ends, days, uses]);
    expect(facts).toEqual([
      ['days', 1, -1],
      ['days', 3, -1],
      ['days', 7, -1],
      ['check_out', 0, -1],
      ['days', 1, 100],
    ]);
  });

  test('are stored in their order without unknown fields', async () => {
    const value = JSON.stringify([{ ...weekend, colour: 'red' }, BUILT_IN_PRESETS[3]]);
    expect((await put(value)).status).toBe(200);
    expect(presetsIn(await stored())).toEqual([weekend, BUILT_IN_PRESETS[3]]);
    expect((await put('')).status).toBe(200);
    expect(presetsIn(await stored())).toBe(BUILT_IN_PRESETS);
  });

  test('report a concurrent change to the second person who saves', async () => {
    await put(JSON.stringify([weekend]));
    const answer = await changesNothing(() => put('', 'admin', { 'If-Match': valueTag('') }));
    expect(answer).toMatchObject({ status: 412, body: { code: 'stale', current: { key: PRESETS_KEY, value: JSON.stringify([weekend]) } } });
    expect((await put('', 'admin', { 'If-Match': valueTag(JSON.stringify([weekend])) })).status).toBe(200);
  });

  test.each([['customer12'], ['desk12']])('cannot be changed by %s', async (as) => {
    expect(await changesNothing(() => put('', as))).toMatchObject({ status: 403 });
  });

  test('are named by the vouchers created with them', async () => {
    expect(await one({ preset: 'Weekend' })).toMatchObject({ preset: 'Weekend' });
    // Fields that existing back ends don't have are omitted if they are empty.
    expect(Object.keys(await one())).not.toEqual(expect.arrayContaining(['preset']));
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

  test('records who created it, when and how many, unlike a single voucher', async () => {
    const before = (await batchesOf()).length;
    await one();
    expect(await batchesOf()).toHaveLength(before);
    const vouchers = await created({ num_vouchers: 3, batch: 'Wedding' }, 'customer12');
    const wedding = await batchNamed('Wedding');
    expect(wedding).toMatchObject({ made_by: 'customer12', made: 3, used: 0, expired: 0, left: 3, created: '2026-11-21T01:46:03Z' });
    const listed = await vouchersIn(`?batch=${wedding?.id}`);
    expect(listed.map(({ id }) => id)).toEqual(vouchers.map(({ id }) => id));
    const [first, , third] = vouchers.map(({ id }) => id);
    expect((await vouchersIn(`?ids=${third},${first},999999`)).map(({ id }) => id).sort()).toEqual([first, third].sort());
    expect((await server.as('reseller2').get(`/api/vouchers/1?ids=${first}`)).status).toBe(404);
  });

  test('counts used, expired unused and remaining vouchers', async () => {
    const [, second, third] = await created({ num_vouchers: 5, batch: 'Counted' });
    await use(second as Voucher);
    await server
      .db()
      .update(hotspot_vouchers)
      .set({ duration: 0, expires: new Date(RECORDED_AT.getTime() - DAY) })
      .where(eq(hotspot_vouchers.id, third?.id ?? 0));
    expect(await batchNamed('Counted')).toMatchObject({ made: 5, used: 1, expired: 1, left: 3 });
  });

  test('cancels its unused vouchers with their waiting guests, spares used ones, and adds one audit entry', async () => {
    const [used, ...others] = await created({ num_vouchers: 4, batch: 'Cancelled', type: 'auth', user_name: 'Bea' });
    await use(used as Voucher);
    const { id } = (await batchNamed('Cancelled')) as Batch;
    const entries = () => server.db().$count(audit_entries);
    const before = await entries();
    expect(await server.as('reseller1').delete(`/api/voucher_batches/${id}/unused`)).toMatchObject({ status: 200, body: { cancelled: 3 } });
    expect(await entries()).toBe(before + 1);
    expect(await batchNamed('Cancelled')).toMatchObject({ made: 4, used: 1, expired: 0, left: 0 });
    for (const other of others) expect(await guestOf(other)).toBeUndefined();
    expect(await guestOf(used as Voucher)).toBeDefined();
    expect(await server.as('reseller1').delete(`/api/voucher_batches/${id}/unused`)).toMatchObject({ body: { cancelled: 0 } });
    expect(await entries()).toBe(before + 1);
  });

  test('is visible and cancellable for a desk only if it is its own', async () => {
    await created({ num_vouchers: 2, batch: 'Of the reseller' });
    await created({ num_vouchers: 2, batch: 'Of the desk' }, 'desk12');
    const mine = (await batchesOf(2, 'desk12')).map(({ name }) => name);
    expect(mine).toContain('Of the desk');
    expect(mine).not.toContain('Of the reseller');
    const { id } = (await batchNamed('Of the reseller')) as Batch;
    const answer = await changesNothing(() => server.as('desk12').delete(`/api/voucher_batches/${id}/unused`));
    expect(answer.status).toBe(404);
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

  test('creates a personal voucher for each guest, with name, e-mail, room, days and a waiting guest', async () => {
    const rows = [row(' Ada Rossi ', { email: 'ada@example.com', room: '101', days: '5' }), row('=SUM(A1)', { room: 'Suite, "blue"' })];
    const { status, body } = await send(rows);
    expect({ status, body }).toMatchObject({ status: 201, body: { vouchers: 2 } });
    const listed = await vouchersIn(`?batch=${(body as { id: number }).id}`);
    expect(listed).toMatchObject([
      { user_name: 'Ada Rossi', user_mail: 'ada@example.com', room: '101', duration: 5, type: 'auth' },
      { user_name: '=SUM(A1)', user_mail: '', room: 'Suite, "blue"', duration: 3, type: 'auth' },
    ]);
    expect(await guestOf(listed[0] as Voucher)).toMatchObject({
      email: 'ada@example.com',
      valid_until: null,
      marketing_auth: false,
      survey_auth: false,
    });
  });

  test('creates nothing with a wrong row, and names each row with its field and problem', async () => {
    const rows = [
      row('Ada'),
      row('', { email: 'nobody@example.com' }),
      row('Bea', { email: 'bea at home' }),
      row('Cleo', { days: '1.5' }),
      row('ada '),
      row('Dan', { room: 'r'.repeat(61) }),
      row('n'.repeat(256)),
    ];
    expect(await changesNothing(() => send(rows))).toMatchObject({
      status: 400,
      body: {
        fields: {
          'rows.1.name': 'name_missing',
          'rows.2.email': 'email_wrong',
          'rows.3.days': 'days_wrong',
          'rows.4.name': 'duplicate',
          'rows.5.room': 'too_long',
          'rows.6.name': 'too_long',
        },
      },
    });
  });

  test('preserves any text as typed, and refuses what no text can contain', async () => {
    const names = ['"; drop table users; --', '\\u0041 {1,2}', '😀 山田太郎 محمد', "O'Brien\t\n", 'half \ud83d'];
    const { body } = await send(names.map((name) => row(name)));
    const listed = await vouchersIn(`?batch=${(body as { id: number }).id}`);
    expect(listed.map(({ user_name }) => user_name)).toEqual([...names.slice(0, 3), "O'Brien", 'half \ufffd']);
    expect((await changesNothing(() => send([row('nul \u0000')]))).status).toBe(400);
  });

  test.each(['reseller2', 'customer11'])("is refused to %s for another tenant's hotspot", async (as) => {
    const body = { hotspot_id: 2, duration: 3, rows: [row('Ada')] };
    expect((await changesNothing(() => server.as(as).post('/api/voucher_batches', body))).status).toBe(404);
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

  test('is replaced when unused by the same voucher with another code', async () => {
    const old = await one({ remain_use: 3, bandwidth_down: 2048, max_time: 3600, preset: 'Week' });
    const fresh = await replaced(old.id);
    const { id: _id, code, ...grants } = fresh;
    expect(code).not.toBe(old.code);
    const { id: _old, code: _oldCode, ...before } = old;
    expect(grants).toEqual(before);
    // The old code still finds the new voucher.
    expect((await vouchersIn(`?code=${old.code}`)).map((found) => found.code)).toEqual([code]);
  });

  afterEach(() => limitsAreTotal('false'));

  test('is replaced when used by what remains until the same moment, and the old guest is disabled', async () => {
    await limitsAreTotal('true');
    const old = await one({ max_traffic: 100_000_000, max_time: 3600, remain_use: 2 });
    await use(old);
    const fresh = await replaced(old.id);
    expect(fresh).toMatchObject({ max_traffic: 60_000_000, max_time: 3000, remain_use: 2, duration: 0, expires: '2026-11-28T01:46:03Z' });
    expect((await guestOf(old))?.valid_until).toEqual(RECORDED_AT);
  });

  test('passes a named guest on to the new code', async () => {
    const old = await one({ type: 'auth', user_name: 'Ada Rossi', user_mail: 'ada@example.com' });
    const fresh = await replaced(old.id);
    expect(await guestOf(old)).toBeUndefined();
    expect(await guestOf(fresh)).toMatchObject({ email: 'ada@example.com', name: `Ada Rossi (${fresh.code.toUpperCase()})` });
  });

  test('adds one audit entry without the new code', async () => {
    const old = await one();
    const fresh = await replaced(old.id);
    const [entry, ...more] = await server
      .db()
      .select()
      .from(audit_entries)
      .where(inArray(audit_entries.object_name, [old.code, fresh.code]));
    const [, last] = [entry, ...more];
    expect(more).toHaveLength(1);
    expect(last).toMatchObject({ action: 'vouchers.replace', object_name: old.code });
    expect(JSON.stringify(last?.changes)).not.toContain(fresh.code);
  });

  test('is replaced once by two simultaneous requests', async () => {
    const old = await one();
    const answers = await Promise.all([replace(old.id), replace(old.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
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

  test('contains the code and its allowance, in the guest’s language', async () => {
    const { id, code } = await one({ duration: 3, remain_use: 2 }, 'desk12');
    expect((await mail(id, { to: 'ada@example.com', language: 'it' })).status).toBe(200);
    const last = sent.at(-1);
    expect(last).toMatchObject({ to: 'ada@example.com', subject: expect.stringMatching(/^Il tuo codice WiFi per /) });
    for (const text of [last?.text, last?.html]) {
      expect(text).toContain(code);
      expect(text).toContain('Vale 3 giorni dopo quello del primo utilizzo.');
      expect(text).toContain('Vale per 2 utilizzi.');
    }
    for (const [language, subject] of [
      ['de', 'Ihr WLAN-Code für '],
      ['fr', 'Votre code WiFi pour '],
      ['es', 'Su código WiFi para '],
    ]) {
      expect((await mail(id, { to: 'ada@example.com', language })).status).toBe(200);
      expect(sent.at(-1)?.subject).toMatch(new RegExp(`^${subject}`));
    }
    const [entry] = await server
      .db()
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.object_name, code))
      .orderBy(audit_entries.id)
      .limit(1)
      .offset(1);
    expect(entry).toMatchObject({ action: 'vouchers.send', changes: [{ field: 'mailed', old: null, new: true }] });
  });

  test('adds no audit entry when the mail server refuses it', async () => {
    const { id, code } = await one();
    expect(await mail(id, { to: 'refused@example.com' }, 'reseller1')).toMatchObject({ status: 422, body: { code: 'mail_refused' } });
    expect(
      await server.db().$count(audit_entries, and(eq(audit_entries.object_name, code), eq(audit_entries.action, 'vouchers.send'))),
    ).toBe(0);
  });

  test.each([{ to: 'nobody' }, { to: 'a@b.example\nBcc: c@d.example' }, { to: 'a@b.example', language: 'xx' }])(
    'is refused with %j',
    async (body) => {
      const { id } = await one();
      expect((await changesNothing(() => mail(id, body, 'reseller1'))).status).toBe(400);
    },
  );
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

describe('the room of a voucher', () => {
  test('is stored with it, and refused where it is longer than a line', async () => {
    expect(await one({ room: ' 204 ' })).toMatchObject({ type: 'normal', room: '204' });
    expect(await one({ room: '204', type: 'auth', user_name: 'Ada' })).toMatchObject({ type: 'auth', user_name: 'Ada', room: '204' });
    expect(await one()).not.toHaveProperty('room');
    const { status } = await changesNothing(() => server.as('reseller1').post('/api/vouchers', { ...NEW, room: 'r'.repeat(61) }));
    expect(status).toBe(400);
  });

  test('is erased with the guest who used it, also on a voucher for anybody', async () => {
    const { id, code } = await one({ room: 'Rossi · 204' });
    const guest = { hotspot_id: 2, voucher_id: id, username: `${code}#1`, account_type: 'voucher', created: RECORDED_AT };
    const created = await insertGuest(server.db(), guest);
    expect((await server.as('reseller1').delete(`/api/users/${created.id}`)).status).toBe(200);
    const storedVoucher = (await vouchersIn(`?code=${code}`)).find((found) => found.id === id);
    expect(storedVoucher).toBeDefined();
    expect(storedVoucher).not.toHaveProperty('room');
  });
});
