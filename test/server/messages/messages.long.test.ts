/** What admins see of the outbox, and how they send a message again. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { audit_entries, failing_destinations, outbox, portal_codes } from '../../../src/server/database/schema';
import type { Delivery, Mail } from '../../../src/server/messages/mailer';
import { post, type Message } from '../../../src/server/messages/outboxQueries';
import type { OutboxMessage } from '../../../src/contract/messages';
import { RECORDED_AT } from '../../support/backEnd/recordings';
import { serve, signedIn } from '../../support/server/server';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SECRET = 'nobody must read this';

let delivery: Delivery = 'sent';
const mails: Mail[] = [];
const server = serve({ mailer: { isConfigured: true, send: async (mail) => (delivery === 'sent' && mails.push(mail), delivery) } });

beforeEach(async () => {
  server.clock.now = RECORDED_AT;
  delivery = 'sent';
  mails.length = 0;
  await server.db().delete(outbox);
  await server.db().delete(failing_destinations);
});

const mail = (recipient: string, more: Partial<Message> = {}): Message => ({
  hotspotId: 1,
  kind: 'answer',
  recipient,
  content: { channel: 'mail', mail: { subject: SECRET, text: SECRET } },
  ...more,
});
const add = (message: Message) => post(server.db(), message, server.clock.now);
const list = async (query = '', as = 'admin') => {
  const { status, body, headers } = await (await signedIn(server.url(), as)).get(`/api/messages${query}`);
  return { status, rows: body as OutboxMessage[], total: headers.get('X-Total-Count') };
};
const pass = (milliseconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + milliseconds);
};
async function failed(message = mail('anna@example.com')): Promise<number> {
  delivery = { refused: '550 no such mailbox', isPermanent: true };
  await add(message);
  await server.outbox().drained();
  delivery = 'sent';
  return (await list()).rows[0]?.id ?? 0;
}
const again = async (id: number, as = 'admin') => (await signedIn(server.url(), as)).post(`/api/messages/${id}/again`, {});

describe('the list of messages', () => {
  test('says what leaves for whom, in which state and why, and never what it says', async () => {
    await failed();
    await add(mail('+393471234567', { kind: 'feedback', content: { channel: 'sms', unitId: 1, text: SECRET } }));
    pass(MINUTE);
    await add(mail('ben@example.com'));
    const { rows, total } = await list();
    expect(total).toBe('3');
    expect(rows).toMatchObject([
      {
        kind: 'answer',
        channel: 'mail',
        recipient: 'b…@example.com',
        state: 'waiting',
        tries: 0,
        reason: '',
        ended: null,
        may_repeat: false,
      },
      { kind: 'feedback', channel: 'sms', recipient: '+39…67', state: 'waiting' },
      {
        kind: 'answer',
        recipient: 'a…@example.com',
        hotspot_id: 1,
        hotspot_name: 'city-library-11',
        state: 'failed',
        tries: 1,
        reason: '550 no such mailbox',
        next_try: null,
        may_repeat: true,
      },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/nobody must|anna|347123/);
  });

  test('is narrowed by state, kind, hotspot, time, reason and recipient, and sorted', async () => {
    await failed();
    pass(HOUR);
    await add(mail('ben@example.com', { kind: 'voucher', hotspotId: 4 }));
    await server.outbox().drained();
    const found = async (query: string) => (await list(query)).rows.map(({ recipient }) => recipient.slice(0, 1));
    expect(await found('?state=failed')).toEqual(['a']);
    expect(await found('?kind=voucher')).toEqual(['b']);
    expect(await found('?hotspot=4')).toEqual(['b']);
    expect(await found(`?from=${server.clock.now.toISOString()}`)).toEqual(['b']);
    expect(await found('?q=mailbox')).toEqual(['a']);
    expect(await found('?q=anna@example.com')).toEqual(['a']);
    // Its recipient has been masked by now.
    expect(await found('?q=ben@example.com')).toEqual(['b']);
    expect(await found('?q=carl@example.com')).toEqual([]);
    expect(await found('?sort=state&order=asc')).toEqual(['a', 'b']);
    expect((await list('?state=lost')).status).toBe(400);
  });

  test('does not reveal whether somebody who wants a new password has an account', async () => {
    await server.withToken().post('/api/password_reset', { username: 'nobody at all' });
    expect((await list()).rows).toEqual([]);
  });

  test.each(['reseller1', 'customer11', 'desk11'])('is refused to %s', async (as) => {
    const id = await failed();
    expect((await list('', as)).status).toBe(403);
    expect((await again(id, as)).status).toBe(403);
    await server.outbox().drained();
    expect(mails).toEqual([]);
  });
});

describe('a message that failed', () => {
  test('is sent again once, however often that is requested, and the audit trail names no recipient', async () => {
    const id = await failed();
    const answers = await Promise.all([again(id), again(id), again(id)]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    await server.outbox().drained();
    expect(mails.map(({ to }) => to)).toEqual(['anna@example.com']);
    expect((await again(id)).body).toMatchObject({ code: 'already_sent' });
    const [entry] = await server
      .db()
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.action, 'messages.repeat'))
      .orderBy(desc(audit_entries.id));
    expect(entry).toMatchObject({
      account_name: 'admin',
      kind: 'hotspot',
      object_name: 'city-library-11',
      changes: [{ field: 'message', old: null, new: 'answer' }],
    });
    expect(JSON.stringify(entry)).not.toContain('anna');
  });

  test('is tried for another day', async () => {
    delivery = { unreachable: 'gone' };
    await add(mail('anna@example.com'));
    const hours = async (count: number) => {
      for (let hour = 0; hour < count; hour += 1) {
        await server.outbox().drained();
        pass(HOUR);
      }
    };
    await hours(26);
    const [row] = (await list()).rows;
    expect(row).toMatchObject({ state: 'failed', may_repeat: true });
    expect((await again(row?.id ?? 0)).status).toBe(200);
    await hours(20);
    delivery = 'sent';
    await hours(2);
    expect(mails).toHaveLength(1);
  });

  test('is not sent again once it is of no use: a password of yesterday, a code that was withdrawn', async () => {
    const id = await failed(mail('anna@example.com', { kind: 'password_reset' }));
    pass(31 * MINUTE);
    expect((await list()).rows).toMatchObject([{ may_repeat: false }]);
    expect(await again(id)).toMatchObject({ status: 409, body: { code: 'too_late' } });
    const [code] = await server
      .db()
      .insert(portal_codes)
      .values({
        hotspot_id: 1,
        recipient: 'b@example.com',
        network: '',
        code_hash: '',
        wants_marketing: false,
        wants_survey: false,
        created: server.clock.now,
      })
      .returning({ id: portal_codes.id });
    const withdrawn = await failed(mail('b@example.com', { kind: 'code', codeId: code?.id ?? 0 }));
    await server.db().delete(portal_codes);
    expect(await again(withdrawn)).toMatchObject({ status: 409, body: { code: 'too_late' } });
    await server.outbox().drained();
    expect(mails).toEqual([]);
  });

  test('is not found under an unknown number', async () => {
    expect((await again(999_999)).status).toBe(404);
  });
});

describe('the alert about a destination', () => {
  const alerts = async (as = 'admin') =>
    ((await (await signedIn(server.url(), as)).get('/api/attention')).body as { data: { kind: string }[] }).data.filter(
      ({ kind }) => kind === 'messages_failing',
    );

  test('comes after an hour of failures, to admins only, and goes with the first message that arrives', async () => {
    const since = server.clock.now;
    delivery = { unreachable: 'connect ECONNREFUSED' };
    await add(mail('anna@example.com'));
    for (let minutes = 0; minutes < 59; minutes += 1) {
      await server.outbox().drained();
      pass(MINUTE);
    }
    expect(await alerts()).toEqual([]);
    pass(MINUTE);
    await server.outbox().drained();
    expect(await alerts()).toMatchObject([
      { channel: 'mail', integration_id: 0, since: `${since.toISOString().slice(0, 19)}Z`, reason: 'connect ECONNREFUSED' },
    ]);
    expect(await alerts('reseller1')).toEqual([]);
    delivery = 'sent';
    pass(2 * HOUR);
    await server.outbox().drained();
    expect(await alerts()).toEqual([]);
  });

  test('does not stay for ever where nothing is sent any more', async () => {
    delivery = { unreachable: 'gone' };
    await add(mail('anna@example.com', { kind: 'password_reset' }));
    await server.outbox().drained();
    pass(20 * MINUTE);
    await server.outbox().drained();
    pass(60 * MINUTE);
    expect(await alerts()).toHaveLength(1);
    pass(DAY);
    expect(await alerts()).toEqual([]);
  });
});
