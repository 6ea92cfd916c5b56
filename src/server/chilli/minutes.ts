/** Some minutes of internet, in which somebody who asked for a code by e-mail can look it up: once a day for a device. */
import { MAC_ADDRESS, toWireMac } from '../../contract/wire';
import { issueToken } from '../access/tokens';
import type { Deps } from '../deps';
import type { ProvenUnit } from '../mac-auth/queries';
import { shortGuest, shortSecondsOf } from '../portal/registering';
import { findPortal } from '../portal/queries';
import { lastCode } from './queries';

interface Asked {
  email: string;
  mac: string;
  sessionid: string;
  /** Whether the unit learns of it by asking for waiting log-ins; otherwise it is the unit that asks. */
  isByPage?: boolean;
}

/** The seconds that a device gets; 0 if it gets none. */
export async function giveMinutes(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { id: unitId, hotspotId, uuid }: ProvenUnit,
  { email: typed, mac, sessionid, isByPage = false }: Asked,
): Promise<number> {
  const now = clock();
  const email = typed.trim().toLowerCase();
  const code = await lastCode(db, { hotspotId, way: 'email', recipient: email, sessionKey: sessionid, now });
  const portal = code && (await findPortal(db, uuid));
  if (!portal) return 0;
  // What was said when the code was asked for can't be said otherwise now.
  const deviceMac = code.deviceMac === '' && MAC_ADDRESS.test(mac) ? toWireMac(mac) : code.deviceMac;
  const registering = { hotspotId, settings: portal.settings, zone: portal.zone || config.zone, now };
  const seconds = await shortSecondsOf(db, registering, deviceMac);
  if (seconds === 0) return 0;
  const guest = await shortGuest(db, registering, { way: 'email', who: email }, deviceMac, seconds);
  await issueToken(db, { unitId, guestId: guest.guestId, deviceMac, way: 'short', ...(isByPage && { sessionKey: sessionid }) }, now);
  return seconds;
}
