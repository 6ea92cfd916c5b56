import { beforeEach } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { account_sms_counts, failing_destinations, hotspot_sms_counts, integrations, outbox } from '../../../src/server/database/schema';
import { createMailer } from '../../../src/server/messages/mailer';
import { post, type Message } from '../../../src/server/messages/outboxQueries';
import { createOutbox } from '../../../src/server/messages/sender';
import { createSms } from '../../../src/server/messages/sms/sms';
import { createWebhooks } from '../../../src/server/messages/webhooks';
import { readConfig } from '../../../src/server/config';
import { moodyHttp, moodyMail } from '../../support/peers/moodySinks';
import { serve } from '../../support/server/server';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const NOW = new Date('2026-11-20T10:00:00Z');
export const HOTSPOT = 1;
export const NUMBER = '+393471234567';

export const mailServer = moodyMail();
export const gateway = moodyHttp();
export const platform = moodyHttp();
export const other = moodyHttp();
export const server = serve();

export const mailer = (port = mailServer.port(), timeout = 10_000) =>
  createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Portico <portico@inn.example>', timeout });
const sms = (timeout = 10_000) =>
  createSms(readConfig({ SMS_URL: `http+template://127.0.0.1:${gateway.port()}/?to={number}&text={text}` }).sms, {
    print: () => undefined,
    timeout,
  });

/** Messages about failed attempts. */
export const reports: string[] = [];

/** The outbox of another replica. */
export const replica = (more: Partial<Parameters<typeof createOutbox>[0]> = {}) =>
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
export const impatient = () =>
  replica({ mailer: mailer(mailServer.port(), 300), sms: sms(300), webhooks: createWebhooks({ allowPrivate: true, timeout: 300 }) });
let current: ReturnType<typeof replica>;
/** The outbox that sends in a test. */
export const sender = () => current;
export const sendBy = (outbox: ReturnType<typeof replica>) => {
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

export const mail = (recipient: string, more: Partial<Message> = {}): Message => ({
  hotspotId: HOTSPOT,
  kind: 'answer',
  recipient,
  content: { channel: 'mail', mail: { subject: 'News', text: 'There is news.' } },
  ...more,
});
export const text = (more: Partial<Message> = {}): Message => ({
  hotspotId: HOTSPOT,
  kind: 'feedback',
  recipient: NUMBER,
  content: { channel: 'sms', unitId: 1, text: 'How was it?' },
  ...more,
});
export const call = (integrationId = 1): Message => ({
  hotspotId: HOTSPOT,
  integrationId,
  kind: 'sync',
  recipient: 'BookingHub',
  content: { channel: 'webhook', body: { status: true } },
});

export const add = (message: Message) => post(server.db(), message, server.clock.now);
export const rows = () => server.db().select().from(outbox).orderBy(outbox.id);
export const pass = (milliseconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + milliseconds);
};
/** Advances the clock in steps; the workers run after each. */
export async function wait(milliseconds: number, step = MINUTE): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    pass(step);
    await current.drained();
  }
}
export const usedSms = async () =>
  (await server.db().select({ count: account_sms_counts.sms_count }).from(account_sms_counts)).reduce((sum, { count }) => sum + count, 0);
