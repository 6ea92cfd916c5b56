import { expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { accounts, outbox, password_resets } from '../../src/server/database/schema';
import { accountIdOf } from '../support/backEnd/recordings';
import { mails, server, MINUTE, codeIn, request, set, login } from './passwordResetTests';

test('a second request within two minutes sends no mail, later it does, and both codes are valid until one is used', async () => {
  await request('desk21');
  await request('desk21');
  expect(mails).toHaveLength(1);
  server.clock.now = new Date(server.clock.now.getTime() + 3 * MINUTE);
  await request('desk21');
  expect(mails).toHaveLength(2);
  expect(await set(codeIn(mails[0]), 'another-pw')).toMatchObject({ status: 200 });
  expect(await set(codeIn(mails[1]), 'a-third-pw')).toMatchObject({ status: 400 });
  expect(await login('desk21', 'another-pw')).toMatchObject({ status: 201 });
});

test('the database does the same work for known and unknown names', async () => {
  const storedCount = async () => (await server.db().$count(password_resets)) + (await server.db().$count(outbox));
  await server.db().delete(password_resets);
  for (const username of ['desk11', 'nobody at all', 'admin', 'desk11']) {
    const before = await storedCount();
    await request(username);
    expect({ username, kept: await storedCount() }).toEqual({ username, kept: before + 2 });
  }
  server.clock.now = new Date(server.clock.now.getTime() + 31 * MINUTE);
  await request('nobody at all');
  expect(await server.db().$count(password_resets)).toBe(1);
});

test.each([
  ['password', 'customer13', { password: 'chosen-in-person' }],
  ['e-mail address', 'customer22', { email: 'new-mailbox@example.com' }],
])('a code in the mailbox of before sets no password once the %s has changed', async (_, username, change) => {
  await request(username);
  const { token, id } = (await login(username, `pw-${username}`)).body as { token: string; id: number };
  expect(await server.withToken(token).put(`/api/accounts/${id}`, { name: 'Another name' })).toMatchObject({ status: 200 });
  expect(await server.db().$count(password_resets, eq(password_resets.account_id, id))).toBe(1);
  expect(await server.withToken(token).put(`/api/accounts/${id}`, change)).toMatchObject({ status: 200 });
  expect(await set(codeIn(mails[0]), 'of-the-thief')).toMatchObject({ status: 400, body: { fields: { token: expect.any(String) } } });
});

test('an admin’s weak password is refused, and the code stays valid', async () => {
  await server.db().update(accounts).set({ email: 'admin@example.com' }).where(eq(accounts.username, 'admin'));
  await request('admin');
  expect(await set(codeIn(mails[0]), 'Password2024')).toMatchObject({ status: 400, body: { code: 'weak_password' } });
  expect(await set(codeIn(mails[0]), 'moorhen under a bridge')).toMatchObject({ status: 200 });
});

test('a browser that signed in before is a stranger after the code has set a password, unlike the one that had the code', async () => {
  const [earlier, now] = ['192.0.2.30', '198.51.100.30'];
  expect((await login('customer11', 'pw-customer11', earlier)).status).toBe(201);
  await request('customer11');
  expect((await set(codeIn(mails[0]), 'another-pw', now)).status).toBe(200);
  // As many wrong passwords as a stranger may enter in a day, and one more.
  const last = { [earlier]: 0, [now]: 0 };
  for (const address of [now, earlier]) {
    for (let nth = 0; nth <= 20; nth += 1) {
      if (nth % 10 === 0) server.clock.now = new Date(server.clock.now.getTime() + 6 * MINUTE);
      last[address] = (await login('customer11', 'a guess', address)).status;
    }
  }
  expect(last).toEqual({ [earlier]: 429, [now]: 401 });
});

test('a code in the mail replaces a one-time password by another only', async () => {
  const given = { password: 'k7Rt2pQx', one_time_password: true };
  expect((await server.as('reseller2').put(`/api/accounts/${accountIdOf('desk22')}`, given)).status).toBe(200);
  await request('desk22');
  expect(await set(codeIn(mails[0]), given.password)).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } });
  expect(await login('desk22', given.password)).toMatchObject({ status: 201, body: { must_change_password: true } });
  expect((await set(codeIn(mails[0]), 'moorhen under a bridge')).status).toBe(200);
  expect((await login('desk22', 'moorhen under a bridge')).body).not.toHaveProperty('must_change_password');
});
