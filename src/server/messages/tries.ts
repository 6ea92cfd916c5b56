/** A single try to send a message through any channel, and its outcome. */
import type { Db } from '../database/db';
import { LOGO_CID, type Mail, type Mailer } from './mailer';
import type { OutboxContent } from '../database/jsonColumns';
import type { Row } from './outboxQueries';
import { outsideQuietHours } from './quietHours';
import { chargeSms, findTarget } from './senderQueries';
import type { Sms } from './sms/sms';
import type { Outcome as Answer, Webhooks } from './webhooks';

const MINUTE = 60_000;

export interface Carriers {
  db: Db;
  clock: () => Date;
  mailer: Mailer;
  sms: Sms;
  webhooks: Webhooks;
  /** The product's name, for mails of the server itself. */
  product: string;
  /** The logo of a hotspot's mails. */
  logoOf: (hotspotId: number) => Promise<Mail['attachments']>;
  /** Whether a question may still be sent to the guest who agreed to it. */
  isStillWanted: (db: Db, requestId: number) => Promise<boolean>;
  /** Reports a failed try. */
  report: (message: { id: number; kind: Row['kind']; channel: Row['channel']; hotspot: number | null; to: string; reason: string }) => void;
  /** Reports an error of the sender itself. */
  onFailure: (error: unknown) => void;
}

/**
 * The outcome of a try. `unreachable`: the destination accepts nothing at present; `later`: it refused the message for now; `never`: there
 * is no use in trying again. `answer`: the response of a webhook's receiver.
 */
export type Outcome = ({ kind: 'sent' } | { kind: 'quiet'; until: Date } | Unsent) & { answer?: Answer };

export interface Unsent {
  kind: 'unreachable' | 'later' | 'never';
  reason: string;
  /** Whether the receiver refused the message, rather than not responding. */
  isRefused?: true;
  /** Milliseconds to wait, if the receiver asks for that. */
  after?: number;
}

/** Milliseconds until the next try after `tries`: a minute, doubled up to an hour, plus up to half of that at random. */
export const pauseAfter = (tries: number, random: () => number = Math.random): number =>
  Math.min(60, 2 ** Math.max(0, tries - 1)) * MINUTE * (1 + random() / 2);

/** Sends a claimed message, unless it is too late for it. */
export async function tryOnce(carriers: Carriers, row: Row): Promise<Outcome> {
  const { db, clock, isStillWanted } = carriers;
  const { content, expires, kind, code_id, request_id } = row;
  if (content === null || expires <= clock()) return { kind: 'never', reason: 'too late' };
  if (kind === 'code' && code_id === null) return { kind: 'never', reason: 'withdrawn' };
  if (request_id !== null && !(await isStillWanted(db, request_id))) return { kind: 'never', reason: 'no longer wanted' };
  // A message that is tried again may come due in the quiet hours.
  const allowed = content.quiet === undefined ? clock() : outsideQuietHours(clock(), content.quiet);
  if (allowed > clock()) return { kind: 'quiet', until: allowed };
  switch (content.channel) {
    case 'mail':
      return mailOnce(carriers, row, content);
    case 'sms':
      return textOnce(carriers, row, content);
    case 'webhook':
      return callOnce(carriers, row, content);
  }
}

type ContentOf<C extends OutboxContent['channel']> = Extract<OutboxContent, { channel: C }>;

async function mailOnce({ mailer, logoOf }: Carriers, { uuid, recipient, hotspot_id }: Row, { mail }: ContentOf<'mail'>): Promise<Outcome> {
  const hasLogo = hotspot_id !== null && mail.html?.includes(`cid:${LOGO_CID}`) === true;
  const attachments = hasLogo ? await logoOf(hotspot_id) : undefined;
  const delivery = await mailer.send({ ...mail, id: uuid, to: recipient, ...(attachments && { attachments }) });
  if (delivery === 'sent') return { kind: 'sent' };
  if (delivery === 'not configured') return { kind: 'unreachable', reason: delivery };
  if ('unreachable' in delivery) return { kind: 'unreachable', reason: delivery.unreachable };
  const kind = delivery.isPermanent ? 'never' : delivery.isForAll === true ? 'unreachable' : 'later';
  return { kind, reason: delivery.refused, isRefused: true };
}

async function textOnce({ db, sms, clock }: Carriers, row: Row, content: ContentOf<'sms'>): Promise<Outcome> {
  const { hotspot_id: hotspotId, recipient: number, uuid } = row;
  if (hotspotId === null) return { kind: 'never', reason: 'no hotspot' };
  const reached = content.reserved === undefined ? await chargeSms(db, row, { ...content, hotspotId }, clock()) : null;
  if (reached !== null) return { kind: 'never', reason: `no SMS is left: ${reached}` };
  const failure = await sms.send({ number, text: content.text }, uuid);
  if (failure === null) return { kind: 'sent' };
  const { failed: reason, after } = failure;
  // If the gateway rejects the number or the text, it would do so again.
  return { kind: /^(400|422)\b/.test(reason) ? 'never' : 'later', reason, ...(after !== undefined && { after }) };
}

async function callOnce({ db, webhooks }: Carriers, { integration_id, uuid }: Row, { body }: ContentOf<'webhook'>): Promise<Outcome> {
  const target = await findTarget(db, integration_id ?? 0);
  if (!target || target.url === '') return { kind: 'never', reason: 'no address' };
  const answer = await webhooks.post(target, body, uuid);
  if ('failed' in answer) return { kind: 'unreachable', reason: answer.failed, answer };
  const { status, after } = answer;
  if (status === 200) return { kind: 'sent', answer };
  return {
    kind: status === 410 ? 'never' : 'later',
    reason: `status ${String(status)}`,
    isRefused: true,
    answer,
    ...(after !== undefined && { after }),
  };
}
