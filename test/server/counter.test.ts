/** The reception's counter: presets, batches, lost tickets, mailed vouchers, the day's summary. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { and, eq, inArray } from 'drizzle-orm';
import type { Batch } from '../../src/contract/batches';
import { BUILT_IN_PRESETS, presetsIn, PRESETS_KEY, type Preset } from '../../src/contract/plain/presets';
import { valueTag } from '../../src/contract/plain/valueTag';
import type { Voucher } from '../../src/contract/vouchers';
import { audit_entries, hotspot_preferences, hotspot_vouchers } from '../../src/server/database/schema';
import { RECORDED_AT } from '../support/backEnd/recordings';
import type { Answer } from '../support/server/server';
import { insertGuest } from '../factories/rows';
import {
  sent,
  server,
  changesNothing,
  DAY,
  NEW,
  created,
  one,
  vouchersIn,
  batchesOf,
  batchNamed,
  guestOf,
  use,
  replace,
  replaced,
} from './counterTests';

describe('the presets of a hotspot', () => {
  const put = (value: string, as = 'reseller1', headers = {}): Promise<Answer> =>
    server.as(as).call('PUT', '/api/preferences/hotspots/2', { key: PRESETS_KEY, value }, headers);
  const stored = async () => {
    const of = and(eq(hotspot_preferences.hotspot_id, 2), eq(hotspot_preferences.key, PRESETS_KEY));
    const [row] = await server.db().select().from(hotspot_preferences).where(of);
    return row?.value;
  };
  const weekend: Preset = { ...(BUILT_IN_PRESETS[0] as Preset), name: 'Weekend', days: 2, uses: 4, max_traffic: 1_048_576, max_devices: 2 };

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

describe('a file of guests', () => {
  const row = (name: string, more: object = {}) => ({ name, email: '', room: '', days: '', ...more });
  const send = (rows: object[], more: object = {}): Promise<Answer> =>
    server.as('reseller1').post('/api/voucher_batches', { hotspot_id: 2, name: 'File', duration: 3, rows, ...more });

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

  const limitsAreTotal = (value: string) =>
    server.as('reseller1').put('/api/preferences/hotspots/2', { key: 'voucher_limits_total', value });
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
