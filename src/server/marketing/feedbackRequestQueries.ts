/** Rows of questions to guests (feedbackRequests.ts), and what they depend on. */
import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import { FEEDBACK_KINDS, type FeedbackKind } from '../../contract/feedback';
import { MAIL_STYLE } from '../../contract/plain/mail';
import { MARKETING_DEFAULTS, TRANSLATION_KEYS, UNSET_MARKETING } from '../../contract/plain/hotspotPreferences';
import { rowsIn, type Db } from '../database/db';
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
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import { storedPreferences } from '../preferences/queries';
import { REQUEST_AGAIN_AFTER, feedbackSettingsIn, type FeedbackSettings } from './feedbackRules';

const KEYS = [
  ...Object.keys(MARKETING_DEFAULTS),
  ...UNSET_MARKETING,
  ...Object.keys(MAIL_STYLE),
  ...TRANSLATION_KEYS,
  'time_zone',
  'guest_language',
];

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A hotspot's preferences about questions. */
export const storedSettings = (db: Db, hotspotId: number) => storedPreferences(db, hotspotId, { keys: KEYS });

/** A hotspot's settings; a `zone` of '' is the server's. */
export async function settingsForFeedback(db: Db, hotspotId: number, zone: string): Promise<FeedbackSettings> {
  return feedbackSettingsIn(await storedSettings(db, hotspotId), zone);
}

/** The settings of the hotspots that ask their guests questions. */
export async function feedbackHotspots(db: Db, zone: string): Promise<Map<number, FeedbackSettings>> {
  const { hotspot_id, key, value } = hotspot_preferences;
  const switchedOn = await db
    .select({ id: hotspot_id })
    .from(hotspot_preferences)
    .where(and(eq(key, 'marketing_1_enabled'), eq(value, 'true')));
  const byHotspot = new Map<number, FeedbackSettings>();
  for (const { id } of switchedOn) {
    const settings = await settingsForFeedback(db, id, zone);
    if (FEEDBACK_KINDS.some((kind) => settings.isOn[kind])) byHotspot.set(id, settings);
  }
  return byHotspot;
}

/**
 * Guests of these hotspots who consented, haven't been asked, and have sessions that began after `since`, with the first of these sessions.
 */
export async function arrivedGuests(
  db: Db,
  hotspots: number[],
  since: Date,
): Promise<{ user_id: number; hotspot_id: number; start: string; valid_until: string | null }[]> {
  const from = since.toISOString();
  const asks = sql`(${sql.join(
    hotspots.map((id) => sql`${id}`),
    sql`, `,
  )})`;
  return rowsIn(
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
}

export async function insertRequests(db: Db, planned: (typeof feedback_requests.$inferInsert)[]): Promise<void> {
  await db.insert(feedback_requests).values(planned).onConflictDoNothing();
}

/** The ids of up to `most` questions that are due, oldest first. */
export async function dueRequests(db: Db, now: Date, most: number): Promise<number[]> {
  const due = await db
    .select({ id: feedback_requests.id })
    .from(feedback_requests)
    .where(and(eq(feedback_requests.state, 'planned'), lte(feedback_requests.due, now)))
    .orderBy(asc(feedback_requests.due))
    .limit(most);
  return due.map(({ id }) => id);
}

/** Locks a question that hasn't been sent; undefined if it has, or if another worker is sending it. */
export async function lockPlanned(tx: Db, id: number): Promise<typeof feedback_requests.$inferSelect | undefined> {
  const [request] = await tx
    .select()
    .from(feedback_requests)
    .where(and(eq(feedback_requests.id, id), eq(feedback_requests.state, 'planned')))
    .for('update', { skipLocked: true });
  return request;
}

export type RequestChange = Partial<typeof feedback_requests.$inferInsert>;

export async function updateRequest(tx: Db, id: number, values: RequestChange): Promise<void> {
  await tx.update(feedback_requests).set(values).where(eq(feedback_requests.id, id));
}

/** The first of a guest's two questions. */
export async function firstRequest(
  db: Db,
  guestId: number,
): Promise<Pick<typeof feedback_requests.$inferSelect, 'sent' | 'state' | 'due'> | undefined> {
  const { user_id, kind, sent, state, due } = feedback_requests;
  const [first] = await db
    .select({ sent, state, due })
    .from(feedback_requests)
    .where(and(eq(user_id, guestId), eq(kind, 'feedback')));
  return first;
}

export interface RequestedGuest {
  id: number;
  name: string;
  email: string;
  email_verified: boolean;
  username: string;
  account_type: string;
  survey_auth: boolean;
  valid_until: Date | null;
}

/** A guest, archived or not. */
export async function findGuest(db: Db, id: number): Promise<RequestedGuest | null> {
  const fields = (table: typeof users | typeof user_histories) => ({
    name: table.name,
    email: table.email,
    username: table.username,
    account_type: table.account_type,
    email_verified: table.email_verified,
    survey_auth: table.survey_auth,
    valid_until: table.valid_until,
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

/** The guest's last consent to surveys; undefined if none was given. */
export async function lastConsent(db: Db, guestId: number): Promise<{ at: Date; language: string } | undefined> {
  const [last] = await db
    .select({ at: consents.at, language: consents.language })
    .from(consents)
    .where(and(eq(consents.user_id, guestId), eq(consents.purpose, 'survey'), eq(consents.is_given, true)))
    .orderBy(desc(consents.at))
    .limit(1);
  return last;
}

/** Whether the mailbox has refused further questions, without a later consent for it. */
export async function hasRefused(db: Db, hotspotId: number, hash: string, consentedAt: Date | undefined): Promise<boolean> {
  const [refusal] = await db
    .select({ at: feedback_refusals.at })
    .from(feedback_refusals)
    .where(and(eq(feedback_refusals.hotspot_id, hotspotId), eq(feedback_refusals.mailbox_hash, hash)));
  return refusal !== undefined && !(consentedAt !== undefined && consentedAt > refusal.at);
}

/** Whether the mailbox was sent a question of this kind after `since`. One that could not be delivered doesn't count. */
export async function wasRequested(db: Db, hash: string, kind: FeedbackKind, since: Date): Promise<boolean> {
  const before = and(eq(feedback_requests.mailbox_hash, hash), eq(feedback_requests.kind, kind), gt(feedback_requests.sent, since));
  return (await db.$count(feedback_requests, and(before, inArray(feedback_requests.state, ['waiting', 'sent'])))) > 0;
}

/** The unit of the guest's running session, else of its last one; 0 if there is none. */
export async function lastUnit(db: Db, guestId: number): Promise<number> {
  const of = (table: typeof sessions | typeof session_histories) =>
    db.select({ unitId: table.unit_id }).from(table).where(eq(table.user_id, guestId)).orderBy(desc(table.start_time)).limit(1);
  const [session] = [...(await of(sessions)), ...(await of(session_histories))];
  return session?.unitId ?? 0;
}

/** Whether a question that waits to be sent is still wanted: the guest hasn't withdrawn the consent or refused further questions. */
export async function isStillWanted(db: Db, requestId: number): Promise<boolean> {
  const { id, user_id, hotspot_id, mailbox_hash } = feedback_requests;
  const [request] = await db.select({ user_id, hotspot_id, mailbox_hash }).from(feedback_requests).where(eq(id, requestId));
  const guest = request?.user_id == null ? null : await findGuest(db, request.user_id);
  if (!request || !guest?.survey_auth) return false;
  return !(await hasRefused(db, request.hotspot_id, request.mailbox_hash, (await lastConsent(db, guest.id))?.at));
}

/** Deletes the hashes of erased guests' mailboxes, once these may be asked again. */
export async function forgetMailboxes(db: Db, now: Date): Promise<void> {
  const { user_id, mailbox_hash, sent } = feedback_requests;
  await db
    .update(feedback_requests)
    .set({ mailbox_hash: '' })
    .where(and(isNull(user_id), ne(mailbox_hash, ''), lt(sent, new Date(now.getTime() - REQUEST_AGAIN_AFTER))));
}

/** Removes what these guests wrote and what identifies them; the counts stay. */
export async function eraseFeedback(tx: Db, hotspotId: number, guestIds: number[], copies: DeletedCopies | null): Promise<void> {
  const ofGuests = and(eq(feedback_requests.hotspot_id, hotspotId), inArray(feedback_requests.user_id, guestIds));
  const planned = and(ofGuests, eq(feedback_requests.state, 'planned'));
  await copies?.deleting(feedback_requests, planned);
  await tx.delete(feedback_requests).where(planned);
  await copies?.emptying(feedback_requests, [feedback_requests.user_id, feedback_requests.message], ofGuests);
  await tx.update(feedback_requests).set({ user_id: null, message: '' }).where(ofGuests);
}
