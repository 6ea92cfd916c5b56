/** The outbox: every message arrives once, whatever its receiver, the workers and the clock do. */
import { describe, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { integrations, outbox } from '../../../src/server/database/schema';
import { eraseGuest } from '../../../src/server/guests/erasureQueries';
import { post, postTaken } from '../../../src/server/messages/outboxQueries';
import { claim } from '../../../src/server/messages/senderQueries';
import { reserveSms } from '../../../src/server/messages/sms/quotaQueries';
import { insertGuest } from '../../factories/rows';
import {
  MINUTE,
  HOUR,
  DAY,
  NOW,
  HOTSPOT,
  NUMBER,
  mailServer,
  gateway,
  platform,
  other,
  server,
  replica,
  sender,
  mail,
  text,
  call,
  add,
  rows,
  pass,
  wait,
  usedSms,
} from './outboxTests';

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
});

describe('a message that somebody waits for', () => {
  const awaited = () => mail('a@example.com', { kind: 'voucher', content: { ...mail('').content, isAwaited: true } });

  test('is not repeated after its failure was reported', async () => {
    mailServer.mood = 'defers';
    const outcome = await sender().sendNow(await postTaken(server.db(), awaited(), NOW));
    expect(outcome).toMatchObject({ kind: 'later', isRefused: true });
    mailServer.mood = 'accepts';
    await wait(10 * MINUTE);
    expect(mailServer.taken).toEqual([]);
    expect(await rows()).toMatchObject([{ state: 'failed', tries: 1 }]);
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
});

describe('a mail server', () => {
  test('refuses one recipient and gets all other messages', async () => {
    mailServer.mood = 'refuses one';
    for (const to of ['nobody@example.com', 'a@example.com', 'b@example.com']) await add(mail(to));
    await sender().drained();
    expect(mailServer.taken.map(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com']);
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
});
