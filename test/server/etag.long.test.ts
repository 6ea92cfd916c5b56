/** Two people editing the same thing (docs/wire.md#concurrent-changes). */
import { describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { accounts, session_histories } from '../../src/server/database/schema';
import { changesNothingOn } from '../support/server/changesNothing';
import { accountIdOf, fixture } from '../support/backEnd/recordings';
import { serve, type Answer } from '../support/server/server';

const server = serve();
const changesNothing = changesNothingOn(server);

const archived = Number(fixture.tables.user_histories?.[0]?.id);

/** Objects with an ETag: their path, and two visible changes. */
const THINGS: Record<string, { path: string; first: object; second: object; shows: object }> = {
  'a hotspot': {
    path: '/api/hotspots/1',
    first: { description: 'First' },
    second: { description: 'Second' },
    shows: { description: 'First', name: expect.any(String), account_name: expect.any(String) },
  },
  'an account': {
    path: `/api/accounts/${accountIdOf('desk11')}`,
    first: { name: 'First' },
    second: { name: 'Second' },
    shows: { name: 'First', username: 'desk11' },
  },
  'a guest': { path: '/api/users/1', first: { kbps_down: 1001 }, second: { kbps_down: 1002 }, shows: { kbps_down: 1001, id: 1 } },
  'an archived guest': {
    path: `/api/users_expired/${archived}`,
    first: { name: 'First' },
    second: { name: 'Second' },
    shows: { name: 'First', id: archived },
  },
  'a disclaimer': { path: '/api/disclaimers/1', first: { title: 'First' }, second: { title: 'Second' }, shows: { title: 'First', id: 1 } },
};

const tagOf = ({ headers }: Answer): string => {
  const tag = headers.get('ETag') ?? '';
  expect(tag).toMatch(/^"[\w-]{22}"$/);
  return tag;
};
const get = (path: string) => server.as('admin').get(path);
/** What is edited of a thing: whether an account has a second factor changes by itself. */
const edited = (body: unknown) => ({ ...(body as object), second_factor: undefined });
const put = (path: string, body: object, ifMatch?: string) =>
  server.as('admin').put(path, body, ifMatch === undefined ? {} : { 'If-Match': ifMatch });

describe.each(Object.entries(THINGS))('%s', (_what, { path, first, second, shows }) => {
  test('changes with a current ETag, and returns the present state for an outdated one', async () => {
    const seen = tagOf(await get(path));
    const changed = await put(path, first, seen);
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).not.toBe(seen);
    expect(tagOf(await get(path))).toBe(tagOf(changed));

    const late = await changesNothing(() => put(path, second, seen));
    expect(late).toMatchObject({ status: 412, body: { code: 'stale', message: expect.any(String), current: shows } });
    expect((late.body as { current: object }).current).toEqual(edited((await get(path)).body));
    expect(JSON.stringify(late.body)).not.toMatch(/password|secret/);

    const over = await put(path, second, (late.body as { etag: string }).etag);
    expect(over.status).toBe(200);
    expect(tagOf(await get(path))).toBe(tagOf(over));
  });

  test('changes without an ETag as before', async () => {
    expect((await put(path, first)).status).toBe(200);
    expect((await put(path, second, '*')).status).toBe(200);
  });

  test('retains its ETag after a change that changes nothing', async () => {
    const seen = tagOf(await get(path));
    const same = await put(path, {}, seen);
    expect(same.status).toBe(200);
    expect(tagOf(same)).toBe(seen);
  });

  test('accepts ETags in the notations of proxies and clients, and ignores invalid ones', async () => {
    const seen = tagOf(await get(path));
    expect((await put(path, {}, `"another", ${seen}`)).status).toBe(200);
    expect((await put(path, {}, `W/${seen}`)).status).toBe(200);
    for (const nonsense of ['', 'nonsense', '""', seen.slice(1, -1)]) {
      expect({ nonsense, answer: await put(path, first, nonsense) }).toMatchObject({ answer: { status: 412 } });
    }
  });
});

test('a missing object is not found, whatever the ETag', async () => {
  for (const path of ['hotspots', 'accounts', 'users', 'users_expired', 'disclaimers']) {
    expect(await put(`/api/${path}/999999`, {}, '"made-up"')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  // Guessing doesn't reveal another tenant's object either.
  const foreign = await server.as('reseller1').put('/api/hotspots/4', { description: 'mine now' }, { 'If-Match': '"made-up"' });
  expect(foreign).toMatchObject({ status: 404 });
  expect(foreign.body).not.toHaveProperty('current');
});

test('a visible change by another request counts: the plan for its account, owner and disclaimer for a hotspot', async () => {
  const reseller = `/api/accounts/${accountIdOf('reseller1')}`;
  const before = { account: tagOf(await get(reseller)), hotspot: tagOf(await get('/api/hotspots/1')) };
  expect((await put(`${reseller}/subscription`, { subscription_plan_id: 4, valid_until: '2031-01-01T00:00:00Z' })).status).toBe(200);
  expect(await put(reseller, { name: 'Too late' }, before.account)).toMatchObject({
    status: 412,
    body: { current: { subscription: { valid_until: '2031-01-01T00:00:00Z' } } },
  });

  expect((await put(reseller, { name: 'Another name' })).status).toBe(200);
  expect(await put('/api/hotspots/1', { description: 'Too late' }, before.hotspot)).toMatchObject({
    status: 412,
    body: { current: { account_name: 'Another name' } },
  });

  const renamed = tagOf(await get('/api/hotspots/1'));
  expect((await put('/api/hotspots/1', { privacy_disclaimer_id: 1 })).status).toBe(200);
  expect((await put('/api/hotspots/1', { privacy_disclaimer_id: 0 })).status).toBe(200);
  expect(tagOf(await get('/api/hotspots/1'))).toBe(renamed);
});

test('the usage of a guest does not change the ETag', async () => {
  const [history] = fixture.tables.session_histories ?? [];
  const path = `/api/users/${Number(history?.user_id)}`;
  const before = await get(path);
  await server
    .db()
    .update(session_histories)
    .set({ bytes_down: Number(history?.bytes_down) + 1_000_000 })
    .where(eq(session_histories.id, Number(history?.id)));
  const after = await get(path);
  expect(after.body).not.toEqual(before.body);
  expect(tagOf(after)).toBe(tagOf(before));
});

test('a restored guest has no ETag in the archive any more', async () => {
  const path = `/api/users_expired/${Number(fixture.tables.user_histories?.[1]?.id)}`;
  const back = await put(path, { valid_until: '2030-01-01T00:00:00Z' }, tagOf(await get(path)));
  expect(back).toMatchObject({ status: 200, body: { id: expect.any(Number) } });
  expect(back.headers.get('ETag')).toBeNull();
  expect((await get(path)).status).toBe(404);
});

test('a refused change retains the ETag', async () => {
  const seen = tagOf(await get('/api/hotspots/1'));
  expect(await put('/api/hotspots/1', { description: 'Changed?', privacy_disclaimer_id: 999 }, seen)).toMatchObject({ status: 400 });
  expect(tagOf(await get('/api/hotspots/1'))).toBe(seen);
});

test('the password of the account is not part of the ETag', async () => {
  const path = `/api/accounts/${accountIdOf('customer11')}`;
  const [row] = await server
    .db()
    .select()
    .from(accounts)
    .where(eq(accounts.id, accountIdOf('customer11')));
  const late = await put(path, { name: 'x' }, '"old"');
  expect(late.status).toBe(412);
  expect(JSON.stringify(late.body)).not.toContain(row?.password_hash);
});
