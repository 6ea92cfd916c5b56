/**
 * Codes sent by e-mail or SMS to confirm that the address or number is the guest's, and the single-use rows behind social logins. Nothing a
 * guest sees depends on whether the address or number is known here.
 */
import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, count, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { serverKey, serverKeys } from '../auth/serverKeyQueries';
import type { AskedBy, CodeWay } from '../../contract/plain/accessWays';
import { countedAddress } from '../limits/countedAddress';
import { rowsIn, type Db } from '../database/db';
import { outbox, portal_codes } from '../database/schema';
import type { Deps } from '../deps';
import { LIMITS, type LimitName } from '../limits/limits';
import { refusedUntil, rememberRefusal } from '../limits/refusals';
import { refusalOfMadeUp, type SmsRefusal, type SmsRules } from '../messages/sms/madeUpQueries';
import type { OutboxContent } from '../database/jsonColumns';
import { deleteMessages, isUnsent, postTaken, type Row } from '../messages/outboxQueries';
import { plainTyped } from './typedText';

/** Validity of a code, in milliseconds. */
const CODE_FOR = 10 * 60_000;
const DAY = 24 * 3_600_000;

/** Validity of the link in an e-mail, in milliseconds; longer than a code's because a link can't be guessed. */
export const LINK_FOR = 3_600_000;

/** Milliseconds that a guest may take at a social site. */
export const AWAY_FOR = 15 * 60_000;

/**
 * Milliseconds in which the same form, or the same code, counts as sent again by the network or an impatient finger. Later the same form
 * asks for another code.
 */
const REPEATED_WITHIN = 60_000;

/**
 * Milliseconds within which a code that can't be sent is deleted, and after which a refusal is looked at again: erasing a guest deletes
 * theirs.
 */
const TAKEN_BACK_WITHIN = 60_000;
const LOOKED_AT_AFTER = 60_000;

/** Attempts per code. */
const MOST_TRIES = 5;

/**
 * The limits on codes of a recipient, a device and a network. A device that its unit vouches for doesn't count for its network, which may be
 * all guests of a venue: only together with the others of its hotspot (`house`). So does one at the unit's own address.
 */
const LIMITS_OF: Record<CodeWay, { recipient: LimitName | null; device: LimitName; network: LimitName }> = {
  email: { recipient: 'email_recipient', device: 'email_device', network: 'email_network' },
  sms: { recipient: 'sms_recipient', device: 'sms_device', network: 'sms_network' },
  facebook: { recipient: null, device: 'social_device', network: 'social_network' },
  linkedin: { recipient: null, device: 'social_device', network: 'social_network' },
};

const DIGITS = 6;
const KEY = 'e-mail codes';

export interface AskedCode {
  hotspotId: number;
  way: CodeWay;
  /** E-mail address or phone number; '' for a social login. */
  recipient: string;
  deviceMac: string;
  address: string;
  /** Whether the unit vouches for the device. */
  isVouched: boolean;
  /** Whether it is at the unit: the unit vouches for the device, or the request comes from the unit's own address. */
  isHere: boolean;
  wantsMarketing: boolean;
  wantsSurvey: boolean;
  now: Date;
  /** For an SMS; `isKnown`: the number is that of a guest of the hotspot. */
  sms?: SmsRules & { isKnown: boolean };
  /** Identifies the form, which may be sent more than once: the state that this very rendering of its page carries. */
  form?: string;
  /** What carries the code to the recipient; left out for a social login. */
  messageOf?: (made: { id: number; code: string }) => OutboxContent | Promise<OutboxContent>;
}

export interface MadeCode {
  id: number;
  /** The message with the code, in the outbox; null for a social login. */
  message: Row | null;
  /** Deletes the code, so that one that couldn't be sent doesn't count. */
  forget: () => Promise<void>;
}

/** A code that the same form has requested a moment ago. */
export interface RepeatedCode {
  id: number;
  isRepeated: true;
}

/**
 * Creates a code, or says that a limit is reached. The row is inserted before counting, so concurrent requests can't
 * exceed the limit, and the same form sent several times at once gets one code.
 */
export async function createCode(db: Db, asked: AskedCode & { form: string }): Promise<MadeCode | RepeatedCode | SmsRefusal>;
export async function createCode(db: Db, asked: AskedCode & { form?: never }): Promise<MadeCode | SmsRefusal>;
export async function createCode(
  db: Db,
  { hotspotId, way, recipient, deviceMac, address, isVouched, isHere, wantsMarketing, wantsSurvey, now, sms, form, messageOf }: AskedCode,
): Promise<MadeCode | RepeatedCode | SmsRefusal> {
  const form_hash = form === undefined ? null : createHash('sha256').update(`${form} ${recipient}`).digest('base64');
  if (form_hash !== null) {
    const isOld = lt(portal_codes.created, new Date(now.getTime() - REPEATED_WITHIN));
    await db
      .update(portal_codes)
      .set({ form_hash: null })
      .where(and(eq(portal_codes.form_hash, form_hash), isOld));
  }
  const network = isVouched ? '' : countedAddress(address).wide;
  const limits = LIMITS_OF[way];
  const toRecipient = and(eq(portal_codes.recipient, recipient), way === 'sms' ? undefined : eq(portal_codes.hotspot_id, hotspotId));
  // Somebody elsewhere, or beside a device that its unit vouches for, may name it.
  const ofDevice = and(
    ...[eq(portal_codes.hotspot_id, hotspotId), eq(portal_codes.device_mac, deviceMac), eq(portal_codes.network, network)],
  );
  const ofNetwork = and(eq(portal_codes.network, network), isHere ? eq(portal_codes.hotspot_id, hotspotId) : undefined);
  const limited = [
    ...(limits.recipient === null
      ? []
      : [
          { what: 'recipient' as const, limit: limits.recipient, of: `${way === 'sms' ? '' : hotspotId} ${recipient}`, which: toRecipient },
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
  ].map(({ of, ...one }) => ({ ...one, key: `code ${way} ${one.limit} ${of}` }));
  const isRefusedStill =
    refusedUntil(
      db,
      limited.map(({ key }) => key),
      now,
    ) !== null;
  if (isRefusedStill) return form_hash === null ? 'too_many' : repeatedCode(db, form_hash);
  const by: AskedBy = sms?.isKnown === true ? 'known' : isHere ? 'here' : 'elsewhere';
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  const code_hash = hashOf(await serverKey(db, KEY), recipient, code);
  const id = await nextId(db);
  const content = await messageOf?.({ id, code });
  const made = await db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(portal_codes)
      .values({
        ...{ id, hotspot_id: hotspotId, way, recipient, device_mac: deviceMac, network, code_hash },
        ...{ wants_marketing: wantsMarketing, wants_survey: wantsSurvey, created: now, form_hash, asked_by: by },
      })
      .onConflictDoNothing()
      .returning({ id: portal_codes.id });
    if (!stored) return null;
    const about = { kind: 'code', recipient, hotspotId, codeId: id, expires: new Date(now.getTime() + CODE_FOR) } as const;
    return { message: content ? await postTaken(tx, { ...about, content: { ...content, isAwaited: true } }, now) : null };
  });
  if (!made) {
    if (form_hash === null) throw new Error('no code was stored');
    return repeatedCode(db, form_hash);
  }
  const forget = () =>
    db.transaction(async (tx) => {
      // One that failed stays in the outbox, where staff see why.
      await deleteMessages(tx, and(eq(outbox.code_id, id), isUnsent));
      await tx.delete(portal_codes).where(eq(portal_codes.id, id));
    });
  const since = gt(portal_codes.created, new Date(now.getTime() - DAY));
  const [counted] = await db
    .select({
      recipient: count(sql`case when ${toRecipient} then 1 end`),
      device: count(sql`case when ${ofDevice} then 1 end`),
      network: count(sql`case when ${ofNetwork} then 1 end`),
    })
    .from(portal_codes)
    .where(and(eq(portal_codes.way, way), since, or(toRecipient, ofDevice, ofNetwork)));
  const reached = limited.filter(({ what, limit }) => (counted?.[what] ?? 0) > LIMITS[limit].most);
  const from = isVouched ? { deviceMac } : { network };
  const asksSms = sms && { ...sms, by, codeId: id, hotspotId, number: recipient, from, now };
  const refusal = reached.length > 0 ? 'too_many' : asksSms ? await refusalOfMadeUp(db, asksSms) : null;
  if (refusal !== null) {
    await forget();
    for (const { key, limit, which } of reached) {
      const rows = { table: portal_codes, at: portal_codes.created, which: and(eq(portal_codes.way, way), which) };
      await rememberRefusal(db, { key, rows, ...LIMITS[limit], settledAfter: TAKEN_BACK_WITHIN, lookedAtAfter: LOOKED_AT_AFTER }, now);
    }
    return refusal;
  }
  return { id, message: made.message, forget };
}

/** The code of the first request, unless that has been refused meanwhile. */
async function repeatedCode(db: Db, form_hash: string): Promise<RepeatedCode | SmsRefusal> {
  const [first] = await db.select({ id: portal_codes.id }).from(portal_codes).where(eq(portal_codes.form_hash, form_hash));
  return first ? { id: first.id, isRepeated: true } : 'too_many';
}

/** The number of the next code, which its message has to know. */
async function nextId(db: Db): Promise<number> {
  const [row] = rowsIn<{ id: number | string }>(await db.execute(sql`select nextval(pg_get_serial_sequence('portal_codes', 'id')) as id`));
  return Number(row?.id);
}

/** Sends a code, and waits for how that ends. False if it wasn't sent: then it counts no more, and isn't sent later. */
export async function sendCode({ outbox: messages }: Pick<Deps, 'outbox'>, { message, forget }: MadeCode): Promise<boolean> {
  if (!message) throw new Error('a code without a message');
  const { kind } = await messages.sendNow(message);
  if (kind !== 'sent') await forget();
  return kind === 'sent';
}

const hashOf = (key: Buffer, recipient: string, code: string): string =>
  createHmac('sha256', key).update(`${recipient} ${code}`).digest('base64');

/** Whether this code was sent by e-mail to the address for this device within a day, and still waits to be typed. */
export async function wasSent(
  db: Db,
  { hotspotId, id, recipient, deviceMac, now }: Pick<AskedCode, 'hotspotId' | 'recipient' | 'deviceMac' | 'now'> & { id: number },
): Promise<boolean> {
  const { way, recipient: to, device_mac } = portal_codes;
  const [sent] = await db
    .select({ id: portal_codes.id })
    .from(portal_codes)
    .where(and(goodCode(hotspotId, id, now, DAY), eq(way, 'email'), eq(to, recipient), eq(device_mac, deviceMac)));
  return sent !== undefined;
}

export interface Confirmed {
  way: CodeWay;
  recipient: string;
  deviceMac: string;
  wantsMarketing: boolean;
  wantsSurvey: boolean;
}

/**
 * Checks a typed code and spends it. Null if it is wrong, expired, used, or out of attempts; every call counts as one. The same code sent
 * again at once is confirmed again.
 */
export async function confirmByCode(db: Db, hotspotId: number, id: number, typed: string, now: Date): Promise<Confirmed | null> {
  const isUnusedOrRepeated = or(isNull(portal_codes.used), gt(portal_codes.used, new Date(now.getTime() - REPEATED_WITHIN)));
  const good = and(codeWithin(hotspotId, id, now, CODE_FOR), isUnusedOrRepeated);
  const [tried] = await db
    .update(portal_codes)
    .set({ tries: sql`${portal_codes.tries} + 1` })
    .where(and(good, lt(portal_codes.tries, MOST_TRIES)))
    .returning({ recipient: portal_codes.recipient, hash: portal_codes.code_hash });
  if (!tried) return null;
  const code = plainTyped(typed).replace(/\D/g, '');
  const hashes = (await serverKeys(db, KEY)).map((key) => hashOf(key, tried.recipient, code));
  if (!hashes.some((hash) => timingSafeEqual(Buffer.from(hash), Buffer.from(tried.hash)))) return null;
  return useCode(db, good, now);
}

/** Spends a code by the link in the e-mail, which is sufficient proof without the code. */
export async function confirmByLink(db: Db, hotspotId: number, id: number, now: Date): Promise<Confirmed | null> {
  return useCode(db, goodCode(hotspotId, id, now, LINK_FOR), now);
}

/** Spends the row with which a social login began; null if it is expired or used. */
export async function confirmByReturn(db: Db, hotspotId: number, id: number, now: Date): Promise<Confirmed | null> {
  return useCode(db, goodCode(hotspotId, id, now, AWAY_FOR), now);
}

const goodCode = (hotspotId: number, id: number, now: Date, milliseconds: number) =>
  and(codeWithin(hotspotId, id, now, milliseconds), isNull(portal_codes.used));

const codeWithin = (hotspotId: number, id: number, now: Date, milliseconds: number) =>
  and(eq(portal_codes.id, id), eq(portal_codes.hotspot_id, hotspotId), gt(portal_codes.created, new Date(now.getTime() - milliseconds)));

/** The time of the first use stays, so that repeating it can't go on for ever. */
async function useCode(db: Db, good: ReturnType<typeof goodCode>, now: Date): Promise<Confirmed | null> {
  const [used] = await db
    .update(portal_codes)
    .set({ used: sql`coalesce(${portal_codes.used}, ${now.toISOString()}::timestamptz)` })
    .where(good)
    .returning({
      ...{ way: portal_codes.way, recipient: portal_codes.recipient, deviceMac: portal_codes.device_mac },
      ...{ wantsMarketing: portal_codes.wants_marketing, wantsSurvey: portal_codes.wants_survey },
    });
  return used ?? null;
}

/** Deletes up to `most` codes older than the 24 hours that count towards the limits. */
export async function forgetCodes(db: Db, now: Date, most: number): Promise<void> {
  const old = db
    .select({ id: portal_codes.id })
    .from(portal_codes)
    .where(lt(portal_codes.created, new Date(now.getTime() - DAY)))
    .limit(most);
  await db.delete(portal_codes).where(inArray(portal_codes.id, old));
}
