import { beforeEach } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  consents,
  consent_texts,
  feedback_refusals,
  feedback_requests,
  hotspot_preferences,
  outbox,
  users,
} from '../../../src/server/database/schema';
import { sendDueRequests, planFeedback } from '../../../src/server/marketing/feedbackRequests';
import { createMailer, type Mail } from '../../../src/server/messages/mailer';
import { listening, mailSink, parsed } from '../../support/peers/mailSink';
import { serve } from '../../support/server/server';
import { insertEndedSession, insertGuest } from '../../factories/rows';

export const MINUTE = 60_000;
export const DAY = 86_400_000;
export const MAILBOX = 'owner@example.com';
export const HOTSPOT = 1;
export const PORTAL = 'https://wifi.example.com/portal';

export const { sink, received } = mailSink();
const port = listening(sink);
export const texts: { number: string; text: string }[] = [];

export const state = { isAway: false, smsFails: false, isConfigured: true };

export const server = serve({
  config: { httpAaa: true, publicUrl: 'https://wifi.example.com' },
  sms: { isConfigured: true, send: async (message) => (state.smsFails ? { failed: '503' } : (texts.push(message), null)) },
  mailer: {
    get isConfigured() {
      return state.isConfigured;
    },
    send: async (mail: Mail) => mailer().send(mail),
  },
});

beforeEach(async () => {
  received.length = 0;
  texts.length = 0;
  state.smsFails = false;
  state.isAway = false;
  server.clock.now = new Date('2026-11-20T10:00:00Z');
  const db = server.db();
  for (const table of [outbox, feedback_requests, feedback_refusals]) await db.delete(table);
  await db.update(users).set({ survey_auth: false });
  await prefer({
    marketing_1_enabled: 'true',
    marketing_2_feedback_email: MAILBOX,
    marketing_3_first_email_enabled: 'true',
    time_zone: 'Europe/Rome',
    marketing_4_second_email_enabled: 'false',
    marketing_5_sms_enabled: 'false',
    marketing_6_first_after: '30',
    marketing_7_second_after: 'days',
    marketing_8_second_after_days: '2',
    marketing_9_threshold: '3',
    marketing_17_quiet_hours: '21-9',
    marketing_10_first_url: 'https://www.reviews.example/inn',
    marketing_13_feedback_body_text: '<p>How was it? $$URL$$</p>',
    marketing_15_feedback_subject_text: 'Your stay at $$HOTSPOT$$',
  });
});

export async function prefer(values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    await server
      .db()
      .insert(hotspot_preferences)
      .values({ hotspot_id: HOTSPOT, key, value })
      .onConflictDoUpdate({ target: [hotspot_preferences.hotspot_id, hotspot_preferences.key], set: { value } });
  }
}

export let guests = 0;

/** Creates a guest who has consented and whose first session begins now. */
export async function stays(more: Partial<typeof users.$inferInsert> = {}, language = 'en'): Promise<number> {
  const { now } = server.clock;
  guests += 1;
  const email = `guest-${guests}@example.com`;
  const guest = await insertGuest(server.db(), {
    hotspot_id: HOTSPOT,
    name: email,
    username: email,
    email,
    email_verified: true,
    account_type: 'email',
    survey_auth: true,
    valid_from: now,
    valid_until: new Date(now.getTime() + 5 * DAY),
    created: now,
    ...more,
  });
  await consent(guest.id, true, language);
  await insertEndedSession(server.db(), {
    session_id: 900_000 + guests,
    unit_id: 1,
    hotspot_id: HOTSPOT,
    device_id: 0,
    user_id: guest.id,
    username: email,
    auth_time: now,
    start_time: now,
    update_time: now,
    stop_time: now,
    session_key: `feedback-${guests}`,
  });
  return guest.id;
}

async function consent(user_id: number, is_given: boolean, language = 'en'): Promise<void> {
  const at = server.clock.now;
  await server.db().insert(consent_texts).values({ hash: 'h', body: 'Ask me', created: at }).onConflictDoNothing();
  await server.db().insert(consents).values({
    hotspot_id: HOTSPOT,
    user_id,
    purpose: 'survey',
    is_given,
    text_hash: 'h',
    language,
    at,
    unit_id: 1,
  });
}

/** Advances the clock and runs the jobs. */
export async function after(milliseconds: number): Promise<void> {
  server.clock.now = new Date(server.clock.now.getTime() + milliseconds);
  const { now } = server.clock;
  await planFeedback(server.db(), { since: new Date(now.getTime() - DAY), now, zone: 'Europe/Rome' });
  await sendDueRequests(server.db(), { now, zone: 'Europe/Rome', portalUrl: PORTAL });
  await deliver();
}

const mailer = () => createMailer({ smtpUrl: `smtp://127.0.0.1:${state.isAway ? 1 : port()}`, from: 'Portico <portico@example.com>' });

export const deliver = () => server.outbox().drained();
export const planned = () => after(0);
export const linkIn = (text: string) => /https:\/\/wifi\.example\.com(\/portal\/f\/[\w-]{16})/.exec(text)?.[1] ?? '';
export const lastLink = () => linkIn(parsed(received.at(-1)!).text);
export const open = async (path: string) => (await fetch(server.url() + path)).text();
export const submit = (path: string, fields: Record<string, string>) =>
  fetch(server.url() + path, { method: 'POST', body: new URLSearchParams(fields) });
export const stateOf = async (userId: number) =>
  server
    .db()
    .select({ kind: feedback_requests.kind, state: feedback_requests.state, reason: feedback_requests.reason })
    .from(feedback_requests)
    .where(eq(feedback_requests.user_id, userId));
