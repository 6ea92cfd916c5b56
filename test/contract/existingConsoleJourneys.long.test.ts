/**
 * A day with the console of an existing back end on our server, for each role: its calls in their order, its reads between them, and every
 * deletion. It sends several changes at once, declares JSON even with empty bodies, and begins each query with `&`.
 */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { user_histories } from '../../src/server/database/schema';
import { existingConsoleOf, voucherBody, type ExistingConsole } from '../support/backEnd/existingConsole';
import { passwordOf, RECORDED_AT } from '../support/backEnd/recordings';
import { newTestDatabase } from '../support/server/database';
import { startOn } from '../support/server/server';

/** A test that has its own server and rows. */
function journey(title: string, live: (existing: (username: string | null) => ExistingConsole) => Promise<void>): void {
  test(title, async () => {
    const testDatabase = await newTestDatabase('fixture');
    const webhooks = { post: async () => ({ status: 200, body: '' }), refusalOf: async () => null };
    const { database, url, close } = await startOn(testDatabase, { now: RECORDED_AT }, { webhooks });
    // The recorded hotspot has no archived guest.
    const archived = { hotspot_id: 1, user_id: 2001, username: 'old@example.com', account_type: 'email' };
    await database.db.insert(user_histories).values({ ...archived, created: RECORDED_AT, valid_until: RECORDED_AT });
    await live(existingConsoleOf(() => url));
    await close();
    await testDatabase.remove();
  });
}

const done = { status: 200, body: { status: 'success' } };
const page = z.object({ data: z.array(z.looseObject({ id: z.number() })), total: z.number() });
const vouchersIn = (body: unknown) => z.array(z.looseObject({ id: z.number(), code: z.string() })).parse(body);

/** Reads in order. A list without matches must be 404: that console would wait forever on an empty list with status 200. */
async function reads(own: ExistingConsole, expected: Record<string, number>): Promise<void> {
  const actual: Record<string, number> = {};
  for (const path of Object.keys(expected)) {
    const { status, body } = await own.get(path);
    actual[path] = status;
    if (status === 200) expect({ path, rows: rowsIn(body) }).not.toEqual({ path, rows: 0 });
    else expect({ path, body }).toEqual({ path, body: expect.objectContaining({ message: expect.any(String) }) });
  }
  expect(actual).toEqual(expected);
}

/** Number of rows of a list; null if it isn't one. */
function rowsIn(body: unknown): number | null {
  if (Array.isArray(body)) return body.length;
  const listed = page.safeParse(body);
  return listed.success ? listed.data.data.length : null;
}

async function signIn(
  existing: (username: string | null) => ExistingConsole,
  username: string,
): Promise<{ own: ExistingConsole; id: number }> {
  const { status, body } = await existing(null).post('/api/login', { username, password: passwordOf(username) });
  expect(status).toBe(201);
  const { id, account_type } = z.looseObject({ id: z.number(), account_type: z.string() }).parse(body);
  const own = existing(username);
  expect(await own.get(`/api/accounts/${id}`)).toMatchObject({ status: 200, body: { id, username, type: account_type } });
  return { own, id };
}

const all = <T>(calls: Promise<T>[]): Promise<T[]> => Promise.all(calls);

/** The calls of a hotspot's page when it opens, for a hotspot that has everything. */
const hotspotPage = (id: number, accounts: 200 | 404) => ({
  [`/api/hotspots/${id}`]: 200,
  [`/api/accounts?&hotspot=${id}`]: accounts,
  [`/api/units?&hotspot=${id}`]: 200,
  [`/api/users?&hotspot=${id}`]: 200,
  [`/api/devices?&hotspot=${id}`]: 200,
  [`/api/sessions?&hotspot=${id}`]: 200,
  [`/api/preferences/hotspots/${id}`]: 200,
  [`/api/vouchers/${id}?`]: 200,
  [`/api/users?&hotspot=${id}&type=mac`]: 200,
  [`/api/stats/sms/hotspots/${id}`]: 200,
});

/** Lists as they are opened from the menu. */
const LISTS = {
  '/api/users?&page=1&limit=25&hotspot=1': 200,
  '/api/users?&q=zzz&page=1&limit=25&hotspot=1': 404,
  '/api/users_expired?&page=1&limit=25&hotspot=1': 200,
  '/api/devices?&page=1&limit=25&hotspot=1': 200,
  '/api/devices?&q=hotel&page=1&limit=25&hotspot=1': 404,
  '/api/sessions?&page=1&limit=25&hotspot=1&from=2026-11-07T00:00:00.000Z&to=2026-11-21T23:59:59.999Z': 200,
  '/api/histories?&page=1&limit=25&hotspot=1&from=2026-11-07T00:00:00.000Z&to=2026-11-21T23:59:59.999Z': 200,
  '/api/histories?&page=9&limit=25&hotspot=1&from=2026-11-07T00:00:00.000Z&to=2026-11-21T23:59:59.999Z': 404,
};

const REPORTS = ['current', 'sessions', 'traffic', 'avg_user_traffic', 'avg_conn_duration', 'sms_year'].map(
  (type) => `/api/stats/reports/${type}/graph?&hotspot=1&range=7`,
);

/** Creates, prints and deletes vouchers of hotspot 1 as its card does, with an account that sees all of them or only its own. */
async function worksWithVouchers(own: ExistingConsole, code: string): Promise<void> {
  expect(await own.post('/api/vouchers', voucherBody({ num_vouchers: 3 }))).toMatchObject({ status: 201 });
  expect(await own.post('/api/vouchers', voucherBody({ code, time: 'expiration' }))).toMatchObject({ status: 201 });
  expect(await own.post('/api/vouchers', voucherBody({ code }))).toMatchObject({
    status: 409,
    body: { message: 'voucher already exists' },
  });
  const [custom] = vouchersIn((await own.get(`/api/vouchers/1?&code=${code.toLowerCase()}`)).body);
  const created = vouchersIn((await own.get('/api/vouchers/1?')).body);
  expect(await own.put('/api/vouchers', { voucher_ids: created.slice(0, 3).map(({ id }) => id), printed: true })).toMatchObject(done);
  expect(await own.get('/api/vouchers/1?&printed=1')).toMatchObject({ status: 200 });
  expect(await own.delete(`/api/vouchers/voucher/${custom?.id}`)).toMatchObject(done);
  expect(await own.delete(`/api/vouchers/voucher/${custom?.id}`)).toMatchObject({ status: 404 });
  await reads(own, { [`/api/vouchers/1?&code=${code.toLowerCase()}`]: 404 });
}

/** Adds a MAC entry as that console does, with an unescaped name, and with the units as they are sent to this role. */
async function worksWithMacEntries(own: ExistingConsole, mac: string): Promise<void> {
  const { body } = await own.get('/api/units?&hotspot=1');
  const [unit] = z.object({ data: z.array(z.looseObject({ name: z.string(), uuid: z.string(), secret: z.string() })) }).parse(body).data;
  const digest = createHash('md5').update(`${unit?.secret}${unit?.uuid}`).digest('hex');
  const register = `/wax/register/mac/${mac}?&digest=${digest}&uuid=${unit?.uuid}&name=Printer (${unit?.name})&kbps_down=0&kbps_up=0`;
  expect(await own.get(register)).toMatchObject({ status: 200, body: { user_id: mac } });
  expect(await own.get(register)).toMatchObject({ status: 409, body: { message: 'mac already used for this hotspot!' } });
  const listed = page.parse((await own.get('/api/users?&hotspot=1&type=mac')).body);
  const entry = listed.data.find(({ username }) => username === mac);
  expect(entry).toMatchObject({ name: `Printer (${unit?.name})`, account_type: 'mac' });
  expect(await own.delete(`/api/users/${entry?.id}`)).toMatchObject(done);
}

/** Opens, changes and deletes a guest; deletes an archived one. */
async function worksWithGuests(own: ExistingConsole, id: number): Promise<void> {
  const csv = z.object({ data: z.string() }).parse((await own.get('/api/users?&csv=true&hotspot=1')).body).data;
  expect(csv.split('\n')[0]).toBe(
    'Id,HotspotId,Name,Username,Email,EmailVerified,AccountType,Reason,Country,MarketingAuth,SurveyAuth,KbpsDown,KbpsUp,' +
      'MaxNavigationTraffic,MaxNavigationTime,AutoLogin,ValidFrom,ValidUntil,Created',
  );
  await reads(own, { [`/api/users/${id}`]: 200, [`/api/devices?&page=1&limit=25&hotspot=1&user=${id}`]: 200 });
  const change = {
    name: 'Renamed Guest',
    email: 'rg@example.com',
    kbps_down: 10,
    kbps_up: 20,
    max_navigation_time: 600,
    max_navigation_traffic: 1048576,
    auto_login: false,
    valid_from: '2026-11-21T01:46:03Z',
    valid_until: '2026-11-24T01:46:03Z',
  };
  expect(await own.put(`/api/users/${id}`, change)).toMatchObject(done);
  expect(await own.get(`/api/users/${id}`)).toMatchObject({ status: 200, body: { name: 'Renamed Guest', max_navigation_time: 600 } });
  expect(await own.delete(`/api/users/${id}`)).toMatchObject(done);
  expect(await own.get(`/api/users/${id}`)).toMatchObject({ status: 404 });

  const expired = await own.get('/api/users_expired?&page=1&limit=25&hotspot=1');
  const [archived] = z.object({ data_user_histories: page.shape.data }).parse(expired.body).data_user_histories;
  expect(await own.delete(`/api/users_expired/${archived?.id}`)).toMatchObject(done);
}

/** Saves all of a hotspot's settings at once, as the console does with one call per key. Returns how often each status occurred. */
async function savesSettings(own: ExistingConsole, isChosen: (key: string) => boolean): Promise<Record<number, number>> {
  const stored = z.array(z.object({ key: z.string(), value: z.string() })).parse((await own.get('/api/preferences/hotspots/1')).body);
  const answers = await all(stored.filter(({ key }) => isChosen(key)).map((each) => own.put('/api/preferences/hotspots/1', each)));
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
const isLook = (key: string) => key.startsWith('captive_');

async function changesOwnPassword(own: ExistingConsole, id: number): Promise<void> {
  expect(await own.put(`/api/accounts/${id}`, { password: 'a-longer-password-26' })).toMatchObject(done);
}

async function signsOut(own: ExistingConsole): Promise<void> {
  expect(await own.post('/api/logout', {})).toMatchObject(done);
  expect(await own.get('/api/hotspots')).toMatchObject({ status: 401, body: { message: expect.stringMatching(/^API token/) } });
}

journey('a desk works with vouchers, guests and MAC entries, and reads the portal’s look', async (existing) => {
  const { own, id } = await signIn(existing, 'desk11');
  await reads(own, { '/api/hotspots': 404, '/api/integrations': 200, ...hotspotPage(1, 404), ...LISTS });
  await worksWithVouchers(own, 'DESK2026');
  expect(await own.delete('/api/vouchers/hotspot/1')).toMatchObject(done);
  await reads(own, { '/api/vouchers/1?': 404 });
  await worksWithMacEntries(own, '02-00-00-00-09-01');
  await worksWithGuests(own, 9);
  // That console doesn't show that settings were refused: docs/moving.md.
  expect(await savesSettings(own, isLook)).toEqual({ 403: 12 });
  expect(await own.delete('/api/units/1')).toMatchObject({ status: 403 });
  await changesOwnPassword(own, id);
  await signsOut(own);
});

journey('a customer does so too, and changes the portal’s look and integrations', async (existing) => {
  const { own, id } = await signIn(existing, 'customer11');
  await reads(own, {
    '/api/hotspots': 404,
    '/api/integrations': 200,
    '/api/hotspot_integrations/1': 404,
    ...hotspotPage(1, 404),
    ...LISTS,
    '/api/units?&page=1&limit=25&hotspot=1': 200,
    ...Object.fromEntries(REPORTS.map((path) => [path, 200])),
  });
  await worksWithVouchers(own, 'CUST2026');
  await worksWithMacEntries(own, '02-00-00-00-09-02');
  await worksWithGuests(own, 11);
  expect(await savesSettings(own, isLook)).toEqual({ 200: 12 });
  // Its page doesn't show these settings.
  expect(await own.put('/api/preferences/hotspots/1', { key: 'user_expiration_days', value: '12' })).toMatchObject({ status: 403 });
  expect(await own.put('/api/hotspot_integrations/1/1')).toMatchObject(done);
  await reads(own, { '/api/hotspot_integrations/1': 200 });
  expect(await own.delete('/api/hotspot_integrations/1/1')).toMatchObject(done);
  expect(await own.delete('/api/units/1')).toMatchObject({ status: 403 });
  expect(await own.delete('/api/vouchers/hotspot/1')).toMatchObject(done);
  await changesOwnPassword(own, id);
  await signsOut(own);
});

journey('a reseller sets up a hotspot with managers, settings and integrations, and deletes all of it', async (existing) => {
  const { own, id } = await signIn(existing, 'reseller1');
  const totals = ['hotspots', 'units', 'accounts', 'devices', 'users', 'sessions'].map((each) => `/api/stats/${each}/total`);
  await reads(own, {
    ...Object.fromEntries([...totals, ...REPORTS].map((path) => [path, 200])),
    '/api/hotspots': 200,
    '/api/hotspots?&page=1&limit=25': 200,
    '/api/hotspots?&q=zzzz&page=1&limit=25': 404,
    ...hotspotPage(1, 200),
    ...LISTS,
    '/api/units?&page=1&limit=25&hotspot=1': 200,
    '/api/accounts?&page=1&limit=25&hotspot=1': 200,
    [`/api/stats/sms/accounts/${id}`]: 200,
    '/api/marketing/1': 200,
  });
  const hotspot = {
    name: 'moved.example',
    description: 'Moved',
    business_name: 'M srl',
    business_vat: 'IT1',
    business_address: 'Via 1',
    business_email: 'm@example.com',
    business_dpo: '',
    business_dpo_mail: '',
    privacy_disclaimer_id: 0,
    tos_disclaimer_id: 0,
  };
  const created = await own.post('/api/hotspots', hotspot);
  expect(created).toMatchObject({ status: 201 });
  expect(await own.post('/api/hotspots', hotspot)).toMatchObject({ status: 409, body: { message: expect.any(String), id: 0 } });
  const { id: hotspotId } = z.looseObject({ id: z.number() }).parse(created.body);
  await reads(own, { [`/api/vouchers/${hotspotId}?`]: 404, [`/api/units?&hotspot=${hotspotId}`]: 404 });
  expect(await own.put(`/api/hotspots/${hotspotId}`, { privacy_disclaimer_id: 0, tos_disclaimer_id: 0 })).toMatchObject(done);

  const manager = { uuid: 'j-1', username: 'moveddesk', name: 'Moved', email: 'md@example.com', type: 'desk', password: 'secret-pw' };
  expect(await own.post('/api/accounts', { ...manager, hotspot_id: hotspotId })).toMatchObject({ status: 201 });
  expect(await own.post('/api/accounts', { ...manager, hotspot_id: hotspotId })).toMatchObject({ status: 409 });
  const listed = page.parse((await own.get(`/api/accounts?&page=1&limit=25&hotspot=${hotspotId}`)).body);
  const desk = listed.data[0]?.id;
  expect(await own.put(`/api/accounts/${desk}`, { name: 'Renamed', email: 'r@example.com', type: 'customer' })).toMatchObject(done);

  await worksWithVouchers(own, 'RESL2026');
  await worksWithMacEntries(own, '02-00-00-00-09-03');
  await worksWithGuests(own, 7);
  expect(await savesSettings(own, () => true)).toEqual({ 200: expect.any(Number) });
  expect(await own.put('/api/marketing/1', { key: 'marketing_1_enabled', value: 'true' })).toMatchObject(done);
  expect(await own.put(`/api/stats/sms/accounts/${id}`, { sms_threshold: 25 })).toMatchObject({ status: 200 });
  expect(await own.put('/api/hotspot_integrations/1/1')).toMatchObject(done);
  expect(await own.delete('/api/hotspot_integrations/1/1')).toMatchObject(done);

  expect(await own.delete('/api/vouchers/hotspot/1')).toMatchObject(done);
  expect(await own.delete('/api/units/1')).toMatchObject(done);
  expect(await own.delete(`/api/accounts/${desk}`)).toMatchObject(done);
  expect(await own.delete(`/api/hotspots/${hotspotId}`)).toMatchObject(done);
  await reads(own, { [`/api/hotspots/${hotspotId}`]: 404, '/api/units/1': 404, [`/api/accounts/${desk}`]: 404 });
  const privacy = { privacy_name: 'P', privacy_vat: '99', privacy_address: 'a', privacy_email: 'p@example.com' };
  expect(await own.put(`/api/accounts/${id}`, { ...privacy, privacy_dpo: 'd', privacy_dpo_mail: 'd@example.com' })).toMatchObject(done);
  await changesOwnPassword(own, id);
  await signsOut(own);
});

journey('an admin manages resellers, disclaimers and integrations, and deletes all of it', async (existing) => {
  const { own, id } = await signIn(existing, 'admin');
  await reads(own, {
    '/api/stats/hotspots/total': 200,
    '/api/hotspots': 200,
    '/api/accounts?&page=1&limit=25&hotspot=2': 200,
    '/api/integrations': 200,
    '/api/account_integrations/9': 404,
    '/api/subscription_plans/': 200,
    '/api/stats/sms/accounts': 404,
    '/api/disclaimers/accounts/2': 200,
    '/api/units?&q=hotel&page=1&limit=25&hotspot=1': 404,
    '/api/stats/reports/sessions/graph?&hotspot=null&range=30': 200,
  });
  const reseller = {
    uuid: 'j-2',
    username: 'movedreseller',
    name: 'Moved',
    email: 'mr@example.com',
    type: 'reseller',
    password: 'secret-pw',
  };
  const created = await own.post('/api/accounts', { ...reseller, hotspot_id: 0, subscription_plan_id: 3 });
  expect(created).toMatchObject({ status: 201 });
  const { id: resellerId } = z.looseObject({ id: z.number() }).parse(created.body);
  expect(await own.put(`/api/accounts/${resellerId}`, { name: 'R', email: 'r2@example.com', type: 'reseller' })).toMatchObject(done);
  expect(await own.post(`/api/stats/sms/accounts/${resellerId}`, { sms_to_add: 100 })).toMatchObject({ status: 200 });

  expect(await own.post(`/api/disclaimers/accounts/${resellerId}`, { title: 'T', type: 'privacy', body: 'B' })).toMatchObject({
    status: 201,
  });
  const [text] = z.array(z.looseObject({ id: z.number() })).parse((await own.get(`/api/disclaimers/accounts/${resellerId}`)).body);
  expect(await own.delete(`/api/disclaimers/${text?.id}`)).toMatchObject(done);
  expect(await own.delete(`/api/disclaimers/${text?.id}`)).toMatchObject({ status: 404 });

  expect(await own.post(`/api/account_integrations/${resellerId}/1`)).toMatchObject({ status: 201 });
  expect(await own.delete(`/api/account_integrations/${resellerId}/1`)).toMatchObject(done);
  await reads(own, { [`/api/account_integrations/${resellerId}`]: 404 });
  expect(await savesSettings(own, () => true)).toEqual({ 200: expect.any(Number) });
  await worksWithVouchers(own, 'ADMN2026');
  await worksWithMacEntries(own, '02-00-00-00-09-04');

  expect(await own.delete(`/api/accounts/${resellerId}`)).toMatchObject(done);
  expect(await own.delete('/api/units/2')).toMatchObject(done);
  expect(await own.delete('/api/hotspots/6')).toMatchObject(done);
  expect(await own.delete('/api/hotspots/6')).toMatchObject({ status: 404 });
  await changesOwnPassword(own, id);
  await signsOut(own);
});
