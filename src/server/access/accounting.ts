/**
 * Session accounting as a pure function: known session state plus one report gives the new state. Reports get lost, duplicated, delayed and
 * reordered; the result should depend on that as little as possible. Times are milliseconds since 1970.
 *
 * Counters are totals since the session began. Reports are ordered by session time (Acct-Session-Time), which needs no synchronised clock:
 * less session time means older. Counters never decrease; a 32-bit counter that drops while session time grows has wrapped.
 */

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
  ended: Ended | null;
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
export function accounted(sessions: readonly SessionState[], told: AccountingEvent): readonly SessionState[] {
  const seconds = told.seconds !== null && told.seconds <= MAX_SECONDS ? told.seconds : null;
  const isCredible = [told.up, told.down].every((bytes) => bytes === null || bytes <= MAX_BYTES);
  const event = { ...told, seconds, ...(!isCredible && { up: null, down: null }) };
  const its = sessionOf(sessions, event);
  if (its === undefined) return withAnother(sessions, event);
  const next = advanced(its, event, its === sessions.at(-1));
  return isEqual(its, next) ? sessions : sessions.map((session) => (session === its ? next : session));
}

/** When the session of an event began, as far as the event says. */
function beginningOf({ kind, at, seconds }: AccountingEvent): number | null {
  if (kind === 'start') return at;
  return seconds === null ? null : at - seconds * 1000;
}

/** The session whose start fits best. */
function sessionOf(sessions: readonly SessionState[], event: AccountingEvent): SessionState | undefined {
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
  const next = { ...session, ...counted, start, heard: Math.max(session.heard, event.at), seconds: Math.max(session.seconds, seconds) };
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
