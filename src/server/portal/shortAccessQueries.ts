import type { Db } from '../database/db';
import { type Registering, type Guest, limitsOf } from './registrationQueries';
import { users } from '../database/schema';
import type { SocialMethod } from '../../contract/plain/accessMethods';

/** Username of a short session's guest; `who` is the e-mail address or the social site. */
export const shortName = (who: string, deviceMac: string) => `${who}#${deviceMac}`;

/**
 * Creates or renews the guest of a short session, for known and unknown e-mail addresses alike, so that nothing reveals which are known.
 */
export async function shortGuest(
  db: Db,
  { hotspotId, settings, now }: Registering,
  { method, who }: ShortSession,
  deviceMac: string,
  seconds: number,
): Promise<Guest> {
  const validity = { valid_from: now, valid_until: new Date(now.getTime() + seconds * 1000) };
  const [guest] = await db
    .insert(users)
    .values({
      hotspot_id: hotspotId,
      username: shortName(who, deviceMac),
      name: who,
      email: method === 'email' ? who : '',
      account_type: method,
      ...limitsOf(settings),
      ...validity,
      created: now,
    })
    .onConflictDoUpdate({ target: [users.hotspot_id, users.username], set: validity })
    .returning({ guestId: users.id, username: users.username });
  if (!guest) throw new Error('no guest was stored');
  return guest;
}

/** The e-mail address or social site that a short session is for. */
export interface ShortSession {
  method: 'email' | SocialMethod;
  who: string;
}
