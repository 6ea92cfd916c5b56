/**
 * Self-registration of guests, and the short session in which a device may go online to read a code sent by e-mail. Nothing the guest sees
 * depends on whether the address or number is known here.
 */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../database/db';
import { login_tokens, units, users } from '../database/schema';
import { dayIn, endOfDay, shifted } from '../database/zones';
import type { CodeWay, SocialWay } from '../access/ways';
import type { Counting } from '../limits/limits';
import { DAY, type Confirmed } from './sentCodes';

type Guest = { guestId: number; username: string };

interface Registering {
  hotspotId: number;
  settings: Readonly<Record<string, string>>;
  zone: string;
  now: Date;
}

/** A person whose identity has been confirmed. */
export interface Person {
  way: CodeWay;
  username: string;
  name: string;
  /** Empty for none. */
  email: string;
  isVerified: boolean;
  wantsMarketing: boolean;
  wantsSurvey: boolean;
}

/** The person behind a confirmed code. */
export function personOf({ way, recipient, wantsMarketing, wantsSurvey }: Confirmed): Person {
  const isEmail = way === 'email';
  return { way, username: recipient, name: recipient, email: isEmail ? recipient : '', isVerified: isEmail, wantsMarketing, wantsSurvey };
}

/**
 * Creates or finds the guest with this e-mail address, phone number or social id. A new guest's validity begins now; a known guest's is
 * extended if the hotspot has `auth_renew`, otherwise unchanged. 'expired' if it has ended and isn't renewed.
 */
export async function upsertGuest(
  db: Db,
  { way, username, name, email, isVerified, wantsMarketing, wantsSurvey }: Person,
  { hotspotId, settings, zone, now }: Registering,
): Promise<Guest | 'expired'> {
  const until = endOfDay(shifted(dayIn(now, zone), Number(settings.user_expiration_days ?? 0)), zone);
  const values = { ...limitsOf(settings), email_verified: isVerified, marketing_auth: wantsMarketing, survey_auth: wantsSurvey };
  const [made] = await db
    .insert(users)
    .values({
      ...{ hotspot_id: hotspotId, username, name, email, account_type: way },
      ...{ ...values, created: now, auto_login: settings.auto_login === 'true', valid_from: now, valid_until: until },
    })
    .onConflictDoNothing()
    .returning({ guestId: users.id, username: users.username });
  if (made) return made;
  const renews = settings.auth_renew === 'true';
  const [known] = await db
    .update(users)
    .set({
      email_verified: sql`${users.email_verified} or ${isVerified}`,
      // Consents are only given here; withdrawing them happens elsewhere.
      ...(wantsMarketing && { marketing_auth: true }),
      ...(wantsSurvey && { survey_auth: true }),
      ...(renews && { valid_until: sql`greatest(${users.valid_until}, ${until.toISOString()}::timestamptz)` }),
    })
    .where(and(eq(users.hotspot_id, hotspotId), eq(users.username, username), renews ? undefined : gt(users.valid_until, now)))
    .returning({ guestId: users.id, username: users.username });
  return known ?? 'expired';
}

/** Limits of guests who register themselves; time and traffic are per day. */
function limitsOf(settings: Readonly<Record<string, string>>) {
  const limit = (key: string) => Number(settings[key] ?? 0);
  return {
    kbps_down: limit('CoovaChilli-Bandwidth-Max-Down'),
    kbps_up: limit('CoovaChilli-Bandwidth-Max-Up'),
    max_navigation_time: limit('CoovaChilli-Max-Navigation-Time'),
    max_navigation_traffic: limit('CoovaChilli-Max-Total-Octets'),
  };
}

/**
 * Length in seconds of the short session for this device; 0 if it had one in the last 24 hours, its MAC address isn't known, or the hotspot
 * offers none.
 */
export async function shortSecondsOf(db: Db, { hotspotId, settings, now }: Registering, deviceMac: string): Promise<number> {
  const seconds = Number(settings.temp_session_duration ?? 0);
  if (deviceMac === '' || seconds === 0) return 0;
  const [had] = await db
    .select({ id: login_tokens.id })
    .from(login_tokens)
    .innerJoin(units, eq(units.id, login_tokens.unit_id))
    .where(
      and(
        eq(units.hotspot_id, hotspotId),
        eq(login_tokens.device_mac, deviceMac),
        eq(login_tokens.way, 'short'),
        gt(login_tokens.created, new Date(now.getTime() - DAY)),
      ),
    )
    .limit(1);
  return had ? 0 : seconds;
}

/** Whose short session: the e-mail address, or the social site. */
export interface ShortSession {
  way: 'email' | SocialWay;
  who: string;
}

/** What a short session counts as (limits/limits.ts), the unit last. */
export const shortCountings = ({
  unitId,
  hotspotId,
  deviceMac,
  who: { way, who },
}: {
  unitId: number;
  hotspotId: number;
  deviceMac: string;
  who: ShortSession;
}): Counting[] => [
  { limit: 'short_device', key: `${hotspotId} ${deviceMac}` },
  ...(way === 'email' ? [{ limit: 'short_email' as const, key: `${hotspotId} ${who}` }] : []),
  { limit: 'short_unit', key: unitId },
];

/** Username of a short session's guest; `who` is the e-mail address or the social site. */
export const shortName = (who: string, deviceMac: string) => `${who}#${deviceMac}`;

/** Creates or renews the guest of a short session. Every e-mail address gets one, known or not, so that nothing reveals which are known. */
export async function shortGuest(
  db: Db,
  { hotspotId, settings, now }: Registering,
  { way, who }: ShortSession,
  deviceMac: string,
  seconds: number,
): Promise<Guest> {
  const validity = { valid_from: now, valid_until: new Date(now.getTime() + seconds * 1000) };
  const [guest] = await db
    .insert(users)
    .values({
      ...{ hotspot_id: hotspotId, username: shortName(who, deviceMac), name: who, email: way === 'email' ? who : '', account_type: way },
      ...{ ...limitsOf(settings), ...validity, created: now },
    })
    .onConflictDoUpdate({ target: [users.hotspot_id, users.username], set: validity })
    .returning({ guestId: users.id, username: users.username });
  if (!guest) throw new Error('no guest was stored');
  return guest;
}

/** Whether the hotspot accepts e-mail addresses of this domain. */
export function isAllowedDomain(email: string, { check_email_domain, check_email_domain_list = '' }: Registering['settings']): boolean {
  if (check_email_domain !== 'true' || check_email_domain_list === '') return true;
  return check_email_domain_list.split(',').includes(email.slice(email.lastIndexOf('@') + 1));
}
