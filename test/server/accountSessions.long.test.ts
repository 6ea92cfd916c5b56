import { expect, test } from '@jest/globals';
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
