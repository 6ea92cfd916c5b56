/** Feedback questions after a stay: from the login to the answer in the feedback mailbox, over real mail. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq, and } from 'drizzle-orm';
import {
  consents,
  consent_texts,
  feedback_refusals,
  feedback_requests,
  hotspot_preferences,
  outbox,
  users,
  account_sms_counts,
} from '../../../src/server/database/schema';
import { sendDueRequests, planFeedback } from '../../../src/server/marketing/feedbackRequests';
import { createMailer, type Mail } from '../../../src/server/messages/mailer';
import { listening, mailSink, parsed } from '../../support/peers/mailSink';
import { serve } from '../../support/server/server';
import { insertEndedSession, insertGuest } from '../../factories/rows';
import { eraseGuest } from '../../../src/server/guests/erasureQueries';

const MINUTE = 60_000;
const DAY = 86_400_000;
const MAILBOX = 'owner@example.com';
const HOTSPOT = 1;
const PORTAL = 'https://wifi.example.com/portal';

const { sink, received } = mailSink();
const port = listening(sink);
const texts: { number: string; text: string }[] = [];

const state = { isAway: false, smsFails: false, isConfigured: true };

const server = serve({
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

async function prefer(values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    await server
      .db()
      .insert(hotspot_preferences)
      .values({ hotspot_id: HOTSPOT, key, value })
      .onConflictDoUpdate({ target: [hotspot_preferences.hotspot_id, hotspot_preferences.key], set: { value } });
  }
}

let guests = 0;

/** Creates a guest who has consented and whose first session begins now. */
async function stays(more: Partial<typeof users.$inferInsert> = {}, language = 'en'): Promise<number> {
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
async function after(milliseconds: number): Promise<void> {
  server.clock.now = new Date(server.clock.now.getTime() + milliseconds);
  const { now } = server.clock;
  await planFeedback(server.db(), { since: new Date(now.getTime() - DAY), now, zone: 'Europe/Rome' });
  await sendDueRequests(server.db(), { now, zone: 'Europe/Rome', portalUrl: PORTAL });
  await deliver();
}

const mailer = () => createMailer({ smtpUrl: `smtp://127.0.0.1:${state.isAway ? 1 : port()}`, from: 'Portico <portico@example.com>' });

const deliver = () => server.outbox().drained();
const planned = () => after(0);
const linkIn = (text: string) => /https:\/\/wifi\.example\.com(\/portal\/f\/[\w-]{16})/.exec(text)?.[1] ?? '';
const lastLink = () => linkIn(parsed(received.at(-1)!).text);
const open = async (path: string) => (await fetch(server.url() + path)).text();
const submit = (path: string, fields: Record<string, string>) =>
  fetch(server.url() + path, { method: 'POST', body: new URLSearchParams(fields) });
const stateOf = async (userId: number) =>
  server
    .db()
    .select({ kind: feedback_requests.kind, state: feedback_requests.state, reason: feedback_requests.reason })
    .from(feedback_requests)
    .where(eq(feedback_requests.user_id, userId));

describe('the first question', () => {
  test('arrives once, after the minutes that are set, in the guest’s language, with a link to its page', async () => {
    await stays({}, 'it');
    await planned();
    await after(29 * MINUTE);
    expect(received).toEqual([]);
    await after(MINUTE);
    await after(MINUTE);
    await after(DAY);
    expect(received).toHaveLength(1);
    const { headers, text } = parsed(received[0]!);
    expect(headers.subject).toMatch(/^Your stay at /);
    expect(text).toMatch(/Non ricevere più domande da .*: https:\/\/wifi/);
    expect(await open(lastLink())).toMatch(/<html lang="it"[\s\S]*Com’è andato il soggiorno/);
  });

  test('leads to an answer in the feedback mailbox, from where staff can reply to the guest', async () => {
    await stays({ name: 'Anna Rossi' });
    await planned();
    await after(30 * MINUTE);
    const link = lastLink();
    expect(await open(link)).toMatch(/<textarea/);
    const refused = await submit(`${link}/answer`, { message: '  ' });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toMatch(
      /<textarea [^>]*autofocus=""[^>]*><\/textarea><p id="portal-message-problem" class="portal-problem"/,
    );
    expect(await (await submit(`${link}/answer`, { message: 'Cold & <b>late</b>' })).text()).toMatch(/Thank you/);
    await submit(`${link}/answer`, { message: 'again' });
    await deliver();
    expect(received).toHaveLength(2);
    const { headers, text } = parsed(received[1]!);
    expect(received[1]!.to).toEqual([MAILBOX]);
    expect(headers['reply-to']).toBe(`guest-${guests}@example.com`);
    expect(text).toMatch(/Anna Rossi guest-\d+@example\.com was asked[\s\S]*Cold & <b>late<\/b>/);
    expect(await open(link)).toMatch(/Thank you/);
  });

  test('is not sent to guests who did not consent, nor by hotspots that have not switched it on', async () => {
    const silent = await stays({ survey_auth: false });
    await planned();
    expect(await stateOf(silent)).toEqual([]);
    await prefer({ marketing_1_enabled: 'false' });
    const other = await stays();
    await planned();
    await after(DAY);
    expect([await stateOf(other), received]).toEqual([[], []]);
  });

  test('counts as sent once the mail server has taken it, not before', async () => {
    state.isAway = true;
    const guest = await stays();
    await planned();
    await after(30 * MINUTE);
    expect(await stateOf(guest)).toMatchObject([{ state: 'waiting' }]);
    state.isAway = false;
    await after(5 * MINUTE);
    expect(await stateOf(guest)).toMatchObject([{ state: 'sent' }]);
  });

  test('has its link even where the text forgets it', async () => {
    await prefer({ marketing_13_feedback_body_text: '<p>How was it?</p>' });
    await stays();
    await planned();
    await after(30 * MINUTE);
    expect(parsed(received[0]!).html).toContain(`<a href="https://wifi.example.com${lastLink()}">`);
  });

  test('waits for the morning', async () => {
    server.clock.now = new Date('2026-11-20T19:45:00Z'); // 20:45 in Rome
    await stays();
    await planned();
    await after(30 * MINUTE);
    await after(8 * 60 * MINUTE);
    expect(received).toEqual([]);
    await after(4 * 60 * MINUTE);
    expect(received).toHaveLength(1);
  });

  test('is repeated in the morning, not at night, where the mail server was away in the evening', async () => {
    server.clock.now = new Date('2026-11-20T19:00:00Z'); // 20:00 in Rome
    await stays();
    await planned();
    state.isAway = true;
    await after(30 * MINUTE);
    state.isAway = false;
    for (let hours = 0; hours < 11; hours += 1) await after(60 * MINUTE);
    expect(received).toEqual([]);
    await after(2 * 60 * MINUTE);
    expect(received).toHaveLength(1);
  });

  test('is dropped when the server was away for days', async () => {
    const guest = await stays();
    await planned();
    await after(4 * DAY);
    expect([await stateOf(guest), received]).toEqual([[{ kind: 'feedback', state: 'dropped', reason: 'too_late' }], []]);
  });

  test('is not sent twice to one mailbox, under another spelling or as another guest', async () => {
    await stays({ email: 'anna.rossi@gmail.com' });
    await planned();
    await after(30 * MINUTE);
    const again = await stays({ email: 'AnnaRossi+wifi@gmail.com' });
    await planned();
    await after(30 * MINUTE);
    expect(received).toHaveLength(1);
    expect(await stateOf(again)).toMatchObject([{ state: 'dropped', reason: 'asked_before' }]);
  });
});

describe('the second question', () => {
  beforeEach(() => prefer({ marketing_4_second_email_enabled: 'true', marketing_3_first_email_enabled: 'false' }));

  /** Asks a guest, who answers with this many stars. Returns the page that follows. */
  async function rated(stars: number): Promise<string> {
    await stays();
    await planned();
    await after(2 * DAY + 30 * MINUTE);
    const link = lastLink();
    const refused = await submit(`${link}/answer`, { stars: '6' });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toMatch(/autofocus=""[^>]* value="5"[^]*id="portal-stars-problem" class="portal-problem"[^]*<\/fieldset>/);
    return (await submit(`${link}/answer`, { stars: String(stars), message: 'so so' })).text();
  }

  test('leads from more stars to the review sites, and sends no mail', async () => {
    expect(await rated(4)).toMatch(/<a class="portal-start" href="https:\/\/www\.reviews\.example\/inn"[^>]*>[^<]*reviews\.example/);
    expect(await open(lastLink())).toMatch(/reviews\.example/);
    await deliver();
    expect(received).toHaveLength(1);
  });

  test.each([3, 1])('sends %d stars, up to the threshold, to the feedback mailbox', async (stars) => {
    expect(await rated(stars)).not.toMatch(/reviews\.example/);
    await deliver();
    expect(received).toHaveLength(2);
    expect(parsed(received[1]!).text).toContain(`${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}\n\nso so`);
  });

  test('does not arrive on the same day as the first where that was late', async () => {
    await prefer({ marketing_3_first_email_enabled: 'true', marketing_7_second_after: 'expiration' });
    await stays({ valid_until: new Date(server.clock.now.getTime() + 40 * MINUTE) });
    await planned();
    await after(60 * MINUTE);
    expect(received).toHaveLength(1);
    await after(22 * 60 * MINUTE);
    expect(received).toHaveLength(1);
    await after(3 * 60 * MINUTE);
    expect(received).toHaveLength(2);
  });

  test('follows access that is extended, to its end', async () => {
    await prefer({ marketing_7_second_after: 'expiration' });
    const guest = await stays();
    await planned();
    const longer = new Date(server.clock.now.getTime() + 10 * DAY);
    await server.db().update(users).set({ valid_until: longer }).where(eq(users.id, guest));
    await after(6 * DAY);
    expect(received).toEqual([]);
    await after(4 * DAY + MINUTE);
    expect(received).toHaveLength(1);
  });

  test('is not too late for access that was extended, and has ended, while no server ran', async () => {
    await prefer({ marketing_7_second_after: 'expiration' });
    const { now } = server.clock;
    const guest = await stays({ valid_until: new Date(now.getTime() + DAY) });
    await planned();
    await server
      .db()
      .update(users)
      .set({ valid_until: new Date(now.getTime() + 4 * DAY) })
      .where(eq(users.id, guest));
    await after(5 * DAY);
    expect(received).toHaveLength(1);
  });
});

describe('a guest who wants no questions', () => {
  test('ends them with one click in the mail program, at this hotspot, and in the proof of consent', async () => {
    const guest = await stays();
    await planned();
    await after(30 * MINUTE);
    const { headers } = parsed(received[0]!);
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const path = new URL(/<(.*)>/.exec(headers['list-unsubscribe'] ?? '')?.[1] ?? '').pathname;
    // Mail scanners open links, so opening this one must not unsubscribe.
    expect(await open(path)).toMatch(/Don’t ask me again/);
    expect(await server.db().$count(feedback_refusals)).toBe(0);
    expect((await submit(path, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200);
    const [row] = await server.db().select().from(users).where(eq(users.id, guest));
    expect(row?.survey_auth).toBe(false);
    const proofs = await server
      .db()
      .select({ is_given: consents.is_given })
      .from(consents)
      .where(eq(consents.user_id, guest))
      .orderBy(consents.id);
    expect(proofs).toEqual([{ is_given: true }, { is_given: false }]);
  });

  test('gets nothing after withdrawing consent between planning and sending', async () => {
    const guest = await stays();
    await planned();
    await server.db().update(users).set({ survey_auth: false }).where(eq(users.id, guest));
    await after(30 * MINUTE);
    expect([await stateOf(guest), received]).toEqual([[{ kind: 'feedback', state: 'dropped', reason: 'no_consent' }], []]);
  });

  test('is erased with what waits and what they wrote, while the counts stay', async () => {
    const [waiting, answered] = [await stays(), await stays()];
    await planned();
    await after(30 * MINUTE);
    const link = lastLink();
    await submit(`${link}/answer`, { message: 'my name is Anna' });
    const admin = { accountId: 1, username: 'admin', role: 'admin' as const, hotspotId: 0 };
    for (const guest of [waiting, answered]) await server.db().transaction((tx) => eraseGuest(tx, admin, guest));
    await deliver();
    expect(received.map(({ to }) => to[0])).not.toContain(MAILBOX);
    const remaining = await server.db().select().from(feedback_requests);
    expect(remaining.map(({ user_id, message }) => [user_id, message])).toEqual([
      [null, ''],
      [null, ''],
    ]);
    expect(remaining.filter(({ answered: at }) => at !== null)).toHaveLength(1);
  });

  test('gets none as another guest either, until they consent again', async () => {
    const email = 'leaves@example.com';
    await stays({ email });
    await planned();
    await after(30 * MINUTE);
    await submit(`${lastLink()}/stop`, {});
    received.length = 0;
    await server.db().delete(feedback_requests);
    // A guest taken over from another system has given no consent here.
    const imported = await stays({ email });
    await server.db().delete(consents).where(eq(consents.user_id, imported));
    await planned();
    await after(30 * MINUTE);
    expect([await stateOf(imported), received]).toEqual([[{ kind: 'feedback', state: 'dropped', reason: 'refused' }], []]);
    await stays({ email });
    await planned();
    await after(30 * MINUTE);
    expect(received).toHaveLength(1);
  });
});

describe('a question by SMS', () => {
  let number = '';
  beforeEach(async () => {
    number = `+39347123${String(4000 + guests)}`;
    await prefer({ marketing_5_sms_enabled: 'true' });
    await server.db().update(account_sms_counts).set({ sms_count: 0, sms_max_count: 10 });
  });
  const used = async () =>
    (await server.db().select({ count: account_sms_counts.sms_count }).from(account_sms_counts)).reduce((sum, { count }) => sum + count, 0);

  test('goes to guests without a mailbox, with a short link, and is taken from the pack', async () => {
    await stays({ email: '', username: number, account_type: 'sms' }, 'de');
    await planned();
    await after(30 * MINUTE);
    expect(texts).toMatchObject([{ number, text: expect.stringMatching(/^Wie war Ihr Aufenthalt in .*\/portal\/f\/[\w-]{16}$/) }]);
    expect(await used()).toBe(1);
    expect(await open(linkIn(texts[0]!.text))).toMatch(/<textarea/);
  });

  test('is given back to the pack when the gateway refuses it for a day', async () => {
    state.smsFails = true;
    const guest = await stays({ email: '', username: number, account_type: 'sms' });
    await planned();
    await after(30 * MINUTE);
    expect(await used()).toBe(1);
    for (let hours = 0; hours < 26; hours += 1) await after(60 * MINUTE);
    expect(await used()).toBe(0);
    expect(await stateOf(guest)).toMatchObject([{ state: 'failed' }]);
  });

  test('is dropped where the pack is empty', async () => {
    await server.db().update(account_sms_counts).set({ sms_max_count: 0 });
    const guest = await stays({ email: '', username: number, account_type: 'sms' });
    await planned();
    await after(30 * MINUTE);
    expect(await stateOf(guest)).toMatchObject([{ state: 'dropped', reason: 'no_sms_left' }]);
  });
});

describe('the results', () => {
  const results = (as = 'reseller1', hotspot = 1) => server.as(as).get(`/api/marketing/${hotspot}/results?limit=25`);

  test('are shown neither to another reseller nor to strangers', async () => {
    expect((await results('reseller2')).status).toBe(404);
    expect((await server.withToken().get('/api/marketing/1/results')).status).toBe(401);
  });

  test('count what was sent, opened and answered, with the answers and how to reply', async () => {
    await prefer({ marketing_4_second_email_enabled: 'true', marketing_8_second_after_days: '0' });
    await stays({ name: 'Anna Rossi', email: 'anna@example.com' });
    await planned();
    await after(30 * MINUTE);
    expect(received).toHaveLength(2);
    for (const mail of received.slice()) {
      const link = linkIn(parsed(mail).text);
      const page = await open(link);
      await submit(`${link}/answer`, page.includes('type="radio"') ? { stars: '5' } : { message: 'Lovely' });
    }
    await stays();
    await planned();
    await deliver();
    state.isConfigured = false;
    const { status, body } = await results();
    state.isConfigured = true;
    expect(status).toBe(200);
    expect(body).toMatchObject({
      obstacle: 'no_mail_server',
      planned: 2,
      sent: 2,
      failed: 0,
      opened: 2,
      answered: 2,
      refused: 0,
      total: 2,
      stars: [{ month: '2026-11', counts: [0, 0, 0, 0, 1] }],
    });
    const { data } = body as { data: { stars: number | null }[] };
    expect(data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'review', stars: 5, message: '', name: 'Anna Rossi', email: 'anna@example.com' }),
        expect.objectContaining({ kind: 'feedback', stars: null, message: 'Lovely' }),
      ]),
    );
  });
});

test("a question has the portal's title in the guest's language", async () => {
  await prefer({ captive_2_title: 'Welcome', captive_2_title_it: 'Benvenuti' });
  const titles: string[] = [];
  for (const language of ['it', 'de']) {
    await stays({}, language);
    await planned();
    await after(30 * MINUTE);
    titles.push(parsed(received.at(-1)!).text.split('\n')[0] ?? '');
  }
  expect(titles).toEqual(['Benvenuti', 'Welcome']);
});

test.each([
  { kind: 'the first question', subject: 'marketing_15_feedback_subject_text', body: 'marketing_13_feedback_body_text' },
  { kind: 'the second question', subject: 'marketing_16_review_subject_text', body: 'marketing_14_review_body_text' },
])('$kind has the subject and the text of the hotspot', async ({ kind, subject, body }) => {
  await prefer({
    marketing_3_first_email_enabled: String(kind.includes('first')),
    marketing_4_second_email_enabled: String(kind.includes('second')),
    [subject]: 'Thank you from all of us',
    [body]: '<p>Words of ours.</p>',
  });
  await stays();
  await planned();
  await after(2 * DAY + 30 * MINUTE);
  const { headers, text } = parsed(received.at(-1)!);
  expect(headers.subject).toBe('Thank you from all of us');
  expect(text).toContain('Words of ours.');
});

test.each([
  { of: 'typed and never confirmed', guest: { email_verified: false }, reason: 'no_address' },
  { of: 'given by a social site', guest: { email_verified: false, account_type: 'facebook' }, reason: null },
])('whether a mailbox $of gets questions', async ({ guest: more, reason }) => {
  const guest = await stays(more);
  await planned();
  await after(30 * MINUTE);
  expect(await stateOf(guest)).toMatchObject([reason === null ? { state: 'sent' } : { state: 'dropped', reason }]);
});

test('an unknown link leads nowhere, nor do pictures below it', async () => {
  for (const path of [
    '/portal/f/AAAAAAAAAAAAAAAA',
    '/portal/f/x',
    '/portal/f/AAAAAAAAAAAAAAAA/stop',
    `/portal/f/AAAAAAAAAAAAAAAA/files/${'0'.repeat(32)}`,
  ])
    expect((await fetch(server.url() + path)).status).toBe(404);
  expect((await submit('/portal/f/AAAAAAAAAAAAAAAA/answer', { message: 'x' })).status).toBe(404);
});

test('a deleted hotspot sends nothing that was waiting', async () => {
  await stays();
  await planned();
  server.clock.now = new Date(server.clock.now.getTime() + 30 * MINUTE);
  await sendDueRequests(server.db(), { now: server.clock.now, zone: 'Europe/Rome', portalUrl: PORTAL });
  expect(await server.db().$count(outbox, and(eq(outbox.state, 'waiting'), eq(outbox.hotspot_id, HOTSPOT)))).toBe(1);
  expect((await server.as('reseller1').delete(`/api/hotspots/${HOTSPOT}`)).status).toBe(200);
  await deliver();
  expect(received).toEqual([]);
});
