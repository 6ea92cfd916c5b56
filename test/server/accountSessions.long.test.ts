import { expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { audit_entries } from '../../src/server/database/schema';
import { accountIdOf } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';

const server = serve();

async function signIn(username: string, agent: string): Promise<string> {
  const { body } = await server.withToken().post('/api/login', { username, password: `pw-${username}` }, { 'user-agent': agent });
  return (body as { token: string }).token;
}

test('staff see where they are signed in, and can sign out there or everywhere else', async () => {
  const [here, there, elsewhere] = [
    await signIn('desk11', 'Reception PC'),
    await signIn('desk11', 'Old phone'),
    await signIn('desk11', 'Bar'),
  ];
  const list = await server.withToken(here).get('/api/account_sessions');
  const { data } = list.body as { data: { id: number; agent: string; current: boolean; address: string }[] };
  expect(data.map(({ agent, current }) => ({ agent, current }))).toEqual([
    { agent: 'Bar', current: false },
    { agent: 'Old phone', current: false },
    { agent: 'Reception PC', current: true },
  ]);
  expect(data[0]?.address).toMatch(/127\.0\.0\.1|::1/);
  expect(JSON.stringify(list.body)).not.toContain(here);

  const phone = data.find(({ agent }) => agent === 'Old phone')?.id ?? 0;
  expect(await server.as('customer11').delete(`/api/account_sessions/${phone}`)).toMatchObject({ status: 404 });
  expect(await server.withToken(here).delete(`/api/account_sessions/${phone}`)).toMatchObject({ status: 200 });
  expect(await server.withToken(there).get('/api/accounts/4')).toMatchObject({ status: 401 });
  expect(await server.withToken(elsewhere).get('/api/accounts/4')).toMatchObject({ status: 200 });

  expect(await server.withToken(here).delete('/api/account_sessions')).toMatchObject({ status: 200 });
  expect(await server.withToken(elsewhere).get('/api/accounts/4')).toMatchObject({ status: 401 });
  expect(await server.withToken(here).get('/api/accounts/4')).toMatchObject({ status: 200 });
});

test('a manager signs an account out everywhere, and nobody else does', async () => {
  const [one, other] = [await signIn('desk12', 'Reception PC'), await signIn('desk12', 'Lost phone')];
  const neighbour = await signIn('desk13', 'Bar');
  const sessions = (username: string) => `/api/accounts/${accountIdOf(username)}/account_sessions`;
  const statusBy = async (caller: ReturnType<typeof server.as>, username = 'desk12') => (await caller.delete(sessions(username))).status;
  expect(await statusBy(server.as('reseller2'))).toBe(404);
  expect(await statusBy(server.as('customer12'))).toBe(403);
  expect(await statusBy(server.withToken(one))).toBe(403);
  expect(await statusBy(server.as('reseller1'), 'reseller1')).toBe(403);
  expect((await server.withToken(other).get('/api/subscription_plans')).status).toBe(200);

  expect(await statusBy(server.as('reseller1'))).toBe(200);
  for (const token of [one, other]) expect((await server.withToken(token).get('/api/subscription_plans')).status).toBe(401);
  expect((await server.withToken(neighbour).get('/api/subscription_plans')).status).toBe(200);
  expect(await signIn('desk12', 'Reception PC')).toMatch(/^[0-9a-f]{64}$/);
  const entries = await server.db().select().from(audit_entries).where(eq(audit_entries.action, 'accounts.sign_out'));
  expect(entries).toMatchObject([
    { account_name: 'reseller1', object_name: 'desk12', changes: [{ field: 'sessions', old: null, new: 2 }] },
  ]);
});
