import { describe, expect, jest, test } from '@jest/globals';
import type { FetchArgs } from '@reduxjs/toolkit/query';
import { NO_DATE } from '../../src/contract/plain/wire';
import { existingBackEnd } from '../../src/shared/backEnd/existingBackEnd';
import { isNothingFound } from '../../src/shared/backEnd/existingLists';
import type { Answer, BackEnd, ExistingOptions } from '../../src/shared/backEnd/types';
import { readExchanges } from '../support/backEnd/recordings';

interface Sent {
  url: string;
  method: string;
  params: Record<string, string | number>;
  body?: unknown;
  headers: object;
}

type Says = { status: number; body: unknown } | undefined;

/** An existing back end that answers by `say`, or with 404, and a function that calls it as the console does. */
function inFrontOf(say: (sent: Sent) => Says) {
  const sent: Sent[] = [];
  const send: BackEnd = (args) => {
    const { url, method = 'GET', params, body, headers = {} } = args as Partial<Sent> & { url: string };
    const call: Sent = { url, method, params: params ?? {}, body, headers };
    sent.push(call);
    const { status, body: data } = say(call) ?? { status: 404, body: { message: 'API not found' } };
    const response = new Response(null, { status });
    const meta = { request: new Request('http://existing.invalid/'), response };
    return status < 400 ? { data, meta } : { error: { status, data }, meta };
  };
  const queries: Record<string, unknown> = {};
  const base = { getState: () => ({ api: { queries } }), dispatch: jest.fn(), extra: undefined, endpoint: '', abort: () => undefined };
  const backEnd = existingBackEnd(send, () => 'token');
  const callApi = async (
    args: string | FetchArgs,
    { forced = false, cacheKey = '', options = undefined as ExistingOptions | undefined } = {},
  ) => {
    const store = { ...base, signal: new AbortController().signal, type: 'query' as const, forced, queryCacheKey: cacheKey };
    return (await backEnd(args, store, options)) as Answer;
  };
  return { sent, callApi, queries };
}

interface Row {
  id: number;
  name: string;
}

const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `guest ${String((index * 7) % count).padStart(4, '0')}` }));

/** Pages lists like an existing back end: from 1, unsorted, 404 if empty. */
const paging =
  (rows: readonly Row[]) =>
  ({ params }: Sent): Says => {
    const { page = 1, limit = rows.length } = params;
    const data = rows.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit));
    return data.length === 0 ? { status: 404, body: { message: 'No users found!' } } : { status: 200, body: { data, total: rows.length } };
  };

const header = ({ meta }: Answer, name: string) => meta?.response?.headers.get(name) ?? null;
const names = (answer: Answer) => (answer.data as { data: Row[] }).data.map(({ name }) => name);
const sortedPage = { url: 'users', params: { page: 2, limit: 25, sort: 'name', order: 'desc' } };

describe('requests to an existing back end', () => {
  test('lists send only the parameters and headers that it knows, MAC addresses with dashes, and no empty search', async () => {
    const { callApi, sent } = inFrontOf(() => ({ status: 200, body: { data: [], total: 0 } }));
    await callApi({ url: 'devices', params: { q: 'aa:bb:0', hotspot: 7, page: 1, limit: 25, after: 'x', sums: 'true', used: 'true' } });
    await callApi({ url: 'users', params: { q: '', page: 1, limit: 25 } });
    await callApi({ url: 'sessions', params: { q: 'fe80::1' } });
    expect(sent.map(({ params }) => params)).toEqual([
      { q: 'aa-bb-0', hotspot: 7, page: 1, limit: 25 },
      { page: 1, limit: 25 },
      { q: 'fe80::1' },
    ]);
  });

  test('plans are requested at the address that does not redirect', async () => {
    const { callApi, sent } = inFrontOf(() => ({ status: 200, body: [] }));
    await callApi('subscription_plans');
    expect(sent[0]?.url).toBe('subscription_plans/');
  });

  test('a new unit sends its hotspot as a string and no idempotency headers', async () => {
    const { callApi, sent } = inFrontOf(() => ({ status: 201, body: { id: 9 } }));
    await callApi({
      url: 'units',
      method: 'POST',
      body: { hotspot_id: 7, name: 'ap' },
      headers: { 'Idempotency-Key': 'k', 'If-Match': '"1"' },
    });
    expect(sent).toMatchObject([{ body: { hotspot_id: '7', name: 'ap' }, headers: {} }]);
  });

  test('a change to an account or hotspot resends the fields that would otherwise be cleared', async () => {
    const stored = { privacy_dpo: 'Dott. Neri', privacy_dpo_mail: 'dpo@example.com', business_dpo: 'Ada', business_dpo_mail: '' };
    const { callApi, sent } = inFrontOf(() => ({ status: 200, body: stored }));
    await callApi({ url: 'accounts/4', method: 'PUT', body: { password: 'new' } });
    await callApi({
      url: 'hotspots/7',
      method: 'PUT',
      body: { privacy_disclaimer_id: 2, business_dpo: 'Bea', business_dpo_mail: 'b@example.com' },
    });
    await callApi({ url: 'hotspots/7', method: 'PUT', body: { tos_disclaimer_id: 2 } });
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
      { password: 'new', privacy_dpo: 'Dott. Neri', privacy_dpo_mail: 'dpo@example.com' },
      { privacy_disclaimer_id: 2, business_dpo: 'Bea', business_dpo_mail: 'b@example.com' },
      { tos_disclaimer_id: 2, business_dpo: 'Ada', business_dpo_mail: '' },
    ]);
    expect(sent).toHaveLength(5);
  });

  test('the disclaimers of a hotspot are looked up by its name, only where they are needed', async () => {
    const { callApi, sent } = inFrontOf(({ url }) =>
      url === 'hotspots'
        ? {
            status: 200,
            body: {
              data: [
                { id: 6, name: 'bar' },
                { id: 7, name: 'bar-2', privacy_disclaimer_id: 3, tos_disclaimer_id: 0 },
              ],
              total: 2,
            },
          }
        : { status: 200, body: { id: 7, name: 'bar-2' } },
    );
    expect((await callApi('hotspots/7')).data).toEqual({ id: 7, name: 'bar-2' });
    expect(sent.map(({ url }) => url)).toEqual(['hotspots/7']);
    expect((await callApi('hotspots/7', { options: { isWhole: true } })).data).toEqual({
      id: 7,
      name: 'bar-2',
      privacy_disclaimer_id: 3,
      tos_disclaimer_id: 0,
    });
    expect(sent.at(-1)).toMatchObject({ url: 'hotspots', params: { q: 'bar-2' } });
  });
});

describe('answers of an existing back end', () => {
  test('a date of year 1 becomes null, and null tokens become an empty list', async () => {
    const { callApi } = inFrontOf(() => ({ status: 200, body: { created: '0001-01-01T00:00:00Z', tokens: null, sets: null, name: '' } }));
    expect((await callApi('accounts/4')).data).toEqual({ created: null, tokens: [], sets: null, name: '' });
  });

  test('every recorded wording of "nothing found" becomes an empty list', async () => {
    const lists = readExchanges().filter(
      ({ path, status }) =>
        status === 404 && /^\/api\/(accounts|hotspots|units|devices|users|users_expired|sessions|histories|integrations)(\?|$)/.test(path),
    );
    expect(lists.length).toBeGreaterThan(20);
    for (const { path, response } of lists) {
      const url = path.replace('/api/', '').replace(/\?.*/, '');
      const { callApi } = inFrontOf(() => ({ status: 404, body: response }));
      const { data, error } = await callApi({ url, params: { page: 1, limit: 25 } });
      expect([url, error]).toEqual([url, undefined]);
      if (url !== 'users_expired') expect(Array.isArray(data) ? data : (data as { data: unknown[] }).data).toEqual([]);
    }
  });

  test.each([
    ['a mistyped path', 404, { message: 'API not found' }],
    ["a proxy's page", 404, '<html>No page found!</html>'],
    ['an empty answer', 404, null],
    ['a message that is not text', 404, { message: 7 }],
    ['another status with the same message', 500, { message: 'No hotspots found!' }],
  ])('%s stays a failure', async (_what, status, body) => {
    expect(isNothingFound({ error: { status, data: body } })).toBe(false);
    const { callApi } = inFrontOf(() => ({ status, body }));
    expect((await callApi({ url: 'hotspots' })).error).toEqual({ status, data: body });
  });

  test('a missing single item stays a failure', async () => {
    const { callApi } = inFrontOf(() => ({ status: 404, body: { message: 'No unit found!' } }));
    expect((await callApi('units/9')).error).toMatchObject({ status: 404 });
  });

  test('a page past the last one still reports the total', async () => {
    const { callApi } = inFrontOf(paging(rowsOf(60)));
    expect((await callApi({ url: 'users', params: { page: 9, limit: 25 } })).data).toEqual({ data: [], total: 60 });
  });

  test('a bare array reports its length as the total', async () => {
    const { callApi, sent } = inFrontOf(() => ({ status: 200, body: [{ id: 1 }, { id: 2 }] }));
    expect(header(await callApi({ url: 'stats/sms/hotspots/7', params: { limit: 1 } }), 'X-Total-Count')).toBe('2');
    expect(sent[0]?.params).toEqual({});
  });

  test('a deletion reported as successful fails if the reseller still exists', async () => {
    const { callApi } = inFrontOf(() => ({ status: 200, body: { id: 9, type: 'reseller' } }));
    expect((await callApi({ url: 'accounts/9', method: 'DELETE' })).error).toMatchObject({ status: 409, data: { code: 'kept' } });
  });

  test('a deletion is verified by reading again only for resellers', async () => {
    let isGone = false;
    const { callApi, sent } = inFrontOf(({ method }) => {
      if (method === 'DELETE') isGone = true;
      return isGone && method === 'GET' ? undefined : { status: 200, body: { id: 9, type: sent.length === 1 ? 'desk' : 'reseller' } };
    });
    expect((await callApi({ url: 'accounts/9', method: 'DELETE' })).error).toBeUndefined();
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  });

  /** A back end with two vouchers; each POST adds these. */
  const addingVouchers = (...added: object[]) => {
    const known: object[] = [{ id: 2 }, { id: 1 }];
    return inFrontOf(({ method }) => {
      if (method === 'GET') return { status: 200, body: [...known] };
      known.unshift(...added);
      return { status: 201, body: { status: 'success' } };
    });
  };

  test('new vouchers are found by comparison and returned as by our own server', async () => {
    const { callApi } = addingVouchers({ id: 6, code: 'b', expires: NO_DATE }, { id: 5, code: 'a', expires: NO_DATE });
    expect((await callApi({ url: 'vouchers', method: 'POST', body: { hotspot_id: 7, num_vouchers: 2 } })).data).toEqual({
      status: 'success',
      ids: [5, 6],
      vouchers: [
        { id: 5, code: 'a', expires: null },
        { id: 6, code: 'b', expires: null },
      ],
    });
  });

  test('new vouchers stay unidentified when more appeared than were requested', async () => {
    const { callApi } = addingVouchers({ id: 6 }, { id: 5 });
    expect((await callApi({ url: 'vouchers', method: 'POST', body: { hotspot_id: 7, num_vouchers: 1 } })).data).toEqual({
      status: 'success',
    });
  });
});

describe('sorting lists of an existing back end', () => {
  test('up to 1,000 matches are read completely and sorted in the console', async () => {
    const rows = rowsOf(1000);
    const { callApi, sent } = inFrontOf(paging(rows));
    const answer = await callApi(sortedPage);
    expect(names(answer)).toEqual(
      rows
        .map(({ name }) => name)
        .sort()
        .reverse()
        .slice(25, 50),
    );
    expect(header(answer, 'X-Sort')).toBe('name');
    expect(sent.map(({ params }) => params)).toEqual([
      { page: 2, limit: 25 },
      { page: 1, limit: 1000 },
    ]);
  });

  test('more than 1,000 matches come page by page and are not marked as sorted', async () => {
    const rows = rowsOf(1001);
    const { callApi, sent } = inFrontOf(paging(rows));
    const answer = await callApi(sortedPage);
    expect(names(answer)).toEqual(rows.slice(25, 50).map(({ name }) => name));
    expect(header(answer, 'X-Sort')).toBeNull();
    expect(sent).toHaveLength(1);
  });

  test('another sort order sends no request, a refresh and a change do', async () => {
    const { callApi, sent } = inFrontOf(paging(rowsOf(60)));
    await callApi(sortedPage);
    expect(sent).toHaveLength(2);
    await callApi({ ...sortedPage, params: { ...sortedPage.params, order: 'asc' } });
    await callApi({ ...sortedPage, params: { ...sortedPage.params, sort: 'id' } });
    expect(sent).toHaveLength(2);
    await callApi(sortedPage, { forced: true });
    expect(sent).toHaveLength(4);
    await callApi({ url: 'users/7', method: 'DELETE' });
    await callApi(sortedPage);
    expect(sent).toHaveLength(7);
  });

  test('an old copy is read again unless the screen shows it', async () => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(0);
    const { callApi, sent, queries } = inFrontOf(paging(rowsOf(20)));
    queries.byName = {};
    await callApi({ url: 'users', params: { sort: 'name' } }, { cacheKey: 'byName' });
    clock.mockReturnValue(600_000);
    queries.byId = {};
    await callApi({ url: 'users', params: { sort: 'id' } }, { cacheKey: 'byId' });
    expect(sent).toHaveLength(1);
    delete queries.byName;
    delete queries.byId;
    await callApi({ url: 'users', params: { sort: 'name' } }, { cacheKey: 'byName' });
    expect(sent).toHaveLength(2);
  });

  test('a failure is not cached', async () => {
    let isDown = true;
    const { callApi } = inFrontOf((call) => (isDown ? { status: 500, body: null } : paging(rowsOf(3))(call)));
    expect((await callApi(sortedPage)).error).toMatchObject({ status: 500 });
    isDown = false;
    expect((await callApi({ ...sortedPage, params: { ...sortedPage.params, page: 1 } })).error).toBeUndefined();
    expect((await callApi(sortedPage)).error).toBeUndefined();
  });

  test('vouchers arrive all at once, and are paged, sorted and counted in the console', async () => {
    const { callApi, sent } = inFrontOf(() => ({
      status: 200,
      body: [
        { id: 1, code: 'b', expires: '0001-01-01T00:00:00Z' },
        { id: 2, code: 'a', expires: '2026-01-01T00:00:00Z' },
        { id: 3, code: 'c', expires: '2026-01-02T00:00:00Z' },
      ],
    }));
    const answer = await callApi({ url: 'vouchers/7', params: { page: 1, limit: 2, sort: 'code', order: 'desc' } });
    expect((answer.data as { code: string }[]).map(({ code }) => code)).toEqual(['c', 'b']);
    expect(header(answer, 'X-Total-Count')).toBe('3');
    // Its filter by expiry includes vouchers that never expire.
    const ending = await callApi({ url: 'vouchers/7', params: { expiredEnd: '2026-02-01', sort: 'code', order: 'asc' } });
    expect((ending.data as { code: string }[]).map(({ code }) => code)).toEqual(['a', 'c']);
    expect(sent.map(({ params }) => params)).toEqual([{}, { expiredEnd: '2026-02-01' }]);
  });
});

describe('expired guests of an existing back end', () => {
  const guest = (id: number, name: string) => ({ id, name, username: `u${id}`, email: '', account_type: 'email', kbps_down: 0 });
  const sets = (users: number, archived: number) => ({
    data_users: Array.from({ length: users }, (_, index) =>
      guest(index, index === 3 ? 'Zoë Müller' : `guest ${String(users - index).padStart(4, '0')}`),
    ),
    data_user_histories: Array.from({ length: archived }, (_, index) => guest(index, index === 1 ? 'MULLER' : 'old')),
  });
  /** Returns the same page of both sets, and ignores `q`. */
  const expired =
    (users: number, archived: number) =>
    ({ params }: Sent): Says => {
      const { page = 1, limit = users + archived } = params;
      const all = sets(users, archived);
      const cut = <R>(rows: R[]) => rows.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit));
      const body = { data_users: cut(all.data_users), data_user_histories: cut(all.data_user_histories), total: users + archived };
      return { status: 200, body };
    };
  const found = ({ data }: Answer) => {
    const { data_users, data_user_histories, total } = data as { data_users: Row[]; data_user_histories: Row[]; total: number };
    return { names: [...data_users, ...data_user_histories].map(({ name }) => name), total };
  };

  test('the search runs in the console and ignores case and accents', async () => {
    const { callApi, sent } = inFrontOf(expired(30, 5));
    const answer = await callApi({
      url: 'users_expired',
      params: { q: 'muller', page: 1, limit: 25, sort: 'name', order: 'asc', hotspot: 7 },
    });
    expect(found(answer)).toEqual({ names: ['Zoë Müller', 'MULLER'], total: 2 });
    expect(header(answer, 'X-Searched')).toBeNull();
    expect(sent.map(({ params }) => params)).toEqual([{ hotspot: 7, page: 1, limit: 5000 }]);
  });

  test('an incomplete search reports how many rows it covered', async () => {
    const { callApi } = inFrontOf(expired(6000, 2));
    const answer = await callApi({ url: 'users_expired', params: { q: 'muller', page: 1, limit: 25, sort: 'name', order: 'asc' } });
    expect(header(answer, 'X-Searched')).toBe('5002');
    expect(header(answer, 'X-Sort')).toBeNull();
  });

  test('up to 1,000 rows are sorted, more stay in the order received', async () => {
    const few = inFrontOf(expired(990, 10));
    const sorted = await few.callApi({ url: 'users_expired', params: { page: 1, limit: 3, sort: 'name', order: 'asc' } });
    expect(found(sorted).names.slice(0, 3)).toEqual(['guest 0001', 'guest 0002', 'guest 0003']);
    expect(header(sorted, 'X-Sort')).toBe('name');
    const many = inFrontOf(expired(1000, 10));
    const asItComes = await many.callApi({ url: 'users_expired', params: { page: 1, limit: 3, sort: 'name', order: 'asc' } });
    expect(found(asItComes).names.slice(0, 3)).toEqual(['guest 1000', 'guest 0999', 'guest 0998']);
    expect(header(asItComes, 'X-Sort')).toBeNull();
  });

  test('an archived guest is found among all expired guests', async () => {
    const { callApi } = inFrontOf(expired(30, 5));
    expect((await callApi('users_expired/1')).data).toMatchObject({ name: 'MULLER', max_navigation_traffic_limit: 0 });
    expect((await callApi('users_expired/99')).error).toMatchObject({ status: 404 });
  });

  test('an answer without any becomes two empty lists', async () => {
    const { callApi } = inFrontOf(() => ({ status: 404, body: { message: 'No user expired found!' } }));
    expect((await callApi({ url: 'users_expired', params: { page: 1, limit: 25 } })).data).toEqual({
      data_users: [],
      data_user_histories: [],
      total: 0,
    });
  });
});
