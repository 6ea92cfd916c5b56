import { expect, test } from '@jest/globals';
import { existingConsoleOf, voucherBody } from '../support/backEnd/existingConsole';
import { newTestDatabase } from '../support/server/database';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { serve, startOn } from '../support/server/server';

/** The console of an existing back end, unchanged, calling our server. */
const server = serve({ webhooks: { post: async () => ({ status: 200, body: '' }), refusalOf: async () => null } });
const existing = existingConsoleOf(server.url);
const [admin, reseller, customer, desk] = [existing('admin'), existing('reseller1'), existing('customer11'), existing('desk11')];

const done = { status: 200, body: { status: 'success' } };

test('deletes and creates with JSON requests that have no body', async () => {
  const created = await reseller.post('/api/vouchers', voucherBody({ code: 'OLDER26' }));
  expect(created.status).toBe(201);
  const listed = await reseller.get('/api/vouchers/1?code=older26');
  const [voucher] = listed.body as { id: number }[];
  expect(await reseller.delete(`/api/vouchers/voucher/${String(voucher?.id)}`)).toMatchObject(done);
  expect(await customer.delete('/api/vouchers/hotspot/1')).toMatchObject(done);

  expect(await desk.delete('/api/users/7')).toMatchObject(done);
  expect(await customer.delete('/api/users/9')).toMatchObject(done);
  const expired = await reseller.get('/api/users_expired?hotspot=3');
  const { data_user_histories: [archived] = [] } = expired.body as { data_user_histories?: { id: number }[] };
  expect(await reseller.delete(`/api/users_expired/${String(archived?.id)}`)).toMatchObject(done);

  expect(await admin.post('/api/account_integrations/9/1')).toMatchObject({ status: 201 });
  expect(await admin.delete('/api/account_integrations/9/1')).toMatchObject(done);
  expect(await reseller.put('/api/hotspot_integrations/1/1')).toMatchObject(done);
  expect(await customer.delete('/api/hotspot_integrations/1/1')).toMatchObject(done);

  const { body: text } = await admin.post('/api/disclaimers/accounts/2', { title: 'T', type: 'privacy', body: 'B' });
  expect(await admin.delete(`/api/disclaimers/${String((text as { disclaimer_id: number }).disclaimer_id)}`)).toMatchObject(done);
  expect(await reseller.delete('/api/units/1')).toMatchObject(done);
  expect(await reseller.delete('/api/accounts/4')).toMatchObject(done);
  expect(await admin.delete('/api/hotspots/6')).toMatchObject(done);
  expect(await reseller.post('/api/logout')).toMatchObject(done);
});

test.each(['application/json', 'application/json;charset=utf-8', 'application/x-www-form-urlencoded', 'text/plain'])(
  'treats an empty body with type %s as no body',
  async (type) => {
    const send = (method: string, path: string, body?: string) => server.as('admin').call(method, path, body, { 'Content-Type': type });
    expect(await send('DELETE', '/api/disclaimers/999')).toMatchObject({ status: 404 });
    expect(await send('PUT', '/api/hotspot_integrations/1/999', '')).toMatchObject({ status: 404 });
    expect(await send('PUT', '/api/hotspots/1')).toMatchObject({ status: 400, body: { code: 'malformed' } });
  },
);

test('refuses a body that is neither empty nor JSON', async () => {
  const send = (body: string, type: string) => server.as('admin').call('PUT', '/api/hotspots/1', body, { 'Content-Type': type });
  expect(await send('{', 'application/json')).toMatchObject({ status: 400, body: { code: 'malformed' } });
  expect(await send(' ', 'application/json')).toMatchObject({ status: 400, body: { code: 'malformed' } });
  expect(await send('description=x', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415, body: { code: 'malformed' } });
});

test('saves a reseller with its current type, and turns no other account into one', async () => {
  expect(await admin.put('/api/accounts/9', { name: 'Renamed', email: 'r2@example.com', type: 'reseller' })).toMatchObject(done);
  expect(await admin.get('/api/accounts/9')).toMatchObject({ status: 200, body: { name: 'Renamed', type: 'reseller' } });
  for (const type of ['reseller', 'admin'])
    expect(await admin.put('/api/accounts/10', { name: 'Riser', type })).toMatchObject({ status: 400 });
  expect(await admin.put('/api/accounts/9', { type: 'customer' })).toMatchObject({ status: 403 });
  expect(await existing('reseller2').put('/api/accounts/9', { type: 'admin' })).toMatchObject({ status: 400 });
  expect(await admin.put('/api/accounts/9', { type: 'king' })).toMatchObject({ status: 400 });
  expect(await admin.get('/api/accounts/10')).toMatchObject({ status: 200, body: { name: 'Customer 21', type: 'customer' } });
});

test('lists and reports on all hotspots when none is chosen, which that console writes as null', async () => {
  const reader = existing('reseller2');
  for (const path of ['/api/stats/reports/sessions/graph?range=7&', '/api/users?', '/api/units?', '/api/histories?']) {
    const all = await reader.get(path);
    expect(all.status).toBe(200);
    expect((await reader.get(`${path}hotspot=null`)).body).toEqual(all.body);
  }
});

test('changes its own password without the current one only where the operator allows it while migrating', async () => {
  const testDatabase = await newTestDatabase('fixture');
  const clock = { now: RECORDED_AT };
  const password = { password: 'another-long-one' };
  for (const { confirmsPassword, answer } of [
    { confirmsPassword: true, answer: { status: 403, body: { code: 'password_required' } } },
    { confirmsPassword: false, answer: done },
  ]) {
    const moving = await startOn(testDatabase, clock, { config: { confirmsPassword } });
    const own = existingConsoleOf(() => moving.url)('desk11');
    expect((await own.get('/api/accounts/4')).status).toBe(200);
    clock.now = new Date(clock.now.getTime() + 6 * 60_000);
    expect(await own.put('/api/accounts/4', password)).toMatchObject(answer);
    await moving.close();
  }
  await testDatabase.remove();
});
