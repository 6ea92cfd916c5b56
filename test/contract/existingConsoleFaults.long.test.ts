/** The console of an existing back end calls our server when something goes wrong: duplicated, late, interrupted or altered calls. */
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { existingConsoleOf, voucherBody } from '../support/backEnd/existingConsole';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { newTestDatabase } from '../support/server/database';
import { serve, startOn, type Answer } from '../support/server/server';

const server = serve();
const existing = existingConsoleOf(server.url);
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort();
const twice = <T>(call: () => Promise<T>): Promise<T[]> => Promise.all([call(), call()]);

const hotspot = {
  name: 'doubled.example',
  description: 'Doubled',
  business_name: 'D srl',
  business_vat: 'IT1',
  business_address: 'Via 1',
  business_email: 'd@example.com',
  business_dpo: '',
  business_dpo_mail: '',
  privacy_disclaimer_id: 0,
  tos_disclaimer_id: 0,
};
const vouchersOf = async (code: string) => {
  const { status, body } = await existing('reseller1').get(`/api/vouchers/1?&code=${code}`);
  return status === 404 ? [] : z.array(z.looseObject({ id: z.number() })).parse(body);
};

test('a double click creates and deletes once', async () => {
  const own = existing('reseller1');
  expect(statuses(await twice(() => own.post('/api/vouchers', voucherBody({ code: 'TWICE26' }))))).toEqual([201, 409]);
  const [first, ...more] = await vouchersOf('twice26');
  expect(more).toEqual([]);
  expect(statuses(await twice(() => own.delete(`/api/vouchers/voucher/${first?.id}`)))).toEqual([200, 404]);
  const created = await twice(() => own.post('/api/hotspots', hotspot));
  expect(statuses(created)).toEqual([201, 409]);
  const { id } = z.looseObject({ id: z.number() }).parse(created.find(({ status }) => status === 201)?.body);
  expect(statuses(await twice(() => own.delete(`/api/hotspots/${id}`)))).toEqual([200, 404]);
  expect(statuses(await twice(() => own.delete('/api/users/7')))).toEqual([200, 404]);
  expect(statuses(await twice(() => own.delete('/api/vouchers/hotspot/1')))).toEqual([200, 200]);
});

test("two tabs: the later change wins, and a row that one deleted is 404 to the other's list of an hour ago", async () => {
  const [tab, other] = [existing('reseller1'), existingConsoleOf(server.url)('reseller1')];
  await tab.post('/api/vouchers', voucherBody({ code: 'HOUR26' }));
  const [old] = await vouchersOf('hour26');
  server.clock.now = new Date(RECORDED_AT.getTime() + 3_600_000);
  for (const [own, name] of [
    [tab, 'First'],
    [other, 'Second'],
  ] as const)
    expect(await own.put('/api/users/9', { name })).toMatchObject({ status: 200 });
  expect(await tab.get('/api/users/9')).toMatchObject({ status: 200, body: { name: 'Second' } });
  expect(await other.delete(`/api/vouchers/voucher/${old?.id}`)).toMatchObject({ status: 200 });
  expect(await tab.delete(`/api/vouchers/voucher/${old?.id}`)).toMatchObject({
    status: 404,
    body: { message: 'No hotspot voucher found!' },
  });
  expect(await tab.put('/api/vouchers', { voucher_ids: [old?.id], printed: true })).toMatchObject({ status: 404 });
  server.clock.now = RECORDED_AT;
});

test('a sign-in that has ended answers each call with the message by which that console knows it', async () => {
  const own = existingConsoleOf(server.url)('customer12');
  expect(await own.get('/api/users?&hotspot=2')).toMatchObject({ status: 200 });
  server.clock.now = new Date(RECORDED_AT.getTime() + 25 * 3_600_000);
  const ended = { status: 401, body: { message: expect.stringMatching(/^API token/) } };
  expect(await own.get('/api/users?&page=1&limit=25&hotspot=2')).toMatchObject(ended);
  expect(await own.post('/api/vouchers', voucherBody({ code: 'LATE26', hotspot_id: 2 }))).toMatchObject(ended);
  expect(await own.delete('/api/vouchers/hotspot/2')).toMatchObject(ended);
  expect(await own.put('/api/preferences/hotspots/2', { key: 'captive_2_title', value: 'Late' })).toMatchObject(ended);
  server.clock.now = RECORDED_AT;
  expect(await existing('customer12').get('/api/users?&hotspot=2')).toMatchObject({ status: 200 });
});

test('headers that a proxy adds or leaves out change nothing', async () => {
  const { body } = await existing(null).post('/api/login', { username: 'reseller1', password: 'pw-reseller1' });
  const { token } = z.looseObject({ token: z.string() }).parse(body);
  const send = async (headers: Record<string, string>, text?: string) => {
    const answer = await fetch(`${server.url()}/api/users/11`, {
      method: 'PUT',
      headers: { Token: token, ...headers },
      ...(text !== undefined && { body: new Blob([text]) }),
    });
    return answer.status;
  };
  const json = JSON.stringify({ name: 'Through a proxy' });
  const added = {
    Via: '1.1 proxy',
    'X-Forwarded-For': '203.0.113.9, 10.0.0.1',
    'X-Forwarded-Proto': 'https',
    Forwarded: 'for=203.0.113.9',
    'X-Real-IP': '203.0.113.9',
    'X-Requested-With': 'XMLHttpRequest',
    Cookie: 'a=b',
    Authorization: 'Basic eDp5',
    Pragma: 'no-cache',
  };
  expect(await send({ 'Content-Type': 'application/json;charset=utf-8', ...added }, json)).toBe(200);
  // Without a media type the body is still read as JSON.
  expect(await send({}, json)).toBe(200);
  expect(await send({}, 'no json')).toBe(400);
});

test('settings that are saved while the server stops are stored or not, each, and can be saved again', async () => {
  const testDatabase = await newTestDatabase('fixture');
  const clock = { now: RECORDED_AT };
  const first = await startOn(testDatabase, clock);
  const own = existingConsoleOf(() => first.url)('customer11');
  const settings = z.array(z.object({ key: z.string(), value: z.string() }));
  const lookOf = async (console: typeof own) =>
    settings.parse((await console.get('/api/preferences/hotspots/1')).body).filter(({ key }) => /^captive_(2|4|6)/.test(key));
  const before = await lookOf(own);
  const wanted = before.map(({ key }) => ({ key, value: `New ${key}` }));
  const saves = wanted.map((each) => own.put('/api/preferences/hotspots/1', each).catch(() => null));
  const closing = first.close();
  const answers = await Promise.all(saves);
  await closing;

  const second = await startOn(testDatabase, clock);
  const again = existingConsoleOf(() => second.url)('customer11');
  const stored = await lookOf(again);
  for (const [index, { key, value }] of stored.entries()) {
    const isSaved = answers[index]?.status === 200;
    expect({ key, value }).toEqual({ key, value: isSaved || value === wanted[index]?.value ? wanted[index]?.value : before[index]?.value });
  }
  for (const each of wanted) expect(await again.put('/api/preferences/hotspots/1', each)).toMatchObject({ status: 200 });
  expect(await lookOf(again)).toEqual(wanted);
  await second.close();
  await testDatabase.remove();
});
