/** How long a repeated call waits for the first one with its key (docs/wire.md#idempotency). */
import { expect, test } from '@jest/globals';
import { idempotency_keys } from '../../src/server/database/schema';
import { serve } from '../support/server/server';

const server = serve({ mailer: { isConfigured: true, send: async () => 'sent' } });

const SECONDS = 20;

test('a call whose first try does not end is refused after 20 seconds, and repeats the answer once there is one', async () => {
  const mail = { body: 'Twice', to: 'twice@example.com' };
  const send = () => server.as('admin').post('/api/marketing/testmail/1/feedback', mail, { 'Idempotency-Key': 'a-key' });
  expect((await send()).status).toBe(200);
  // As while its mail is on its way.
  await server.db().update(idempotency_keys).set({ status: 0, answer: '' });
  const began = performance.now();
  expect(await send()).toMatchObject({ status: 503, body: { code: 'still_running', retry_after: 5 } });
  expect((performance.now() - began) / 1000).toBeGreaterThan(SECONDS - 1);

  await server.db().update(idempotency_keys).set({ status: 200, answer: '{"status":"success"}' });
  const { status, body, headers } = await send();
  expect({ status, body, isReplayed: headers.get('Idempotency-Replayed') }).toEqual({
    status: 200,
    body: { status: 'success' },
    isReplayed: 'true',
  });
}, 60_000);
