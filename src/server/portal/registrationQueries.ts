/** Self-registration of guests. Nothing the guest sees depends on whether the address or number is known here. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '../database/db';
import { users } from '../database/schema';
import { dayIn, endOfDay, shifted } from '../../contract/plain/zones';
import { SOCIAL_METHODS, type CodeMethod } from '../../contract/plain/accessMethods';
import type { Confirmed } from './confirmedCodeQueries';

export type Guest = { guestId: number; username: string };

export interface Registering {
  hotspotId: number;
  settings: Readonly<Record<string, string>>;
  zone: string;
  now: Date;
}

/** A person whose e-mail address, number or social account has been confirmed. */
export interface Person {
  method: CodeMethod;
  username: string;
  name: string;
  /** Empty for none. */
  email: string;
  isVerified: boolean;
  wantsMarketing: boolean;
  wantsSurvey: boolean;
}

/** The person behind a confirmed code. */
export function personOf({ method, recipient, wantsMarketing, wantsSurvey }: Omit<Confirmed, 'deviceMac'>): Person {
  const isEmail = method === 'email';
  return {
    method,
    username: recipient,
    name: recipient,
    email: isEmail ? recipient : '',
    isVerified: isEmail,
    wantsMarketing,
    wantsSurvey,
  };
}

/**
 * Creates or finds the guest with this e-mail address, phone number or social id. A new guest's validity begins now; a known guest's is
 * extended if the hotspot has `auth_renew`, otherwise unchanged. 'expired' if it has ended and isn't renewed, or if a social id is the name
 * of a guest who registered otherwise.
 */
export async function upsertGuest(
  db: Db,
  { method, username, name, email, isVerified, wantsMarketing, wantsSurvey }: Person,
  { hotspotId, settings, zone, now }: Registering,
): Promise<Guest | 'expired'> {
  const until = endOfDay(shifted(dayIn(now, zone), Number(settings.user_expiration_days ?? 0)), zone);
  const values = { ...limitsOf(settings), email_verified: isVerified, marketing_auth: wantsMarketing, survey_auth: wantsSurvey };
  const [created] = await db
    .insert(users)
    .values({
      hotspot_id: hotspotId,
      username,
      name,
      email,
      account_type: method,
      ...values,
      created: now,
      auto_login: settings.auto_login === 'true',
      valid_from: now,
      valid_until: until,
    })
    .onConflictDoNothing()
    .returning({ guestId: users.id, username: users.username });
  if (created) return created;
  const renews = settings.auth_renew === 'true';
  const [known] = await db
    .update(users)
    .set({
      email_verified: sql`${users.email_verified} or ${isVerified}`,
      // Consents are only added here; they are withdrawn elsewhere.
      ...(wantsMarketing && { marketing_auth: true }),
      ...(wantsSurvey && { survey_auth: true }),
      ...(renews && { valid_until: sql`greatest(${users.valid_until}, ${until.toISOString()}::timestamptz)` }),
    })
    .where(
      and(
        eq(users.hotspot_id, hotspotId),
        eq(users.username, username),
        // A site's id says who somebody is there alone.
        isSocial(method) ? eq(users.account_type, method) : undefined,
        renews ? undefined : gt(users.valid_until, now),
      ),
    )
    .returning({ guestId: users.id, username: users.username });
  return known ?? 'expired';
}

const isSocial = (method: CodeMethod) => SOCIAL_METHODS.some((site) => site === method);

/** Limits of guests who register themselves; time and traffic are per day. */
export function limitsOf(settings: Readonly<Record<string, string>>) {
  const limit = (key: string) => Number(settings[key] ?? 0);
  return {
    kbps_down: limit('CoovaChilli-Bandwidth-Max-Down'),
    kbps_up: limit('CoovaChilli-Bandwidth-Max-Up'),
    max_navigation_time: limit('CoovaChilli-Max-Navigation-Time'),
    max_navigation_traffic: limit('CoovaChilli-Max-Total-Octets'),
  };
}
