import { beforeEach, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { access_tokens, accounts, hotspot_integrations } from '../../src/server/database/schema';
import { hashToken } from '../../src/server/auth/tokens';
import type { Outcome } from '../../src/server/messages/webhooks';
import type { WebhookBody } from '../../src/contract/integrations';
import { accountIdOf } from '../support/backEnd/recordings';
import { login, serve } from '../support/server/server';

const DAY = 86_400_000;

const calls: { url: string; secret: string; body: WebhookBody }[] = [];
let answer: Outcome = { status: 200, body: '' };
const server = serve({
  webhooks: {
    post: async ({ url, secret }, body) => {
      calls.push({ url, secret, body: body as WebhookBody });
      return answer;
    },
    refusalOf: async () => null,
  },
});

beforeEach(() => {
  calls.length = 0;
  answer = { status: 200, body: '' };
});

const mappingOf = async (hotspot: number, integration: number) => {
  const here = and(eq(hotspot_integrations.hotspot_id, hotspot), eq(hotspot_integrations.integration_id, integration));
  return (await server.db().select().from(hotspot_integrations).where(here))[0];
};
const tokensNamed = (description: string) => server.db().select().from(access_tokens).where(eq(access_tokens.description, description));

test('the platform receives the hotspot, its managers and units, and no password or secret', async () => {
  expect(await server.as('reseller1').put('/api/hotspot_integrations/1/1', {})).toMatchObject({ status: 200, body: { status: 'success' } });
  const [call] = calls;
  expect(call).toMatchObject({
    url: 'http://127.0.0.1:9099/hook',
    secret: '0123456789abcdef',
    body: { status: true, hotspot: { id: 1, name: 'city-library-11' }, accounts: [{ username: 'customer11' }, { username: 'desk11' }] },
  });
  expect(JSON.stringify(call?.body)).not.toMatch(/password|argon|secret/i);
  expect(call?.body.units).toHaveLength(2);
  expect((await mappingOf(1, 1))?.last_sync).toEqual(server.clock.now);
});

test("the platform's token belongs to the customer, works, and ends when the platform is turned off", async () => {
  await server.as('reseller1').put('/api/hotspot_integrations/1/1', {});
  const token = calls[0]?.body.token ?? '';
  expect(await server.withToken(token).get('/api/hotspots/1')).toMatchObject({ status: 200, body: { id: 1 } });
  expect(await server.withToken(token).get('/api/hotspots/4')).toMatchObject({ status: 404 });

  expect(await server.as('reseller1').delete('/api/hotspot_integrations/1/1')).toMatchObject({ status: 200 });
  expect(calls.at(-1)?.body).toMatchObject({ status: false, token: '' });
  expect(await server.withToken(token).get('/api/hotspots/1')).toMatchObject({ status: 401 });
  expect(await mappingOf(1, 1)).toBeUndefined();
});

test('the token can read, and change neither the hotspot nor its customer', async () => {
  await server.as('reseller1').put('/api/hotspot_integrations/1/1', {});
  const platform = server.withToken(calls[0]?.body.token ?? '');
  const customer = `/api/accounts/${accountIdOf('customer11')}`;
  expect((await platform.get('/api/users?hotspot=1')).status).toBe(200);
  const refused = { status: 403, body: { code: 'integration_reads' } };
  expect(await platform.put(customer, { password: 'taken over', current_password: 'pw-customer11' })).toMatchObject(refused);
  expect(await platform.put(customer, { email: 'elsewhere@example.com' })).toMatchObject(refused);
  expect(await platform.get(customer)).toMatchObject(refused);
  expect(await platform.delete('/api/account_sessions')).toMatchObject(refused);
  expect(await platform.get('/api/integrations')).toMatchObject(refused);
  expect(await platform.post('/api/vouchers', { hotspot_id: 1, remain_use: -1 })).toMatchObject(refused);
  expect(await platform.post('/api/logout')).toMatchObject({ status: 401 });
});

test('the token ends 90 days after the sync, however often it is used, and another sync issues a new one', async () => {
  const startedAt = server.clock.now;
  await server.as('reseller1').put('/api/hotspot_integrations/1/1', {});
  const platform = server.withToken(calls[0]?.body.token ?? '');
  for (let day = 30; day < 90; day += 30) {
    server.clock.now = new Date(startedAt.getTime() + day * DAY);
    expect((await platform.get('/api/hotspots/1')).status).toBe(200);
  }
  server.clock.now = new Date(startedAt.getTime() + 90 * DAY);
  expect(await platform.get('/api/hotspots/1')).toMatchObject({ status: 401, body: { message: 'API token is expired' } });
  const again = server.withToken(await login(server.withToken(), 'reseller1', 'pw-reseller1'));
  await again.put('/api/hotspot_integrations/1/1', {});
  expect((await server.withToken(calls[1]?.body.token).get('/api/hotspots/1')).status).toBe(200);
  server.clock.now = startedAt;
});

test("a new password of the customer does not end the platform's token, nor does a one-time password", async () => {
  await server.as('reseller1').put('/api/hotspot_integrations/2/1', {});
  const once = { password: 'k7Rt2pQx', one_time_password: true };
  expect((await server.as('reseller1').put(`/api/accounts/${accountIdOf('customer12')}`, once)).status).toBe(200);
  expect((await server.withToken(calls[0]?.body.token).get('/api/hotspots/2')).status).toBe(200);
  expect((await server.as('reseller1').put(`/api/accounts/${accountIdOf('customer12')}`, { password: 'given anew' })).status).toBe(200);
  expect((await server.withToken(calls[0]?.body.token).get('/api/hotspots/2')).status).toBe(200);
  expect(await server.as('reseller1').delete('/api/hotspot_integrations/2/1')).toMatchObject({ status: 200 });
  expect((await server.withToken(calls[0]?.body.token).get('/api/hotspots/2')).status).toBe(401);
});

test('another sync replaces the token, so that there is only one', async () => {
  await server.as('reseller1').put('/api/hotspot_integrations/2/2', {});
  await server.as('reseller1').put('/api/hotspot_integrations/2/2', {});
  const [first, second] = calls.map(({ body }) => body.token);
  expect(await tokensNamed('BookingHub')).toEqual([expect.objectContaining({ token_hash: hashToken(second ?? '') })]);
  expect(await server.withToken(first).get('/api/hotspots/2')).toMatchObject({ status: 401 });
});

test.each<[Outcome, { code: string; message: unknown }]>([
  [
    { status: 500, body: '' },
    { code: 'webhook_failed', message: 'Call to WebHook failed!' },
  ],
  [
    { status: 302, body: '' },
    { code: 'webhook_failed', message: 'Call to WebHook failed!' },
  ],
  [{ failed: 'too_slow' }, { code: 'webhook_failed', message: 'Call to WebHook failed!' }],
  [{ failed: 'refused' }, { code: 'webhook_refused', message: expect.stringContaining('PORTICO_WEBHOOKS_PRIVATE=allow') }],
])('a platform that answers %j leaves the mapping marked as failed', async (outcome, body) => {
  answer = outcome;
  expect(await server.as('reseller1').put('/api/hotspot_integrations/3/1', {})).toMatchObject({ status: 500, body });
  expect(await mappingOf(3, 1)).toMatchObject({ last_sync: null });
});

test('a disabled integration is off even if the platform cannot be informed', async () => {
  await server.as('reseller1').put('/api/hotspot_integrations/3/2', {});
  answer = { failed: 'unreachable' };
  expect(await server.as('reseller1').delete('/api/hotspot_integrations/3/2')).toMatchObject({ status: 200 });
  expect(await mappingOf(3, 2)).toBeUndefined();
});

test('a hotspot without a customer is refused with the reason, and nothing is sent', async () => {
  await server.db().delete(accounts).where(eq(accounts.username, 'customer13'));
  expect(await server.as('reseller1').put('/api/hotspot_integrations/3/3', {})).toMatchObject({
    status: 409,
    body: { code: 'no_customer_account' },
  });
  expect(calls).toEqual([]);
  expect(await mappingOf(3, 3)).toBeUndefined();
});

test('an integration that the admin has not granted to the reseller cannot be enabled', async () => {
  expect(await server.as('reseller2').put('/api/hotspot_integrations/4/1', {})).toMatchObject({ status: 404 });
  expect(await server.as('desk11').put('/api/hotspot_integrations/1/1', {})).toMatchObject({ status: 403 });
  expect(calls).toEqual([]);
});

test('revoking an integration from a reseller disables it on its hotspots and ends its tokens', async () => {
  await server.as('reseller1').put('/api/hotspot_integrations/1/2', {});
  const token = calls[0]?.body.token ?? '';
  expect(await server.as('admin').delete('/api/account_integrations/2/2')).toMatchObject({ status: 200 });
  expect(await mappingOf(1, 2)).toBeUndefined();
  expect(await server.withToken(token).get('/api/hotspots/1')).toMatchObject({ status: 401 });
  expect(await server.as('customer11').get('/api/integrations')).toMatchObject({ body: [{ id: 1 }, { id: 3 }] });

  expect(await server.as('admin').post('/api/account_integrations/2/2', {})).toMatchObject({ status: 201 });
  const again = await server.as('admin').post('/api/account_integrations/2/2', {});
  expect(again).toMatchObject({ status: 201, body: { status: 'success' } });
  expect(await server.as('admin').post('/api/account_integrations/3/2', {})).toMatchObject({ status: 404 });
});
