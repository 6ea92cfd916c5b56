/** A call that is sent twice takes effect once (docs/wire.md#idempotency). */
import { createHash, createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq, like, lte, sql } from 'drizzle-orm';
import { PAPER_FORMATS } from '../../src/contract/plain/paperModel';
import { vouchersCreated } from '../../src/contract/vouchers';
import { MAX_LENGTH, MAX_VOUCHERS } from '../../src/contract/plain/wire';
import { hotspots, hotspot_vouchers, idempotency_keys, outbox } from '../../src/server/database/schema';
import { RefusedError } from '../../src/server/http/errors';
import { claimOf, type IdempotentRequest } from '../../src/server/http/idempotency';
import { post as addMessage } from '../../src/server/messages/outboxQueries';
import { digestOf } from '../support/server/database';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { routesOf } from '../support/server/routes';
import { insertGuest } from '../factories/rows';
import { login, serve, type Answer } from '../support/server/server';

const sent: string[] = [];
const server = serve({
  webhooks: { post: async () => ({ status: 200, body: `answer ${Math.random()}` }), refusalOf: async () => null },
  mailer: {
    isConfigured: true,
    send: async ({ to, text }) => {
      sent.push(to);
      if (text.includes('slow')) await slow.wait;
      return text.includes('refuse') ? { refused: 'no such mailbox', isPermanent: true } : 'sent';
    },
  },
});

/** Holds sent mails back until the test releases them. */
const slow = (() => {
  let end = () => {};
  const wait = new Promise<void>((resolve) => (end = resolve));
  return { wait, end: () => end() };
})();

beforeAll(async () => {
  for (const recipient of ['twice@example.com', 'thrice@example.com'])
    await addMessage(
      server.db(),
      { hotspotId: 1, kind: 'answer', recipient, content: { channel: 'mail', mail: { subject: 'Answer', text: 'Sent twice' } } },
      RECORDED_AT,
    );
  const ids = await server.db().update(outbox).set({ state: 'failed', ended: RECORDED_AT }).returning({ id: outbox.id });
  for (const [nth, { id }] of ids.entries())
    await server
      .db()
      .update(outbox)
      .set({ id: 9001 + nth })
      .where(eq(outbox.id, id));
  for (const id of [9001, 9002]) {
    const guest = await insertGuest(server.db());
    await server.as('admin').delete(`/api/users/${guest.id}?undo=true`);
    await server.db()
      .execute(sql`insert into deleted_things select ${id}::int, at, action, kind, object_id, label, hotspot_id, tenant_id, account_id,
      guest_ids, copy_ids, restored from deleted_things where object_id = ${guest.id}`);
    await server.db().execute(sql`update deleted_rows set thing_id = ${id} where thing_id < 9000`);
  }
});

beforeEach(() => {
  server.clock.now = RECORDED_AT;
});

const NEW_HOTSPOT = {
  name: 'twice',
  description: 'Sent twice',
  business_name: 'Twice srl',
  business_vat: 'IT1',
  business_address: 'Via 2',
  business_email: 'twice@example.com',
};

const NEW_ACCOUNT = {
  uuid: 'twice',
  username: 'twice',
  name: 'Twice',
  email: 'twice@example.com',
  type: 'desk',
  password: 'Zwiebelkuchen-7',
  hotspot_id: 1,
};

const NEW_TEMPLATE = {
  hotspot_id: 1,
  is_given: false,
  name: 'Twice',
  template: { version: 1, format: PAPER_FORMATS.a4, cut: 'none', elements: [], pictures: {} },
};

interface Call {
  as?: 'admin' | 'reseller1';
  path: string;
  body: object;
  /** Another valid request by the same caller, to the same path or another. */
  other: { path?: string; body?: object };
}

/** A call with an effect, for each POST that needs a token. */
const CALLS: Record<string, Call> = {
  'POST /api/hotspots': { as: 'reseller1', path: '/api/hotspots', body: NEW_HOTSPOT, other: { body: { ...NEW_HOTSPOT, name: 'thrice' } } },
  'POST /api/accounts': { path: '/api/accounts', body: NEW_ACCOUNT, other: { body: { ...NEW_ACCOUNT, password: 'Zwiebelkuchen-8' } } },
  'POST /api/vouchers': {
    path: '/api/vouchers',
    body: { hotspot_id: 1, remain_use: -1, num_vouchers: 3 },
    other: { body: { hotspot_id: 1, remain_use: -1, num_vouchers: 4 } },
  },
  'POST /api/paper_templates': { path: '/api/paper_templates', body: NEW_TEMPLATE, other: { body: { ...NEW_TEMPLATE, name: 'Thrice' } } },
  'POST /api/voucher_batches': {
    path: '/api/voucher_batches',
    body: { hotspot_id: 1, duration: 3, rows: [{ name: 'Ada', email: '', room: '', days: '' }] },
    other: { body: { hotspot_id: 1, duration: 4, rows: [{ name: 'Ada', email: '', room: '', days: '' }] } },
  },
  'POST /api/vouchers/voucher/:id/replacement': {
    path: '/api/vouchers/voucher/16/replacement',
    body: {},
    other: { path: '/api/vouchers/voucher/17/replacement' },
  },
  'POST /api/vouchers/voucher/:id/mail': {
    path: '/api/vouchers/voucher/17/mail',
    body: { to: 'twice@example.com' },
    other: { body: { to: 'thrice@example.com' } },
  },
  'POST /api/marketing/testmail/:id/:mail': {
    path: '/api/marketing/testmail/1/feedback',
    body: { body: 'Twice', to: 'twice@example.com' },
    other: { path: '/api/marketing/testmail/1/review' },
  },
  'POST /api/units': {
    path: '/api/units',
    body: { hotspot_id: 1, name: 'twice', mac_address: '02:00:00:00:22:01', uuid: 'twice' },
    other: { body: { hotspot_id: 1, name: 'twice', mac_address: '02:00:00:00:22:02', uuid: 'thrice' } },
  },
  'POST /api/units/:id/secret': { path: '/api/units/1/secret', body: {}, other: { path: '/api/units/2/secret' } },
  'POST /api/units/:id/renew': { path: '/api/units/1/renew', body: {}, other: { path: '/api/units/2/renew' } },
  'POST /api/units/:id/mac': {
    path: '/api/units/1/mac',
    body: { mac: '02-22-00-00-00-01', name: 'Till' },
    other: { path: '/api/units/4/mac' },
  },
  'POST /api/disclaimers/accounts/:id': {
    path: '/api/disclaimers/accounts/2',
    body: { title: 'Twice', type: 'tos', body: 'Sent twice' },
    other: { body: { title: 'Thrice', type: 'tos', body: 'Sent twice' } },
  },
  'POST /api/account_integrations/:id/:integrationId': {
    path: '/api/account_integrations/9/1',
    body: {},
    other: { path: '/api/account_integrations/9/2' },
  },
  'POST /api/integrations': { path: '/api/integrations', body: { name: 'Twice' }, other: { body: { name: 'Thrice' } } },
  'POST /api/integrations/:id/test': { path: '/api/integrations/1/test', body: {}, other: { path: '/api/integrations/2/test' } },
  'POST /api/sessions/:id/disconnect': {
    path: '/api/sessions/1/disconnect',
    body: {},
    other: { path: '/api/sessions/2/disconnect' },
  },
  'POST /api/deleted/:id/restore': { path: '/api/deleted/9001/restore', body: {}, other: { path: '/api/deleted/9002/restore' } },
  'POST /api/messages/:id/again': { path: '/api/messages/9001/again', body: {}, other: { path: '/api/messages/9002/again' } },
  'POST /api/stats/sms/accounts/:id': { path: '/api/stats/sms/accounts/2', body: { sms_to_add: 5 }, other: { body: { sms_to_add: 6 } } },
};

/** POSTs without a token. */
const OPEN = ['POST /api/login', 'POST /api/logout', 'POST /api/password_reset'];

test('every POST that needs a token is covered', () => {
  const posts = routesOf(server.app()).filter((route) => route.startsWith('POST /api/'));
  expect(posts.sort()).toEqual([...Object.keys(CALLS), ...OPEN].sort());
});

const post = (as: string, path: string, body: object, key: string): Promise<Answer> =>
  server.as(as).post(path, body, { 'Idempotency-Key': key });

describe.each(Object.entries(CALLS))('%s', (route, { as = 'admin', path, body, other }) => {
  test('is done once per key, repeats the answer, and refuses another request under it', async () => {
    const key = `walk ${route}`.replaceAll(' ', '.');
    const first = await post(as, path, body, key);
    expect(first.status === 200 || first.status === 201).toBe(true);
    expect(first.headers.get('Idempotency-Replayed')).toBeNull();

    // Messages that it has sent change rows, too.
    await server.outbox().drained();
    const after = await digestOf(server.db());
    const again = await post(as, path, body, key);
    expect({ status: again.status, body: again.body }).toEqual({ status: first.status, body: first.body });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await post(as, other.path ?? path, other.body ?? body, key)).toMatchObject({ status: 422, body: { code: 'key_reused' } });
    expect(await digestOf(server.db())).toBe(after);
  });
});

const vouchersWith = (code: string) => server.db().$count(hotspot_vouchers, like(hotspot_vouchers.code, code));
const batch = (code: string) => ({ hotspot_id: 1, remain_use: -1, code });

test('a request without a key is done twice when sent twice', async () => {
  const body = { hotspot_id: 1, remain_use: -1, num_vouchers: 2 };
  const before = await server.db().$count(hotspot_vouchers);
  for (const _ of [1, 2]) expect((await server.as('reseller1').post('/api/vouchers', body)).status).toBe(201);
  expect(await server.db().$count(hotspot_vouchers)).toBe(before + 4);
});

test('a refused request releases its key, and is done once corrected', async () => {
  const name = 'blocked-for-now';
  const created = await server.as('reseller1').post('/api/hotspots', { ...NEW_HOTSPOT, name });
  expect(created.status).toBe(201);
  for (const _ of [1, 2]) expect((await post('reseller1', '/api/hotspots', { ...NEW_HOTSPOT, name }, 'mended')).status).toBe(409);
  expect(await server.as('reseller1').delete(`/api/hotspots/${(created.body as { id: number }).id}`)).toMatchObject({ status: 200 });

  const third = await post('reseller1', '/api/hotspots', { ...NEW_HOTSPOT, name }, 'mended');
  expect(third.status).toBe(201);
  expect(third.headers.get('Idempotency-Replayed')).toBeNull();
  expect((await post('reseller1', '/api/hotspots', { ...NEW_HOTSPOT, name }, 'mended')).body).toEqual(third.body);
  expect(await server.db().$count(hotspots, eq(hotspots.name, name))).toBe(1);
});

test('a thousand vouchers with the longest names are created once, and the answer is repeated word for word', async () => {
  // JSON takes six characters for each control character.
  const user_name = '\u0001'.repeat(MAX_LENGTH.name);
  const user_mail = `${'m'.repeat(MAX_LENGTH.email - 12)}@example.com`;
  const body = { hotspot_id: 1, remain_use: -1, type: 'auth', user_name, user_mail, num_vouchers: MAX_VOUCHERS };
  // As on a server that has been in use: PostgreSQL finds nothing to compress in the first kilobyte of ids with two and three digits.
  await server.db().execute(sql`select setval(pg_get_serial_sequence('hotspot_vouchers', 'id'), 1000000)`);
  const before = await server.db().$count(hotspot_vouchers);
  const first = await post('reseller1', '/api/vouchers', body, 'thousand');
  const { vouchers } = vouchersCreated.parse(first.body);
  expect(vouchers).toHaveLength(1000);
  // Later changes of the vouchers don't show in the repeated answer.
  await server.db().update(hotspot_vouchers).set({ printed: true });
  const again = await post('reseller1', '/api/vouchers', body, 'thousand');
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
  expect(await server.db().$count(hotspot_vouchers)).toBe(before + 1000);
  // The answer is stored compressed.
  const { rows } = (await server.db().execute(sql`select max(pg_column_size(answer))::int as bytes from idempotency_keys`)) as {
    rows: [{ bytes: number }];
  };
  expect(rows[0].bytes).toBeLessThan(JSON.stringify(first.body).length / 10);
});

test('accounts do not share keys', async () => {
  const mine = await post('reseller1', '/api/vouchers', { hotspot_id: 1, remain_use: -1 }, 'shared');
  const theirs = await post('customer11', '/api/vouchers', { hotspot_id: 1, remain_use: -1 }, 'shared');
  expect([mine.status, theirs.status]).toEqual([201, 201]);
  expect(theirs.headers.get('Idempotency-Replayed')).toBeNull();
  expect(theirs.body).not.toEqual(mine.body);
});

test('an answer lost on its way is returned for the repeated request', async () => {
  const token = await login(server.withToken(), 'reseller1', 'pw-reseller1');
  const { hostname, port } = new URL(server.url());
  const body = JSON.stringify(batch('lost-1'));
  const head = [
    'POST /api/vouchers HTTP/1.1',
    `Host: ${hostname}`,
    `Token: ${token}`,
    'Idempotency-Key: lost-key',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`));
    // Hang up after the answer's first byte.
    socket.once('data', () => socket.destroy());
    socket.once('close', () => resolve());
  });
  const again = await server.withToken(token).post('/api/vouchers', batch('lost-1'), { 'Idempotency-Key': 'lost-key' });
  expect(again).toMatchObject({ status: 201, body: { status: 'success', ids: [expect.any(Number)] } });
  expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  expect(await vouchersWith('lost-1')).toBe(1);
});

test('a key is valid for a day and then deleted', async () => {
  const send = () => post('reseller1', '/api/vouchers', { hotspot_id: 1, remain_use: -1 }, 'for-a-day');
  const first = await send();
  // Halfway through the key's lifetime and at its very end; the login is extended in between.
  for (const hours of [12, 24]) {
    server.clock.now = new Date(RECORDED_AT.getTime() + hours * 3_600_000);
    expect((await send()).body).toEqual(first.body);
  }
  server.clock.now = new Date(RECORDED_AT.getTime() + 24 * 3_600_000 + 1000);
  const next = await send();
  expect(next.status).toBe(201);
  expect(next.body).not.toEqual(first.body);
  expect(await server.db().$count(idempotency_keys, lte(idempotency_keys.created, RECORDED_AT))).toBe(0);
});

test.each([
  ['empty', ''],
  ['with a space in it', 'two words'],
  ['not ASCII', 'clé'],
  ['longer than 200 characters', 'k'.repeat(201)],
])('a key that is %s is refused, and nothing is done', async (_what, key) => {
  const before = await digestOf(server.db());
  const answer = await post('reseller1', '/api/vouchers', batch('malformed-key'), key);
  expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', error: expect.stringContaining('Idempotency-Key') } });
  expect(await digestOf(server.db())).toBe(before);
});

describe('the claim of a request', () => {
  const request: IdempotentRequest = {
    method: 'POST',
    url: '/api/vouchers',
    body: { hotspot_id: 1 },
    headers: { 'idempotency-key': 'a-key' },
    scope: { accountId: 7, username: 'reseller1', role: 'reseller', hotspotId: 0 },
  };

  test('is null without a key, and for other methods', () => {
    expect(claimOf({ ...request, headers: {} })).toBeNull();
    for (const method of ['GET', 'PUT', 'DELETE']) expect(claimOf({ ...request, method })).toBeNull();
  });

  test('has the hash of the key, and a fingerprint that nobody can make without it', () => {
    expect(claimOf(request)).toEqual({
      account_id: 7,
      key_hash: createHash('sha256').update('a-key').digest('hex'),
      fingerprint: createHmac('sha256', 'a-key').update('POST /api/vouchers\n{"hotspot_id":1}').digest('hex'),
    });
    expect(claimOf({ ...request, body: undefined })?.fingerprint).toBe(claimOf({ ...request, body: null })?.fingerprint);
  });

  test.each(['!', '~', 'a"b', 'k'.repeat(200)])('has the key %j', (key) => {
    expect(claimOf({ ...request, headers: { 'idempotency-key': key } })).not.toBeNull();
  });

  test.each(['', ' ', 'a b', ' a', 'a ', 'é', '\u007f', 'k'.repeat(201), ['a', 'b']])('is refused with the key %j', (key) => {
    const claim = () => claimOf({ ...request, headers: { 'idempotency-key': key } });
    expect(claim).toThrow(RefusedError);
    expect(claim).toThrow('Request fields malformed');
  });
});

test('a key of 200 characters is accepted', async () => {
  expect((await post('reseller1', '/api/vouchers', batch('long-key'), 'k'.repeat(200))).status).toBe(201);
});

test('a key gives no access without a token or the role', async () => {
  const first = await post('reseller1', '/api/hotspots', { ...NEW_HOTSPOT, name: 'guarded' }, 'guarded');
  expect(first.status).toBe(201);
  const send = (caller: ReturnType<typeof server.as>) =>
    caller.post('/api/hotspots', { ...NEW_HOTSPOT, name: 'guarded' }, { 'Idempotency-Key': 'guarded' });
  expect((await send(server.withToken())).status).toBe(401);
  expect((await send(server.as('desk11'))).status).toBe(403);
});

test('neither keys nor bodies are stored, passwords least of all', async () => {
  const body = { ...NEW_ACCOUNT, username: 'kept', uuid: 'kept' };
  expect((await post('admin', '/api/accounts', body, 'a-key-of-mine')).status).toBe(201);
  const stored = JSON.stringify(await server.db().select().from(idempotency_keys));
  expect(stored).not.toContain('a-key-of-mine');
  expect(stored).not.toContain(NEW_ACCOUNT.password);
});

describe('an irreversible effect such as a mail', () => {
  const path = '/api/marketing/testmail/1/feedback';

  test('is sent once, while simultaneous requests wait for the same answer', async () => {
    const mail = { body: 'slow', to: 'slow@example.com' };
    const first = post('admin', path, mail, 'slow-mail');
    const second = post('admin', path, mail, 'slow-mail');
    // One of them has the key once its mail is on its way.
    while (!sent.includes('slow@example.com')) await pause(10);
    const other = await post('admin', path, { ...mail, to: 'other@example.com' }, 'slow-mail');
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } });
    slow.end();
    const answers = await Promise.all([first, second]);
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      { status: 200, body: { status: 'success' } },
      { status: 200, body: { status: 'success' } },
    ]);
    expect(sent.filter((to) => to === 'slow@example.com')).toHaveLength(1);
  });

  test('is sent each time without a key, and refused each time', async () => {
    const send = (mail: object) => server.as('admin').post(path, mail);
    for (const _ of [1, 2]) expect((await send({ body: 'Unkeyed', to: 'unkeyed@example.com' })).status).toBe(200);
    expect(sent.filter((to) => to === 'unkeyed@example.com')).toHaveLength(2);
    for (const _ of [1, 2]) expect((await send({ body: 'refuse', to: 'unkeyed@example.com' })).status).toBe(422);
  });

  test('is tried again after a refusal', async () => {
    const mail = { body: 'refuse', to: 'refused@example.com' };
    for (const _ of [1, 2]) {
      expect(await post('admin', path, mail, 'refused-mail')).toMatchObject({ status: 422, body: { code: 'mail_refused' } });
    }
    expect(sent.filter((to) => to === 'refused@example.com')).toHaveLength(2);
  });

  test('is not repeated secretly when its process died, and the key is released', async () => {
    const mail = { body: 'orphan', to: 'orphan@example.com' };
    expect((await post('admin', path, mail, 'orphan-mail')).status).toBe(200);
    await server
      .db()
      .update(idempotency_keys)
      .set({ status: 0, answer: '', created: new Date(RECORDED_AT.getTime() - 61_000) });
    expect(await post('admin', path, mail, 'orphan-mail')).toMatchObject({ status: 409, body: { code: 'outcome_unknown' } });
    expect(sent.filter((to) => to === 'orphan@example.com')).toHaveLength(1);
    expect((await post('admin', path, mail, 'orphan-mail')).status).toBe(200);
    expect(sent.filter((to) => to === 'orphan@example.com')).toHaveLength(2);
  });

  test('is not repeated when it was sent but could not be recorded', async () => {
    await server.db().execute(sql`create function refuse_entry() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`);
    await server.db().execute(sql`create trigger refuse_entry before insert on audit_entries execute function refuse_entry()`);
    const send = () => post('admin', '/api/vouchers/voucher/17/mail', { to: 'unrecorded@example.com' }, 'unrecorded-mail');
    expect(await send()).toMatchObject({ status: 500 });
    await server.db().execute(sql`drop function refuse_entry cascade`);
    server.clock.now = new Date(RECORDED_AT.getTime() + 61_000);
    expect(await send()).toMatchObject({ status: 409, body: { code: 'outcome_unknown' } });
    expect(sent.filter((to) => to === 'unrecorded@example.com')).toHaveLength(1);
    expect(await send()).toMatchObject({ status: 200 });
  });
});
