/**
 * Why somebody isn't online: finds whom it is about, asks the rule that decides log-ins, without recording anything, and tells every check
 * of it (`checksOf`). All of it in the caller's scope: what others have is as unknown as what nobody has.
 */
import { and, desc, eq, isNull, max, ne, or, type SQL } from 'drizzle-orm';
import type { FoundItem } from '../../contract/find';
import type { ArchivedGuest, Guest } from '../../contract/guests';
import { macOf } from '../../contract/macAddress';
import type { Explanation, Why, WhyQuery } from '../../contract/why';
import { speedOf, type AccessFacts } from '../access/authorise';
import { checksOf } from '../access/checks';
import { onHotspot, readableHotspots, visibleVouchers, type Scope } from '../auth/tenancy';
import type { Db } from '../database/db';
import { isoOf, isoOrNull } from '../database/listQueries';
import { access_events, devices, hotspot_vouchers, hotspots, session_histories, sessions, units, users } from '../database/schema';
import { findGuestsAndVouchers } from '../find/queries';
import { zonesOf } from '../preferences/zoneQueries';
import { activityOf } from '../units/activityQueries';
import { askingAt, attemptOf, attemptsOf, bestOf, byCode, endOf, isByTime, likelyUnit, refusedTries, type Attempt } from './access';
import { getArchivedGuest, getGuest } from './queries';

interface Times {
  now: Date;
  serverZone: string;
}

/** What of the answer depends on whom it is about; the rest follows from hotspot and attempt. */
interface Subject {
  hotspotId: number;
  /** The unit in question; undefined if the hotspot has none. */
  unitId: number | undefined;
  guest: Explanation['guest'];
  voucher: Explanation['voucher'];
  code: string;
  deviceMac: string;
  /** Whose sessions tell when the device was seen; null if nobody's. */
  userId: number | null;
  until: string | null;
  attempt: Attempt | undefined;
}

/** Null if the guest or voucher that is named by its id isn't in scope. */
export async function whyOffline(db: Db, scope: Scope, query: WhyQuery, times: Times): Promise<Why | null> {
  const unit = await unitInScope(db, scope, query.unit);
  const only = (subject: Subject | null) => subject && { matches: [], subject };
  const told =
    query.guest !== 0
      ? only(await guestSubject(db, scope, { id: query.guest, isArchived: query.archived === 'true' }, { unitId: unit?.id }, times))
      : query.voucher !== 0
        ? only(await voucherSubject(db, scope, query.voucher, unit?.id, times))
        : await typedSubject(db, scope, { q: query.q.trim(), hotspot: unit?.hotspot_id ?? query.hotspot, unitId: unit?.id }, times);
  return told && { matches: told.matches, answer: told.subject && (await explained(db, told.subject, times)) };
}

/** A unit that may be named; undefined for none and for those of others. */
async function unitInScope(db: Db, scope: Scope, id: number): Promise<{ id: number; hotspot_id: number } | undefined> {
  if (id === 0) return undefined;
  const [unit] = await db
    .select({ id: units.id, hotspot_id: units.hotspot_id })
    .from(units)
    .where(and(eq(units.id, id), onHotspot(scope, units.hotspot_id)));
  return unit;
}

interface Typed {
  q: string;
  hotspot: number;
  unitId: number | undefined;
}

/** Whom the typed text means: one device, voucher or guest, or several to choose from. */
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
    const places = new Set(matches.map((match) => match.hotspot_id));
    const only = first && places.size === 1 ? first.hotspot_id : undefined;
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
  const hotspotId = matches.length === 0 && q !== '' ? await oneHotspot(db, scope, hotspot) : undefined;
  return { matches, subject: hotspotId === undefined ? null : await codeSubject(db, { code: q, hotspotId, unitId }, times) };
}

/** The one hotspot it can be about: that of a customer or desk, or the chosen one; undefined for several, none, and those of others. */
async function oneHotspot(db: Db, scope: Scope, chosen: number): Promise<number | undefined> {
  const id = scope.role === 'customer' || scope.role === 'desk' ? scope.hotspotId : chosen;
  if (id === 0) return undefined;
  const [found] = await db
    .select({ id: hotspots.id })
    .from(hotspots)
    .where(and(eq(hotspots.id, id), readableHotspots(scope)));
  return found?.id;
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
  const [voucher] = await db
    .select({ id: hotspot_vouchers.id, code: hotspot_vouchers.code })
    .from(users)
    .innerJoin(hotspot_vouchers, eq(hotspot_vouchers.id, users.voucher_id))
    .where(and(eq(users.id, guest.id), visibleVouchers(scope)));
  return {
    ...{ hotspotId: guest.hotspot_id, unitId: attempts?.unitId, userId: guest.id, code: '', voucher: voucher ?? null },
    guest: { id: guest.id, archived: false, name: guest.name || guest.username, valid_from: guest.valid_from },
    deviceMac: attempts?.deviceMac ?? '',
    until: await endOf(db, guest),
    attempt: attempts && bestOf(attempts),
  };
}

/** An archived guest is no longer asked about: their validity is over. */
const archivedSubject = (gone: ArchivedGuest): Subject => ({
  ...{ ...NOBODY, hotspotId: gone.hotspot_id, unitId: undefined, until: gone.valid_until, userId: gone.user_id },
  guest: { id: gone.id, archived: true, name: gone.name || gone.username, valid_from: gone.valid_from },
});

async function voucherSubject(db: Db, scope: Scope, id: number, unitId: number | undefined, times: Times): Promise<Subject | null> {
  const [voucher] = await db
    .select()
    .from(hotspot_vouchers)
    .where(and(eq(hotspot_vouchers.id, id), visibleVouchers(scope)));
  if (!voucher) return null;
  const { code, hotspot_id, type, expires } = voucher;
  // A voucher of one guest stands for that guest.
  const [own] = type === 'auth' ? await db.select({ id: users.id }).from(users).where(eq(users.voucher_id, id)).limit(1) : [];
  const guest = own && (await getGuest(db, scope, own.id));
  if (guest) return presentSubject(db, scope, guest, { unitId }, times);
  const subject = await codeSubject(db, { code, hotspotId: hotspot_id, unitId }, times);
  return { ...subject, code: '', voucher: { id, code }, until: isoOrNull(expires) };
}

/** A code alone, whether or not it is one: what a unit would answer. */
async function codeSubject(
  db: Db,
  { code, hotspotId, unitId: at }: { code: string; hotspotId: number; unitId: number | undefined },
  times: Times,
): Promise<Subject> {
  const unitId = await likelyUnit(db, hotspotId, [at]);
  const answer = unitId === undefined ? null : await askingAt(db, { unitId, hotspotId, deviceMac: '' }, times)(byCode(code));
  return { ...NOBODY, hotspotId, unitId, code, attempt: answer ? attemptOf(answer) : undefined };
}

/** A device: whose it is at the hotspot, or that it is nobody's. */
async function deviceSubject(
  db: Db,
  scope: Scope,
  { mac: deviceMac, hotspotId, unitId: at }: { mac: string; hotspotId: number; unitId: number | undefined },
  times: Times,
): Promise<Subject> {
  const unitId = await likelyUnit(db, hotspotId, [at, await lastUnitOf(db, hotspotId, deviceMac)]);
  if (unitId === undefined) return { ...NOBODY, hotspotId, unitId, deviceMac };
  const ask = askingAt(db, { unitId, hotspotId, deviceMac }, times);
  const answer = await ask({ way: 'mac' });
  const guest = answer?.guest && (await getGuest(db, scope, answer.guest.id));
  if (guest) return presentSubject(db, scope, guest, { unitId, deviceMac }, times);
  // Only who types codes can have tried too many.
  const typing = await ask(byCode(''));
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

/** Where a device is online, for its unit. */
async function lastUnitOf(db: Db, hotspotId: number, deviceMac: string): Promise<number | undefined> {
  const [running] = await db
    .select({ unit_id: sessions.unit_id })
    .from(sessions)
    .where(and(eq(sessions.hotspot_id, hotspotId), eq(sessions.device_mac, deviceMac)))
    .orderBy(desc(sessions.update_time))
    .limit(1);
  return running?.unit_id;
}

async function explained(db: Db, subject: Subject, times: Times): Promise<Explanation> {
  const { hotspotId, unitId, guest, voucher, code, deviceMac, userId, until, attempt } = subject;
  const [hotspot] = await db.select({ name: hotspots.name }).from(hotspots).where(eq(hotspots.id, hotspotId));
  const zone = (await zonesOf(db, [hotspotId], times.serverZone))(hotspotId);
  const unit = unitId === undefined ? null : await unitOf(db, unitId, times.now);
  const device_seen = await lastSeen(db, { hotspotId, deviceMac, userId });
  const isGone = guest?.archived === true;
  const checks = checksOf({
    wasDeviceSeen: deviceMac === '' && (userId === null || isGone) ? null : device_seen !== null,
    isUnitHeard: isGone ? null : unit !== null && unit.activity.state !== 'silent' && unit.activity.last_seen !== null,
    attempt: attempt ?? null,
  });
  const { kbpsDown, kbpsUp } = attempt ? speedOf(attempt.facts) : { kbpsDown: null, kbpsUp: null };
  const grant = attempt?.grant ?? null;
  const { hotspot_id, user_id, device_mac } = access_events;
  const mine = userId === null ? undefined : eq(user_id, userId);
  const ofDevice = deviceMac === '' ? undefined : and(eq(device_mac, deviceMac), isNull(user_id));
  return {
    ...{ hotspot_id: hotspotId, hotspot_name: hotspot?.name ?? '', zone, guest, voucher, code },
    ...{ device_mac: deviceMac, device_seen, unit, until },
    checks: isGone ? checks.map((check) => asArchived(check)) : checks,
    online: isGone ? null : await sessionOf(db, hotspotId, { userId, deviceMac }),
    elsewhere: attempt ? await inTheWay(db, { hotspotId, unitId, deviceMac }, attempt) : null,
    seconds_left: grant && isByTime(grant) ? grant.seconds : null,
    bytes_left: grant?.bytes ?? null,
    tries: mine || ofDevice ? await refusedTries(db, and(eq(hotspot_id, hotspotId), or(mine, ofDevice)), times.now) : [],
    ...{ kbps_down: kbpsDown, kbps_up: kbpsUp, speed_of: attempt ? speedSource(attempt.facts) : null },
  };
}

/** An archived guest was known, and their validity is over. */
const asArchived = (check: Explanation['checks'][number]): Explanation['checks'][number] =>
  check.check === 'known'
    ? { ...check, state: 'ok' }
    : check.check === 'valid'
      ? { ...check, state: 'failed', refusals: ['expired'] }
      : check;

async function unitOf(db: Db, id: number, now: Date): Promise<Explanation['unit']> {
  const [unit] = await db.select({ name: units.name }).from(units).where(eq(units.id, id));
  const activity = (await activityOf(db, [id], now)).get(id)?.activity;
  return unit && activity ? { id, name: unit.name, activity } : null;
}

/** When the device was last seen at the hotspot, or any device of the guest. */
async function lastSeen(
  db: Db,
  { hotspotId, deviceMac, userId }: { hotspotId: number; deviceMac: string; userId: number | null },
): Promise<string | null> {
  const latest = async (question: PromiseLike<{ at: Date | null }[]>) => (await question)[0]?.at ?? null;
  const seen = [
    ...(deviceMac === ''
      ? []
      : [
          await latest(
            db
              .select({ at: max(sessions.update_time) })
              .from(sessions)
              .where(and(eq(sessions.hotspot_id, hotspotId), eq(sessions.device_mac, deviceMac))),
          ),
          await latest(
            db
              .select({ at: max(devices.created) })
              .from(devices)
              .where(and(eq(devices.mac_address, deviceMac), eq(devices.hotspot_id, hotspotId))),
          ),
        ]),
    await latestEvent(db, hotspotId, userId === null ? eq(access_events.device_mac, deviceMac) : eq(access_events.user_id, userId)),
    ...(userId === null
      ? []
      : [
          await latest(
            db
              .select({ at: session_histories.update_time })
              .from(session_histories)
              .where(and(eq(session_histories.hotspot_id, hotspotId), eq(session_histories.user_id, userId)))
              .orderBy(desc(session_histories.start_time))
              .limit(1),
          ),
        ]),
  ];
  const times = seen.flatMap((at) => (at === null ? [] : [at.getTime()]));
  return times.length === 0 ? null : isoOf(new Date(Math.max(...times)));
}

async function latestEvent(db: Db, hotspotId: number, where: SQL): Promise<Date | null> {
  const { at, hotspot_id, id, device_mac } = access_events;
  const [event] = await db
    .select({ at })
    .from(access_events)
    .where(and(eq(hotspot_id, hotspotId), where, ne(device_mac, '')))
    .orderBy(desc(at), desc(id))
    .limit(1);
  return event?.at ?? null;
}

const SESSION = {
  session_id: sessions.id,
  device_mac: sessions.device_mac,
  since: sessions.start_time,
  unit_name: units.name,
};

const toSession = (row: { session_id: number; device_mac: string; since: Date; unit_name: string | null } | undefined) =>
  row ? { ...row, since: isoOf(row.since), unit_name: row.unit_name ?? '' } : null;

/** The running session of the guest, that of this device first; without a guest that of the device. */
async function sessionOf(
  db: Db,
  hotspotId: number,
  { userId, deviceMac }: { userId: number | null; deviceMac: string },
): Promise<Explanation['online']> {
  if (userId === null && deviceMac === '') return null;
  const rows = await db
    .select(SESSION)
    .from(sessions)
    .leftJoin(units, eq(units.id, sessions.unit_id))
    .where(and(eq(sessions.hotspot_id, hotspotId), userId === null ? eq(sessions.device_mac, deviceMac) : eq(sessions.user_id, userId)))
    .orderBy(desc(sessions.update_time));
  return toSession(rows.find((row) => row.device_mac === deviceMac) ?? rows[0]);
}

/** The session because of which this device doesn't get in: its own at another unit, or that of another device. */
async function inTheWay(
  db: Db,
  { hotspotId, unitId, deviceMac }: { hotspotId: number; unitId: number | undefined; deviceMac: string },
  { refusals, facts }: Attempt,
): Promise<Explanation['elsewhere']> {
  const isOther = refusals.includes('other_unit');
  const longest = facts.devices?.others?.find(({ sessionId }) => sessionId !== null)?.sessionId;
  if (!isOther && (!refusals.includes('too_many_devices') || longest == null)) return null;
  const which = isOther ? and(eq(sessions.device_mac, deviceMac), ne(sessions.unit_id, unitId ?? 0)) : eq(sessions.id, longest ?? 0);
  const [row] = await db
    .select(SESSION)
    .from(sessions)
    .leftJoin(units, eq(units.id, sessions.unit_id))
    .where(and(eq(sessions.hotspot_id, hotspotId), which))
    .orderBy(desc(sessions.update_time))
    .limit(1);
  return toSession(row);
}

/** Whose limit the speed is: the first that has one, as in `speedOf`. */
function speedSource({ guest, voucher, hotspot }: AccessFacts): Explanation['speed_of'] {
  const has = (limits: { kbpsDown: number; kbpsUp: number } | null) => limits !== null && (limits.kbpsDown > 0 || limits.kbpsUp > 0);
  return has(guest) ? 'guest' : has(voucher) ? 'voucher' : has(hotspot) ? 'hotspot' : null;
}
