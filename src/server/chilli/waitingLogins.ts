/** The log-ins that a unit polls for. */
import { z } from 'zod';
import { pendingLogins } from '../access/tokenQueries';
import type { Deps } from '../deps';
import { notFound } from '../http/errors';
import type { ProvenUnit } from '../units/proofQueries';
import { findPortal } from '../portal/queries';

/** What the unit should do for a guest's session: `login` with name and password, or `temporary` access for some seconds without. */
export const waitingLogin = z.object({
  id: z.number().int(),
  session_id: z.string(),
  session_timeout: z.number().int(),
  unit_uuid: z.string(),
  user_id: z.number().int(),
  username: z.string(),
  password: z.string(),
  type: z.enum(['login', 'temporary']),
  updated: z.string(),
});

/** User name given to the unit for temporary access; it reports no session for it. */
const TEMPORARY = 'temporary';

/** The log-ins that a unit should do; of these the one of a `session`, if that isn't empty. Throws if there is none. */
export async function waitingLogins({ db, clock }: Pick<Deps, 'db' | 'clock'>, unit: ProvenUnit, session: string) {
  const all = await pendingLogins(db, unit.id, clock());
  const portal = all.some(({ method }) => method === 'short') ? await findPortal(db, unit.uuid) : null;
  const logins = all.map(({ id, sessionKey, guestId, username, token, method, created }) => ({
    id,
    session_id: sessionKey,
    unit_uuid: unit.uuid,
    user_id: guestId,
    updated: created.toISOString(),
    ...(method === 'short'
      ? {
          type: 'temporary' as const,
          username: TEMPORARY,
          password: '',
          session_timeout: Number(portal?.settings.temp_session_duration),
        }
      : { type: 'login' as const, username, password: token, session_timeout: 0 }),
  }));
  if (session === '') {
    if (logins.length === 0) throw notFound('No auths found for this unit!');
    return logins;
  }
  const one = logins.find(({ session_id }) => session_id === session);
  if (!one) throw notFound('No auth found for this session id!');
  return one;
}
