/** Whether a guest may be online, and why not: answered by the rule that decides at log-in, without recording anything. */
import { and, desc, eq, gt, ne } from 'drizzle-orm';
import { REFUSAL_CODES, type RefusalCode } from '../../contract/access';
import type { Guest, GuestAccess } from '../../contract/guests';
import { explainAccess, type AccessAnswer, type AccessRequest } from '../access/queries';
import type { Grant } from '../access/authorise';
import type { Db } from '../database/db';
import { settingsOf } from '../hotspots/settings';
import { isoOf, isoOrNull } from '../database/listQueries';
import { access_events, devices, hotspot_vouchers, sessions, units, users } from '../database/schema';

/** Refused attempts returned, and for how long, in milliseconds. */
const MOST_TRIES = 5;
const TRIES_WITHIN = 7 * 86_400_000;

type Decision = AccessAnswer['decision'];
type Ask = (credential: AccessRequest['credential']) => Promise<AccessAnswer | null>;

/**
 * Whether a guest may be online, by logging in or by their latest device. Undefined if their hotspot has no unit. The caller has checked
 * that the guest is in scope.
 */
export async function accessOf(
  db: Db,
  guest: Guest,
  { now, serverZone }: { now: Date; serverZone: string },
): Promise<GuestAccess | undefined> {
  const last = (await lastTry(db, guest)) ?? (await runningSession(db, guest));
  const unitId = await likelyUnit(db, guest, last?.unit_id);
  if (unitId === undefined) return undefined;
  const isMacEntry = guest.account_type === 'mac';
  const deviceMac = isMacEntry ? guest.username : last?.device_mac || (await latestDevice(db, guest));
  // As at a unit that vouches for the device; from which address it is tried isn't known.
  const tried = { hotspotId: guest.hotspot_id, deviceMac, address: '', isVouched: true };
  const ask: Ask = (credential) => explainAccess(db, { unitId, credential, deviceMac, now, serverZone, tried, isLogIn: true });
  const atPortal = isMacEntry ? null : await ask({ way: 'portal', guestId: guest.id });
  const byDevice = deviceMac === '' ? undefined : await deviceDecision(ask, guest);
  const byLogin = isMacEntry ? undefined : await loginDecision(db, ask, guest);
  const granted = [byLogin, byDevice].flatMap((decision) => (decision && 'grant' in decision ? [decision.grant] : []))[0];
  const [loginRefusal, deviceRefusal] = [byLogin, byDevice].map((decision) =>
    decision && 'refusal' in decision ? decision.refusal : null,
  );
  return {
    refusal: granted ? null : (loginRefusal ?? deviceRefusal ?? 'not_known'),
    login_refusal: granted ? (loginRefusal ?? null) : null,
    device_refusal: granted ? (deviceRefusal ?? null) : null,
    until: await endOf(db, guest),
    seconds_left: granted && isByTime(granted) ? granted.seconds : null,
    bytes_left: granted?.bytes ?? null,
    most_devices: atPortal?.mostDevices ?? null,
    tries: await refusedTries(db, guest, now),
  };
}

/** Whether a limit on time ends the session, rather than the validity or the day. */
const isByTime = ({ why }: Grant) => why === 'time_today' || why === 'time_in_all';

/** The answer to the guest's device alone. Undefined if it would be let in, or refused, as another guest who came with it later. */
async function deviceDecision(ask: Ask, { id }: Guest): Promise<Decision | undefined> {
  const answer = await ask({ way: 'mac' });
  return answer?.guest?.id === id ? answer.decision : undefined;
}

/** The answer to logging in: with the code of a voucher, at the unit or on the log-in page, or on that page in another way. */
async function loginDecision(db: Db, ask: Ask, guest: Guest): Promise<Decision | undefined> {
  const onPage = async (isByVoucher: boolean) => (await ask({ way: 'portal', guestId: guest.id, isByVoucher }))?.decision;
  if (guest.account_type !== 'voucher') return onPage(false);
  const takes = await codesTaken(db, guest);
  // A voucher for anybody registers guests named after it with a # (portal/codes.ts), and is typed only on the log-in page.
  if (guest.username.includes('#')) return takes.normal ? onPage(true) : { refusal: 'way_off' };
  const atUnit = await ask({ way: 'voucher', code: guest.username, isRight: () => true, requestHash: '' });
  const isOff = atUnit !== null && 'refusal' in atUnit.decision && atUnit.decision.refusal === 'way_off';
  return isOff && takes.auth ? onPage(true) : atUnit?.decision;
}

/** Which types of voucher the log-in page of the guest's hotspot takes. */
async function codesTaken(db: Db, { hotspot_id }: Guest): Promise<{ normal: boolean; auth: boolean }> {
  const settings = await settingsOf(db, hotspot_id, ['voucher_login', 'temp_code_login']);
  const normal = settings.isOn('voucher_login');
  return { normal, auth: normal || settings.isOn('temp_code_login') };
}

/** The earlier of the ends of the guest's validity and of the guest's own voucher. */
async function endOf(db: Db, { id, valid_until }: Guest): Promise<string | null> {
  const [voucher] = await db
    .select({ expires: hotspot_vouchers.expires })
    .from(users)
    .innerJoin(hotspot_vouchers, eq(hotspot_vouchers.id, users.voucher_id))
    .where(and(eq(users.id, id), eq(hotspot_vouchers.type, 'auth')));
  const ends = [valid_until, isoOrNull(voucher?.expires ?? null)].flatMap((end) => end ?? []);
  return ends.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

interface Presence {
  unit_id: number;
  device_mac: string;
}

/** The guest's latest decision: where they are, and with what. */
async function lastTry(db: Db, { id }: Guest): Promise<Presence | undefined> {
  const { unit_id, device_mac, at } = access_events;
  const [last] = await db
    .select({ unit_id, device_mac })
    .from(access_events)
    .where(eq(access_events.user_id, id))
    .orderBy(desc(at), desc(access_events.id))
    .limit(1);
  return last;
}

/** The guest's running session, for units that don't ask us. */
async function runningSession(db: Db, { id, hotspot_id }: Guest): Promise<Presence | undefined> {
  const { unit_id, device_mac, user_id, update_time } = sessions;
  const [running] = await db
    .select({ unit_id, device_mac })
    .from(sessions)
    .where(and(eq(sessions.hotspot_id, hotspot_id), eq(user_id, id)))
    .orderBy(desc(update_time))
    .limit(1);
  return running;
}

/** The unit that the guest came to last, else the one they registered at, else any of the hotspot. Undefined if it has none. */
async function likelyUnit(db: Db, { hotspot_id, unit_id }: Guest, lastId: number | undefined): Promise<number | undefined> {
  const rows = await db.select({ id: units.id }).from(units).where(eq(units.hotspot_id, hotspot_id)).orderBy(units.id);
  const ids = rows.map(({ id }) => id);
  return [lastId, unit_id].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
}

/** MAC address of the device that the guest registered last; empty if there is none. */
async function latestDevice(db: Db, { id }: Guest): Promise<string> {
  const { mac_address, created } = devices;
  const [latest] = await db
    .select({ mac_address })
    .from(devices)
    .where(eq(devices.user_id, id))
    .orderBy(desc(created), desc(devices.id))
    .limit(1);
  return latest?.mac_address ?? '';
}

async function refusedTries(db: Db, { id }: Guest, now: Date): Promise<GuestAccess['tries']> {
  const { user_id, unit_id, at, device_mac, refusal } = access_events;
  const rows = await db
    .select({ at, device_mac, refusal, unit_name: units.name })
    .from(access_events)
    .leftJoin(units, eq(units.id, unit_id))
    .where(and(eq(user_id, id), gt(at, new Date(now.getTime() - TRIES_WITHIN)), ne(refusal, '')))
    .orderBy(desc(at), desc(access_events.id))
    .limit(MOST_TRIES);
  return rows.flatMap((row) => {
    const code: RefusalCode | undefined = REFUSAL_CODES.find((one) => one === row.refusal);
    return code ? [{ at: isoOf(row.at), unit_name: row.unit_name ?? '', device_mac: row.device_mac, refusal: code }] : [];
  });
}
