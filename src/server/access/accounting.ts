/**
 * Session accounting as a pure function: known session state plus one report gives the new state. Reports get lost, duplicated, delayed and
 * reordered; the result should depend on that as little as possible. Times are milliseconds since 1970.
 *
 * Counters are totals since the session began. Reports are ordered by session time (Acct-Session-Time), which needs no synchronised clock:
 * less session time means older. Counters never decrease; a 32-bit counter that drops while session time grows has wrapped.
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
 * 5. Anything else goes by its time, and begins a session if it fits none.
 */

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
  /** Seconds since the session began; null if not reported. */
  seconds: number | null;
  /** Bytes from and to the guest since the session began; null if not reported. */
  up: number | null;
  down: number | null;
  /** Whether the counters are complete (64-bit); otherwise they are the lower 32 bits. */
  isWide: boolean;
  /** Why the session stopped: one of TERMINATE_CAUSE, or empty. */
  cause: string;
  /** Only of a Start or Stop, and not of openNDS. */
  fingerprint?: Fingerprint;
}

interface Counter {
  /** The unit's own counter, with wraps added. */
  raw: number;
  /** Traffic used; more than `raw` if the unit restarted its counter. */
  total: number;
}

interface Sample {
  seconds: number;
  up: number;
  down: number;
  isWide: boolean;
}

export interface SessionState {
  start: number;
  /** Time of the newest event. */
  heard: number;
  seconds: number;
  up: number;
  down: number;
  /** The latest reports ordered by session time, kept so that late ones can be inserted; `before` holds the counters preceding them. */
  samples: Sample[];
  before: { seconds: number; up: Counter; down: Counter };
  /** From the fingerprints of its starts and stops, oldest first. */
  prints?: string[];
  /** The last reports taken for copies that may instead be of a new session, which then began at `start`. */
  doubtful?: Doubtful[];
  ended: Ended | null;
}

interface Doubtful {
  start: number;
  seconds: number;
}

interface Ended {
  at: number;
  /** When we concluded it: only an event later than this shows that the session continued. */
  decided: number;
  cause: string;
  /** True if the unit reported the stop; false if we inferred it. */
  isFinal: boolean;
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

const WRAP = 2 ** 32;
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
  if (delaySeconds > 0 && delaySeconds <= MAX_DELAY_SECONDS) return arrived - delaySeconds * 1000;
  const isCredible = timestamp !== undefined && timestamp >= arrived - CLOCK_LATE && timestamp <= arrived + CLOCK_EARLY;
  return isCredible ? Math.min(timestamp, arrived) : arrived;
}

/**
 * Applies a report to the sessions of one unit that share a key, oldest first: units reuse keys. Returns the same array if nothing changed.
 * Only the last session can be running.
 */
export function applyAccountingEvent(sessions: readonly SessionState[], told: AccountingEvent): readonly SessionState[] {
  const seconds = told.seconds !== null && told.seconds <= MAX_SECONDS ? told.seconds : null;
  const isCredible = [told.up, told.down].every((bytes) => bytes === null || bytes <= MAX_BYTES);
  const event = { ...told, seconds, ...(!isCredible && { up: null, down: null }) };
  if (sessions.some((session) => isKnownPacket(session, event))) return sessions;
  const fitting = fittingSession(sessions, event);
  const onTime = isOnTime(fitting, event) ? fitting : undefined;
  const surely = sessions.findLast((session) => isSurelyRepeated(session, event) && !(onTime && isOtherStop(session, event)));
  const probably = surely || onTime ? undefined : sessions.findLast((session) => isProbablyRepeated(session, event));
  const repeated = surely ?? probably;
  const its = repeated ?? fitting;
  if (its === undefined) return withAnother(sessions, event);
  const timed = repeated ? { ...event, at: Math.min(event.at, timeIn(repeated, event)) } : event;
  const known = probably && event.kind === 'interim' ? its : advanced(its, timed, its === sessions.at(-1));
  const isDoubtful = event.kind === 'start' ? surely !== undefined : event.kind === 'interim' && probably !== undefined;
  const next = isDoubtful ? doubting(known, event) : known;
  return isEqual(its, next) ? sessions : sessions.map((session) => (session === its ? next : session));
}

/** When the session of an event began, as far as the event says. */
function beginningOf({ kind, at, seconds }: AccountingEvent): number | null {
  if (kind === 'start') return at;
  return seconds === null ? null : at - seconds * 1000;
}

/** The session whose start fits best. */
function fittingSession(sessions: readonly SessionState[], event: AccountingEvent): SessionState | undefined {
  const begun = beginningOf(event);
  const fitting = sessions.filter((session) => isPossible(session, event, begun));
  if (begun === null) return fitting.at(-1);
  return fitting.sort((one, other) => Math.abs(one.start - begun) - Math.abs(other.start - begun))[0];
}

function isPossible(session: SessionState, { at }: AccountingEvent, begun: number | null): boolean {
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
const hasSample = ({ samples }: SessionState, { seconds, up, down }: Pick<AccountingEvent, 'seconds' | 'up' | 'down'>) =>
  samples.some(
    (sample) => sample.up === up && sample.down === down && (seconds === null ? hasTraffic(sample) : sample.seconds === seconds),
  );

/** Whether the event may be an interim that is no longer among the samples, or never was. */
function isForgotten({ seconds: latest, before }: SessionState, { seconds, up, down }: AccountingEvent): boolean {
  const newest = up === null || down === null ? latest : before.seconds;
  return seconds !== null && seconds <= newest && (up ?? 0) <= before.up.total && (down ?? 0) <= before.down.total;
}

function withAnother(sessions: readonly SessionState[], event: AccountingEvent): SessionState[] {
  const start = beginningOf(event) ?? event.at;
  const none = { raw: 0, total: 0 };
  const empty: SessionState = {
    ...{ start, heard: event.at, seconds: 0, up: 0, down: 0, samples: [], ended: null },
    before: { seconds: 0, up: none, down: none },
  };
  const later = sessions.find((session) => session.start > start);
  const made = advanced(empty, event, true);
  const all = [...sessions, made].sort((one, other) => one.start - other.start);
  // A session followed by another with the same key is over, whatever reports were lost.
  return all.map((session) => {
    if (session.ended !== null || session === all.at(-1)) return session;
    return { ...session, ended: { at: session.heard, decided: later?.start ?? start, cause: OWN_CAUSE.replaced, isFinal: false } };
  });
}

function advanced(session: SessionState, event: AccountingEvent, isLast: boolean): SessionState {
  const start = Math.min(session.start, beginningOf(event) ?? session.start);
  const seconds = event.kind === 'start' ? 0 : (event.seconds ?? Math.max(0, Math.round((event.at - start) / 1000)));
  const counted = withSample(session, event, seconds);
  const next = {
    ...{ ...session, ...counted, start, heard: Math.max(session.heard, event.at), seconds: Math.max(session.seconds, seconds) },
    ...withPrints(session, event),
  };
  return { ...next, ended: endedBy(session, event, { isNewer: seconds > session.seconds, isLast }) };
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
  seconds: number,
): Pick<SessionState, 'samples' | 'before' | 'up' | 'down'> {
  const { samples, before, up, down } = session;
  const isOld = seconds < before.seconds;
  if (event.up === null || event.down === null || isOld) return { samples, before, up, down };
  const sample = { seconds, up: event.up, down: event.down, isWide: event.isWide };
  const same = samples.find((each) => each.seconds === seconds);
  const merged = same ? samples.map((each) => (each === same ? greater(same, sample) : each)) : [...samples, sample];
  const sorted = merged.sort((one, other) => one.seconds - other.seconds);
  const dropped = sorted.slice(0, Math.max(0, sorted.length - MAX_SAMPLES));
  const kept = sorted.slice(dropped.length);
  const anchor = dropped.reduce(counted, before);
  const now = kept.reduce(counted, anchor);
  return { samples: kept, before: anchor, up: Math.max(up, now.up.total), down: Math.max(down, now.down.total) };
}

function greater(one: Sample, other: Sample): Sample {
  if (one.isWide !== other.isWide) return one.isWide ? one : other;
  return { ...one, up: Math.max(one.up, other.up), down: Math.max(one.down, other.down) };
}

function counted(before: SessionState['before'], sample: Sample): SessionState['before'] {
  const most = (sample.seconds - before.seconds) * FASTEST;
  return {
    seconds: sample.seconds,
    up: countedOn(before.up, sample.up, sample.isWide, most),
    down: countedOn(before.down, sample.down, sample.isWide, most),
  };
}

/** `most`: bytes the counter can have advanced at most. */
function countedOn({ raw, total }: Counter, told: number, isWide: boolean, most: number): Counter {
  const low = isWide ? raw : raw % WRAP;
  const more = told - low;
  if (more >= 0) return { raw: raw + more, total: total + more };
  const wrapped = more + WRAP;
  if (!isWide && wrapped <= most) return { raw: raw + wrapped, total: total + wrapped };
  // The unit restarted its counter. What it counted before this report is unknown; later increments are added.
  return { raw: told, total };
}

/** Ends a running session whose unit reported a start or stop of itself at `at`, if it began before that. */
export function endedByUnit(session: SessionState, at: number): SessionState {
  if (session.ended !== null || session.start >= at) return session;
  return { ...session, ended: { at: session.heard, decided: at, cause: OWN_CAUSE.restarted, isFinal: false } };
}

/** Ends a running session that its unit reported at `at` not to have; it ended at some point after the last report. */
export function endedAsUnknown(session: SessionState, at: number): SessionState {
  if (session.ended !== null) return session;
  return { ...session, ended: { at: session.heard, decided: at, cause: OWN_CAUSE.unknown, isFinal: false } };
}

/** Ends a running session at its last report if that is too long before `now`. */
export function endedBySilence(session: SessionState, now: number): SessionState {
  if (session.ended !== null || now - session.heard <= silenceAllowed(session)) return session;
  return { ...session, ended: { at: session.heard, decided: now, cause: OWN_CAUSE.silent, isFinal: false } };
}

/** Units may report less often than we ask for, so the interval is taken from the last two reports. Milliseconds. */
function silenceAllowed({ samples }: SessionState): number {
  const [one, other] = samples.slice(-2);
  const interval = one && other ? (other.seconds - one.seconds) * 1000 : 0;
  return Math.max(MIN_SILENCE, Math.min(interval * MISSED, 86_400_000));
}

const isEqual = (one: SessionState, other: SessionState) => JSON.stringify(one) === JSON.stringify(other);
