/**
 * SMS quotas: a reseller buys packs of SMS, and a hotspot may have a limit of its own. Each SMS is deducted before it is sent, under a row
 * lock on the reseller's pack, so that the limits are never exceeded, and refunded if it couldn't be sent.
 */
import { and, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Db } from '../../database/db';
import type { ReservedSms } from '../../database/jsonColumns';
import { account_sms_counts, accounts, hotspot_sms_counts, hotspot_sms_warnings, hotspots } from '../../database/schema';
import { settingsOf } from '../../preferences/queries';
import { LIMITS, since } from '../../limits/limits';
import type { Mail } from '../mailer';

interface Wanted {
  hotspotId: number;
  unitId: number;
  number: string;
  now: Date;
}

/** Deducts one SMS; returns which limit is reached if none is left. */
export async function reserveSms(db: Db, { hotspotId, unitId, number, now }: Wanted): Promise<ReservedSms | 'pack' | 'hotspot' | 'unit'> {
  return db.transaction(async (tx) => {
    const { sms_count: count, sms_max_count: most, sms_threshold: threshold } = account_sms_counts;
    const [pack] = await tx
      .select({ id: account_sms_counts.id, accountId: account_sms_counts.account_id, count, most })
      .from(account_sms_counts)
      .innerJoin(hotspots, eq(hotspots.account_id, account_sms_counts.account_id))
      .where(eq(hotspots.id, hotspotId))
      .for('no key update', { of: account_sms_counts });
    if (!pack || pack.count >= pack.most) return 'pack';
    const ofHotspot = eq(hotspot_sms_counts.hotspot_id, hotspotId);
    const { sms_login_max: limit } = await limitsOf(tx, hotspotId);
    if (limit > 0 && (await tx.$count(hotspot_sms_counts, ofHotspot)) >= limit) return 'hotspot';
    const lately = and(ofHotspot, eq(hotspot_sms_counts.unit_id, unitId), gt(hotspot_sms_counts.sent, since('sms_unit', now)));
    if ((await tx.$count(hotspot_sms_counts, lately)) >= LIMITS.sms_unit.most) return 'unit';
    await tx
      .update(account_sms_counts)
      .set({ sms_count: sql`${count} + 1`, is_warned: sql`${account_sms_counts.is_warned} and ${most} - ${count} - 1 <= ${threshold}` })
      .where(eq(account_sms_counts.id, pack.id));
    const [taken] = await tx
      .insert(hotspot_sms_counts)
      .values({ hotspot_id: hotspotId, unit_id: unitId, number, sent: now })
      .returning({ id: hotspot_sms_counts.id });
    if (!taken) throw new Error('no SMS was counted');
    return { id: taken.id, hotspotId, accountId: pack.accountId };
  });
}

/** Refunds an SMS that wasn't sent. */
export async function releaseSms(db: Db, { id, accountId }: ReservedSms): Promise<void> {
  await db.transaction(async (tx) => {
    const [gone] = await tx.delete(hotspot_sms_counts).where(eq(hotspot_sms_counts.id, id)).returning({ reset: hotspot_sms_counts.reset });
    // Already reset with an earlier pack, so it doesn't count in this one.
    if (!gone || gone.reset) return;
    await tx
      .update(account_sms_counts)
      .set({ sms_count: sql`greatest(${account_sms_counts.sms_count} - 1, 0)` })
      .where(eq(account_sms_counts.account_id, accountId));
  });
}

/**
 * Erases the numbers of up to `most` SMS sent before `cutoff`, since not every recipient became a guest. The SMS still count. Returns how
 * many.
 */
export async function eraseNumbers(db: Db, cutoff: Date, most: number): Promise<number> {
  const { id, number, sent } = hotspot_sms_counts;
  const old = db
    .select({ id })
    .from(hotspot_sms_counts)
    .where(and(lt(sent, cutoff), ne(number, '')))
    .limit(most);
  const forgotten = await db.update(hotspot_sms_counts).set({ number: '' }).where(inArray(id, old)).returning({ id });
  return forgotten.length;
}

/** A mail that tells a reseller how few SMS are left. */
export type SmsWarning = Pick<Mail, 'to' | 'subject' | 'text'> & { accountId: number };

/** The warnings due after an SMS was sent: one for each threshold reached, and none again until more SMS were bought or allowed. */
export async function smsWarnings(tx: Db, { hotspotId, accountId }: ReservedSms, product: string, now: Date): Promise<SmsWarning[]> {
  const [owner] = await tx.select({ name: accounts.name, email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  if (!owner || owner.email === '') return [];
  const pack = await packWarning(tx, accountId);
  const hotspot = await hotspotWarning(tx, hotspotId, now);
  return [
    ...(pack ? [{ accountId, ...mailOf(owner, { ...pack, product, hotspot: null }) }] : []),
    ...(hotspot ? [{ accountId, ...mailOf(owner, { ...hotspot, product, hotspot: hotspot.name }) }] : []),
  ];
}

async function packWarning(tx: Db, accountId: number) {
  const { account_id, sms_count: count, sms_max_count: most, sms_threshold: threshold, is_warned: isWarned } = account_sms_counts;
  const [due] = await tx
    .update(account_sms_counts)
    .set({ is_warned: true })
    .where(and(eq(account_id, accountId), eq(isWarned, false), gt(threshold, 0), sql`${most} - ${count} <= ${threshold}`))
    .returning({ count, most });
  return due ? { remaining: Math.max(0, due.most - due.count), most: due.most } : null;
}

async function hotspotWarning(tx: Db, hotspotId: number, now: Date) {
  const { sms_login_max: most, sms_login_threshold: threshold } = await limitsOf(tx, hotspotId);
  const remaining = Math.max(0, most - (await tx.$count(hotspot_sms_counts, eq(hotspot_sms_counts.hotspot_id, hotspotId))));
  if (most === 0 || threshold === 0 || remaining > threshold) {
    await tx.delete(hotspot_sms_warnings).where(eq(hotspot_sms_warnings.hotspot_id, hotspotId));
    return null;
  }
  const [due] = await tx.insert(hotspot_sms_warnings).values({ hotspot_id: hotspotId, at: now }).onConflictDoNothing().returning();
  if (!due) return null;
  const [hotspot] = await tx.select({ name: hotspots.name }).from(hotspots).where(eq(hotspots.id, hotspotId));
  return { remaining, most, name: hotspot?.name ?? '' };
}

/** A hotspot's own limit and threshold; 0 for none. */
async function limitsOf(db: Db, hotspotId: number) {
  const settings = await settingsOf(db, hotspotId, ['sms_login_max', 'sms_login_threshold']);
  return { sms_login_max: settings.number('sms_login_max'), sms_login_threshold: settings.number('sms_login_threshold') };
}

interface Warned {
  remaining: number;
  most: number;
  product: string;
  /** The hotspot whose own limit it is; null for the reseller's pack. */
  hotspot: string | null;
}

/** In English and Italian, because the owner's language isn't known. */
function mailOf(
  { name, email }: { name: string; email: string },
  { remaining, most, product, hotspot }: Warned,
): Pick<Mail, 'to' | 'subject' | 'text'> {
  const of = hotspot === null ? '' : ` (${hotspot})`;
  return {
    to: email,
    subject: `${product}: ${remaining} SMS left / ${remaining} SMS rimasti${of}`,
    text: [
      `${name},`,
      '',
      ...(hotspot === null
        ? [
            `of the ${most} SMS that you bought, ${remaining} are left. Without SMS, guests can’t log in with their phone number.`,
            `dei ${most} SMS acquistati ne restano ${remaining}. Senza SMS gli ospiti non possono accedere con il numero di telefono.`,
          ]
        : [
            `of the ${most} SMS that ${hotspot} may send, ${remaining} are left. After that, guests can’t log in there with their phone number.`,
            `dei ${most} SMS che ${hotspot} può inviare ne restano ${remaining}. Dopo, gli ospiti non potranno accedervi con il numero di telefono.`,
          ]),
    ].join('\n'),
  };
}
