/** Feedback questions after a stay: from the login to the answer in the feedback mailbox, over real mail. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { account_sms_counts, consents, feedback_refusals, feedback_requests, users } from '../../../src/server/database/schema';
import { eraseGuest } from '../../../src/server/guests/erasureQueries';
import { parsed } from '../../support/peers/mailSink';
import {
  MINUTE,
  DAY,
  MAILBOX,
  received,
  texts,
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
    const left = await server.db().select().from(feedback_requests);
    expect(left.map(({ user_id, message }) => [user_id, message])).toEqual([
      [null, ''],
      [null, ''],
    ]);
    expect(left.filter(({ answered: at }) => at !== null)).toHaveLength(1);
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
});

describe('the results', () => {
  const results = (as = 'reseller1', hotspot = 1) => server.as(as).get(`/api/marketing/${hotspot}/results?limit=25`);

  test('are shown neither to another reseller nor to strangers', async () => {
    expect((await results('reseller2')).status).toBe(404);
    expect((await server.withToken().get('/api/marketing/1/results')).status).toBe(401);
  });
});
