import { beforeEach, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { accounts, outbox, password_resets } from '../../src/server/database/schema';
import type { Delivery, Mail } from '../../src/server/messages/mailer';
import { serve } from '../support/server/server';

const mails: Mail[] = [];
let delivery: Delivery | Promise<Delivery> = 'sent';
let isWaitedFor = true;
const server = serve({
  config: { loginLimit: 10 },
  mailer: {
    isConfigured: true,
    send: async (mail) => {
      mails.push(mail);
      return delivery;
    },
  },
});
const nobody = () => server.withToken();
const MINUTE = 60_000;
const codeIn = (mail: Mail | undefined) => /\b[A-Z0-9]{4}(-[A-Z0-9]{4}){4}\b/.exec(mail?.text ?? '')?.[0] ?? '';
const request = async (username: string) => {
  const answer = await nobody().post('/api/password_reset', { username });
  // The mail is sent after the answer.
  if (isWaitedFor) await server.outbox().drained();
  return answer;
};
const set = (token: string, password: string) => nobody().put('/api/password_reset', { token, password });
const login = (username: string, password: string) => nobody().post('/api/login', { username, password });

beforeEach(() => {
  mails.length = 0;
  delivery = 'sent';
  // Tests are an hour apart, so that no throttle or pause carries over.
  server.clock.now = new Date(server.clock.now.getTime() + 60 * MINUTE);
});

test('the code from the mail sets a new password once and ends every session', async () => {
  const { body } = await login('customer12', 'pw-customer12');
  const before = server.withToken((body as { token: string }).token);
  expect(await request('customer12')).toMatchObject({ status: 200, body: { status: 'success' } });
  expect(mails).toMatchObject([{ to: 'customer12@example.com', subject: expect.stringContaining('Portico') }]);
  const code = codeIn(mails[0]);

  expect(await set(code.toLowerCase().replaceAll('-', ' '), 'another-pw')).toMatchObject({ status: 200 });
  expect(await before.get('/api/accounts/5')).toMatchObject({ status: 401 });
  expect(await login('customer12', 'pw-customer12')).toMatchObject({ status: 401 });
  expect(await login('customer12', 'another-pw')).toMatchObject({ status: 201 });
  expect(await set(code, 'a-third-pw')).toMatchObject({ status: 400, body: { fields: { token: expect.any(String) } } });
  expect(await login('customer12', 'another-pw')).toMatchObject({ status: 201 });
});

test('the answer does not reveal whether an account exists', async () => {
  const [known, unknown, withoutAddress] = [await request('desk12'), await request('nobody at all'), await request('admin')];
  expect(known).toMatchObject({ status: 200, body: { status: 'success' } });
  for (const answer of [unknown, withoutAddress])
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: known.body });
  expect(mails.map(({ to }) => to)).toEqual(['desk12@example.com']);
});

test('a code is valid for half an hour', async () => {
  await request('desk13');
  server.clock.now = new Date(server.clock.now.getTime() + 31 * MINUTE);
  expect(await set(codeIn(mails[0]), 'another-pw')).toMatchObject({ status: 400 });
  expect(await login('desk13', 'pw-desk13')).toMatchObject({ status: 201 });
});

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

test('codes cannot be guessed, as the address waits after ten wrong ones', async () => {
  for (let guess = 0; guess < 10; guess += 1)
    expect(await set(`AAAA-BBBB-CCCC-DDDD-EEE${guess}`, 'another-pw')).toMatchObject({ status: 400 });
  expect(await set('AAAA-BBBB-CCCC-DDDD-EEEE', 'another-pw')).toMatchObject({ status: 429, body: { code: 'too_often' } });
});

test('the database does the same work for known and unknown names', async () => {
  const kept = async () => (await server.db().$count(password_resets)) + (await server.db().$count(outbox));
  await server.db().delete(password_resets);
  for (const username of ['desk11', 'nobody at all', 'admin', 'desk11']) {
    const before = await kept();
    await request(username);
    expect({ username, kept: await kept() }).toEqual({ username, kept: before + 2 });
  }
  server.clock.now = new Date(server.clock.now.getTime() + 31 * MINUTE);
  await request('nobody at all');
  expect(await server.db().$count(password_resets)).toBe(1);
});

test('the answer does not wait for the mail server', async () => {
  let deliver: (outcome: Delivery) => void = () => undefined;
  delivery = new Promise<Delivery>((resolve) => (deliver = resolve));
  isWaitedFor = false;
  expect(await request('customer11')).toMatchObject({ status: 200 });
  deliver('sent');
  await server.outbox().drained();
  isWaitedFor = true;
  expect(mails).toHaveLength(1);
});

test('a refusal of the mail server does not show in the answer', async () => {
  delivery = { refused: '550 no such mailbox', isPermanent: true };
  expect(await request('desk22')).toMatchObject({ status: 200, body: { status: 'success' } });
});

test('a short password is refused, and the code stays valid', async () => {
  await request('desk23');
  expect(await set(codeIn(mails[0]), 'short')).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } });
  expect(await set(codeIn(mails[0]), 'long enough')).toMatchObject({ status: 200 });
});

test('an admin’s weak password is refused, and the code stays valid', async () => {
  await server.db().update(accounts).set({ email: 'admin@example.com' }).where(eq(accounts.username, 'admin'));
  await request('admin');
  expect(await set(codeIn(mails[0]), 'Password2024')).toMatchObject({ status: 400, body: { code: 'weak_password' } });
  expect(await set(codeIn(mails[0]), 'moorhen under a bridge')).toMatchObject({ status: 200 });
});
