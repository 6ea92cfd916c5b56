/**
 * Session accounting as a pure function: known session state plus one report gives the new state. Reports get lost, duplicated, delayed and
 * reordered; the result should depend on that as little as possible. Times are milliseconds since 1970.
 *
 * Counters are totals since the session began. Reports are ordered by session time (Acct-Session-Time), which needs no synchronised clock:
 * less session time means older. Counters never decrease, and begin with those of the Start if that tells any. A 32-bit counter that drops has
 * wrapped or was restarted, see `isWrapped`. One that leaps as no link could, or to what is negative as a signed number, counts only once a
 * later report confirms it, see `believed`.
 *
 * A report belongs to the session whose start fits best. But units send reports again without Acct-Delay-Time, and recorded packets can be
 * replayed, so `at` may be when a copy arrived, days after the event. Units also reuse keys, so that a later report may be genuine. These
 * rules tell them apart, in this order:
 *
 * 1. A Start or Stop that is known by its fingerprint says nothing new. So does a Start with the content of a running session's, even in
 *    another packet: if it does begin a session, the next interim or Stop shows it by a session time that agrees with this Start.
 * 2. An interim or Stop with the session time and the traffic of a known report is that report: sessions hardly ever agree to the byte. Only
 *    a Stop of an unknown packet that fits another session's start within SLACK is that session's.
 * 3. A report whose session time fits a known start within SLACK belongs there. Sessions without traffic may be equally long.
 * 4. A report without traffic that equals a known one is a copy, and so is an interim with less than what is remembered in detail. An
 *    interim may instead be of a new session whose Start was lost: if so, the next one agrees with it.
 * 5. Anything else goes by its time.
 * 6. What fits no session by its time continues the running one of its key and guest if its counters or its session time do: clocks of units
 *    step, a session time may leave out idle time or start anew, and a late report may not say how late it is. Otherwise it begins a session,
 *    and so it does if a report taken for a copy agrees with it.
 *
 * All this is by the clock with which a session agrees, the unit's or ours: see `byFittingClock`.
 *
 * A Start that names another guest than a session does isn't of that session, however well it fits: units reuse keys within a second.
 */

import type { Counter, Doubtful, Ended, Sample, SessionState, Who } from '../database/jsonColumns';
import { withAddresses, type ReportedAddress } from './sessionAddresses';

/** Short hashes of a packet, equal for copies of it. */
export interface Fingerprint {
  /** Of all that a retransmission leaves as it was. */
  content: string;
  /**
   * Of the packet itself. Equal to `content` if no other session's packet has the same, as with a timestamp; null if that isn't sure and
   * nothing else tells packets apart.
   */
  packet: string | null;
}

export interface AccountingEvent {
  kind: 'start' | 'interim' | 'stop';
  /** When the event happened, see `eventTime`. */
  at: number;
  /** When the report arrived, if `at` is by the unit's clock. */
  arrived?: number;
  /** Who is online, as far as the unit says. */
  who?: Who;
  /** Seconds since the session began; null if not reported. */
  seconds: number | null;
  /** Bytes from and to the guest since the session began; null if not reported. */
  up: number | null;
  down: number | null;
  /** Whether the counters are complete (64-bit); otherwise they are the lower 32 bits. */
  isWide: boolean;
  /** Why the session stopped: one of TERMINATE_CAUSE, or empty. */
  cause: string;
  /** Those that the unit reports, if any. */
  addresses?: readonly ReportedAddress[];
  /** Only of a Start or Stop, and not of openNDS. */
  fingerprint?: Fingerprint;
}

/** Our own causes, besides those that units report. */
const OWN_CAUSE = { silent: 'no_word', restarted: 'unit_restarted', replaced: 'replaced', unknown: 'unknown_to_unit' } as const;

/** Tolerance in milliseconds between times of the same event: retransmissions often carry no Acct-Delay-Time. */
const SLACK = 60_000;

/** Longer session times are bogus, or come from a clock that is decades off. */
const MAX_SECONDS = 366 * 86_400;

/** One petabyte: more than any guest uses, and sums of it still fit the columns. */
const MAX_BYTES = 1e15;

/** Bytes per second no counter can exceed (1 Gbit/s). A drop that would need more was a counter restart, not a wrap. */
const FASTEST = 125_000_000;

/** Bytes per second that nobody moves (10 Gbit/s): a counter that has advanced by more tells something else. */
const IMPOSSIBLE = 1_250_000_000;

/** A guest who moves as much as this many times the usual between two reports still moves as usual. */
const USUAL_AT_MOST = 4;

/** Seconds by which two reports may be further apart than their session times say. */
const SPARE_SECONDS = 60;

const WRAP = 2 ** 32;
/** From here on a 32-bit counter is negative to a unit that takes it for a signed number. */
const NEGATIVE = 2 ** 31;
/** Such a negative number is small if it is no further from 0. */
const SMALL = 2 ** 24;
const MAX_SAMPLES = 8;

/** How well the starts suggested by two interims agree if both are genuine, in milliseconds. Copies would do so only by chance. */
const AGREEMENT = 10_000;

/** Some, as copies may arrive between genuine reports. */
const MAX_DOUBTFUL = 3;

/** Enough for a Start and a Stop without timestamps, each sent twice. */
const MAX_PRINTS = 6;

/** A session is over after MISSED missed reports, but not before MIN_SILENCE milliseconds. */
const MISSED = 3;
const MIN_SILENCE = 15 * 60_000;

/** How far a unit's clock may be off, in milliseconds, for its timestamp to be trusted as the time of an event. */
const CLOCK_LATE = 15 * 60_000;
const CLOCK_EARLY = 10_000;
const MAX_DELAY_SECONDS = 7 * 86_400;

/**
 * When an event happened, in milliseconds since 1970. Acct-Delay-Time is preferred because it needs no correct clock; the unit's timestamp
 * counts only if it is plausible (units without a battery start in 1970).
 */
export function eventTime(
  arrived: number,
  { delaySeconds = 0, timestamp }: { delaySeconds?: number; timestamp?: number | undefined },
): number {
  if (isDelayed(delaySeconds)) return arrived - delaySeconds * 1000;
  const isCredible = timestamp !== undefined && timestamp >= arrived - CLOCK_LATE && timestamp <= arrived + CLOCK_EARLY;
  return isCredible ? Math.min(timestamp, arrived) : arrived;
}

/** Whether an Acct-Delay-Time is believed. */
export const isDelayed = (seconds: number) => seconds > 0 && seconds <= MAX_DELAY_SECONDS;

/**
 * When a unit started or stopped, `at` being the event time of that report. An earlier time by the unit's own clock is believed however late
 * the report is, unless by a clock that was never set: sessions that began since then are not ended by it.
 */
export function restartTime(at: number, { arrived, timestamp = at }: { arrived: number; timestamp?: number | undefined }): number {
  return timestamp < arrived - MAX_DELAY_SECONDS * 1000 ? at : Math.min(at, timestamp);
}

/**
 * Applies a report to the sessions of one unit that share a key, oldest first: units reuse keys. Returns the same array if nothing changed.
 * Only the last session can be running.
 */
export function applyAccountingEvent(sessions: readonly SessionState[], told: AccountingEvent): readonly SessionState[] {
  const seconds = told.seconds !== null && told.seconds <= MAX_SECONDS ? told.seconds : null;
  const isCredible = [told.up, told.down].every((bytes) => bytes === null || bytes <= MAX_BYTES);
  const event = byFittingClock(sessions, { ...told, seconds, ...(!isCredible && { up: null, down: null }) });
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
  // Sessions of one key are told apart by their starts.
  const isTaken = sessions.some((session) => session !== its && session.start === doubted.start);
  const next = isTaken ? { ...doubted, start: its.start } : doubted;
  return isEqual(its, next) ? sessions : sessions.map((session) => (session === its ? next : session));
}

/** When the session of an event began, as far as the event says. */
function beginningOf({ kind, at, seconds }: AccountingEvent): number | null {
  if (kind === 'start') return at;
  return seconds === null ? null : at - seconds * 1000;
}

/** The session whose start fits best, of those of the same guest if there are any. */
function fittingSession(sessions: readonly SessionState[], event: AccountingEvent): SessionState | undefined {
  const begun = beginningOf(event);
  const possible = sessions.filter((session) => isPossible(session, event));
  const same = possible.filter((session) => !compared(session, event).isOther);
  const fitting = same.length > 0 || event.kind === 'start' ? same : possible;
  if (begun === null) return fitting.at(-1);
  return fitting.sort((one, other) => Math.abs(one.start - begun) - Math.abs(other.start - begun))[0];
}

const IDENTITIES = ['name', 'device'] as const;

/** Of what both name, whether anything differs, and whether anything is the same. */
function compared({ who = {} }: SessionState, event: AccountingEvent): { isOther: boolean; isSame: boolean } {
  const both = IDENTITIES.filter((each) => who[each] !== undefined && event.who?.[each] !== undefined);
  const isOther = both.some((each) => who[each] !== event.who?.[each]);
  return { isOther, isSame: both.length > 0 && !isOther };
}

/** The time by our clock, where the unit's doesn't fit what is known. */
const byOurClock = (event: AccountingEvent): AccountingEvent => ({ ...event, at: event.arrived ?? event.at });

/** By our clock if the session's start agrees better with it. */
function byBetterClock({ start }: SessionState, event: AccountingEvent): AccountingEvent {
  const distance = (each: AccountingEvent) => Math.abs((beginningOf(each) ?? start) - start);
  const ours = byOurClock(event);
  return distance(ours) < distance(event) || event.at < start - SLACK ? ours : event;
}

/**
 * By the other clock if a session agrees with that, as none does with the event's own: a late report says when it was by ours, and other
 * reports by the unit's, which may be behind. Also if a start by the unit's clock is within a session that has ended before it arrived.
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

/** Of a report that is known, when it was new: that it arrives again tells nothing of the session. */
function asItHappened(session: SessionState, { arrived: _, ...event }: AccountingEvent): AccountingEvent {
  return { ...event, at: Math.min(event.at, timeIn(session, event)) };
}

/** Rule 6. */
function continuedSession(sessions: readonly SessionState[], told: AccountingEvent): SessionState | undefined {
  const event = byOurClock(told);
  const running = sessions.at(-1);
  if (running === undefined || running.ended !== null || event.kind === 'start' || event.at < running.start - SLACK) return undefined;
  if (!compared(running, event).isSame || isFollowing(running, event)) return undefined;
  return isPossible(running, event) || isContinuing(running, event) ? running : undefined;
}

/**
 * What rule 6 took for a session's, but began after its stop, which has come late: reports of the next session under its key, whose start was
 * lost. Only those of one session, as no report begins two.
 */
function straysOf(session: SessionState, event: AccountingEvent): Sample[] {
  const { seconds } = event;
  if (event.kind !== 'stop' || seconds === null || session.before.seconds > seconds || !isOnTime(session, event)) return [];
  const begun = (sample: Sample) => sample.seconds - (sample.told ?? sample.seconds);
  const later = session.samples.filter((sample) => sample.seconds > seconds && begun(sample) >= seconds);
  return later.filter((sample) => (begun(sample) - begun(later[0] ?? sample)) * 1000 <= SLACK);
}

function withoutSamples(session: SessionState, strays: readonly Sample[]): SessionState {
  const samples = session.samples.filter((sample) => !strays.includes(sample));
  const { seconds, up, down } = countsOf(samples, session.before).at(-1)?.count ?? session.before;
  return { ...session, samples, heard: session.start + seconds * 1000, seconds, up: up.total, down: down.total };
}

/** A report of a session as it was received, by our clock. */
const asEvent = ({ start, who }: SessionState, { seconds, told = seconds, up, down, isWide }: Sample): AccountingEvent => ({
  ...{ kind: 'interim', at: start + seconds * 1000, seconds: told, up, down, isWide, cause: '' },
  ...(who !== undefined && { who }),
});

/** Whether an event goes on from what is known: its counters, or without traffic so far its session time. */
function isContinuing({ seconds, before, samples }: SessionState, event: AccountingEvent): boolean {
  const known = countsOf(samples, before).at(-1)?.count ?? before;
  const steps = [stepOf(known.up, event.up, event.isWide), stepOf(known.down, event.down, event.isWide)];
  const isKnown = known.up.total + known.down.total > 0;
  if (steps.some(({ hasFallen }) => hasFallen)) return false;
  return isKnown || (event.seconds ?? 0) >= seconds;
}

function isPossible(session: SessionState, event: AccountingEvent): boolean {
  const { at } = event;
  const begun = beginningOf(event);
  if (at < session.start - SLACK) return false;
  if (begun === null) return !session.ended?.isFinal || at <= session.ended.at + SLACK;
  // A start after the session's last event belongs to another session, of which this is the first report.
  return begun <= session.start + SLACK || begun <= (session.ended?.at ?? session.heard);
}

const isKnownPacket = ({ prints }: SessionState, { fingerprint }: AccountingEvent) =>
  typeof fingerprint?.packet === 'string' && prints?.includes(fingerprint.packet) === true;

/** Whether the session that the event's time suggests is beyond doubt. */
function isOnTime(fitting: SessionState | undefined, event: AccountingEvent): boolean {
  const begun = beginningOf(event);
  return fitting !== undefined && (begun === null || Math.abs(fitting.start - begun) <= SLACK);
}

/** Rules 1 and 2. */
function isSurelyRepeated(session: SessionState, event: AccountingEvent): boolean {
  const { kind, seconds, fingerprint } = event;
  if (!isPast(session, event)) return false;
  if (kind === 'start')
    return session.ended === null && fingerprint !== undefined && session.prints?.includes(fingerprint.content) === true;
  return seconds !== null && hasTraffic(event) && hasSample(session, event);
}

/** Whether the event is a Stop other than those that the session has ended with, as far as fingerprints are known. */
const isOtherStop = ({ ended, prints }: SessionState, { kind, fingerprint }: AccountingEvent) =>
  kind === 'stop' && ended?.isFinal === true && typeof fingerprint?.packet === 'string' && prints?.includes(fingerprint.packet) === false;

/** Rule 4. */
function isProbablyRepeated(session: SessionState, event: AccountingEvent): boolean {
  const { kind } = event;
  if (kind === 'start' || !isPast(session, event)) return false;
  if (kind === 'interim') return !isFollowing(session, event) && (hasSample(session, event) || isForgotten(session, event));
  return session.ended?.isFinal ? isItsStop(session, session.ended.cause, event) : hasSample(session, event);
}

/** A copy can't arrive before the event that it reports. */
const isPast = (session: SessionState, event: AccountingEvent) => event.at >= timeIn(session, event) - SLACK;

/** When a session's report of this kind and session time happened. */
function timeIn({ start, heard, ended }: SessionState, { kind, seconds }: AccountingEvent): number {
  if (kind === 'start') return start;
  return seconds === null ? (ended?.at ?? heard) : start + seconds * 1000;
}

/** Whether the event and a doubtful report are of the same session, and therefore both genuine. */
function isFollowing({ doubtful = [] }: SessionState, event: AccountingEvent): boolean {
  const { start, seconds } = suggestedBy(event);
  return doubtful.some((former) => Math.abs(start - former.start) <= AGREEMENT && Math.abs(seconds - former.seconds) * 1000 > AGREEMENT);
}

const doubting = (session: SessionState, event: AccountingEvent): SessionState => ({
  ...session,
  doubtful: [...(session.doubtful ?? []), suggestedBy(event)].slice(-MAX_DOUBTFUL),
});

const suggestedBy = (event: AccountingEvent): Doubtful => ({ start: beginningOf(event) ?? event.at, seconds: event.seconds ?? 0 });

/** Whether the event is the Stop of a session that ended with one. */
function isItsStop(session: SessionState, endedBecause: string, event: AccountingEvent): boolean {
  const { seconds, cause, fingerprint } = event;
  if (fingerprint && session.prints) return session.prints.includes(fingerprint.content);
  if (cause !== endedBecause || (seconds !== null && seconds !== session.seconds)) return false;
  if (hasSample(session, event)) return true;
  const isComparable = event.up !== null && event.down !== null;
  return seconds !== null && (!isComparable || (!hasTraffic(event) && !hasTraffic(session)));
}

const hasTraffic = ({ up, down }: Pick<AccountingEvent, 'up' | 'down'>) => (up ?? 0) + (down ?? 0) > 0;

/** Without a session time, only traffic can tell a report from others. */
const isSample = (sample: Sample, { seconds, up, down }: Pick<AccountingEvent, 'seconds' | 'up' | 'down'>) =>
  sample.up === up && sample.down === down && (seconds === null ? hasTraffic(sample) : (sample.told ?? sample.seconds) === seconds);

const hasSample = ({ samples }: SessionState, event: Pick<AccountingEvent, 'seconds' | 'up' | 'down'>) =>
  samples.some((sample) => isSample(sample, event));

/** Whether the event may be an interim that is no longer among the samples, or never was. */
function isForgotten({ seconds: latest, before }: SessionState, { seconds, up, down }: AccountingEvent): boolean {
  const newest = up === null && down === null ? latest : before.seconds;
  return seconds !== null && seconds <= newest && (up ?? 0) <= greatestOf(before.up) && (down ?? 0) <= greatestOf(before.down);
}

/** No report so far has told more, whether or not it was believed. */
const greatestOf = ({ raw, total, doubted = 0 }: Counter) => Math.max(raw, total, doubted);

function withAnother(sessions: readonly SessionState[], event: AccountingEvent): SessionState[] {
  const begun = beginningOf(event) ?? event.at;
  const start = sessions.some((session) => session.start === begun) ? Math.max(...sessions.map((session) => session.start)) + 1 : begun;
  const none = { raw: 0, total: 0 };
  const empty: SessionState = {
    ...{ start, heard: event.at, seconds: 0, up: 0, down: 0, samples: [], ended: null },
    before: { seconds: 0, up: none, down: none },
    ...(event.who !== undefined && { who: event.who }),
    // As far as is known it has had them from the start.
    ...addressesAfter({ heard: start }, event, start),
  };
  const later = sessions.find((session) => session.start > start);
  const made = { ...advanced(empty, event, true), start };
  const all = [...sessions, made].sort((one, other) => one.start - other.start);
  // A session followed by another with the same key is over, whatever reports were lost.
  return all.map((session) => {
    if (session.ended !== null || session === all.at(-1)) return session;
    return { ...session, ended: { at: session.heard, decided: later?.start ?? start, cause: OWN_CAUSE.replaced, isFinal: false } };
  });
}

function advanced(session: SessionState, event: AccountingEvent, isLast: boolean): SessionState {
  const isFitting = isPossible(session, event);
  const begun = begunBy(session, event);
  const start = isFitting ? startBy(session, event) : session.start;
  const elapsed = Math.max(0, Math.round((event.at - start) / 1000));
  const seconds = event.kind === 'start' ? 0 : (event.seconds ?? elapsed);
  // Once a session time didn't fit, our clock orders its reports.
  const isOrdered = isFitting && session.samples.every(({ told }) => told === undefined);
  const counted = withSample(session, event, isOrdered ? { seconds } : { seconds: Math.max(seconds, elapsed), told: seconds });
  const heard = Math.max(session.heard, event.at);
  const { behind: before, ...rest } = session;
  const behind = event.arrived === undefined || seconds < session.seconds ? before : event.arrived - event.at;
  const next = {
    ...{
      ...rest,
      ...counted,
      start,
      ...(begun !== undefined && { begun }),
      heard,
      ...(behind !== undefined && behind > SLACK && { behind }),
      seconds: Math.max(session.seconds, seconds),
    },
    ...withPrints(session, event),
    ...addressesAfter(session, event, event.at),
  };
  return { ...next, ended: endedBy(session, event, { isNewer: seconds > session.seconds, isLast }) };
}

const begunBy = ({ begun }: SessionState, { kind, at }: AccountingEvent) => (kind === 'start' ? Math.min(begun ?? at, at) : begun);

/** A session began before its Start only as much as that may have been late: a longer session time is none, such as that of the unit. */
function startBy({ start, begun = -Infinity }: SessionState, event: AccountingEvent): number {
  const suggested = beginningOf(event) ?? start;
  return suggested < begun - SLACK ? start : Math.min(start, suggested);
}

function addressesAfter(
  { addresses = [], heard }: Pick<SessionState, 'addresses' | 'heard'>,
  event: AccountingEvent,
  at: number,
): Pick<SessionState, 'addresses'> {
  const after = withAddresses(addresses, event.addresses ?? [], { at, isNewest: at >= heard });
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

/** Interims would be too many to remember, and need it least: few lack traffic. */
function withPrints({ prints = [] }: SessionState, { kind, fingerprint }: AccountingEvent): Pick<SessionState, 'prints'> {
  if (fingerprint === undefined || kind === 'interim') return {};
  const { content, packet } = fingerprint;
  const told = packet === null || packet === content ? [content] : [content, packet];
  const more = told.filter((print) => !prints.includes(print));
  return more.length === 0 ? {} : { prints: [...prints, ...more].slice(-MAX_PRINTS) };
}

/** Inserts a report in session-time order and recounts from the oldest one kept. */
function withSample(
  session: SessionState,
  event: AccountingEvent,
  time: Pick<Sample, 'seconds' | 'told'>,
): Pick<SessionState, 'samples' | 'before' | 'up' | 'down'> {
  const { samples, before, up, down } = session;
  const { seconds } = time;
  if (isBase(event)) return before.seconds > 0 ? { samples, before, up, down } : countedFrom(session, event);
  const isOld = seconds < before.seconds;
  // By our clock a copy would come at another time, between reports of other counters.
  const isKnown = samples.some((each) => each.told !== undefined && isSample(each, event));
  if ((event.up === null && event.down === null) || isOld || isKnown) return { samples, before, up, down };
  const sample = { ...time, up: event.up, down: event.down, isWide: event.isWide };
  const same = samples.find((each) => each.seconds === seconds);
  const merged = same ? samples.map((each) => (each === same ? greater(same, sample) : each)) : [...samples, sample];
  const sorted = merged.sort((one, other) => one.seconds - other.seconds);
  const counts = countsOf(sorted, before);
  const now = counts.at(-1)?.count ?? before;
  // What was counted of a value before a later one showed that it was none is taken back.
  const total = (direction: Direction) =>
    counts.some(({ doubted }) => doubted.includes(direction)) ? now[direction].total : Math.max(session[direction], now[direction].total);
  const dropped = Math.max(0, sorted.length - MAX_SAMPLES);
  const anchor = counts[dropped - 1]?.count ?? before;
  return { samples: sorted.slice(dropped), before: anchor, up: total('up'), down: total('down') };
}

/** Whether a Start tells counters that go on from a former session: nothing has passed yet. */
const isBase = (event: AccountingEvent) => event.kind === 'start' && (event.seconds ?? 0) === 0 && hasTraffic(event);

/** Counts a session's reports anew from what its Start says. */
function countedFrom({ samples }: SessionState, event: AccountingEvent): Pick<SessionState, 'samples' | 'before' | 'up' | 'down'> {
  const before = { seconds: 0, up: { raw: event.up ?? 0, total: 0 }, down: { raw: event.down ?? 0, total: 0 } };
  const { up, down } = countsOf(samples, before).at(-1)?.count ?? before;
  return { samples, before, up: up.total, down: down.total };
}

function greater(one: Sample, other: Sample): Sample {
  if (one.isWide !== other.isWide) return one.isWide ? one : other;
  return { ...one, up: greaterOf(one.up, other.up), down: greaterOf(one.down, other.down) };
}

const greaterOf = (one: number | null, other: number | null) => (one === null || other === null ? (one ?? other) : Math.max(one, other));

const DIRECTIONS = ['up', 'down'] as const;
type Direction = (typeof DIRECTIONS)[number];

/** What is counted after each of these reports, and of which of its counters nothing is believed. */
function countsOf(samples: readonly Sample[], before: SessionState['before']) {
  let count = before;
  return samples.map((sample, nth) => {
    const doubted = DIRECTIONS.filter((direction) => !isBelieved(count, sample, samples.slice(nth + 1), direction));
    const believed = counted(count, { ...sample, ...Object.fromEntries(doubted.map((direction) => [direction, null])) });
    const noting = (direction: Direction) =>
      doubted.includes(direction) ? noted(believed[direction], sample[direction]) : believed[direction];
    count = { ...believed, up: noting('up'), down: noting('down') };
    return { count, doubted };
  });
}

const noted = (counter: Counter, told: number | null): Counter => ({ ...counter, doubted: Math.max(counter.doubted ?? 0, told ?? 0) });

/**
 * Whether a counter that has leapt is believed. What no link could have moved is not, nor is much more than usual to a value that is negative as
 * a signed number, if the next report goes on from before. Until there is one, a guest isn't charged for a leap to a small negative number.
 */
function isBelieved(before: SessionState['before'], sample: Sample, later: readonly Sample[], direction: Direction): boolean {
  const step = stepOf(before[direction], sample[direction], sample.isWide);
  const { told, more, isWide } = step;
  if (told === null || more <= 0) return true;
  const elapsed = sample.seconds - before.seconds;
  const isMuch = (bytes: number, seconds: number) => bytes > usualIn(before, direction, seconds) * USUAL_AT_MOST;
  // With nothing before it, nothing could be gone on from.
  const isOdd = !isWide && told >= NEGATIVE && told > more && isMuch(more, elapsed);
  const next = later.find((each) => each[direction] !== null && each[direction] !== told);
  const isSmall = told >= WRAP - SMALL;
  if (next === undefined) return !isImpossible(step, elapsed) && !(isOdd && isSmall && more > NEGATIVE);
  const after = (next[direction] ?? 0) - told;
  const hasReturned = after < 0 && -after <= more;
  if (isImpossible(step, elapsed)) return !hasReturned;
  if (!isOdd || !hasReturned || (more <= NEGATIVE && !isSmall)) return true;
  if (next.isWide || (isSmall && isMuch(more + after + WRAP, next.seconds - before.seconds))) return false;
  // A guest who has filled the counter is about as fast when it wraps.
  return more / elapsed <= (USUAL_AT_MOST * (after + WRAP)) / (next.seconds - sample.seconds);
}

/** Whether a counter has advanced by more than any link could have moved. Without a session time nobody knows since when. */
const isImpossible = ({ more }: Step, elapsed: number) => elapsed > 0 && more > (elapsed + SPARE_SECONDS) * IMPOSSIBLE;

/** Bytes that pass in a time if the session goes on as so far. */
const usualIn = (before: SessionState['before'], direction: Direction, elapsed: number) =>
  before.seconds > 0 ? (before[direction].total / before.seconds) * elapsed : 0;

function counted(before: SessionState['before'], sample: Sample): SessionState['before'] {
  const elapsed = sample.seconds - before.seconds;
  const steps = { up: stepOf(before.up, sample.up, sample.isWide), down: stepOf(before.down, sample.down, sample.isWide) };
  const isRestart = steps.up.hasFallen && steps.down.hasFallen;
  // A report whose session time doesn't fit may be older than it seems.
  const isInDoubt = sample.told !== undefined;
  const after = (direction: Direction) => {
    const [step, usual] = [steps[direction], usualIn(before, direction, elapsed)];
    if (isImpossible(step, elapsed)) return restarted(before[direction], step);
    return countedOn(before[direction], step, !isInDoubt && isWrapped(step, { elapsed, usual, isRestart }));
  };
  return { seconds: sample.seconds, up: after('up'), down: after('down') };
}

/** What a counter says compared with what is known. */
interface Step {
  told: number | null;
  /** Bytes it has advanced; negative if it has fallen. */
  more: number;
  hasFallen: boolean;
  isWide: boolean;
}

function stepOf({ raw }: Counter, told: number | null, isWide: boolean): Step {
  const low = isWide ? raw : raw % WRAP;
  const more = told === null ? 0 : told - low;
  return { told, more, hasFallen: more < 0, isWide };
}

/**
 * Whether a fallen 32-bit counter has wrapped rather than been restarted. It can't have moved faster than any link. Beyond that, either it
 * moves as fast as the session did before; or it is nearer to a wrap than to a restart, which would have made the other counter fall, too.
 * In doubt it was a restart: no guest may be charged for what didn't pass. A wrap doesn't end exactly at 0.
 */
function isWrapped(
  { told, more, hasFallen, isWide }: Step,
  { elapsed, usual, isRestart }: { elapsed: number; usual: number; isRestart: boolean },
): boolean {
  const advanced = more + WRAP;
  if (!hasFallen || isWide || told === 0 || advanced > elapsed * FASTEST) return false;
  return advanced <= usual * USUAL_AT_MOST || (!isRestart && advanced < -more);
}

function countedOn(counter: Counter, step: Step, hasWrapped: boolean): Counter {
  const { raw, total } = counter;
  const { told, more, hasFallen } = step;
  if (told === null) return counter;
  if (!hasFallen) return { ...counter, raw: raw + more, total: total + more };
  return hasWrapped ? { ...counter, raw: raw + more + WRAP, total: total + more + WRAP } : restarted(counter, step);
}

/** The unit began its counter anew. What it counted before this report is unknown; later increments are added. */
const restarted = (counter: Counter, { told }: Step): Counter => ({ ...counter, raw: told ?? counter.raw });

/** Ends a running session whose unit reported a start or stop of itself at `at`, if it began before that. */
export function endedByUnit(session: SessionState, at: number): SessionState {
  if (session.ended !== null || session.start >= at) return session;
  return { ...session, ended: { at: session.heard, decided: at, cause: OWN_CAUSE.restarted, isFinal: false } };
}

/**
 * Ends a running session at its last report because the same device began another at the same unit at `begun`, of which it has been silent
 * since.
 */
export function endedByNext(session: SessionState, begun: number): SessionState {
  if (session.ended !== null || session.start >= begun || session.heard > begun) return session;
  return { ...session, ended: { at: session.heard, decided: begun, cause: OWN_CAUSE.replaced, isFinal: false } };
}

/** Ends a running session that its unit reported at `at` not to have; it ended at some point after the last report. */
export function endedAsUnknown(session: SessionState, at: number): SessionState {
  if (session.ended !== null) return session;
  return { ...session, ended: { at: session.heard, decided: at, cause: OWN_CAUSE.unknown, isFinal: false } };
}

/** Ends a running session at its last report if that is too long before `now`, wherever the unit's clock stands. */
export function endedBySilence(session: SessionState, now: number): SessionState {
  const { heard, behind = 0 } = session;
  if (session.ended !== null || now - heard - behind <= silenceAllowed(session)) return session;
  return { ...session, ended: { at: heard, decided: now, cause: OWN_CAUSE.silent, isFinal: false } };
}

/** Units may report less often than we ask for, so the interval is taken from the last two reports. Milliseconds. */
function silenceAllowed({ samples }: SessionState): number {
  const [one, other] = samples.slice(-2);
  const interval = one && other ? (other.seconds - one.seconds) * 1000 : 0;
  return Math.max(MIN_SILENCE, Math.min(interval * MISSED, 86_400_000));
}

const isEqual = (one: SessionState, other: SessionState) => JSON.stringify(one) === JSON.stringify(other);
