/** A code by SMS, from the number that a guest typed to the row of the code: the same for our pages and those of older back ends. */
import type { PortalLanguage } from '../../contract/wire';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../database/db';
import { user_histories, users } from '../database/schema';
import { settingsIn } from '../preferences/settings';
import { countUpTo } from '../limits/limits';
import type { SmsRefusal } from '../messages/sms/madeUp';
import { callingCodeOf, isInCountries, mobileNumber } from './phones';
import type { UnitPortal } from './queries';
import { createCode, type AskedCode, type MadeCode, type RepeatedCode } from './sentCodes';

interface Asking {
  portal: Pick<UnitPortal, 'hotspotId' | 'settings'>;
  /** IANA name. */
  zone: string;
  language: PortalLanguage;
  now: Date;
}

/** The number to which a code may be sent, or why none is. */
export async function smsNumber(
  db: Db,
  typed: string,
  { portal: { hotspotId, settings }, zone, language, now }: Asking,
): Promise<{ number: string } | { refusal: 'sms_bad' | 'sms_country' }> {
  const number = await mobileNumber(typed, { zone, language });
  if (number === null) return { refusal: 'sms_bad' };
  if (await isInCountries(number, { zone, allowed: settingsIn(settings).text('sms_countries') })) return { number };
  await countUpTo(db, { limit: 'sms_country', key: hotspotId }, now);
  return { refusal: 'sms_country' };
}

type At = Pick<Asking, 'portal' | 'zone'>;
type Code = Omit<AskedCode, 'way' | 'sms' | 'form'>;

/** The code for a number, or which limit is reached. */
export async function createSmsCode(db: Db, at: At, asked: Code & { form: string }): Promise<MadeCode | RepeatedCode | SmsRefusal>;
export async function createSmsCode(db: Db, at: At, asked: Code & { form?: never }): Promise<MadeCode | SmsRefusal>;
export async function createSmsCode(
  db: Db,
  { portal: { settings }, zone }: At,
  asked: Code & { form?: string },
): Promise<MadeCode | RepeatedCode | SmsRefusal> {
  const { hotspotId, recipient: number } = asked;
  const isKnown = await isGuestsNumber(db, hotspotId, number);
  const sms = { home: await callingCodeOf(zone), unenteredADay: settingsIn(settings).number('sms_unentered_max'), isKnown };
  const { form, ...about } = { ...asked, way: 'sms' as const, sms };
  return form === undefined ? createCode(db, about) : createCode(db, { ...about, form });
}

/** Whether a guest of the hotspot, or a former one, has confirmed this number. */
async function isGuestsNumber(db: Db, hotspotId: number, number: string): Promise<boolean> {
  const is = (table: typeof users | typeof user_histories) => and(eq(table.hotspot_id, hotspotId), eq(table.username, number));
  const one = { id: users.id };
  const [found] = await db.select(one).from(users).where(is(users)).limit(1);
  return found !== undefined || (await db.$count(user_histories, is(user_histories))) > 0;
}
