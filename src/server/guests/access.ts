/** Whether a guest may be online, and why not: answered by the rule that decides at log-in, without recording anything. */
import { and, desc, eq, gt, ne, type SQL } from 'drizzle-orm';
import { REFUSAL_CODES, type RefusalCode } from '../../contract/access';
import type { Guest, GuestAccess } from '../../contract/guests';
import type { Explanation } from '../../contract/why';
import { explainAccess, type AccessRequest, type ExplainedAccess } from '../access/queries';
import { refusalsOf, type AccessFacts, type Grant } from '../access/authorise';
import type { Db } from '../database/db';
import { settingsOf } from '../preferences/queries';
import { isoOf, isoOrNull } from '../database/listQueries';
import { access_events, devices, hotspot_vouchers, sessions, units, users } from '../database/schema';

/** Refused attempts returned, and for how long, in milliseconds. */
const MOST_TRIES = 5;
const TRIES_WITHIN = 7 * 86_400_000;

type Ask = (credential: AccessRequest['credential']) => Promise<ExplainedAccess | null>;

/** The answer to one way of getting online: all reasons against it, the deciding one first, or what is granted. */
export interface Attempt {
  refusals: readonly RefusalCode[];
  grant: Grant | null;
  facts: AccessFacts;
}

/** How a guest would get online: where, with which device, by logging in and by the device alone. */
export interface Attempts {
  unitId: number;
  /** Empty if none is known. */
  deviceMac: string;
  mostDevices: number | null;
  /** Undefined for a MAC entry. */
  byLogin: Attempt | undefined;
  /** Undefined if the device would be let in, or refused, as another guest who came with it later. */
  byDevice: Attempt | undefined;
}

interface Times {
  now: Date;
  serverZone: string;
}

/** Asks for one hotspot, as at a unit that vouches for the device; from which address it is tried isn't known. */
export const askingAt =
  (db: Db, { unitId, hotspotId, deviceMac }: { unitId: number; hotspotId: number; deviceMac: string }, times: Times): Ask =>
  async (credential) => {
    const tried = { hotspotId, deviceMac, address: '', isVouched: true };
    return explainAccess(db, { unitId, credential, deviceMac, ...times, tried, isLogIn: true });
  };

/**
 * What a guest would be answered. Undefined if their hotspot has no unit. `at`: the unit and device in question, if they are known. The
 * caller has checked that the guest and the unit are in scope.
 */
export async function attemptsOf(
  db: Db,
  guest: Guest,
  times: Times,
  at: { unitId?: number | undefined; deviceMac?: string | undefined } = {},
): Promise<Attempts | undefined> {
  const last = (await lastTry(db, guest)) ?? (await runningSession(db, guest));
  const unitId = await likelyUnit(db, guest.hotspot_id, [at.unitId, last?.unit_id, guest.unit_id]);
  if (unitId === undefined) return undefined;
  const isMacEntry = guest.account_type === 'mac';
  const deviceMac = isMacEntry ? guest.username : at.deviceMac || last?.device_mac || (await latestDevice(db, guest));
  const ask = askingAt(db, { unitId, hotspotId: guest.hotspot_id, deviceMac }, times);
  const atPortal = isMacEntry ? null : await ask({ way: 'portal', guestId: guest.id });
  const byDevice = deviceMac === '' ? undefined : await deviceAttempt(ask, guest);
  const byLogin = isMacEntry ? undefined : await loginAttempt(db, ask, guest);
  return { unitId, deviceMac, mostDevices: atPortal?.mostDevices ?? null, byLogin, byDevice };
}

/** The attempt that lets a guest in; else logging in, else the device alone. */
export const bestOf = ({ byLogin, byDevice }: Pick<Attempts, 'byLogin' | 'byDevice'>): Attempt | undefined =>
  [byLogin, byDevice].find((attempt) => attempt?.grant) ?? byLogin ?? byDevice;

/**
 * Whether a guest may be online, by logging in or by their latest device. Undefined if their hotspot has no unit. The caller has checked
 * that the guest is in scope.
 */
export async function accessOf(db: Db, guest: Guest, times: Times): Promise<GuestAccess | undefined> {
  const attempts = await attemptsOf(db, guest, times);
  if (!attempts) return undefined;
  const best = bestOf(attempts);
  const refusalOf = (attempt: Attempt | undefined) => attempt?.refusals[0] ?? null;
  const granted = best?.grant;
  return {
    refusal: granted ? null : (refusalOf(best) ?? 'not_known'),
    login_refusal: granted ? refusalOf(attempts.byLogin) : null,
    device_refusal: granted ? refusalOf(attempts.byDevice) : null,
    until: await endOf(db, guest),
    seconds_left: granted && isByTime(granted) ? granted.seconds : null,
    bytes_left: granted?.bytes ?? null,
    most_devices: attempts.mostDevices,
  };
}

/** Whether a limit on time ends the session, rather than the validity or the day. */
export const isByTime = ({ why }: Grant) => why === 'time_today' || why === 'time_in_all';

/** The answer of the rule, with all its reasons. */
export function attemptOf({ decision, facts }: ExplainedAccess): Attempt {
  return { refusals: [...refusalsOf(facts)], grant: 'grant' in decision ? decision.grant : null, facts };
}

/** The answer to the guest's device alone. */
async function deviceAttempt(ask: Ask, { id }: Guest): Promise<Attempt | undefined> {
  const answer = await ask({ way: 'mac' });
  return answer?.guest?.id === id ? attemptOf(answer) : undefined;
}

/** The answer to logging in: with the code of a voucher, at the unit or on the log-in page, or on that page in another way. */
async function loginAttempt(db: Db, ask: Ask, guest: Guest): Promise<Attempt | undefined> {
  const onPage = async (isByVoucher: boolean) => {
    const answer = await ask({ way: 'portal', guestId: guest.id, isByVoucher });
    return answer ? attemptOf(answer) : undefined;
  };
  if (guest.account_type !== 'voucher') return onPage(false);
  const takes = await codesTaken(db, guest);
  // A voucher for anybody registers guests named after it with a # (portal/codes.ts), and is typed only on the log-in page.
  if (guest.username.includes('#')) {
    const attempt = await onPage(true);
    return attempt && !takes.normal ? { ...attempt, grant: null, refusals: ['way_off', ...attempt.refusals] } : attempt;
  }
  const answer = await ask(byCode(guest.username));
  const atUnit = answer ? attemptOf(answer) : undefined;
  return atUnit?.refusals[0] === 'way_off' && takes.auth ? onPage(true) : atUnit;
}

/** As if this code were typed, rightly, at the unit. */
export const byCode = (code: string): AccessRequest['credential'] => ({ way: 'voucher', code, isRight: () => true, requestHash: '' });

/** Which types of voucher the log-in page of the guest's hotspot takes. */
async function codesTaken(db: Db, { hotspot_id }: Guest): Promise<{ normal: boolean; auth: boolean }> {
  const settings = await settingsOf(db, hotspot_id, ['voucher_login', 'temp_code_login']);
  const normal = settings.isOn('voucher_login');
  return { normal, auth: normal || settings.isOn('temp_code_login') };
}

/** The earlier of the ends of the guest's validity and of the guest's own voucher. */
export async function endOf(db: Db, { id, valid_until }: Guest): Promise<string | null> {
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

/** The first of these units that the hotspot has, else any of its units. Undefined if it has none. */
export async function likelyUnit(db: Db, hotspotId: number, likely: readonly (number | undefined)[]): Promise<number | undefined> {
  const rows = await db.select({ id: units.id }).from(units).where(eq(units.hotspot_id, hotspotId)).orderBy(units.id);
  const ids = rows.map(({ id }) => id);
  return likely.find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
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

/** The latest refused attempts of those that `where` picks. */
export async function refusedTries(db: Db, where: SQL | undefined, now: Date): Promise<Explanation['tries']> {
  const { unit_id, at, device_mac, refusal } = access_events;
  const rows = await db
    .select({ at, device_mac, refusal, unit_name: units.name })
    .from(access_events)
    .leftJoin(units, eq(units.id, unit_id))
    .where(and(where, gt(at, new Date(now.getTime() - TRIES_WITHIN)), ne(refusal, '')))
    .orderBy(desc(at), desc(access_events.id))
    .limit(MOST_TRIES);
  return rows.flatMap((row) => {
    const code: RefusalCode | undefined = REFUSAL_CODES.find((one) => one === row.refusal);
    return code ? [{ at: isoOf(row.at), unit_name: row.unit_name ?? '', device_mac: row.device_mac, refusal: code }] : [];
  });
}
