/**
 * Explains why somebody isn't online: finds out who is meant, asks the rule that decides log-ins, without recording anything, and returns
 * all its checks (`checksOf`). Limited to the caller's scope: what other tenants have is treated as if it didn't exist.
 */
import type { FoundItem } from '../../contract/find';
import type { ArchivedGuest, Guest } from '../../contract/guests';
import { macOf } from '../../contract/plain/macAddress';
import type { Explanation, Why, WhyQuery } from '../../contract/why';
import { speedOf, type AccessFacts } from '../access/authorise';
import { checksOf } from '../access/checks';
import type { Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { isoOrNull } from '../database/listQueries';
import { findGuestsAndVouchers } from '../find/queries';
import { zonesOf } from '../preferences/zoneQueries';
import { explainAt, attemptOf, attemptsOf, bestOf, byCode, endOf, isByTime, type Attempt } from '../guests/access';
import { likelyUnit } from '../guests/presenceQueries';
import { getGuest } from '../guests/queries';
import { getArchivedGuest } from '../guests/archivedGuestQueries';
import {
  guestOfVoucher,
  hotspotInScope,
  lastSeen,
  lastUnitOf,
  nameOfHotspot,
  sessionBlocking,
  sessionOf,
  triesOf,
  unitCalled,
  unitInScope,
  unitWithActivity,
  voucherInScope,
  voucherOfGuest,
} from './queries';

interface Times {
  now: Date;
  serverZone: string;
}

/** The part of the answer that depends on who is meant; the rest follows from hotspot and attempt. */
interface Subject {
  hotspotId: number;
  /** The unit in question; undefined if the hotspot has none. */
  unitId: number | undefined;
  guest: Explanation['guest'];
  voucher: Explanation['voucher'];
  code: string;
  deviceMac: string;
  /** The guest whose sessions tell when a device was last seen; null if there is none. */
  userId: number | null;
  until: string | null;
  attempt: Attempt | undefined;
}

/** Null if the query is about a guest, voucher or unit by id that isn't in scope. */
export async function whyOffline(db: Db, scope: Scope, query: WhyQuery, times: Times): Promise<Why | null> {
  const unit = await unitInScope(db, scope, query.unit);
  const only = (subject: Subject | null) => subject && { matches: [], subject };
  const q = query.q.trim();
  const found =
    query.guest !== 0
      ? only(await guestSubject(db, scope, { id: query.guest, isArchived: query.archived === 'true' }, { unitId: unit?.id }, times))
      : query.voucher !== 0
        ? only(await voucherSubject(db, scope, query.voucher, unit?.id, times))
        : q === '' && query.unit !== 0
          ? only(unit ? await unitSubject(db, unit, times) : null)
          : await typedSubject(db, scope, { q, hotspot: unit?.hotspot_id ?? query.hotspot, unitId: unit?.id }, times);
  return found && { matches: found.matches, answer: found.subject && (await explained(db, found.subject, times)) };
}

interface Typed {
  q: string;
  hotspot: number;
  unitId: number | undefined;
}

/** Finds out who is meant by a text: a device, voucher, guest or everybody at a unit, or several to choose from. */
async function typedSubject(
  db: Db,
  scope: Scope,
  { q, hotspot, unitId }: Typed,
  times: Times,
): Promise<{ matches: FoundItem[]; subject: Subject | null }> {
  const mac = macOf(q);
  const matches = q === '' ? [] : await findGuestsAndVouchers(db, scope, { q: mac || q, hotspot }, times);
  const [first] = matches;
  if (mac !== '') {
    const hotspotIds = new Set(matches.map((match) => match.hotspot_id));
    const only = first && hotspotIds.size === 1 ? first.hotspot_id : undefined;
    const hotspotId = (await oneHotspot(db, scope, hotspot)) ?? only;
    if (hotspotId === undefined) return { matches, subject: null };
    return { matches: [], subject: await deviceSubject(db, scope, { mac, hotspotId, unitId }, times) };
  }
  const exact = matches.filter((match) => match.kind === 'voucher' && match.title.toLowerCase() === q.toLowerCase());
  const meant = exact.length === 1 ? exact[0] : matches.length === 1 ? first : undefined;
  if (meant) {
    const subject =
      meant.kind === 'voucher'
        ? await voucherSubject(db, scope, meant.id, unitId, times)
        : await guestSubject(db, scope, { id: meant.id, isArchived: meant.archived === true }, { unitId }, times);
    const isWhole = subject?.guest !== null;
    return { matches: isWhole ? [] : matches.filter((match) => match !== meant), subject };
  }
  if (matches.length > 0 || q === '') return { matches, subject: null };
  const unit = await unitCalled(db, scope, { q, hotspot });
  if (unit) return { matches, subject: await unitSubject(db, unit, times) };
  const hotspotId = await oneHotspot(db, scope, hotspot);
  return { matches, subject: hotspotId === undefined ? null : await codeSubject(db, { code: q, hotspotId, unitId }, times) };
}

/**
 * The hotspot that must be meant: a customer's or desk's, or the chosen one; undefined if there may be several, none, or another tenant's.
 */
async function oneHotspot(db: Db, scope: Scope, chosen: number): Promise<number | undefined> {
  const id = scope.role === 'customer' || scope.role === 'desk' ? scope.hotspotId : chosen;
  return id === 0 ? undefined : hotspotInScope(db, scope, id);
}

const NOBODY = { guest: null, voucher: null, code: '', deviceMac: '', userId: null, until: null, attempt: undefined };

interface At {
  unitId?: number | undefined;
  deviceMac?: string;
}

async function guestSubject(
  db: Db,
  scope: Scope,
  { id, isArchived }: { id: number; isArchived: boolean },
  at: At,
  times: Times,
): Promise<Subject | null> {
  if (isArchived) {
    const gone = await getArchivedGuest(db, scope, id);
    return gone && archivedSubject(gone);
  }
  const guest = await getGuest(db, scope, id);
  return guest && presentSubject(db, scope, guest, at, times);
}

async function presentSubject(db: Db, scope: Scope, guest: Guest, at: At, times: Times): Promise<Subject> {
  const attempts = await attemptsOf(db, guest, times, at);
  const voucher = await voucherOfGuest(db, scope, guest.id);
  return {
    hotspotId: guest.hotspot_id,
    unitId: attempts?.unitId,
    userId: guest.id,
    code: '',
    voucher,
    guest: { id: guest.id, archived: false, name: guest.name || guest.username, valid_from: guest.valid_from },
    deviceMac: attempts?.deviceMac ?? '',
    until: await endOf(db, guest),
    attempt: attempts && bestOf(attempts),
  };
}

/** The rule isn't asked about an archived guest, whose validity is over. */
const archivedSubject = (gone: ArchivedGuest): Subject => ({
  ...NOBODY,
  hotspotId: gone.hotspot_id,
  unitId: undefined,
  until: gone.valid_until,
  userId: gone.user_id,
  guest: { id: gone.id, archived: true, name: gone.name || gone.username, valid_from: gone.valid_from },
});

async function voucherSubject(db: Db, scope: Scope, id: number, unitId: number | undefined, times: Times): Promise<Subject | null> {
  const voucher = await voucherInScope(db, scope, id);
  if (!voucher) return null;
  const { code, hotspot_id, type, expires } = voucher;
  // A voucher for one guest stands for that guest.
  const guestId = type === 'auth' ? await guestOfVoucher(db, id) : undefined;
  const guest = guestId === undefined ? null : await getGuest(db, scope, guestId);
  if (guest) return presentSubject(db, scope, guest, { unitId }, times);
  const subject = await codeSubject(db, { code, hotspotId: hotspot_id, unitId }, times);
  return { ...subject, code: '', voucher: { id, code }, until: isoOrNull(expires) };
}

/** For a text that may be a code: what a unit would answer to it. */
async function codeSubject(
  db: Db,
  { code, hotspotId, unitId: at }: { code: string; hotspotId: number; unitId: number | undefined },
  times: Times,
): Promise<Subject> {
  const unitId = await likelyUnit(db, hotspotId, [at]);
  const answer = unitId === undefined ? null : await explainAt(db, { unitId, hotspotId, deviceMac: '' }, times)(byCode(code));
  return { ...NOBODY, hotspotId, unitId, code, attempt: answer ? attemptOf(answer) : undefined };
}

/** For everybody at a unit: nothing is known of guest and code. */
async function unitSubject(db: Db, { id, hotspot_id: hotspotId }: { id: number; hotspot_id: number }, times: Times): Promise<Subject> {
  const { attempt, ...subject } = await codeSubject(db, { code: '', hotspotId, unitId: id }, times);
  return { ...subject, attempt: attempt && { ...attempt, refusals: attempt.refusals.filter((refusal) => refusal !== 'not_known') } };
}

/** For a device: its guest at the hotspot, if it has one. */
async function deviceSubject(
  db: Db,
  scope: Scope,
  { mac: deviceMac, hotspotId, unitId: at }: { mac: string; hotspotId: number; unitId: number | undefined },
  times: Times,
): Promise<Subject> {
  const unitId = await likelyUnit(db, hotspotId, [at, await lastUnitOf(db, hotspotId, deviceMac)]);
  if (unitId === undefined) return { ...NOBODY, hotspotId, unitId, deviceMac };
  const explain = explainAt(db, { unitId, hotspotId, deviceMac }, times);
  const answer = await explain({ method: 'mac' });
  const guest = answer?.guest && (await getGuest(db, scope, answer.guest.id));
  if (guest) return presentSubject(db, scope, guest, { unitId, deviceMac }, times);
  // Only log-ins by code can be refused because of too many tries, so ask for that, too.
  const typing = await explain(byCode(''));
  const blocked = typing ? attemptOf(typing).refusals.filter((code) => code === 'too_many_tries') : [];
  const attempt = answer && attemptOf(answer);
  return {
    ...NOBODY,
    hotspotId,
    unitId,
    deviceMac,
    attempt: attempt ? { ...attempt, refusals: [...blocked, ...attempt.refusals] } : undefined,
  };
}

async function explained(db: Db, subject: Subject, times: Times): Promise<Explanation> {
  const { hotspotId, unitId, guest, voucher, code, deviceMac, userId, until, attempt } = subject;
  const hotspot_name = await nameOfHotspot(db, hotspotId);
  const zone = (await zonesOf(db, [hotspotId], times.serverZone))(hotspotId);
  const unit = unitId === undefined ? null : await unitWithActivity(db, unitId, times.now);
  const device_seen = await lastSeen(db, { hotspotId, deviceMac, userId });
  const isGone = guest?.archived === true;
  const checks = checksOf({
    wasDeviceSeen: deviceMac === '' && (userId === null || isGone) ? null : device_seen !== null,
    isUnitReporting: isGone ? null : unit !== null && unit.activity.state !== 'silent' && unit.activity.last_seen !== null,
    attempt: attempt ?? null,
  });
  const { kbpsDown, kbpsUp } = attempt ? speedOf(attempt.facts) : { kbpsDown: null, kbpsUp: null };
  const grant = attempt?.grant ?? null;
  return {
    hotspot_id: hotspotId,
    hotspot_name,
    zone,
    guest,
    voucher,
    code,
    device_mac: deviceMac,
    device_seen,
    unit,
    until,
    checks: isGone ? checks.map((check) => asArchived(check)) : checks,
    online: isGone ? null : await sessionOf(db, hotspotId, { userId, deviceMac }),
    elsewhere: attempt ? await sessionBlocking(db, { hotspotId, unitId, deviceMac }, attempt) : null,
    seconds_left: grant && isByTime(grant) ? grant.seconds : null,
    bytes_left: grant?.bytes ?? null,
    tries: await triesOf(db, hotspotId, { userId, deviceMac }, times.now),
    kbps_down: kbpsDown,
    kbps_up: kbpsUp,
    speed_of: attempt ? speedSource(attempt.facts) : null,
  };
}

/** Sets the checks for an archived guest, who is known but no longer valid. */
const asArchived = (check: Explanation['checks'][number]): Explanation['checks'][number] =>
  check.check === 'known'
    ? { ...check, state: 'ok' }
    : check.check === 'valid'
      ? { ...check, state: 'failed', refusals: ['expired'] }
      : check;

/** Tells whose limit determines the speed: the first that has one, as in `speedOf`. */
function speedSource({ guest, voucher, hotspot }: AccessFacts): Explanation['speed_of'] {
  const has = (limits: { kbpsDown: number; kbpsUp: number } | null) => limits !== null && (limits.kbpsDown > 0 || limits.kbpsUp > 0);
  return has(guest) ? 'guest' : has(voucher) ? 'voucher' : has(hotspot) ? 'hotspot' : null;
}
