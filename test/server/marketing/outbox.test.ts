/** The outbox: every message arrives once, whatever the mail server and the workers do. */
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { outbox } from '../../../src/server/database/schema';
import { createMailer, type Mail } from '../../../src/server/messages/mailer';
import { forgetMessages, pauseAfter, post, sendDue } from '../../../src/server/messages/outbox';
import { serve } from '../../support/server/server';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NOW = new Date('2026-11-20T10:00:00Z');

/** How the mail server behaves. */
let behaviour: 'accepts' | 'defers' | 'refuses' | 'refuses one' | 'refuses sender' | 'drops' = 'accepts';
const received: { to: string; id: string }[] = [];
const sink = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  onMailFrom: (_address, _session, answer) => {
    answer(behaviour === 'refuses sender' ? Object.assign(new Error(behaviour), { responseCode: 550 }) : null);
  },
  onRcptTo: ({ address }, _session, answer) => {
    const isRefused = behaviour === 'refuses' || (behaviour === 'refuses one' && address.startsWith('nobody'));
    const code = isRefused ? 550 : behaviour === 'defers' ? 451 : 0;
    answer(code === 0 ? null : Object.assign(new Error(behaviour), { responseCode: code }));
  },
  onData: (stream, { envelope }, answer) => {
    let source = '';
    stream.on('data', (part: Buffer) => (source += part.toString()));
    stream.on('end', () => {
      received.push({ to: envelope.rcptTo[0]?.address ?? '', id: /^Message-ID: (.*)\r$/m.exec(source)?.[1] ?? '' });
      // Taken, but the line is lost before the answer: the sender cannot know.
      if (behaviour === 'drops') answer(Object.assign(new Error('closing'), { responseCode: 421 }));
      else answer();
    });
  },
});
let port = 0;

const server = serve();

beforeAll(async () => {
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  port = (sink.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise<void>((resolve) => {
    sink.close(resolve);
  });
});
beforeEach(async () => {
  behaviour = 'accepts';
  received.length = 0;
  server.clock.now = NOW;
  await server.db().delete(outbox);
});

const add = (recipient: string) =>
  post(
    server.db(),
    {
      ...{ hotspotId: 1, userId: null, requestId: null, kind: 'answer', recipient },
      content: { channel: 'mail', mail: { id: recipient, subject: 'News', text: 'There is news.' } },
    },
    server.clock.now,
  );

const mailer = () => createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Portico <portico@inn.example>' });
const carriers = (more: { send?: (mail: Mail) => ReturnType<ReturnType<typeof mailer>['send']> } = {}) => ({
  db: server.db(),
  mailer: { ...mailer(), ...more },
  sms: { isConfigured: false, send: async () => ({ failed: 'not configured' }) },
  clock: () => server.clock.now,
  attachmentsOf: async () => undefined,
});
const sendAll = async () => {
  while (await sendDue(carriers(), 'mail'));
};
const rows = () => server.db().select().from(outbox).orderBy(outbox.id);
const pass = (milliseconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + milliseconds);
};

describe('a message', () => {
  test('is sent once, and its content is deleted then', async () => {
    await add('a@example.com');
    await sendAll();
    await sendAll();
    expect(received).toEqual([{ to: 'a@example.com', id: '<a@example.com@inn.example>' }]);
    expect(await rows()).toMatchObject([{ state: 'sent', content: null, tries: 1, reason: '' }]);
  });

  test('is not written if its cause is not', async () => {
    await expect(
      server.db().transaction(async (tx) => {
        await post(
          tx,
          {
            ...{ hotspotId: 1, userId: null, requestId: null, kind: 'answer', recipient: 'a@example.com' },
            content: { channel: 'mail', mail: { subject: 'News', text: 'There is news.' } },
          },
          NOW,
        );
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await rows()).toEqual([]);
  });

  test('arrives under one Message-ID after hours of deferrals, with longer and longer pauses between tries', async () => {
    behaviour = 'defers';
    await add('a@example.com');
    for (let minutes = 0; minutes < 300; minutes += 1) {
      await sendAll();
      pass(MINUTE);
    }
    const [deferred] = await rows();
    expect(deferred).toMatchObject({ state: 'waiting', reason: expect.stringContaining('defers') });
    expect(deferred?.tries).toBeGreaterThan(6);
    expect(deferred?.tries).toBeLessThan(13);
    behaviour = 'accepts';
    pass(90 * MINUTE);
    await sendAll();
    expect(received).toHaveLength(1);
  });

  test('is sent again under its former Message-ID when the connection is lost before the answer', async () => {
    behaviour = 'drops';
    await add('a@example.com');
    await sendAll();
    behaviour = 'accepts';
    pass(2 * MINUTE);
    await sendAll();
    expect(received).toHaveLength(2);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  });

  test('fails at once when refused for good, and keeps its content to be sent again', async () => {
    behaviour = 'refuses';
    await add('a@example.com');
    await sendAll();
    expect(await rows()).toMatchObject([
      { state: 'failed', tries: 1, reason: expect.stringContaining('refuses'), content: { channel: 'mail' } },
    ]);
  });

  test('is given up after a day, and never sent later', async () => {
    const nobody = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'Portico <portico@inn.example>' });
    await add('a@example.com');
    for (let hours = 0; hours < 30; hours += 1) {
      while (await sendDue(carriers({ send: nobody.send }), 'mail'));
      pass(60 * MINUTE);
    }
    expect(await rows()).toMatchObject([{ state: 'failed' }]);
    await sendAll();
    expect(received).toEqual([]);
  });

  test('is taken over five minutes after its worker was killed, not before', async () => {
    await add('a@example.com');
    // The worker claims it, and is gone.
    const dead = sendDue(carriers({ send: () => Promise.reject(new Error('killed')) }), 'mail');
    await expect(dead).rejects.toThrow('killed');
    pass(4 * MINUTE);
    await sendAll();
    expect(received).toEqual([]);
    pass(MINUTE);
    await sendAll();
    expect(received).toHaveLength(1);
  });

  test('is not sent again because another one hangs, whose worker is killed then', async () => {
    for (const to of ['quick@example.com', 'hangs@example.com']) await add(to);
    let kill = (_error: Error): void => undefined;
    const hangs = new Promise<never>((_resolve, reject) => (kill = reject));
    const dead = sendDue(carriers({ send: (mail) => (mail.to.startsWith('hangs') ? hangs : mailer().send(mail)) }), 'mail');
    while ((await rows())[0]?.state !== 'sent');
    kill(new Error('killed'));
    await expect(dead).rejects.toThrow('killed');
    pass(6 * MINUTE);
    await sendAll();
    expect(received.map(({ to }) => to)).toEqual(['quick@example.com', 'hangs@example.com']);
  });

  test('is forgotten a month after it ended', async () => {
    await add('a@example.com');
    await sendAll();
    pass(29 * DAY);
    await forgetMessages(server.db(), server.clock.now);
    expect(await rows()).toHaveLength(1);
    pass(2 * DAY);
    await forgetMessages(server.db(), server.clock.now);
    expect(await rows()).toHaveLength(0);
  });
});

test('a refused recipient stops no other message', async () => {
  behaviour = 'refuses one';
  for (const to of ['nobody@example.com', 'a@example.com', 'b@example.com']) await add(to);
  await sendAll();
  expect(received.map(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com']);
});

test('a mail server that refuses the sender is tried again, as no recipient is to blame', async () => {
  behaviour = 'refuses sender';
  await add('a@example.com');
  await sendAll();
  expect(await rows()).toMatchObject([{ state: 'waiting', reason: expect.stringContaining('refuses sender') }]);
  behaviour = 'accepts';
  pass(2 * MINUTE);
  await sendAll();
  expect(received).toHaveLength(1);
});

test('a mail server that does not answer costs the other messages no try', async () => {
  const nobody = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'Portico <portico@inn.example>' });
  for (let nth = 0; nth < 20; nth += 1) await add(`guest-${nth}@example.com`);
  expect(await sendDue(carriers({ send: nobody.send }), 'mail')).toBe(false);
  expect((await rows()).filter(({ tries }) => tries > 0)).toHaveLength(4);
});

test('four workers at once send each of a hundred messages once', async () => {
  for (let nth = 0; nth < 100; nth += 1) await add(`guest-${nth}@example.com`);
  await Promise.all(Array.from({ length: 4 }, () => sendAll()));
  expect(received).toHaveLength(100);
  expect(new Set(received.map(({ to }) => to)).size).toBe(100);
  expect(await server.db().$count(outbox, eq(outbox.state, 'sent'))).toBe(100);
});

test('the pauses between tries double up to an hour, and up to half of them more', () => {
  const pauses = (random: number) => [1, 2, 3, 6, 7, 20].map((tries) => pauseAfter(tries, () => random) / MINUTE);
  expect(pauses(0)).toEqual([1, 2, 4, 32, 60, 60]);
  expect(pauses(1)).toEqual([1.5, 3, 6, 48, 90, 90]);
});
