/**
 * Codes sent by e-mail or SMS to confirm that the address or number is the guest's, and the single-use rows behind social logins. Nothing a
 * guest sees depends on whether the address or number is known here.
 */
import { createHash, createHmac, randomInt } from 'node:crypto';
import { and, count, desc, eq, gt, inArray, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { serverKey } from '../auth/serverKeyQueries';
import type { RequestOrigin, CodeMethod } from '../../contract/plain/accessMethods';
import { countedAddress } from '../limits/countedAddress';
import { rowsIn, type Db } from '../database/db';
import { outbox, portal_codes } from '../database/schema';
import type { Deps } from '../deps';
import { LIMITS, type LimitName } from '../limits/limits';
import { refusedUntil, rememberRefusal } from '../limits/refusals';
import { refusalOfUnentered, type SmsRefusal, type SmsRules } from '../messages/sms/unenteredQueries';
import type { OutboxContent } from '../database/jsonColumns';
import { mailboxOf } from '../messages/emailAddresses';
import { deleteMessages, isUnsent, postTaken, type Row } from '../messages/outboxQueries';

/** Validity of a code, in milliseconds. */
export const CODE_FOR = 10 * 60_000;
export const DAY = 24 * 3_600_000;

/**
 * Milliseconds within which the same form, or the same code, counts as a repetition by the network or a double tap. After that, the same
 * form requests another code.
 */
export const REPEATED_WITHIN = 60_000;

/**
 * Milliseconds in which a code already sent is asked for instead of sending another one: reading a message often closes the window that the
 * code is typed in. What is left of its validity is time enough to type it.
 */
const REUSED_FOR = CODE_FOR - 2 * 60_000;

/**
 * Milliseconds within which a code that can't be sent is deleted, and after which a remembered refusal is checked again, because erasing a
 * guest deletes their codes.
 */
const TAKEN_BACK_WITHIN = 60_000;
const LOOKED_AT_AFTER = 60_000;

/** Maximum attempts per code. */
export const MOST_TRIES = 5;

/**
 * The limits on codes for a recipient, a device and a network. A device that its unit vouches for isn't counted with its network, which may
 * be that of all guests, but together with all such devices of the hotspot (`house`). So is a device at the unit's own address.
 */
const LIMITS_OF: Record<CodeMethod, { recipient: LimitName | null; device: LimitName; network: LimitName }> = {
  email: { recipient: 'email_recipient', device: 'email_device', network: 'email_network' },
  sms: { recipient: 'sms_recipient', device: 'sms_device', network: 'sms_network' },
  facebook: { recipient: null, device: 'social_device', network: 'social_network' },
  linkedin: { recipient: null, device: 'social_device', network: 'social_network' },
};

const DIGITS = 6;
export const KEY = 'e-mail codes';

export interface CodeRequest {
  hotspotId: number;
  method: CodeMethod;
  /** E-mail address or phone number; '' for a social login. */
  recipient: string;
  deviceMac: string;
  address: string;
  /** Whether the unit vouches for the device. */
  isVouched: boolean;
  /** Whether the guest is at the hotspot: the unit vouches for the device, or the request comes from the unit's network. */
  isHere: boolean;
  wantsMarketing: boolean;
  wantsSurvey: boolean;
  now: Date;
  /** For SMS only. `isKnown`: the number belongs to a guest of the hotspot. */
  sms?: SmsRules & { isKnown: boolean };
  /** Identifies the form, so that it is recognised if submitted twice: the state in this particular rendering of its page. */
  form?: string;
  /** Whether the guest wants another code, also where one was sent that can still be typed. */
  isAnother?: boolean;
  /** Builds the message with the code; absent for a social login. */
  messageOf?: (created: { id: number; code: string }) => OutboxContent | Promise<OutboxContent>;
}

export interface CreatedCode {
  id: number;
  /** The message with the code, in the outbox; null for a social login. */
  message: Row | null;
  /** Deletes the code, so that it doesn't count if it couldn't be sent. */
  forget: () => Promise<void>;
}

/** A code that was sent before and can still be typed. */
export interface RepeatedCode {
  id: number;
  isRepeated: true;
}

/**
 * Creates a code, or returns which limit is reached. The row is inserted before counting, so concurrent requests can't exceed the limit,
 * and the same form submitted several times at once gets a single code.
 */
export async function createCode(db: Db, request: CodeRequest & { form: string }): Promise<CreatedCode | RepeatedCode | SmsRefusal>;
export async function createCode(db: Db, request: CodeRequest & { form?: never }): Promise<CreatedCode | SmsRefusal>;
export async function createCode(db: Db, request: CodeRequest): Promise<CreatedCode | RepeatedCode | SmsRefusal> {
  const { method, wantsMarketing, wantsSurvey, now, form, isAnother, deviceMac } = request;
  const formHash = form === undefined ? null : await hashOfForm(db, form, request);
  const counting = countingOf(request);
  if (form !== undefined && isAnother !== true && deviceMac !== '') {
    const which = and(eq(portal_codes.recipient, request.recipient), counting.ofDevice, eq(portal_codes.way, method));
    const sent = await codeAtHand(db, which, { wantsMarketing, wantsSurvey, now });
    if (sent) return { ...sent, isRepeated: true };
  }
  const isRefusedStill =
    refusedUntil(
      db,
      counting.limited.map(({ key }) => key),
      now,
    ) !== null;
  if (isRefusedStill) return formHash === null ? 'too_many' : repeatedCode(db, formHash);
  const created = await storeCode(db, request, counting.network, formHash);
  if (!created) {
    if (formHash === null) throw new Error('no code was stored');
    return repeatedCode(db, formHash);
  }
  const refusal = await refusalOf(db, request, counting, created);
  if (refusal !== null) return refusal;
  return created;
}

/** The hash of a form that was just submitted; codes that the same form requested some time ago no longer have it. */
async function hashOfForm(db: Db, form: string, { recipient, now }: CodeRequest): Promise<string> {
  const form_hash = createHash('sha256').update(`${form} ${recipient}`).digest('base64');
  const isOld = lt(portal_codes.created, new Date(now.getTime() - REPEATED_WITHIN));
  await db
    .update(portal_codes)
    .set({ form_hash: null })
    .where(and(eq(portal_codes.form_hash, form_hash), isOld));
  return form_hash;
}

/** The mailbox of an e-mail address: one mailbox has many addresses, of which whoever asks can invent another each time. */
const mailboxIn = ({ method, recipient }: Pick<CodeRequest, 'method' | 'recipient'>) => (method === 'email' ? mailboxOf(recipient) : '');

/** What counts towards the limits on codes: for the recipient, the device and the network of a request. */
function countingOf({ hotspotId, method, recipient, deviceMac, address, isVouched, isHere }: CodeRequest) {
  const network = isVouched ? '' : countedAddress(address).wide;
  const limits = LIMITS_OF[method];
  const mailbox = mailboxIn({ method, recipient });
  const toRecipient = and(
    method === 'email' ? eq(portal_codes.mailbox, mailbox) : eq(portal_codes.recipient, recipient),
    method === 'sms' ? undefined : eq(portal_codes.hotspot_id, hotspotId),
  );
  // Includes the network ('' for a vouched device), so that a stranger who names the device doesn't use up its owner's codes.
  const ofDevice = and(eq(portal_codes.hotspot_id, hotspotId), eq(portal_codes.device_mac, deviceMac), eq(portal_codes.network, network));
  const ofNetwork = and(eq(portal_codes.network, network), isHere ? eq(portal_codes.hotspot_id, hotspotId) : undefined);
  const limited = [
    ...(limits.recipient === null
      ? []
      : [
          {
            what: 'recipient' as const,
            limit: limits.recipient,
            of: `${method === 'sms' ? '' : hotspotId} ${mailbox || recipient}`,
            which: toRecipient,
          },
        ]),
    ...(deviceMac === ''
      ? []
      : [{ what: 'device' as const, limit: limits.device, of: `${hotspotId} ${deviceMac} ${network}`, which: ofDevice }]),
    {
      what: 'network' as const,
      limit: isHere ? ('house' as const) : limits.network,
      of: `${isHere ? hotspotId : ''} ${network}`,
      which: ofNetwork,
    },
  ].map(({ of, ...one }) => ({ ...one, key: `code ${method} ${one.limit} ${of}` }));
  return { network, toRecipient, ofDevice, ofNetwork, limited };
}

const originOf = ({ sms, isHere }: CodeRequest): RequestOrigin => (sms?.isKnown === true ? 'known' : isHere ? 'here' : 'elsewhere');

/** Stores a code and its message; null if another request of the same form has stored one. */
async function storeCode(db: Db, request: CodeRequest, network: string, form_hash: string | null): Promise<CreatedCode | null> {
  const { hotspotId, method, recipient, deviceMac, wantsMarketing, wantsSurvey, now, messageOf } = request;
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const code_hash = hashOf(await serverKey(db, KEY), recipient, code);
  const id = await nextId(db);
  const content = await messageOf?.({ id, code });
  const created = await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(portal_codes)
      .values({
        id,
        hotspot_id: hotspotId,
        way: method,
        recipient,
        mailbox: mailboxIn(request),
        device_mac: deviceMac,
        network,
        code_hash,
        wants_marketing: wantsMarketing,
        wants_survey: wantsSurvey,
        created: now,
        form_hash,
        asked_by: originOf(request),
      })
      .onConflictDoNothing()
      .returning({ id: portal_codes.id });
    if (!stored) return null;
    const about = { kind: 'code', recipient, hotspotId, codeId: id, expires: new Date(now.getTime() + CODE_FOR) } as const;
    return { message: content ? await postTaken(tx, { ...about, content: { ...content, isAwaited: true } }, now) : null };
  });
  const forget = () =>
    db.transaction(async (tx) => {
      // A failed message stays in the outbox, so that staff see why.
      await deleteMessages(tx, and(eq(outbox.code_id, id), isUnsent));
      await tx.delete(portal_codes).where(eq(portal_codes.id, id));
    });
  return created && { id, message: created.message, forget };
}

/** Why a code that was just stored may not be sent; it is deleted then. Null if it may. */
async function refusalOf(
  db: Db,
  request: CodeRequest,
  { network, toRecipient, ofDevice, ofNetwork, limited }: ReturnType<typeof countingOf>,
  { id: codeId, forget }: CreatedCode,
): Promise<SmsRefusal | null> {
  const { hotspotId, method, recipient, deviceMac, isVouched, now, sms } = request;
  const since = gt(portal_codes.created, new Date(now.getTime() - DAY));
  const [counted] = await db
    .select({
      recipient: count(sql`case when ${toRecipient} then 1 end`),
      device: count(sql`case when ${ofDevice} then 1 end`),
      network: count(sql`case when ${ofNetwork} then 1 end`),
    })
    .from(portal_codes)
    .where(and(eq(portal_codes.way, method), since, or(toRecipient, ofDevice, ofNetwork)));
  const reached = limited.filter(({ what, limit }) => (counted?.[what] ?? 0) > LIMITS[limit].most);
  const from = isVouched ? { deviceMac } : { network };
  const asksSms = sms && { ...sms, by: originOf(request), codeId, hotspotId, number: recipient, from, now };
  const refusal = reached.length > 0 ? 'too_many' : asksSms ? await refusalOfUnentered(db, asksSms) : null;
  if (refusal === null) return null;
  await forget();
  for (const { key, limit, which } of reached) {
    const rows = { table: portal_codes, at: portal_codes.created, which: and(eq(portal_codes.way, method), which) };
    await rememberRefusal(db, { key, rows, ...LIMITS[limit], settledAfter: TAKEN_BACK_WITHIN, lookedAtAfter: LOOKED_AT_AFTER }, now);
  }
  return refusal;
}

/** The last of these codes that can still be typed, with the answers that the guest has given now. */
async function codeAtHand(
  db: Db,
  which: SQL | undefined,
  { wantsMarketing, wantsSurvey, now }: Pick<CodeRequest, 'wantsMarketing' | 'wantsSurvey' | 'now'>,
): Promise<{ id: number } | undefined> {
  const isYoung = gt(portal_codes.created, new Date(now.getTime() - REUSED_FOR));
  const good = and(which, isYoung, isNull(portal_codes.used), lt(portal_codes.tries, MOST_TRIES));
  const last = db.select({ id: portal_codes.id }).from(portal_codes).where(good).orderBy(desc(portal_codes.id)).limit(1);
  const [sent] = await db
    .update(portal_codes)
    .set({ wants_marketing: wantsMarketing, wants_survey: wantsSurvey })
    .where(inArray(portal_codes.id, last))
    .returning({ id: portal_codes.id });
  return sent;
}

/** The code of the first request, unless it has been refused meanwhile. */
async function repeatedCode(db: Db, form_hash: string): Promise<RepeatedCode | SmsRefusal> {
  const [first] = await db.select({ id: portal_codes.id }).from(portal_codes).where(eq(portal_codes.form_hash, form_hash));
  return first ? { id: first.id, isRepeated: true } : 'too_many';
}

/** The id of the next code, needed in advance for its message. */
async function nextId(db: Db): Promise<number> {
  const [row] = rowsIn<{ id: number | string }>(await db.execute(sql`select nextval(pg_get_serial_sequence('portal_codes', 'id')) as id`));
  return Number(row?.id);
}

/** Sends a code, and waits for the outcome. False if it couldn't be sent; it then no longer counts, and isn't sent later. */
export async function sendCode({ outbox: messages }: Pick<Deps, 'outbox'>, { message, forget }: CreatedCode): Promise<boolean> {
  if (!message) throw new Error('no message was composed for the code');
  const { kind } = await messages.sendNow(message);
  if (kind !== 'sent') await forget();
  return kind === 'sent';
}

export const hashOf = (key: Buffer, recipient: string, code: string): string =>
  createHmac('sha256', key).update(`${recipient} ${code}`).digest('base64');

/** Deletes up to `most` codes older than the 24 hours that count towards the limits. */
export async function forgetCodes(db: Db, now: Date, most: number): Promise<void> {
  const old = db
    .select({ id: portal_codes.id })
    .from(portal_codes)
    .where(lt(portal_codes.created, new Date(now.getTime() - DAY)))
    .limit(most);
  await db.delete(portal_codes).where(inArray(portal_codes.id, old));
}
