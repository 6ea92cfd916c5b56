/** Temporary access for a guest to read the mail with a requested code, as pages and units of an existing back end ask for it. */
import { macOf } from '../../contract/plain/macAddress';
import { issueToken } from '../access/tokenQueries';
import type { Deps } from '../deps';
import type { ProvenUnit } from '../units/proofQueries';
import { canonicalEmail } from '../messages/emailAddresses';
import { findPortal } from '../portal/queries';
import { takeShortAccess } from '../portal/shortAccess';
import { isElsewhere } from '../limits/networks';
import { lastCode } from './queries';

interface TemporaryAccess {
  email: string;
  mac: string;
  sessionid: string;
  /** The address of the page that asks, whose unit learns of it by polling for waiting log-ins; null if the unit itself asks. */
  pageAddress: string | null;
}

/** The seconds a device gets; 0 if none. */
export async function grantTemporaryAccess(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { id: unitId, hotspotId, uuid }: ProvenUnit,
  { email: typed, mac, sessionid, pageAddress }: TemporaryAccess,
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
  const taken = await takeShortAccess(db, registering, {
    unitId,
    isElsewhere: pageAddress !== null && isElsewhere(pageAddress, portal.networks),
    deviceMac,
    session: { method: 'email', who: email },
  });
  if (typeof taken === 'string') return 0;
  const { guestId } = taken.guest;
  await issueToken(db, { unitId, guestId, deviceMac, method: 'short', ...(pageAddress !== null && { sessionKey: sessionid }) }, now);
  return taken.seconds;
}
