import { beforeEach, describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { voucher, vouchersCreated } from '../../src/contract/vouchers';
import { CODE_ALPHABET, CONSOLE_HEADER } from '../../src/contract/plain/wire';
import { hotspot_vouchers } from '../../src/server/database/schema';
import { accountIdOf, RECORDED_AT } from '../support/backEnd/recordings';
import { server, changesNothing, DAY, NEW, AUTH, created, listed, only, guestsNamed } from './vouchersTests';

beforeEach(() => {
  server.clock.now = RECORDED_AT;
});

describe('creating vouchers', () => {
  test('returns a batch with codes that cannot be misread or guessed', async () => {
    const ids = await created({ num_vouchers: 50, bandwidth_down: 2048, max_traffic: 5_368_709_120, max_time: 3600 });
    const rows = await only(ids);
    expect(rows).toHaveLength(50);
    expect(new Set(rows.map(({ code }) => code)).size).toBe(50);
    for (const { code } of rows) expect(code).toMatch(new RegExp(`^[${CODE_ALPHABET}]{8}$`));
    expect(rows[0]).toMatchObject({
      hotspot_id: 2,
      bandwidth_down: 2048,
      max_traffic: 5_368_709_120,
      max_time: 3600,
      duration: 7,
      expires: null,
      remain_use: -1,
      printed: false,
      user_name: '',
      owner_id: 0,
      created: '2026-11-21T01:46:03Z',
    });
  });

  test('returns them like the list, in the order of creation', async () => {
    const body = { ...AUTH, num_vouchers: 5, max_time: 60, bandwidth_up: 512, time: 'expiration' };
    for (const as of ['reseller1', 'desk12']) {
      const { vouchers, ids } = vouchersCreated.parse((await server.as(as).post('/api/vouchers', body)).body);
      expect(vouchers).toHaveLength(5);
      expect(ids).toEqual(vouchers.map(({ id }) => id).sort((a, b) => a - b));
      expect(vouchers).toEqual((await only(ids, as)).sort((a, b) => a.id - b.id));
    }
  });

  test('stores a custom code in lower case, and refuses it the second time in any case', async () => {
    const ids = await created({ code: '  Estate-26 ' });
    expect(await only(ids)).toMatchObject([{ code: 'estate-26' }]);
    for (const code of ['estate-26', 'ESTATE-26']) {
      const answer = await changesNothing(() => server.as('reseller1').post('/api/vouchers', { ...NEW, code }));
      expect(answer).toMatchObject({ status: 409, body: { id: 0, status: 'voucher already exists', code: 'duplicate' } });
    }
    // Another hotspot may use the same code.
    expect(await created({ code: 'estate-26', hotspot_id: 1 })).toHaveLength(1);
  });

  test('sets the expiry at once for a date, and at the first use for a duration', async () => {
    const [fixed, running] = [await created({ time: 'expiration' }), await created()];
    expect(await only(fixed)).toMatchObject([
      { duration: 0, expires: new Date(server.clock.now.getTime() + 14 * DAY).toISOString().replace('.000', '') },
    ]);
    expect(await only(running)).toMatchObject([{ duration: 7, expires: null }]);
  });

  test('refuses a chosen code of fewer than six characters with the reason, also to the existing console', async () => {
    for (const headers of [{}, { [CONSOLE_HEADER]: '' }]) {
      const answer = await changesNothing(() => server.as('reseller1').post('/api/vouchers', { ...NEW, code: 'ab-12' }, headers));
      expect(answer).toMatchObject({ status: 400, body: { fields: { code: 'at least 6 characters: shorter codes can be guessed' } } });
    }
    expect(await created({ code: 'ab-123' })).toHaveLength(1);
  });

  test('gives each voucher of type auth a guest with its limits and no validity before the first use', async () => {
    const ids = await created({ ...AUTH, num_vouchers: 2, bandwidth_up: 512, max_time: 60, auto_login: false });
    const rows = await only(ids);
    expect(rows).toMatchObject([
      { type: 'auth', user_name: 'Ada Rossi', user_mail: 'ada@example.com' },
      { type: 'auth', user_name: 'Ada Rossi' },
    ]);
    const usernames = rows.map(({ code }) => code.toUpperCase());
    const guests = await guestsNamed(usernames);
    expect(guests.map(({ name }) => name).sort()).toEqual([`Ada Rossi (${usernames[0]})`, `Ada Rossi-1 (${usernames[1]})`]);
    for (const guest of guests) {
      expect(guest).toMatchObject({
        hotspot_id: 2,
        email: 'ada@example.com',
        account_type: 'voucher',
        marketing_auth: false,
        survey_auth: false,
        kbps_up: 512,
        max_navigation_time: 60,
        auto_login: false,
        valid_from: null,
        valid_until: null,
      });
    }
  });

  test('gives the guest of a voucher with a fixed expiry access from now until then', async () => {
    await created({ ...AUTH, code: 'fixed-one', time: 'expiration', expiration: 3, user_mail: null });
    const until = new Date(server.clock.now.getTime() + 3 * DAY);
    expect(await guestsNamed(['FIXED-ONE'])).toMatchObject([{ valid_from: server.clock.now, valid_until: until, email: '' }]);
  });

  test('refuses a code whose guest still exists, although its voucher does not', async () => {
    const [id] = await created({ ...AUTH, code: 'left-behind' });
    expect((await server.as('reseller1').delete(`/api/vouchers/voucher/${id}`)).status).toBe(200);
    const answer = await server.as('reseller1').post('/api/vouchers', { ...AUTH, code: 'left-behind' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'duplicate' } });
    expect(await listed('?code=left-behind')).toEqual([]);
    expect(await guestsNamed(['LEFT-BEHIND'])).toHaveLength(1);
  });

  test('creates no guest for a normal voucher and stores no name for it', async () => {
    const ids = await created({ code: 'nobody', user_name: 'Somebody', user_mail: 's@example.com' });
    expect(await only(ids)).toMatchObject([{ user_name: '', user_mail: '' }]);
    expect(await guestsNamed(['NOBODY'])).toEqual([]);
  });

  test.each(['reseller1', 'customer11', 'desk11'])("is refused to %s for another tenant's hotspot like for a missing one", async (as) => {
    for (const hotspot_id of [4, 999]) {
      const answer = await changesNothing(() => server.as(as).post('/api/vouchers', { ...NEW, hotspot_id }));
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  });

  test('ignores owner, id and state in the body', async () => {
    const ids = await created({
      id: 1,
      owner_id: accountIdOf('reseller2'),
      printed: true,
      created: '2000-01-01T00:00:00Z',
      expires: '2099-01-01',
    });
    expect(await only(ids)).toMatchObject([{ owner_id: 0, printed: false, expires: null, created: '2026-11-21T01:46:03Z' }]);
    expect(ids).not.toContain(1);
  });
});

describe('the list of vouchers', () => {
  test('has the newest first, batches in their own order, and total and order in the headers', async () => {
    server.clock.now = new Date(server.clock.now.getTime() + 60_000);
    const ids = await created({ num_vouchers: 3 });
    const { headers, body } = await server.as('reseller1').get('/api/vouchers/2?limit=2&page=1');
    expect(
      z
        .array(voucher)
        .parse(body)
        .map(({ id }) => id),
    ).toEqual(ids.slice(0, 2));
    const all = await listed();
    expect(headers.get('X-Total-Count')).toBe(String(all.length));
    expect([headers.get('X-Sort'), headers.get('X-Order')]).toEqual(['created', 'desc']);
  });

  test('ignores empty filters, and matches no missing expiry', async () => {
    const all = await listed('', 'reseller1', 1);
    const empty = ['code', 'duration', 'auto_login', 'used', 'reusable', 'printed', 'type', 'expiredStart', 'createdEnd'];
    expect(await listed(`?${empty.map((name) => `${name}=`).join('&')}`, 'reseller1', 1)).toEqual(all);
    const before = await listed('?expiredEnd=2030-01-01', 'reseller1', 1);
    expect(before.map(({ code }) => code)).toEqual(['promo1']);
    expect(await listed('?expiredEnd=2026-12-01', 'reseller1', 1)).toEqual([]);
  });

  test('treats % and _ in a code as plain characters', async () => {
    expect(await listed('?code=%25', 'reseller1', 1)).toEqual([]);
    expect(await listed('?code=_', 'reseller1', 1)).toEqual([]);
  });
});

describe('a desk with vouchers', () => {
  test('sees, marks and deletes its own only', async () => {
    const [mine] = await created({ hotspot_id: 1 }, 'desk11');
    const [theirs] = await created({ hotspot_id: 1 }, 'customer11');
    const rows = await listed('', 'desk11', 1);
    expect(rows.map(({ id }) => id)).toContain(mine);
    expect(new Set(rows.map(({ owner_id }) => owner_id))).toEqual(new Set([accountIdOf('desk11')]));

    for (const call of [
      () => server.as('desk11').delete(`/api/vouchers/voucher/${theirs}`),
      () => server.as('desk11').put('/api/vouchers', { voucher_ids: [mine, theirs], printed: true }),
    ]) {
      expect(await changesNothing(call)).toMatchObject({ status: 404, body: { message: 'No hotspot voucher found!' } });
    }

    const before = (await listed('', 'customer11', 1)).filter(({ owner_id }) => owner_id !== accountIdOf('desk11'));
    expect((await server.as('desk11').delete('/api/vouchers/hotspot/1')).status).toBe(200);
    expect(await listed('', 'desk11', 1)).toEqual([]);
    expect(await listed('', 'customer11', 1)).toEqual(before);
  });
});

describe('marking and deleting', () => {
  test('marks all as printed and back, even with a repeated id', async () => {
    const ids = await created({ num_vouchers: 2 });
    for (const printed of [true, false]) {
      expect((await server.as('reseller1').put('/api/vouchers', { voucher_ids: [...ids, ...ids], printed })).status).toBe(200);
      expect(await only(ids)).toMatchObject([{ printed }, { printed }]);
    }
  });

  test.each([['reseller2'], ['customer11']])('changes nothing for %s when one of the ids is not its own', async (as) => {
    const ids = await created({ num_vouchers: 2 });
    for (const voucher_ids of [ids, [...ids, 999_999], [1, ...ids]]) {
      const answer = await changesNothing(() => server.as(as).put('/api/vouchers', { voucher_ids, printed: true }));
      expect(answer).toMatchObject({ status: 404, body: { message: 'No hotspot voucher found!', code: 'not_found' } });
    }
  });

  test.each([[{ voucher_ids: [], printed: true }], [{ voucher_ids: ['1'], printed: true }], [{ voucher_ids: [1], printed: 'yes' }], [{}]])(
    'refuses %j',
    async (body) => {
      expect(await server.as('admin').put('/api/vouchers', body)).toMatchObject({ status: 400, body: { code: 'malformed' } });
    },
  );

  test("leaves another reseller's voucher alone and answers 404", async () => {
    const [id] = await created();
    const answer = await changesNothing(() => server.as('reseller2').delete(`/api/vouchers/voucher/${id}`));
    expect(answer).toMatchObject({ status: 404, body: { message: 'No hotspot voucher found!' } });
    expect((await server.as('reseller1').delete(`/api/vouchers/voucher/${id}`)).status).toBe(200);
    expect(await only([id ?? 0])).toEqual([]);
  });

  test('deletes all of one hotspot and none of another', async () => {
    const [elsewhere] = await created({ hotspot_id: 3 });
    await created({ num_vouchers: 5 });
    expect(await changesNothing(() => server.as('reseller2').delete('/api/vouchers/hotspot/2'))).toMatchObject({ status: 404 });
    expect((await server.as('reseller1').delete('/api/vouchers/hotspot/2')).status).toBe(200);
    expect(await listed()).toEqual([]);
    const elsewhereOnly = and(eq(hotspot_vouchers.hotspot_id, 3), eq(hotspot_vouchers.id, elsewhere ?? 0));
    expect(await server.db().$count(hotspot_vouchers, elsewhereOnly)).toBe(1);
  });
});
