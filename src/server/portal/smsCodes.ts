/** Codes by SMS, from the number that a guest typed to the code's row; for our pages and those of existing back ends. */
import type { PortalLanguage } from '../../contract/plain/wire';
import type { Db } from '../database/db';
import { settingsIn } from '../preferences/queries';
import { countUpTo } from '../limits/queries';
import type { SmsRefusal } from '../messages/sms/unenteredQueries';
import { callingCodeOf, isInCountries, mobileNumber } from './phones';
import type { UnitPortal } from './queries';
import { createCode, type CodeRequest, type CreatedCode, type RepeatedCode } from './sentCodeQueries';
import { isGuestsNumber } from './smsCodeQueries';

interface SmsRequest {
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
  { portal: { hotspotId, settings }, zone, language, now }: SmsRequest,
): Promise<{ number: string } | { refusal: 'sms_bad' | 'sms_country' }> {
  const number = await mobileNumber(typed, { zone, language });
  if (number === null) return { refusal: 'sms_bad' };
  if (await isInCountries(number, { zone, allowed: settingsIn(settings).text('sms_countries') })) return { number };
  await countUpTo(db, { limit: 'sms_country', key: hotspotId }, now);
  return { refusal: 'sms_country' };
}

type At = Pick<SmsRequest, 'portal' | 'zone'>;

type Code = Omit<CodeRequest, 'method' | 'sms' | 'form'>;

/** The code for a number, or which limit is reached. */
export async function createSmsCode(db: Db, at: At, request: Code & { form: string }): Promise<CreatedCode | RepeatedCode | SmsRefusal>;

export async function createSmsCode(db: Db, at: At, request: Code & { form?: never }): Promise<CreatedCode | SmsRefusal>;

export async function createSmsCode(
  db: Db,
  { portal: { settings }, zone }: At,
  request: Code & { form?: string },
): Promise<CreatedCode | RepeatedCode | SmsRefusal> {
  const { hotspotId, recipient: number } = request;
  const isKnown = await isGuestsNumber(db, hotspotId, number);
  const sms = { home: await callingCodeOf(zone), unenteredADay: settingsIn(settings).number('sms_unentered_max'), isKnown };
  const { form, ...about } = { ...request, method: 'sms' as const, sms };
  return form === undefined ? createCode(db, about) : createCode(db, { ...about, form });
}
