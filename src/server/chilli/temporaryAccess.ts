/** Temporary access for a guest who requested a code by e-mail, to read it: once a day per device. */
import { macOf } from '../../contract/macAddress';
import { issueToken } from '../access/tokens';
import type { Deps } from '../deps';
import type { ProvenUnit } from '../mac-auth/queries';
import { shortGuest, shortSecondsOf } from '../portal/registration';
import { findPortal } from '../portal/queries';
import { lastCode } from './queries';

interface Asked {
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
  { email: typed, mac, sessionid, isByPage = false }: Asked,
): Promise<number> {
  const now = clock();
  const email = typed.trim().toLowerCase();
  const code = await lastCode(db, { hotspotId, way: 'email', recipient: email, sessionKey: sessionid, now });
  const portal = code && (await findPortal(db, uuid));
  if (!portal) return 0;
  // The device given when the code was requested can't be replaced by another one now.
  const deviceMac = code.deviceMac === '' ? macOf(mac) : code.deviceMac;
  const registering = { hotspotId, settings: portal.settings, zone: portal.zone || config.zone, now };
  const seconds = await shortSecondsOf(db, registering, deviceMac);
  if (seconds === 0) return 0;
  const guest = await shortGuest(db, registering, { way: 'email', who: email }, deviceMac, seconds);
  await issueToken(db, { unitId, guestId: guest.guestId, deviceMac, way: 'short', ...(isByPage && { sessionKey: sessionid }) }, now);
  return seconds;
}
