/**
 * Short accesses: minutes online in which a device may read the e-mail with its code, or sign in at a social site. The portal and pages of
 * existing back ends grant them by the same rule.
 */
import type { Db } from '../database/db';
import { unitKey, type Counting } from '../limits/limits';
import { countAll, isReached, refusedStill, rememberRefused } from '../limits/queries';
import { mailboxOf } from '../messages/emailAddresses';
import type { Guest, Registering } from './registrationQueries';
import { shortGuest, type ShortSession } from './shortAccessQueries';

interface ShortAccess {
  unitId: number;
  /** As `isElsewhere` in throttle.ts says. */
  isElsewhere: boolean;
  deviceMac: string;
  session: ShortSession;
}

/** `short_later`: the unit has reached its limit of short accesses. */
export type ShortRefusal = 'short_used' | 'short_later';

/** Seconds that this device would get; 0 if it has had its short access, its MAC address isn't known, or the hotspot grants none. */
export async function shortSecondsOf(db: Db, { hotspotId, settings, now }: Registering, deviceMac: string): Promise<number> {
  const seconds = Number(settings.temp_session_duration ?? 0);
  if (deviceMac === '' || seconds === 0) return 0;
  return (await isReached(db, ofDevice(hotspotId, deviceMac), now)) ? 0 : seconds;
}

type Taken = { guest: Guest; seconds: number } | ShortRefusal;

/** Counts the short access and creates its guest, or returns why there is none. The caller lets the guest in. */
export async function takeShortAccess(
  db: Db,
  registering: Registering,
  { unitId, isElsewhere, deviceMac, session }: ShortAccess,
): Promise<Taken> {
  const { hotspotId, now } = registering;
  const ofUnit: Counting = { limit: 'short_unit', key: unitKey(unitId, isElsewhere) };
  if (refusedStill(db, [ofUnit], now)) return 'short_later';
  const seconds = await shortSecondsOf(db, registering, deviceMac);
  if (seconds === 0) return 'short_used';
  const ofEmail: Counting[] = session.method === 'email' ? [{ limit: 'short_email', key: `${hotspotId} ${mailboxOf(session.who)}` }] : [];
  const counted = await countAll(db, [ofDevice(hotspotId, deviceMac), ...ofEmail, ofUnit], now);
  if (counted.exceeded === 'short_unit') {
    // Not for the unit, because staff get an alert once its limit is reached.
    await counted.takeBack({ except: 'short_unit' });
    await rememberRefused(db, ofUnit, now);
    return 'short_later';
  }
  if (counted.exceeded !== null) {
    await counted.takeBack();
    return 'short_used';
  }
  return { guest: await shortGuest(db, registering, session, deviceMac, seconds), seconds };
}

const ofDevice = (hotspotId: number, deviceMac: string): Counting => ({ limit: 'short_device', key: `${hotspotId} ${deviceMac}` });
