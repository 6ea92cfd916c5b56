/** Whether a guest may be online, and why not: asks the rule that decides at log-in, without recording anything. */
import type { RefusalCode } from '../../contract/plain/access';
import type { Guest, GuestAccess } from '../../contract/guests';
import { explainAccess, type ExplainedAccess } from '../access/queries';
import type { AccessRequest } from '../access/accessRequest';
import { refusalsOf, type AccessFacts, type Grant } from '../access/authorise';
import type { Db } from '../database/db';
import { settingsOf } from '../preferences/queries';
import { isoOrNull } from '../database/listQueries';
import { endOfVoucher, lastTry, latestDevice, likelyUnit, runningSession } from './presenceQueries';

type Explain = (credential: AccessRequest['credential']) => Promise<ExplainedAccess | null>;

/** The answer to one way of getting online: what is granted, and all reasons against it, the deciding one first. */
export interface Attempt {
  refusals: readonly RefusalCode[];
  grant: Grant | null;
  facts: AccessFacts;
}

/** The answers to a guest's ways of getting online, at this unit with this device: by logging in, and by the device alone. */
export interface Attempts {
  unitId: number;
  /** Empty if none is known. */
  deviceMac: string;
  mostDevices: number | null;
  /** Undefined for a MAC entry. */
  byLogin: Attempt | undefined;
  /** Undefined if the device belongs to another guest, who used it later, so that it would get in as theirs. */
  byDevice: Attempt | undefined;
}

interface Times {
  now: Date;
  serverZone: string;
}

/** Returns a function that asks for this unit, as if the unit vouched for the device; the guest's IP address isn't known. */
export const explainAt =
  (db: Db, { unitId, hotspotId, deviceMac }: { unitId: number; hotspotId: number; deviceMac: string }, times: Times): Explain =>
  async (credential) => {
    const tried = { hotspotId, deviceMac, address: '', isVouched: true };
    return explainAccess(db, { unitId, credential, deviceMac, ...times, tried, isLogIn: true });
  };

/**
 * The answers to a guest's ways of getting online. Undefined if the guest's hotspot has no unit. `at`: the unit and device, if known. The
 * caller has checked that guest and unit are in scope.
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
  const explain = explainAt(db, { unitId, hotspotId: guest.hotspot_id, deviceMac }, times);
  const atPortal = isMacEntry ? null : await explain({ method: 'portal', guestId: guest.id });
  const byDevice = deviceMac === '' ? undefined : await deviceAttempt(explain, guest);
  const byLogin = isMacEntry ? undefined : await loginAttempt(db, explain, guest);
  return { unitId, deviceMac, mostDevices: atPortal?.mostDevices ?? null, byLogin, byDevice };
}

/** The attempt that lets the guest in; if none does, logging in, else the device alone. */
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

/** An answer of the rule as an attempt, with all its reasons. */
export function attemptOf({ decision, facts }: ExplainedAccess): Attempt {
  return { refusals: [...refusalsOf(facts)], grant: 'grant' in decision ? decision.grant : null, facts };
}

/** The answer to the guest's device alone. */
async function deviceAttempt(explain: Explain, { id }: Guest): Promise<Attempt | undefined> {
  const answer = await explain({ method: 'mac' });
  return answer?.guest?.id === id ? attemptOf(answer) : undefined;
}

/** The answer to logging in: with a voucher code, at the unit or on the log-in page; or in another way, on that page. */
async function loginAttempt(db: Db, explain: Explain, guest: Guest): Promise<Attempt | undefined> {
  const onPage = async (isByVoucher: boolean) => {
    const answer = await explain({ method: 'portal', guestId: guest.id, isByVoucher });
    return answer ? attemptOf(answer) : undefined;
  };
  if (guest.account_type !== 'voucher') return onPage(false);
  const takes = await codesTaken(db, guest);
  // A voucher for anybody registers guests named after it, with a # (portal/codes.ts), and its code is entered only on the log-in page.
  if (guest.username.includes('#')) {
    const attempt = await onPage(true);
    return attempt && !takes.normal ? { ...attempt, grant: null, refusals: ['way_off', ...attempt.refusals] } : attempt;
  }
  const answer = await explain(byCode(guest.username));
  const atUnit = answer ? attemptOf(answer) : undefined;
  return atUnit?.refusals[0] === 'way_off' && takes.auth ? onPage(true) : atUnit;
}

/** As if this code were entered at the unit. */
export const byCode = (code: string): AccessRequest['credential'] => ({ method: 'voucher', code, isRight: () => true, requestHash: '' });

/** The types of voucher that the log-in page of the guest's hotspot accepts. */
async function codesTaken(db: Db, { hotspot_id }: Guest): Promise<{ normal: boolean; auth: boolean }> {
  const settings = await settingsOf(db, hotspot_id, ['voucher_login', 'temp_code_login']);
  const normal = settings.isOn('voucher_login');
  return { normal, auth: normal || settings.isOn('temp_code_login') };
}

/** The end of the guest's validity or of the guest's own voucher, whichever is earlier. */
export async function endOf(db: Db, { id, valid_until }: Guest): Promise<string | null> {
  const ends = [valid_until, isoOrNull(await endOfVoucher(db, id))].flatMap((end) => end ?? []);
  return ends.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}
