/** The server is killed between the steps of sending: each message arrives, and none twice at a receiver that recognises ids. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { rowsIn } from '../../../src/server/database/db';
import { accounts, hotspot_integrations, integrations, outbox } from '../../../src/server/database/schema';
import { post } from '../../../src/server/messages/outboxQueries';
import { RECORDED_AT } from '../../support/backEnd/recordings';
import { moodyHttp, moodyMail, type Sink, type Step } from '../../support/peers/moodySinks';
import { served } from '../../support/server/command';
import { newTestDatabase, using, type TestDatabase } from '../../support/server/database';
import { callerOf, signedIn } from '../../support/server/server';

const MINUTE = 60_000;

const mailServer = moodyMail();
const gateway = moodyHttp();
const platform = moodyHttp();
let testDatabase: TestDatabase;

beforeEach(async () => {
  for (const sink of [mailServer, gateway, platform]) {
    sink.taken.length = 0;
    delete sink.onStep;
  }
  testDatabase = await newTestDatabase('fixture');
  await using(testDatabase, async (db) => {
    await db.update(integrations).set({ webhook_url: `http://127.0.0.1:${platform.port()}/hook` });
    await db.execute(sql`update ${accounts} set email = username || '@example.com'`);
    await db.execute(sql`update account_sms_counts set sms_max_count = 1000, sms_count = 0, sms_threshold = 0`);
    await db.delete(hotspot_integrations);
  });
});
afterEach(() => testDatabase.remove());

/** A server on the place's database whose clock stands still, this many minutes after the recording. */
const serverAt = (minutes: number) =>
  served({
    ...(testDatabase.url === undefined ? { PORTICO_DATA: testDatabase.folder } : { DATABASE_URL: testDatabase.url }),
    PORTICO_NOW: new Date(RECORDED_AT.getTime() + minutes * MINUTE).toISOString(),
    PORTICO_WEBHOOKS_PRIVATE: 'allow',
    PORTICO_METRICS: 'on',
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port()}`,
    MAIL_FROM: 'Portico <portico@inn.example>',
    SMS_URL: `http+template://127.0.0.1:${gateway.port()}/?to={number}&text={text}`,
  });

const resetPassword = (url: string, username: string) => callerOf(() => url).post('/api/password_reset', { username });

/** Resolves once the sink has answered a message whose recipient or body contains this. */
const answered = (sink: Sink, to: string) =>
  new Promise<void>((resolve) => {
    sink.onStep = (step, taken) => step === 'answered' && taken.includes(to) && resolve();
  });

/** What makes the server send something, and who receives it. */
const CAUSES: Record<string, { sink: Sink; cause: (url: string) => Promise<unknown> }> = {
  'a new password': { sink: mailServer, cause: (url) => resetPassword(url, 'desk12') },
  'a voucher': {
    sink: mailServer,
    cause: async (url) => (await signedIn(url, 'reseller1')).post('/api/vouchers/voucher/1/mail', { to: 'a@example.com', language: 'en' }),
  },
  'a sync': { sink: platform, cause: async (url) => (await signedIn(url, 'reseller1')).put('/api/hotspot_integrations/1/1', {}) },
};
const STEPS: readonly Step[] = ['begins', 'taken', 'answered'];

test.each(Object.entries(CAUSES).flatMap(([what, { sink, cause }]) => STEPS.map((step) => ({ what, step, sink, cause }))))(
  'the server is killed when the receiver of $what says “$step”, and the message arrives under one id',
  async ({ sink, step, cause }) => {
    const killed = await serverAt(0);
    sink.onStep = (now) => {
      if (now === step) killed.kill('SIGKILL');
    };
    await cause(killed.url).catch(() => 'the line is cut');
    expect(await killed.ended).toBe('SIGKILL');

    // Sent before the kill, or by the next server. Anything that the next server is asked to send comes after what is due already.
    const next = await serverAt(6);
    const later = answered(mailServer, 'customer12@example.com');
    await resetPassword(next.url, 'customer12');
    await later;
    next.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    const ids = sink.taken.filter(({ to }) => !to.includes('customer12')).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(1);
    await using(testDatabase, async (db) => {
      expect((await db.select().from(outbox)).map(({ state }) => state)).toEqual(['sent', 'sent']);
      if (sink === platform) expect(await db.select().from(hotspot_integrations)).toMatchObject([{ last_sync: expect.any(Date) }]);
    });
  },
);

test('sixty mails and SMS arrive through four kills at any moment, and each SMS is charged once', async () => {
  const numbers = Array.from({ length: 30 }, (_, nth) => `+39347000${String(1000 + nth)}`);
  const addresses = numbers.map((_, nth) => `guest-${nth}@example.com`);
  await using(testDatabase, async (db) => {
    for (const recipient of addresses)
      await post(
        db,
        { hotspotId: 1, kind: 'answer', recipient, content: { channel: 'mail', mail: { subject: 'News', text: 'x' } } },
        RECORDED_AT,
      );
    for (const recipient of numbers)
      await post(db, { hotspotId: 1, kind: 'review', recipient, content: { channel: 'sms', unitId: 1, text: 'x' } }, RECORDED_AT);
  });
  for (let nth = 0; nth < 4; nth += 1) {
    const killed = await serverAt(nth * 6);
    let steps = 0;
    // Kill it at different steps of different messages.
    const stop = () => {
      steps += 1;
      if (steps === 5 + nth * 3) killed.kill('SIGKILL');
    };
    mailServer.onStep = stop;
    gateway.onStep = stop;
    expect(await killed.ended).toBe('SIGKILL');
  }
  delete mailServer.onStep;
  delete gateway.onStep;
  const last = await serverAt(24);
  // What a killed server had sent, but not stored as sent, waits to be sent once more.
  while (/^portico_outbox_waiting\{.*\} [1-9]/m.test(await (await fetch(`${last.url}/metrics`)).text())) await pause(100);
  last.kill('SIGTERM');
  await last.ended;
  await using(testDatabase, async (db) => {
    expect(await db.$count(outbox, eq(outbox.state, 'sent'))).toBe(60);
    const [pack] = rowsIn<{ used: number }>(await db.execute(sql`select sum(sms_count)::int as used from account_sms_counts`));
    expect(pack?.used).toBe(30);
  });
  for (const sink of [mailServer, gateway]) {
    expect(new Set(sink.taken.map(({ id }) => id)).size).toBe(30);
    expect(new Set(sink.taken.map(({ to, id }) => `${to} ${id}`)).size).toBe(30);
  }
});
