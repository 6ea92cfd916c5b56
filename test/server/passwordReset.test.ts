import { expect, test } from '@jest/globals';
import type { Delivery } from '../../src/server/messages/mailer';
import { mails, state, server, MINUTE, codeIn, request, set, login } from './passwordResetTests';

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

test('codes cannot be guessed, as the address waits after ten wrong ones', async () => {
  for (let guess = 0; guess < 10; guess += 1)
    expect(await set(`AAAA-BBBB-CCCC-DDDD-EEE${guess}`, 'another-pw')).toMatchObject({ status: 400 });
  expect(await set('AAAA-BBBB-CCCC-DDDD-EEEE', 'another-pw')).toMatchObject({ status: 429, body: { code: 'too_often' } });
});

test('the answer does not wait for the mail server', async () => {
  let deliver: (outcome: Delivery) => void = () => undefined;
  state.delivery = new Promise<Delivery>((resolve) => (deliver = resolve));
  state.isWaitedFor = false;
  expect(await request('customer11')).toMatchObject({ status: 200 });
  deliver('sent');
  await server.outbox().drained();
  state.isWaitedFor = true;
  expect(mails).toHaveLength(1);
});

test('a refusal of the mail server does not show in the answer', async () => {
  state.delivery = { refused: '550 no such mailbox', isPermanent: true };
  expect(await request('desk22')).toMatchObject({ status: 200, body: { status: 'success' } });
});

test('a short password is refused, and the code stays valid', async () => {
  await request('desk23');
  expect(await set(codeIn(mails[0]), 'short')).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } });
  expect(await set(codeIn(mails[0]), 'long enough')).toMatchObject({ status: 200 });
});
