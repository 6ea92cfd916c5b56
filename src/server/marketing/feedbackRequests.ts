/**
 * Questions to guests about their stay: planned when a guest first goes online, asked when they are due, answered on pages of the portal
 * (portal/feedbackPages.ts). When guests are asked is feedbackRules.ts.
 */
import { createHash, randomBytes } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { FEEDBACK_KINDS, type FeedbackKind, type FeedbackReason } from '../../contract/feedback';
import { MAIL_STYLE } from '../../contract/mail';
import { MARKETING_DEFAULTS, TRANSLATION_KEYS, UNSET_MARKETING } from '../../contract/wire';
import { lookIn } from '../../portal/portalLook';
import { languageIn, portalText } from '../../portal/texts';
import { rowsIn, type Db } from '../database/db';
import type { Kept } from '../deleted/keptRowQueries';
import {
  consents,
  feedback_refusals,
  feedback_requests,
  hotspot_preferences,
  session_histories,
  sessions,
  user_histories,
  users,
} from '../database/schema';
import { withdrawConsent } from '../disclaimers/consentQueries';
import { storedPreferences } from '../preferences/queries';
import { post } from '../messages/outboxQueries';
import { outsideQuietHours } from '../messages/quietHours';
import { reserveSms } from '../messages/sms/quotaQueries';
import { mailboxOf } from '../messages/emailAddresses';
import { ASKED_AGAIN_AFTER, dueAt, feedbackSettingsIn, TOO_LATE, type FeedbackSettings } from './feedbackRules';
import { guestMailOf } from './guestMail';
import { lookOf } from './queries';

const DAY = 86_400_000;

/** Questions asked in one round, each in a transaction of its own. */
const AT_ONCE = 100;

/** Characters of a token in base64url: 96 bits, short enough for an SMS. */
const TOKEN_BYTES = 12;

/** The longest message of a guest. */
export const MAX_MESSAGE = 2000;

const KEYS = [
  ...Object.keys(MARKETING_DEFAULTS),
  ...UNSET_MARKETING,
  ...Object.keys(MAIL_STYLE),
  ...TRANSLATION_KEYS,
  'time_zone',
  'guest_language',
];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Under which a mailbox or number is remembered at a hotspot. */
const mailboxHash = (hotspotId: number, address: string) =>
  sha256(`${String(hotspotId)} ${address.includes('@') ? mailboxOf(address.toLowerCase()) : address}`);

const storedOf = (db: Db, hotspotId: number) => storedPreferences(db, hotspotId, { keys: KEYS });

/**
 * Plans the questions to guests who consented and whose sessions began after `since`, once for each guest. Returns how many guests. `zone`
 * is the server's.
 */
export async function planFeedback(db: Db, { since, now, zone }: { since: Date; now: Date; zone: string }): Promise<number> {
  const asking = await askingHotspots(db, zone);
  if (asking.size === 0) return 0;
  const from = since.toISOString();
  const asks = sql`(${sql.join(
    [...asking.keys()].map((id) => sql`${id}`),
    sql`, `,
  )})`;
  const begun = rowsIn<{ user_id: number; hotspot_id: number; start: string; valid_until: string | null }>(
    await db.execute(sql`
      select u.id as user_id, u.hotspot_id, min(s.start_time) as start, u.valid_until
      from (
        select user_id, start_time from ${sessions} where hotspot_id in ${asks} and start_time > ${from}::timestamptz
        union all select user_id, start_time from ${session_histories} where hotspot_id in ${asks} and start_time > ${from}::timestamptz
      ) s
      join ${users} u on u.id = s.user_id and u.survey_auth and u.hotspot_id in ${asks}
      where not exists (select from ${feedback_requests} r where r.user_id = u.id)
      group by u.id`),
  );
  const planned = begun.flatMap((guest) => {
    const settings = asking.get(guest.hotspot_id);
    if (!settings) return [];
    const stay = { start: new Date(guest.start), validUntil: guest.valid_until === null ? null : new Date(guest.valid_until) };
    return FEEDBACK_KINDS.flatMap((kind) => {
      const due = settings.isOn[kind] ? dueAt(kind, stay, settings) : null;
      return due ? [{ hotspot_id: guest.hotspot_id, user_id: guest.user_id, kind, due, created: now }] : [];
    });
  });
  if (planned.length === 0) return 0;
  await db.insert(feedback_requests).values(planned).onConflictDoNothing();
  return begun.length;
}

/** The settings of the hotspots that ask their guests anything. */
async function askingHotspots(db: Db, zone: string): Promise<Map<number, FeedbackSettings>> {
  const { hotspot_id, key, value } = hotspot_preferences;
  const switchedOn = await db
    .select({ id: hotspot_id })
    .from(hotspot_preferences)
    .where(and(eq(key, 'marketing_1_enabled'), eq(value, 'true')));
  const asking = new Map<number, FeedbackSettings>();
  for (const { id } of switchedOn) {
    const settings = await settingsForFeedback(db, id, zone);
    if (FEEDBACK_KINDS.some((kind) => settings.isOn[kind])) asking.set(id, settings);
  }
  return asking;
}

/** What a question needs of the server. */
export interface Asking {
  now: Date;
  /** The server's zone. */
  zone: string;
  /** Origin and base path of the portal. */
  portalUrl: string;
}

/** Asks what is due. Returns whether there may be more. */
export async function askDue(db: Db, asking: Asking): Promise<boolean> {
  const due = await db
    .select({ id: feedback_requests.id })
    .from(feedback_requests)
    .where(and(eq(feedback_requests.state, 'planned'), lte(feedback_requests.due, asking.now)))
    .orderBy(asc(feedback_requests.due))
    .limit(AT_ONCE);
  for (const { id } of due) await db.transaction((tx) => ask(tx, id, asking));
  return due.length === AT_ONCE;
}

async function ask(tx: Db, id: number, { now, zone, portalUrl }: Asking): Promise<void> {
  const [request] = await tx
    .select()
    .from(feedback_requests)
    .where(and(eq(feedback_requests.id, id), eq(feedback_requests.state, 'planned')))
    .for('update', { skipLocked: true });
  if (!request) return;
  const set = (values: Partial<typeof feedback_requests.$inferInsert>) =>
    tx.update(feedback_requests).set(values).where(eq(feedback_requests.id, id));
  const drop = (reason: FeedbackReason) => set({ state: 'dropped', reason });
  const guest = request.user_id === null ? null : await findGuest(tx, request.user_id);
  if (!guest) return void (await drop('gone'));
  const { hotspot_id: hotspotId, kind } = request;
  const stored = await storedOf(tx, hotspotId);
  const settings = feedbackSettingsIn(stored, zone);
  if (!settings.isOn[kind]) return void (await drop('switched_off'));
  if (!guest.survey_auth) return void (await drop('no_consent'));
  const ends = guest.valid_until;
  if (kind === 'review' && settings.secondAfterDays === null && (ends === null || ends > now)) {
    // Access was extended since.
    return void (await (ends === null ? drop('switched_off') : set({ due: ends })));
  }
  const isTooLate = (at: Date) => at.getTime() - request.due.getTime() > TOO_LATE;
  // Before it is put off: that doesn't make a question timely.
  if (isTooLate(now)) return void (await drop('too_late'));
  const earliest = kind === 'review' ? await apartFromFirst(tx, guest.id, settings, now) : now;
  if (earliest > now) return void (await set({ due: earliest }));
  const allowed = outsideQuietHours(now, settings.quiet);
  if (allowed > now) return void (await (isTooLate(allowed) ? drop('too_late') : set({ due: allowed })));
  const address = addressOf(guest, settings);
  if (address === '') return void (await drop('no_address'));
  const mailbox_hash = mailboxHash(hotspotId, address);
  const consent = await lastConsent(tx, guest.id);
  if (await hasRefused(tx, hotspotId, mailbox_hash, consent?.at)) return void (await drop('refused'));
  if (await wasAsked(tx, mailbox_hash, kind, new Date(now.getTime() - ASKED_AGAIN_AFTER))) return void (await drop('asked_before'));

  const known = consent?.language ?? stored.guest_language ?? '';
  const language = languageIn(known) ?? 'en';
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const url = `${portalUrl}/f/${token}`;
  const message = { hotspotId, userId: guest.id, requestId: id, kind, recipient: address };
  const { quiet } = settings;
  const { look, name } = await lookOf(tx, hotspotId, lookIn(stored, language));
  if (address.includes('@')) {
    const stop = `${url}/stop`;
    const mail = guestMailOf(look, {
      subject: settings.subject[kind],
      body:
        settings.body[kind] ||
        MARKETING_DEFAULTS[kind === 'feedback' ? 'marketing_13_feedback_body_text' : 'marketing_14_review_body_text'],
      url,
      ending: { words: portalText(language, 'feedback_stop', { hotspot: name }), url: stop },
    });
    if (!mail) return void (await drop('switched_off'));
    await post(tx, { ...message, content: { channel: 'mail', quiet, mail: { ...mail, unsubscribe: stop } } }, now);
  } else {
    const unitId = await lastUnit(tx, guest.id);
    const reserved = await reserveSms(tx, { hotspotId, unitId, number: address, now });
    if (typeof reserved === 'string') return void (await drop('no_sms_left'));
    const text = portalText(language, kind === 'feedback' ? 'feedback_sms' : 'review_sms', { hotspot: name, url });
    await post(tx, { ...message, content: { channel: 'sms', quiet, text, unitId, reserved } }, now);
  }
  await set({ state: 'waiting', sent: now, language: language === known ? known : '', mailbox_hash, token_hash: sha256(token) });
}

interface AskedGuest {
  id: number;
  name: string;
  email: string;
  email_verified: boolean;
  username: string;
  account_type: string;
  survey_auth: boolean;
  valid_until: Date | null;
}

/**
 * When a guest may be asked the second question: neither before the first, if that is still to come, nor on its day, which may have been
 * late, unless that is wanted.
 */
async function apartFromFirst(db: Db, guestId: number, { secondAfterDays }: FeedbackSettings, now: Date): Promise<Date> {
  const { user_id, kind, sent, state, due } = feedback_requests;
  const [first] = await db
    .select({ sent, state, due })
    .from(feedback_requests)
    .where(and(eq(user_id, guestId), eq(kind, 'feedback')));
  const asked = first?.state === 'planned' ? Math.max(first.due.getTime(), now.getTime()) : first?.sent?.getTime();
  return asked === undefined ? new Date(0) : new Date(asked + Math.min(1, secondAfterDays ?? 1) * DAY);
}

/** A guest, archived or not. */
async function findGuest(db: Db, id: number): Promise<AskedGuest | null> {
  const fields = (table: typeof users | typeof user_histories) => ({
    ...{ name: table.name, email: table.email, username: table.username, account_type: table.account_type },
    ...{ email_verified: table.email_verified, survey_auth: table.survey_auth, valid_until: table.valid_until },
  });
  const [present] = await db.select(fields(users)).from(users).where(eq(users.id, id));
  if (present) return { id, ...present };
  const [archived] = await db
    .select(fields(user_histories))
    .from(user_histories)
    .where(eq(user_histories.user_id, id))
    .orderBy(desc(user_histories.id))
    .limit(1);
  return archived ? { id, ...archived } : null;
}

/**
 * The mailbox, unless the guest typed it and nobody confirmed it; without one the number of a guest who logged in by SMS, where questions go by SMS, too; ''
 * for neither.
 */
function addressOf({ email, email_verified, username, account_type }: AskedGuest, { bySms }: FeedbackSettings): string {
  if (email !== '') return account_type === 'email' && !email_verified ? '' : email;
  return bySms && account_type === 'sms' ? username : '';
}

async function lastConsent(db: Db, guestId: number): Promise<{ at: Date; language: string } | undefined> {
  const [last] = await db
    .select({ at: consents.at, language: consents.language })
    .from(consents)
    .where(and(eq(consents.user_id, guestId), eq(consents.purpose, 'survey'), eq(consents.is_given, true)))
    .orderBy(desc(consents.at))
    .limit(1);
  return last;
}

/** Whether the mailbox has refused further questions, and nobody has consented for it since. */
async function hasRefused(db: Db, hotspotId: number, hash: string, consentedAt: Date | undefined): Promise<boolean> {
  const [refusal] = await db
    .select({ at: feedback_refusals.at })
    .from(feedback_refusals)
    .where(and(eq(feedback_refusals.hotspot_id, hotspotId), eq(feedback_refusals.mailbox_hash, hash)));
  return refusal !== undefined && !(consentedAt !== undefined && consentedAt > refusal.at);
}

async function wasAsked(db: Db, hash: string, kind: FeedbackKind, since: Date): Promise<boolean> {
  const before = and(eq(feedback_requests.mailbox_hash, hash), eq(feedback_requests.kind, kind), gt(feedback_requests.sent, since));
  return (await db.$count(feedback_requests, and(before, inArray(feedback_requests.state, ['waiting', 'sent'])))) > 0;
}

async function lastUnit(db: Db, guestId: number): Promise<number> {
  const of = (table: typeof sessions | typeof session_histories) =>
    db.select({ unitId: table.unit_id }).from(table).where(eq(table.user_id, guestId)).orderBy(desc(table.start_time)).limit(1);
  const [session] = [...(await of(sessions)), ...(await of(session_histories))];
  return session?.unitId ?? 0;
}

/** A question that was asked, as its link finds it. */
export type AskedQuestion = typeof feedback_requests.$inferSelect;

/** The question whose link has this token; null if there is none. */
export async function findQuestion(db: Db, token: string): Promise<AskedQuestion | null> {
  if (!/^[\w-]{16}$/.test(token)) return null;
  const [found] = await db
    .select()
    .from(feedback_requests)
    .where(eq(feedback_requests.token_hash, sha256(token)));
  return found ?? null;
}

/** Notes that the question's page was opened for the first time. */
export async function noteOpened(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(feedback_requests)
    .set({ opened: now })
    .where(and(eq(feedback_requests.id, id), isNull(feedback_requests.opened)));
}

/** A hotspot's settings; '' for `zone` is the server's. */
export async function settingsForFeedback(db: Db, hotspotId: number, zone: string): Promise<FeedbackSettings> {
  return feedbackSettingsIn(await storedOf(db, hotspotId), zone);
}

/**
 * Stores an answer, once, and mails it to the hotspot's feedback address: messages, and stars up to the hotspot's threshold. Returns whether the guest is shown the
 * review sites; the first answer decides.
 */
export async function answer(
  db: Db,
  question: AskedQuestion,
  { stars, message }: { stars: number | null; message: string },
  { now, settings }: { now: Date; settings: FeedbackSettings },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [stored] = await tx
      .update(feedback_requests)
      .set({ answered: now, stars, message: message.slice(0, MAX_MESSAGE) })
      .where(and(eq(feedback_requests.id, question.id), isNull(feedback_requests.answered)))
      .returning();
    if (!stored) return (question.stars ?? 0) > settings.threshold;
    const isForHotspot = stars === null || stars <= settings.threshold;
    if (isForHotspot && settings.feedbackEmail !== '') await mailAnswer(tx, stored, settings.feedbackEmail, now);
    return !isForHotspot;
  });
}

async function mailAnswer(tx: Db, { hotspot_id, user_id, stars, message }: AskedQuestion, recipient: string, now: Date): Promise<void> {
  const guest = user_id === null ? null : await findGuest(tx, user_id);
  const stored = await storedOf(tx, hotspot_id);
  const { look, name } = await lookOf(tx, hotspot_id, stored);
  const language = languageIn(stored.guest_language) ?? 'en';
  const who = guest === null ? '' : guest.name === guest.email ? guest.email : `${guest.name} ${guest.email}`.trim();
  const text = [
    portalText(language, 'answer_lead', { hotspot: name, guest: who || '–' }),
    ...(stars === null ? [] : ['', '★'.repeat(stars) + '☆'.repeat(5 - stars)]),
    ...(message === '' ? [] : ['', message]),
    '',
    '--',
    look.business_name || name,
  ].join('\n');
  const mail = { subject: portalText(language, 'answer_subject', { hotspot: name }), text };
  const replyTo = guest !== null && guest.email !== '' ? { replyTo: guest.email } : {};
  await post(
    tx,
    {
      ...{ hotspotId: hotspot_id, userId: user_id, kind: 'answer', recipient },
      content: { channel: 'mail', mail: { ...mail, ...replyTo } },
    },
    now,
  );
}

/** Whether a question that waits to be sent may still be: its guest has neither taken back the consent nor refused further questions. */
export async function isStillWanted(db: Db, requestId: number): Promise<boolean> {
  const { id, user_id, hotspot_id, mailbox_hash } = feedback_requests;
  const [request] = await db.select({ user_id, hotspot_id, mailbox_hash }).from(feedback_requests).where(eq(id, requestId));
  const guest = request?.user_id == null ? null : await findGuest(db, request.user_id);
  if (!request || !guest?.survey_auth) return false;
  return !(await hasRefused(db, request.hotspot_id, request.mailbox_hash, (await lastConsent(db, guest.id))?.at));
}

/** Ends questions by this hotspot to the guest, and to the mailbox or number that was asked. */
export async function refuseFurther(db: Db, { hotspot_id, user_id, mailbox_hash }: AskedQuestion, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (mailbox_hash !== '')
      await tx
        .insert(feedback_refusals)
        .values({ hotspot_id, mailbox_hash, at: now })
        .onConflictDoUpdate({ target: [feedback_refusals.hotspot_id, feedback_refusals.mailbox_hash], set: { at: now } });
    if (user_id !== null) await withdrawConsent(tx, user_id, 'survey', now);
  });
}

/** Forgets which mailboxes of erased guests were asked, once they may be asked again. */
export async function forgetMailboxes(db: Db, now: Date): Promise<void> {
  const { user_id, mailbox_hash, sent } = feedback_requests;
  await db
    .update(feedback_requests)
    .set({ mailbox_hash: '' })
    .where(and(isNull(user_id), ne(mailbox_hash, ''), lt(sent, new Date(now.getTime() - ASKED_AGAIN_AFTER))));
}

/** Removes what these guests wrote and who they were; the counts stay. */
export async function eraseFeedback(tx: Db, hotspotId: number, guestIds: number[], kept: Kept | null): Promise<void> {
  const ofGuests = and(eq(feedback_requests.hotspot_id, hotspotId), inArray(feedback_requests.user_id, guestIds));
  const planned = and(ofGuests, eq(feedback_requests.state, 'planned'));
  await kept?.deleting(feedback_requests, planned);
  await tx.delete(feedback_requests).where(planned);
  await kept?.emptying(feedback_requests, [feedback_requests.user_id, feedback_requests.message], ofGuests);
  await tx.update(feedback_requests).set({ user_id: null, message: '' }).where(ofGuests);
}
