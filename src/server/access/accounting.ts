/**
 * Session accounting as a pure function: known session state plus one report gives the new state. Reports get lost, duplicated, delayed and
 * reordered; the result should depend on that as little as possible. Times are milliseconds since 1970.
 *
 * Counters are totals since the session began. Reports are ordered by session time (Acct-Session-Time), which needs no synchronised clock:
 * less session time means older. Counters never decrease, and begin with the values in the Start if it has any. A 32-bit counter that drops
 * has wrapped or was restarted, see `isWrapped`. A counter that leaps further than any link could carry, or to a value that is negative as
 * a signed number, counts only once a later report confirms it, see `isBelieved`.
 *
 * A report belongs to the session whose start fits best. But units send reports again without Acct-Delay-Time, and recorded packets can be
 * replayed, so `at` may be when a copy arrived, days after the event. Units also reuse keys, so that a later report may be genuine. These
 * rules decide, in this order:
 *
 * 1. A Start or Stop with a known fingerprint is a copy. So is a Start with the content of a running session's Start, even in another
 *    packet: if it does begin a session, the next interim or Stop shows that by a session time that agrees with this Start.
 * 2. An interim or Stop with the session time and traffic of a known report is a copy of it: two sessions hardly ever agree to the byte.
 *    Except that a Stop in an unknown packet that fits another session's start within SLACK belongs to that session.
 * 3. A report whose session time fits a known start within SLACK belongs to that session. Sessions without traffic may be equally long.
 * 4. A report without traffic that equals a known one is a copy, and so is an interim with less than what is remembered in detail. An
 *    interim may instead be of a new session whose Start was lost: if so, the next one agrees with it.
 * 5. Anything else belongs to the session that its time suggests.
 * 6. What fits no session by its time continues the running one of its key and guest if its counters or its session time do: clocks of units
 *    step, a session time may leave out idle time or start anew, and a late report may not say how late it is. Otherwise it begins a
 *    session; so does a report that agrees with one taken for a copy.
 *
 * Each rule uses the clock with which a session agrees, the unit's or ours: see `byFittingClock`.
 *
 * A Start with another guest than a session's never belongs to that session, however well it fits: units reuse keys within a second.
 */

import type { Ended, Sample, SessionState } from '../database/jsonColumns';
import { withAddresses } from './sessionAddresses';
import { type AccountingEvent, SLACK, beginningOf } from './accountingEvent';
import { countsOf, stepOf, withSample } from './sessionCounters';
import { isKnownPacket, isSurelyRepeated, isOtherStop, isProbablyRepeated, timeIn, isFollowing, doubting } from './repeatedReports';
import { OWN_CAUSE } from './sessionEndings';

/** Longer session times are bogus, or come from a clock that is decades off. */
const MAX_SECONDS = 366 * 86_400;

/** One petabyte: more than any guest uses, and sums of it still fit the columns. */
const MAX_BYTES = 1e15;

/** Enough for a Start and a Stop without timestamps, each sent twice. */
const MAX_PRINTS = 6;

/**
 * Applies a report to the sessions of one unit that share a key, oldest first: units reuse keys. Returns the same array if nothing changed.
 * Only the last session can be running.
 */
export function applyAccountingEvent(sessions: readonly SessionState[], reported: AccountingEvent): readonly SessionState[] {
  const seconds = reported.seconds !== null && reported.seconds <= MAX_SECONDS ? reported.seconds : null;
  const isCredible = [reported.up, reported.down].every((bytes) => bytes === null || bytes <= MAX_BYTES);
  const event = byFittingClock(sessions, { ...reported, seconds, ...(!isCredible && { up: null, down: null }) });
  if (sessions.some((session) => isKnownPacket(session, event))) return sessions;
  const fitting = fittingSession(sessions, event) ?? continuedSession(sessions, event);
  const strays = fitting ? straysOf(fitting, event) : [];
  if (fitting && strays.length > 0) {
    const without = sessions.map((session) => (session === fitting ? withoutSamples(session, strays) : session));
    return strays.map((stray) => asEvent(fitting, stray)).reduce(applyAccountingEvent, applyAccountingEvent(without, event));
  }
  const onTime = isOnTime(fitting, event) ? fitting : undefined;
  const surely = sessions.findLast((session) => isSurelyRepeated(session, event) && !(onTime && isOtherStop(session, event)));
  const probably = surely || onTime ? undefined : sessions.findLast((session) => isProbablyRepeated(session, event));
  const repeated = surely ?? probably;
  const its = repeated ?? fitting;
  if (its === undefined) return withAnother(sessions, event);
  const timed = repeated ? asItHappened(repeated, event) : byBetterClock(its, event);
  const known = probably && event.kind === 'interim' ? its : advanced(its, timed, its === sessions.at(-1));
  const isDoubtful = event.kind === 'start' ? surely !== undefined : event.kind === 'interim' && probably !== undefined;
  const doubted = isDoubtful ? doubting(known, event) : known;
  // Sessions with the same key are distinguished by their starts, so no two may have the same.
  const isTaken = sessions.some((session) => session !== its && session.start === doubted.start);
  const next = isTaken ? { ...doubted, start: its.start } : doubted;
  return isEqual(its, next) ? sessions : sessions.map((session) => (session === its ? next : session));
}

/** The session whose start fits best, preferably one of the same guest; for a Start, never another guest's. */
function fittingSession(sessions: readonly SessionState[], event: AccountingEvent): SessionState | undefined {
  const startedAt = beginningOf(event);
  const possible = sessions.filter((session) => isPossible(session, event));
  const same = possible.filter((session) => !compared(session, event).isOther);
  const fitting = same.length > 0 || event.kind === 'start' ? same : possible;
  if (startedAt === null) return fitting.at(-1);
  return fitting.sort((one, other) => Math.abs(one.start - startedAt) - Math.abs(other.start - startedAt))[0];
}

const IDENTITIES = ['name', 'device'] as const;

/** Compares the identities that both the session and the event have: whether any differs, and whether all agree. */
function compared({ who = {} }: SessionState, event: AccountingEvent): { isOther: boolean; isSame: boolean } {
  const both = IDENTITIES.filter((each) => who[each] !== undefined && event.who?.[each] !== undefined);
  const isOther = both.some((each) => who[each] !== event.who?.[each]);
  return { isOther, isSame: both.length > 0 && !isOther };
}

/** The event with the time of its arrival, which is by our clock, for when the unit's clock doesn't fit what is known. */
const byOurClock = (event: AccountingEvent): AccountingEvent => ({ ...event, at: event.arrived ?? event.at });

/** The event by our clock if that agrees better with the session's start; otherwise unchanged. */
function byBetterClock({ start }: SessionState, event: AccountingEvent): AccountingEvent {
  const distance = (each: AccountingEvent) => Math.abs((beginningOf(each) ?? start) - start);
  const ours = byOurClock(event);
  return distance(ours) < distance(event) || event.at < start - SLACK ? ours : event;
}

/**
 * The event by the other clock, if a session agrees with that but none with the event's own: late reports (Acct-Delay-Time) have a time by
 * our clock, all others one by the unit's, which may be behind. Also a Start that by the unit's clock falls within a session that had ended
 * before the Start arrived.
 */
function byFittingClock(sessions: readonly SessionState[], event: AccountingEvent): AccountingEvent {
  const fitting = fittingSession(sessions, event);
  if (isOnTime(fitting, event)) return event;
  if (event.arrived === undefined) {
    return (
      sessions
        .filter((session) => session.behind !== undefined && compared(session, event).isSame)
        .map((session) => ({ session, there: { ...event, at: event.at - (session.behind ?? 0) } }))
        .findLast(({ session, there }) => isPossible(session, there) && isOnTime(session, there))?.there ?? event
    );
  }
  const ours = byOurClock(event);
  const isWithin = event.kind === 'start' && fitting?.ended?.isFinal === true;
  return isWithin || isOnTime(fittingSession(sessions, ours), ours) ? ours : event;
}

/** For a copy of a known report, the event at the time of the original: the copy's arrival says nothing about the session. */
function asItHappened(session: SessionState, { arrived: _, ...event }: AccountingEvent): AccountingEvent {
  return { ...event, at: Math.min(event.at, timeIn(session, event)) };
}

/** The running session that an event continues by rule 6. */
function continuedSession(sessions: readonly SessionState[], reported: AccountingEvent): SessionState | undefined {
  const event = byOurClock(reported);
  const running = sessions.at(-1);
  if (running === undefined || running.ended !== null || event.kind === 'start' || event.at < running.start - SLACK) return undefined;
  if (!compared(running, event).isSame || isFollowing(running, event)) return undefined;
  return isPossible(running, event) || isContinuing(running, event) ? running : undefined;
}

/**
 * Reports that rule 6 assigned to this session although they began after its Stop, which has arrived late: they belong to the next session
 * with the same key, whose Start was lost. Returns those of one session only, because one report can't begin two.
 */
function straysOf(session: SessionState, event: AccountingEvent): Sample[] {
  const { seconds } = event;
  if (event.kind !== 'stop' || seconds === null || session.before.seconds > seconds || !isOnTime(session, event)) return [];
  const startSecondsOf = (sample: Sample) => sample.seconds - (sample.told ?? sample.seconds);
  const later = session.samples.filter((sample) => sample.seconds > seconds && startSecondsOf(sample) >= seconds);
  return later.filter((sample) => (startSecondsOf(sample) - startSecondsOf(later[0] ?? sample)) * 1000 <= SLACK);
}

function withoutSamples(session: SessionState, strays: readonly Sample[]): SessionState {
  const samples = session.samples.filter((sample) => !strays.includes(sample));
  const { seconds, up, down } = countsOf(samples, session.before).at(-1)?.count ?? session.before;
  return { ...session, samples, heard: session.start + seconds * 1000, seconds, up: up.total, down: down.total };
}

/** A remembered report as an event, by our clock. */
const asEvent = (
  { start, who }: SessionState,
  { seconds, told: reportedSeconds = seconds, up, down, isWide }: Sample,
): AccountingEvent => ({
  kind: 'interim',
  at: start + seconds * 1000,
  seconds: reportedSeconds,
  up,
  down,
  isWide,
  cause: '',
  ...(who !== undefined && { who }),
});

/** Whether an event continues the session: its counters haven't dropped or, without traffic so far, its session time hasn't. */
function isContinuing({ seconds, before, samples }: SessionState, event: AccountingEvent): boolean {
  const known = countsOf(samples, before).at(-1)?.count ?? before;
  const steps = [stepOf(known.up, event.up, event.isWide), stepOf(known.down, event.down, event.isWide)];
  const isKnown = known.up.total + known.down.total > 0;
  if (steps.some(({ hasFallen }) => hasFallen)) return false;
  return isKnown || (event.seconds ?? 0) >= seconds;
}

function isPossible(session: SessionState, event: AccountingEvent): boolean {
  const { at } = event;
  const startedAt = beginningOf(event);
  if (at < session.start - SLACK) return false;
  if (startedAt === null) return !session.ended?.isFinal || at <= session.ended.at + SLACK;
  // An event that by its session time began after the session's last event is the first report of another session.
  return startedAt <= session.start + SLACK || startedAt <= (session.ended?.at ?? session.heard);
}

/** Whether the event agrees with the start of the session that its time suggests, so that there is no doubt. */
function isOnTime(fitting: SessionState | undefined, event: AccountingEvent): boolean {
  const startedAt = beginningOf(event);
  return fitting !== undefined && (startedAt === null || Math.abs(fitting.start - startedAt) <= SLACK);
}

function withAnother(sessions: readonly SessionState[], event: AccountingEvent): SessionState[] {
  const startedAt = beginningOf(event) ?? event.at;
  const start = sessions.some((session) => session.start === startedAt)
    ? Math.max(...sessions.map((session) => session.start)) + 1
    : startedAt;
  const none = { raw: 0, total: 0 };
  const empty: SessionState = {
    start,
    heard: event.at,
    seconds: 0,
    up: 0,
    down: 0,
    samples: [],
    ended: null,
    before: { seconds: 0, up: none, down: none },
    ...(event.who !== undefined && { who: event.who }),
    // Assumed to be the session's addresses since its start.
    ...addressesAfter({ heard: start }, event, start),
  };
  const later = sessions.find((session) => session.start > start);
  const added = { ...advanced(empty, event, true), start };
  const all = [...sessions, added].sort((one, other) => one.start - other.start);
  // A session followed by another with the same key is over, even if its Stop was lost.
  return all.map((session) => {
    if (session.ended !== null || session === all.at(-1)) return session;
    return { ...session, ended: { at: session.heard, decided: later?.start ?? start, cause: OWN_CAUSE.replaced, isFinal: false } };
  });
}

function advanced(session: SessionState, event: AccountingEvent, isLast: boolean): SessionState {
  const isFitting = isPossible(session, event);
  const earliestStart = earliestStartOf(session, event);
  const start = isFitting ? startBy(session, event) : session.start;
  const elapsed = Math.max(0, Math.round((event.at - start) / 1000));
  const seconds = event.kind === 'start' ? 0 : (event.seconds ?? elapsed);
  // Once a session time didn't fit, reports are ordered by our clock.
  const isOrdered = isFitting && session.samples.every(({ told: reportedSeconds }) => reportedSeconds === undefined);
  const counted = withSample(session, event, isOrdered ? { seconds } : { seconds: Math.max(seconds, elapsed), told: seconds });
  const lastReport = Math.max(session.heard, event.at);
  const { behind: before, ...rest } = session;
  const behind = event.arrived === undefined || seconds < session.seconds ? before : event.arrived - event.at;
  const next = {
    ...rest,
    ...counted,
    start,
    ...(earliestStart !== undefined && { begun: earliestStart }),
    heard: lastReport,
    ...(behind !== undefined && behind > SLACK && { behind }),
    seconds: Math.max(session.seconds, seconds),
    ...withPrints(session, event),
    ...addressesAfter(session, event, event.at),
  };
  return { ...next, ended: endedBy(session, event, { isNewer: seconds > session.seconds, isLast }) };
}

const earliestStartOf = ({ begun: earliestStart }: SessionState, { kind, at }: AccountingEvent) =>
  kind === 'start' ? Math.min(earliestStart ?? at, at) : earliestStart;

/** A session can begin before its Start by no more than that can be late: a longer session time is wrong, such as the unit's uptime. */
function startBy({ start, begun: earliestStart = -Infinity }: SessionState, event: AccountingEvent): number {
  const suggested = beginningOf(event) ?? start;
  return suggested < earliestStart - SLACK ? start : Math.min(start, suggested);
}

function addressesAfter(
  { addresses = [], heard: lastReport }: Pick<SessionState, 'addresses' | 'heard'>,
  event: AccountingEvent,
  at: number,
): Pick<SessionState, 'addresses'> {
  const after = withAddresses(addresses, event.addresses ?? [], { at, isNewest: at >= lastReport });
  return after === addresses ? {} : { addresses: after };
}

function endedBy(
  { ended, start }: SessionState,
  event: AccountingEvent,
  { isNewer, isLast }: { isNewer: boolean; isLast: boolean },
): Ended | null {
  if (event.kind === 'stop') {
    const at = Math.max(event.at, start);
    return ended?.isFinal ? { ...ended, at: Math.min(ended.at, at) } : { at, decided: at, cause: event.cause, isFinal: true };
  }
  if (ended === null || ended.isFinal || event.kind === 'start') return ended;
  if (event.at > ended.decided) return isNewer && isLast ? null : ended;
  return { ...ended, at: Math.max(ended.at, event.at) };
}

/** Interims aren't remembered: there are too many, and nearly all can be recognised by their traffic. */
function withPrints({ prints = [] }: SessionState, { kind, fingerprint }: AccountingEvent): Pick<SessionState, 'prints'> {
  if (fingerprint === undefined || kind === 'interim') return {};
  const { content, packet } = fingerprint;
  const fingerprints = packet === null || packet === content ? [content] : [content, packet];
  const more = fingerprints.filter((print) => !prints.includes(print));
  return more.length === 0 ? {} : { prints: [...prints, ...more].slice(-MAX_PRINTS) };
}

/** Nearly every report changes one of the first two, so that the rest needn't be compared. */
const isEqual = (one: SessionState, other: SessionState) =>
  one.heard === other.heard && one.seconds === other.seconds && JSON.stringify(one) === JSON.stringify(other);
