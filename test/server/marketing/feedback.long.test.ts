/** Feedback questions after a stay: from the login to the answer in the feedback mailbox, over real mail. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { account_sms_counts, consents, feedback_requests, outbox, users } from '../../../src/server/database/schema';
import { sendDueRequests } from '../../../src/server/marketing/feedbackRequests';
import { parsed } from '../../support/peers/mailSink';
import {
  MINUTE,
  DAY,
  HOTSPOT,
  PORTAL,
  received,
  state,
  server,
  prefer,
  guests,
  stays,
  after,
  deliver,
  planned,
  linkIn,
  lastLink,
  open,
  submit,
  stateOf,
} from './feedbackTests';

describe('the first question', () => {
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

describe('a guest who wants no questions', () => {
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

describe('the results', () => {
  const results = (as = 'reseller1', hotspot = 1) => server.as(as).get(`/api/marketing/${hotspot}/results?limit=25`);

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
