/** Temporary access for a guest to read the mail with a requested code, as pages and units of an existing back end ask for it. */
import { macOf } from '../../contract/plain/macAddress';
import { issueToken } from '../access/tokenQueries';
import type { Deps } from '../deps';
import type { ProvenUnit } from '../units/proofQueries';
import { canonicalEmail } from '../messages/emailAddresses';
import { findPortal } from '../portal/queries';
import { takeShortAccess } from '../portal/shortAccess';
import { lastCode } from './queries';

interface TemporaryAccess {
  email: string;
  mac: string;
  sessionid: string;
  /** Whether the unit learns of it by polling for waiting log-ins; otherwise the unit itself is asking. */
  isByPage?: boolean;
}

/** The seconds a device gets; 0 if none. */
export async function grantTemporaryAccess(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { id: unitId, hotspotId, uuid }: ProvenUnit,
  { email: typed, mac, sessionid, isByPage = false }: TemporaryAccess,
): Promise<number> {
  const now = clock();
  const email = canonicalEmail(typed);
  if (email === null) return 0;
  const code = await lastCode(db, { hotspotId, method: 'email', recipient: email, sessionKey: sessionid, now });
  const portal = code && (await findPortal(db, uuid));
  if (!portal) return 0;
  // The device that requested the code can't be replaced by another one here.
  const deviceMac = code.deviceMac === '' ? macOf(mac) : code.deviceMac;
  const registering = { hotspotId, settings: portal.settings, zone: portal.zone || config.zone, now };
  const taken = await takeShortAccess(db, registering, { unitId, deviceMac, session: { method: 'email', who: email } });
  if (typeof taken === 'string') return 0;
  const { guestId } = taken.guest;
  await issueToken(db, { unitId, guestId, deviceMac, method: 'short', ...(isByPage && { sessionKey: sessionid }) }, now);
  return taken.seconds;
}
