/**
 * Questions to guests about their stay: planned when a guest first goes online, sent when they are due, answered on pages of the portal
 * (portal/feedbackPages.ts). feedbackRules.ts says when guests are asked.
 */
import { randomBytes } from 'node:crypto';
import { FEEDBACK_KINDS, type FeedbackReason } from '../../contract/feedback';
import { MARKETING_DEFAULTS } from '../../contract/plain/hotspotPreferences';
import { lookIn } from '../../portal/portalLook';
import { languageIn, portalText } from '../../portal/texts';
import type { Db } from '../database/db';
import { mailboxOf } from '../messages/emailAddresses';
import { post } from '../messages/outboxQueries';
import { outsideQuietHours } from '../messages/quietHours';
import { reserveSms } from '../messages/sms/quotaQueries';
import {
  arrivedGuests,
  feedbackHotspots,
  dueRequests,
  findGuest,
  firstRequest,
  hasRefused,
  insertRequests,
  lastConsent,
  lastUnit,
  lockPlanned,
  sha256,
  storedSettings,
  updateRequest,
  wasRequested,
  type RequestedGuest,
  type RequestChange,
} from './feedbackRequestQueries';
import { REQUEST_AGAIN_AFTER, dueAt, feedbackSettingsIn, isTooLate, type FeedbackSettings } from './feedbackRules';
import { guestMailOf } from './guestMail';
import { lookOf } from './queries';

const DAY = 86_400_000;

/** Questions sent in one round, each in its own transaction. */
const AT_ONCE = 100;

/** Bytes of a token: 96 bits, and short enough for an SMS in base64url. */
const TOKEN_BYTES = 12;

/** The hash under which a hotspot remembers a mailbox or number. */
const mailboxHash = (hotspotId: number, address: string) =>
  sha256(`${String(hotspotId)} ${address.includes('@') ? mailboxOf(address.toLowerCase()) : address}`);

/**
 * Plans the questions to guests who consented and whose sessions began after `since`, once for each guest. Returns how many guests. `zone`
 * is the server's.
 */
export async function planFeedback(db: Db, { since, now, zone }: { since: Date; now: Date; zone: string }): Promise<number> {
  const byHotspot = await feedbackHotspots(db, zone);
  if (byHotspot.size === 0) return 0;
  const arrived = await arrivedGuests(db, [...byHotspot.keys()], since);
  const planned = arrived.flatMap(({ start, valid_until, ...guest }) => {
    const settings = byHotspot.get(guest.hotspot_id);
    if (!settings) return [];
    const stay = { start: new Date(start), validUntil: valid_until === null ? null : new Date(valid_until) };
    return FEEDBACK_KINDS.flatMap((kind) => {
      const due = settings.isOn[kind] ? dueAt(kind, stay, settings) : null;
      return due ? [{ ...guest, kind, due, created: now }] : [];
    });
  });
  if (planned.length === 0) return 0;
  await insertRequests(db, planned);
  return arrived.length;
}

/** What sending a question needs from the server. */
export interface SendingContext {
  now: Date;
  /** The server's zone. */
  zone: string;
  /** Origin and base path of the portal. */
  portalUrl: string;
}

/** Sends questions that are due. Returns whether there may be more. */
export async function sendDueRequests(db: Db, context: SendingContext): Promise<boolean> {
  const due = await dueRequests(db, context.now, AT_ONCE);
  for (const id of due) await db.transaction((tx) => sendRequest(tx, id, context));
  return due.length === AT_ONCE;
}

async function sendRequest(tx: Db, id: number, { now, zone, portalUrl }: SendingContext): Promise<void> {
  const request = await lockPlanned(tx, id);
  if (!request) return;
  const set = (values: RequestChange) => updateRequest(tx, id, values);
  const drop = (reason: FeedbackReason) => set({ state: 'dropped', reason });
  const guest = request.user_id === null ? null : await findGuest(tx, request.user_id);
  if (!guest) return drop('gone');
  const { hotspot_id: hotspotId, kind } = request;
  const stored = await storedSettings(tx, hotspotId);
  const settings = feedbackSettingsIn(stored, zone);
  if (!settings.isOn[kind]) return drop('switched_off');
  if (!guest.survey_auth) return drop('no_consent');
  const ends = guest.valid_until;
  const isAtEnd = kind === 'review' && settings.secondAfterDays === null;
  if (isAtEnd && (ends === null || ends > now)) {
    // Access was extended after the question was planned.
    return ends === null ? drop('switched_off') : set({ due: ends });
  }
  // It may have been extended, and have ended, while no server ran.
  const due = isAtEnd && ends !== null && ends > request.due ? ends : request.due;
  // Checked before postponing, which would make it look timely.
  if (isTooLate(due, now)) return drop('too_late');
  const earliest = kind === 'review' ? await earliestSecond(tx, guest.id, settings, now) : now;
  if (earliest > now) return set({ due: earliest });
  const allowed = outsideQuietHours(now, settings.quiet);
  if (allowed > now) return isTooLate(due, allowed) ? drop('too_late') : set({ due: allowed });
  const address = addressOf(guest, settings);
  if (address === '') return drop('no_address');
  const mailbox_hash = mailboxHash(hotspotId, address);
  const consent = await lastConsent(tx, guest.id);
  if (await hasRefused(tx, hotspotId, mailbox_hash, consent?.at)) return drop('refused');
  if (await wasRequested(tx, mailbox_hash, kind, new Date(now.getTime() - REQUEST_AGAIN_AFTER))) return drop('asked_before');

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
      ending: { text: portalText(language, 'feedback_stop', { hotspot: name }), url: stop },
    });
    if (!mail) return drop('switched_off');
    await post(tx, { ...message, content: { channel: 'mail', quiet, mail: { ...mail, unsubscribe: stop } } }, now);
  } else {
    const unitId = await lastUnit(tx, guest.id);
    const reserved = await reserveSms(tx, { hotspotId, unitId, number: address, now });
    if (typeof reserved === 'string') return drop('no_sms_left');
    const text = portalText(language, kind === 'feedback' ? 'feedback_sms' : 'review_sms', { hotspot: name, url });
    await post(tx, { ...message, content: { channel: 'sms', quiet, text, unitId, reserved } }, now);
  }
  await set({ state: 'waiting', sent: now, language: language === known ? known : '', mailbox_hash, token_hash: sha256(token) });
}

/**
 * The earliest time for the second question: not before the first, if that is still to come, and not on the same day, as the first may have
 * been late; unless the hotspot wants both at once.
 */
async function earliestSecond(db: Db, guestId: number, { secondAfterDays }: FeedbackSettings, now: Date): Promise<Date> {
  const first = await firstRequest(db, guestId);
  // One that is too late by now isn't to come.
  const isToCome = first?.state === 'planned' && !isTooLate(first.due, now);
  const requestedAt = isToCome ? Math.max(first.due.getTime(), now.getTime()) : first?.sent?.getTime();
  return requestedAt === undefined ? new Date(0) : new Date(requestedAt + Math.min(1, secondAfterDays ?? 1) * DAY);
}

/**
 * The guest's mailbox, unless the guest typed it and hasn't confirmed it. A guest who logged in by SMS and has no mailbox is asked by SMS,
 * if the hotspot does that; '' for others.
 */
function addressOf({ email, email_verified, username, account_type }: RequestedGuest, { bySms }: FeedbackSettings): string {
  if (email !== '') return account_type === 'email' && !email_verified ? '' : email;
  return bySms && account_type === 'sms' ? username : '';
}
