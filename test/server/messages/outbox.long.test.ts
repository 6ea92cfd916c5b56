/** The outbox: every message arrives once, whatever its receiver, the workers and the clock do. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { account_sms_counts, failing_destinations, hotspot_sms_counts, integrations, outbox } from '../../../src/server/database/schema';
import { createMailer, type Mail } from '../../../src/server/messages/mailer';
import { post, type Message, postTaken, deleteMessages, forgetMessages } from '../../../src/server/messages/outboxQueries';
import { createOutbox } from '../../../src/server/messages/sender';
import { createSms } from '../../../src/server/messages/sms/sms';
import { createWebhooks } from '../../../src/server/messages/webhooks';
import { readConfig } from '../../../src/server/config';
import { moodyHttp, moodyMail } from '../../support/peers/moodySinks';
import { serve } from '../../support/server/server';
import { eraseGuest } from '../../../src/server/guests/erasureQueries';
import { claim } from '../../../src/server/messages/senderQueries';
import { reserveSms } from '../../../src/server/messages/sms/quotaQueries';
import { insertGuest } from '../../factories/rows';
import { pauseAfter } from '../../../src/server/messages/tries';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = new Date('2026-11-20T10:00:00Z');
const HOTSPOT = 1;
const NUMBER = '+393471234567';

const mailServer = moodyMail();
const gateway = moodyHttp();
const platform = moodyHttp();
const other = moodyHttp();
const server = serve();

const mailer = (port = mailServer.port(), timeout = 10_000) =>
  createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Portico <portico@inn.example>', timeout });
const sms = (timeout = 10_000) =>
  createSms(readConfig({ SMS_URL: `http+template://127.0.0.1:${gateway.port()}/?to={number}&text={text}` }).sms, {
    print: () => undefined,
    timeout,
  });

/** Messages about failed attempts. */
const reports: string[] = [];

/** The outbox of another replica. */
const replica = (more: Partial<Parameters<typeof createOutbox>[0]> = {}) =>
  createOutbox({
    db: server.db(),
    clock: () => server.clock.now,
    mailer: mailer(),
    sms: sms(),
    product: 'Portico',
    webhooks: createWebhooks({ allowPrivate: true }),
    logoOf: async () => undefined,
    isStillWanted: async () => true,
    report: ({ kind, to, reason }) => void reports.push(`${kind} ${to} ${reason}`),
    onFailure: (error) => {
      throw error;
    },
    ...more,
  });
/** One that gives up early on receivers that hang. */
const impatient = () =>
  replica({ mailer: mailer(mailServer.port(), 300), sms: sms(300), webhooks: createWebhooks({ allowPrivate: true, timeout: 300 }) });
let current: ReturnType<typeof replica>;
/** The outbox that sends in a test. */
const sender = () => current;
const sendBy = (outbox: ReturnType<typeof replica>) => {
  current = outbox;
};

beforeEach(async () => {
  server.clock.now = NOW;
  for (const sink of [mailServer, gateway, platform, other]) {
    sink.mood = 'accepts';
    sink.taken.length = 0;
    delete sink.retryAfter;
  }
  reports.length = 0;
  sendBy(replica());
  const db = server.db();
  await db.delete(outbox);
  await db.delete(failing_destinations);
  await db.delete(hotspot_sms_counts);
  await db.update(account_sms_counts).set({ sms_count: 0, sms_max_count: 1000, sms_threshold: 0 });
  await db.update(integrations).set({ webhook_url: `http://127.0.0.1:${platform.port()}/hook` });
  await db
    .update(integrations)
    .set({ webhook_url: `http://127.0.0.1:${other.port()}/hook` })
    .where(eq(integrations.id, 2));
});

const mail = (recipient: string, more: Partial<Message> = {}): Message => ({
  hotspotId: HOTSPOT,
  kind: 'answer',
  recipient,
  content: { channel: 'mail', mail: { subject: 'News', text: 'There is news.' } },
  ...more,
});
const text = (more: Partial<Message> = {}): Message => ({
  hotspotId: HOTSPOT,
  kind: 'feedback',
  recipient: NUMBER,
  content: { channel: 'sms', unitId: 1, text: 'How was it?' },
  ...more,
});
const call = (integrationId = 1): Message => ({
  hotspotId: HOTSPOT,
  integrationId,
  kind: 'sync',
  recipient: 'BookingHub',
  content: { channel: 'webhook', body: { status: true } },
});

const add = (message: Message) => post(server.db(), message, server.clock.now);
const rows = () => server.db().select().from(outbox).orderBy(outbox.id);
const pass = (milliseconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + milliseconds);
};
/** Advances the clock in steps; the workers run after each. */
async function wait(milliseconds: number, step = MINUTE): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    pass(step);
    await current.drained();
  }
}
const usedSms = async () =>
  (await server.db().select({ count: account_sms_counts.sms_count }).from(account_sms_counts)).reduce((sum, { count }) => sum + count, 0);

describe('a message', () => {
  test('is sent once, and then loses its content and its recipient', async () => {
    await add(mail('anna@example.com'));
    await sender().drained();
    await wait(DAY, HOUR);
    const [row] = await rows();
    expect(mailServer.taken).toMatchObject([{ to: 'anna@example.com', id: row?.uuid }]);
    expect(row).toMatchObject({ state: 'sent', content: null, recipient: 'a…@example.com', tries: 1, reason: '' });
  });

  test('is claimed alone, whatever plan the database takes', async () => {
    const claimed = await server.db().transaction(async (tx) => {
      for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material'])
        await tx.execute(sql.raw(`set local enable_${plan} = off`));
      for (const recipient of ['a@example.com', 'b@example.com']) await post(tx, mail(recipient), NOW);
      const next = async () => (await claim(tx, 'mail', { now: NOW, except: [] }))?.recipient;
      return [await next(), await next(), await next()];
    });
    expect(claimed).toEqual(['a@example.com', 'b@example.com', undefined]);
  });

  test('is not written if its cause is not', async () => {
    await expect(
      server.db().transaction(async (tx) => {
        await post(tx, mail('a@example.com'), NOW);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await rows()).toEqual([]);
  });

  test('fails at once when refused for good, and keeps its content to be sent again', async () => {
    mailServer.mood = 'refuses';
    gateway.mood = 'refuses';
    await add(mail('a@example.com'));
    await add(text());
    await sender().drained();
    expect(await rows()).toMatchObject([
      { state: 'failed', tries: 1, reason: expect.stringContaining('refuses'), content: { channel: 'mail' } },
      { state: 'failed', tries: 1, reason: '400', content: { channel: 'sms' } },
    ]);
    expect(await usedSms()).toBe(0);
  });

  test.each<[string, () => typeof mailServer, () => Message]>([
    ['mail', () => mailServer, () => mail('a@example.com')],
    ['SMS', () => gateway, () => text()],
    ['call', () => platform, () => call()],
  ])('arrives as a %s under one id after hours of deferrals, with longer and longer pauses between tries', async (_what, sink, message) => {
    sink().mood = 'defers';
    await add(message());
    await sender().drained();
    await wait(5 * HOUR);
    const [deferred] = await rows();
    expect(deferred).toMatchObject({ state: 'waiting', reason: expect.stringMatching(/defers|503/) });
    expect(deferred?.tries).toBeGreaterThan(6);
    expect(deferred?.tries).toBeLessThan(13);
    sink().mood = 'accepts';
    await wait(90 * MINUTE);
    expect(sink().taken).toMatchObject([{ id: deferred?.uuid }]);
  });

  test.each<[string, () => typeof mailServer, () => Message]>([
    ['mail', () => mailServer, () => mail('a@example.com')],
    ['SMS', () => gateway, () => text()],
    ['call', () => platform, () => call()],
  ])('is sent again as a %s under its former id when the connection is lost before the answer', async (_what, sink, message) => {
    sink().mood = 'drops';
    await add(message());
    await sender().drained();
    sink().mood = 'accepts';
    await wait(3 * MINUTE);
    const [row] = await rows();
    expect(sink().taken.map(({ id }) => id)).toEqual([row?.uuid, row?.uuid]);
    expect(row?.state).toBe('sent');
  });

  test.each<[string, () => typeof mailServer, () => Message]>([
    ['mail', () => mailServer, () => mail('a@example.com')],
    ['SMS', () => gateway, () => text()],
    ['call', () => platform, () => call()],
  ])('arrives as a %s once its receiver hangs no longer', async (_what, sink, message) => {
    sink().mood = 'hangs';
    sendBy(impatient());
    await add(message());
    await sender().drained();
    await wait(HOUR, 10 * MINUTE);
    expect(await rows()).toMatchObject([{ state: 'waiting' }]);
    sink().mood = 'accepts';
    await wait(HOUR);
    expect(sink().taken).toHaveLength(1);
  });

  test('does not show its recipient in the reason, which mail servers repeat', async () => {
    const send = async () => ({ refused: '550 <anna@example.com> unknown', isPermanent: true });
    await add(mail('anna@example.com'));
    await replica({ mailer: { isConfigured: true, send } }).drained();
    expect((await rows())[0]?.reason).toBe('550 <a…@example.com> unknown');
    expect(reports).toEqual(['answer a…@example.com 550 <a…@example.com> unknown']);
  });

  test('is given up after a day, and never sent later', async () => {
    sendBy(replica({ mailer: mailer(1) }));
    await add(mail('a@example.com'));
    await wait(30 * HOUR, HOUR);
    expect(await rows()).toMatchObject([{ state: 'failed', reason: expect.stringContaining('ECONNREFUSED') }]);
    await replica().drained();
    expect(mailServer.taken).toEqual([]);
  });

  test('is not sent after it has become useless, and loses its content then', async () => {
    await add(mail('a@example.com', { kind: 'password_reset' }));
    pass(31 * MINUTE);
    await sender().drained();
    expect(await rows()).toMatchObject([{ state: 'failed', reason: 'too late' }]);
    await forgetMessages(server.db(), server.clock.now);
    expect(await rows()).toMatchObject([{ content: null, recipient: 'a…@example.com' }]);
    expect(mailServer.taken).toEqual([]);
  });

  test('is put off as long as its receiver asks', async () => {
    platform.mood = 'defers';
    platform.retryAfter = '7200';
    await add(call());
    await sender().drained();
    platform.mood = 'accepts';
    await wait(110 * MINUTE, 10 * MINUTE);
    expect(platform.taken).toEqual([]);
    await wait(20 * MINUTE, 10 * MINUTE);
    expect(platform.taken).toHaveLength(1);
  });

  test('is forgotten a month after it ended', async () => {
    await add(mail('a@example.com'));
    await sender().drained();
    pass(29 * DAY);
    await forgetMessages(server.db(), server.clock.now);
    expect(await rows()).toHaveLength(1);
    pass(2 * DAY);
    await forgetMessages(server.db(), server.clock.now);
    expect(await rows()).toHaveLength(0);
  });
});

describe('a message that somebody waits for', () => {
  const awaited = () => mail('a@example.com', { kind: 'voucher', content: { ...mail('').content, isAwaited: true } });

  /** Stores a message from a server that is lost at once. */
  async function lost(message: Message) {
    const { id: _, ...row } = await postTaken(server.db(), message, NOW);
    await server.db().delete(outbox);
    return row;
  }

  test('is not repeated after its failure was reported', async () => {
    mailServer.mood = 'defers';
    const outcome = await sender().sendNow(await postTaken(server.db(), awaited(), NOW));
    expect(outcome).toMatchObject({ kind: 'later', isRefused: true });
    mailServer.mood = 'accepts';
    await wait(10 * MINUTE);
    expect(mailServer.taken).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'failed', tries: 1 }]);
  });

  test('is taken over two minutes after its server was lost, not before, and then repeated', async () => {
    await server
      .db()
      .insert(outbox)
      .values(await lost(mail('a@example.com', { content: { ...mail('').content, isAwaited: true } })));
    await wait(MINUTE + 59 * SECOND, MINUTE / 2 - SECOND / 4);
    expect(mailServer.taken).toEqual([]);
    mailServer.mood = 'defers';
    await wait(MINUTE);
    mailServer.mood = 'accepts';
    await wait(5 * MINUTE);
    expect(mailServer.taken).toHaveLength(1);
  });
});

describe('a worker', () => {
  test('is replaced five minutes after it was killed, not before', async () => {
    await add(mail('a@example.com'));
    const killed = replica({ mailer: { isConfigured: true, send: () => Promise.reject(new Error('killed')) }, onFailure: () => undefined });
    await killed.drained();
    await wait(4 * MINUTE);
    expect(mailServer.taken).toEqual([]);
    await wait(MINUTE);
    expect(mailServer.taken).toHaveLength(1);
  });

  test('comes back late without repeating or spoiling what another one has done', async () => {
    await add(mail('a@example.com'));
    let answer: (delivery: 'sent' | { unreachable: string }) => void = () => undefined;
    let isSending: () => void = () => undefined;
    const isStarted = new Promise<void>((resolve) => (isSending = resolve));
    const late = replica({
      mailer: { isConfigured: true, send: () => (isSending(), new Promise((resolve) => (answer = resolve))) },
    });
    const done = late.drained();
    await isStarted;
    pass(6 * MINUTE);
    await sender().drained();
    answer({ unreachable: 'gone' });
    await done;
    expect(await rows()).toMatchObject([{ state: 'sent', tries: 2 }]);
    expect(mailServer.taken).toHaveLength(1);
  });

  test('shares a hundred messages with three others, and each is sent once', async () => {
    for (let nth = 0; nth < 100; nth += 1) await add(mail(`guest-${nth}@example.com`));
    await Promise.all(Array.from({ length: 4 }, () => replica().drained()));
    expect(mailServer.taken).toHaveLength(100);
    expect(new Set(mailServer.taken.map(({ to }) => to)).size).toBe(100);
    expect(await server.db().$count(outbox, eq(outbox.state, 'sent'))).toBe(100);
  });

  test('does not take its own message for lost when the clock jumps ahead', async () => {
    await add(mail('a@example.com'));
    let isSending: () => void = () => undefined;
    const isStarted = new Promise<void>((resolve) => (isSending = resolve));
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const slow = replica({
      mailer: { isConfigured: true, send: async (one: Mail) => (isSending(), held.then(() => mailer().send(one))) },
    });
    const done = slow.drained();
    await isStarted;
    pass(DAY / 2);
    slow.wake();
    goOn();
    await done;
    await slow.drained();
    expect(mailServer.taken).toHaveLength(1);
  });

  test('puts nothing off for ever because a clock was ahead', async () => {
    pass(4 * 365 * DAY);
    mailServer.mood = 'defers';
    await add(mail('a@example.com'));
    await sender().drained();
    server.clock.now = NOW;
    mailServer.mood = 'accepts';
    sendBy(replica());
    await forgetMessages(server.db(), server.clock.now);
    await sender().drained();
    expect(mailServer.taken).toHaveLength(1);
  });

  test('stores how a try ended once the database is back, and does not send it again', async () => {
    await add(mail('a@example.com'));
    let isAway = false;
    const db = new Proxy(server.db(), {
      get: (target, key) => {
        if (isAway && key === 'transaction') return () => Promise.reject(new Error('away'));
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      },
    });
    const failures: unknown[] = [];
    const cut = replica({
      db,
      onFailure: (error: unknown) => void failures.push(error),
      mailer: { isConfigured: true, send: async (one) => ((isAway = true), mailer().send(one)) },
    });
    await cut.drained();
    expect(failures).toHaveLength(1);
    expect(await rows()).toMatchObject([{ state: 'sending' }]);
    isAway = false;
    while ((await rows())[0]?.state !== 'sent');
    pass(10 * MINUTE);
    await cut.drained();
    await sender().drained();
    expect(mailServer.taken).toHaveLength(1);
  });
});

describe('a mail server', () => {
  test('refuses one recipient and gets all other messages', async () => {
    mailServer.mood = 'refuses one';
    for (const to of ['nobody@example.com', 'a@example.com', 'b@example.com']) await add(mail(to));
    await sender().drained();
    expect(mailServer.taken.map(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com']);
  });

  test('refuses the sender and is tried again, as no recipient is to blame', async () => {
    mailServer.mood = 'refuses sender';
    await add(mail('a@example.com'));
    await sender().drained();
    expect(await rows()).toMatchObject([{ state: 'waiting', reason: expect.stringContaining('refuses sender') }]);
    mailServer.mood = 'accepts';
    await wait(2 * MINUTE);
    expect(mailServer.taken).toHaveLength(1);
  });

  test('costs the other messages no try while it does not answer, and gets them all when it is back', async () => {
    let isAway = true;
    sendBy(replica({ mailer: { isConfigured: true, send: (one) => mailer(isAway ? 1 : mailServer.port()).send(one) } }));
    for (let nth = 0; nth < 20; nth += 1) await add(mail(`guest-${nth}@example.com`));
    await sender().drained();
    expect((await rows()).filter(({ tries }) => tries > 0).length).toBeLessThanOrEqual(4);
    await wait(10 * MINUTE);
    expect((await rows()).filter(({ tries }) => tries > 4)).toEqual([]);
    isAway = false;
    await wait(10 * MINUTE);
    expect(new Set(mailServer.taken.map(({ to }) => to)).size).toBe(20);
  });
});

describe('SMS', () => {
  test('are taken from the pack once, whether one try or several send them', async () => {
    gateway.mood = 'defers';
    await add(text());
    await sender().drained();
    expect(await usedSms()).toBe(1);
    await wait(HOUR);
    expect(await usedSms()).toBe(1);
    gateway.mood = 'accepts';
    await wait(HOUR);
    expect(gateway.taken).toHaveLength(1);
    expect(await usedSms()).toBe(1);
  });

  test('go back to the pack when they are given up, and when they are deleted before they were sent', async () => {
    gateway.mood = 'defers';
    await add(text());
    await wait(26 * HOUR, HOUR);
    expect(await rows()).toMatchObject([{ state: 'failed', content: { channel: 'sms' } }]);
    expect(await usedSms()).toBe(0);
    const reserved = await reserveSms(server.db(), { hotspotId: HOTSPOT, unitId: 1, number: NUMBER, now: server.clock.now });
    if (typeof reserved === 'string') throw new Error(reserved);
    await add(text({ content: { channel: 'sms', unitId: 1, text: 'x', reserved } }));
    expect(await usedSms()).toBe(1);
    await deleteMessages(server.db(), eq(outbox.hotspot_id, HOTSPOT));
    expect(await usedSms()).toBe(0);
  });

  test('are not sent from an empty pack', async () => {
    await server.db().update(account_sms_counts).set({ sms_max_count: 0 });
    await add(text());
    await sender().drained();
    expect(await rows()).toMatchObject([{ state: 'failed', reason: 'no SMS is left: pack' }]);
    expect(gateway.taken).toEqual([]);
  });
});

describe('a call that waits for its platform', () => {
  const secondTry = async () => {
    platform.mood = 'defers';
    await add(call());
    await sender().drained();
    platform.mood = 'accepts';
  };

  test('goes to the address that the platform has by then', async () => {
    await secondTry();
    await server
      .db()
      .update(integrations)
      .set({ webhook_url: `http://127.0.0.1:${other.port()}/moved` })
      .where(eq(integrations.id, 1));
    await wait(3 * MINUTE);
    expect({ former: platform.taken, now: other.taken.map(({ to }) => to) }).toEqual({
      former: [],
      now: [expect.stringContaining('/moved')],
    });
  });

  test('ends once the platform has no address', async () => {
    await secondTry();
    await server.db().update(integrations).set({ webhook_url: '' }).where(eq(integrations.id, 1));
    await wait(3 * MINUTE);
    expect(await rows()).toMatchObject([{ state: 'failed', reason: 'no address' }]);
  });

  test('ends when the platform is deleted', async () => {
    const [created] = await server
      .db()
      .insert(integrations)
      .values({ name: 'Short-lived', webhook_url: `http://127.0.0.1:${platform.port()}/`, webhook_token: 'secret' })
      .returning({ id: integrations.id });
    platform.mood = 'defers';
    await add(call(created?.id));
    await sender().drained();
    platform.mood = 'accepts';
    await server
      .db()
      .delete(integrations)
      .where(eq(integrations.id, created?.id ?? 0));
    await wait(3 * MINUTE);
    expect({ rows: await rows(), taken: platform.taken }).toEqual({ rows: [], taken: [] });
  });

  test.each(['Fri, 20 Nov 2026 12:00:00 GMT', '-5', 'soon', '99999999999999999999', ''])(
    'survives a Retry-After of “%s”',
    async (retryAfter) => {
      platform.retryAfter = retryAfter;
      await secondTry();
      await wait(7 * HOUR, 30 * MINUTE);
      expect(platform.taken).toHaveLength(1);
    },
  );
});

describe('a waiting message', () => {
  test('is deleted with a guest who is erased, also a voucher to the mailbox, and an SMS is given back', async () => {
    const guest = await insertGuest(server.db(), {
      hotspot_id: HOTSPOT,
      name: 'Anna',
      username: 'anna@example.com',
      email: 'anna@example.com',
      account_type: 'email',
      valid_from: NOW,
      valid_until: NOW,
      created: NOW,
    });
    const reserved = await reserveSms(server.db(), { hotspotId: HOTSPOT, unitId: 1, number: NUMBER, now: NOW });
    if (typeof reserved === 'string') throw new Error(reserved);
    await add(text({ userId: guest.id, content: { channel: 'sms', unitId: 1, text: 'x', reserved } }));
    await add(mail('anna@example.com', { kind: 'voucher' }));
    await add(mail('ben@example.com'));
    const admin = { accountId: 1, username: 'admin', role: 'admin', hotspotId: 0 } as const;
    expect(await server.db().transaction((tx) => eraseGuest(tx, admin, guest.id))).toBe(true);
    await sender().drained();
    expect({ mails: mailServer.taken.map(({ to }) => to), texts: gateway.taken, used: await usedSms() }).toEqual({
      mails: ['ben@example.com'],
      texts: [],
      used: 0,
    });
  });

  test('is deleted with its hotspot, and an SMS is given back', async () => {
    const about = { hotspotId: 3 };
    const reserved = await reserveSms(server.db(), { ...about, unitId: 1, number: NUMBER, now: NOW });
    if (typeof reserved === 'string') throw new Error(reserved);
    await add(text({ ...about, content: { channel: 'sms', unitId: 1, text: 'x', reserved } }));
    await add(mail('anna@example.com', about));
    expect(await usedSms()).toBe(1);
    expect((await server.as('reseller1').delete('/api/hotspots/3')).status).toBe(200);
    await sender().drained();
    expect({ rows: await rows(), mails: mailServer.taken, texts: gateway.taken, used: await usedSms() }).toEqual({
      rows: [],
      mails: [],
      texts: [],
      used: 0,
    });
  });
});

test('a mail that cannot be sent at all, as its address is none, stops no other', async () => {
  for (const to of ['no address', 'two@example.com, three@example.com', 'a@example.com', 'b@example.com']) await add(mail(to));
  await sender().drained();
  expect(mailServer.taken.map(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com']);
  expect((await rows()).slice(0, 2)).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
});

test('a platform that hangs keeps no message to another one waiting', async () => {
  other.mood = 'hangs';
  await add(call(2));
  await add(call(1));
  const startedAt = performance.now();
  await replica({ webhooks: createWebhooks({ allowPrivate: true, timeout: 3000 }) }).drained();
  expect((platform.taken[0]?.at ?? Infinity) - startedAt).toBeLessThan(2900);
  expect(performance.now() - startedAt).toBeGreaterThan(2900);
});

test('a destination counts as failing from its first failure until it takes a message again', async () => {
  const failing = () => server.db().select().from(failing_destinations);
  mailServer.mood = 'defers';
  platform.mood = 'defers';
  await add(mail('a@example.com'));
  await add(call());
  await sender().drained();
  await wait(2 * HOUR, 10 * MINUTE);
  expect((await failing()).sort((one, two) => one.name.localeCompare(two.name))).toMatchObject([
    { name: 'mail', since: NOW, reason: expect.stringContaining('defers') },
    { name: 'webhook 1', since: NOW, reason: 'status 503' },
  ]);
  mailServer.mood = 'accepts';
  await add(mail('b@example.com'));
  await wait(2 * MINUTE);
  expect(await failing()).toMatchObject([{ name: 'webhook 1' }]);
});

test('the pauses between tries double up to an hour, and up to half of them more', () => {
  const pauses = (random: number) => [1, 2, 3, 6, 7, 20].map((tries) => pauseAfter(tries, () => random) / MINUTE);
  expect(pauses(0)).toEqual([1, 2, 4, 32, 60, 60]);
  expect(pauses(1)).toEqual([1.5, 3, 6, 48, 90, 90]);
});
