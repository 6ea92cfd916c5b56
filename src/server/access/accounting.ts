/**
 * What units report about sessions, put together: a function of what is known of a session and one report. Reports get lost, come twice,
 * late and in any order, and the result must not depend on that more than it has to. Moments are milliseconds since 1970.
 *
 * Counters are totals since the session began. What orders them is the session's own time, which needs no clock: a report with less
 * session time than another is older. Counters never go back; one of 32 bits that falls while the session's time grows has wrapped.
 */

export interface AccountingEvent {
  kind: 'start' | 'interim' | 'stop';
  /** When it happened, see `eventTime`. */
  at: number;
  /** Seconds since the session began; null if not told. */
  seconds: number | null;
  /** Bytes from and to the guest since the session began; null if not told. */
  up: number | null;
  down: number | null;
  /** Whether the counters are whole; otherwise they are the lower 32 bits. */
  isWide: boolean;
  /** Why a session stopped, one of TERMINATE_CAUSE or empty. */
  cause: string;
}

interface Counter {
  /** As the unit counts, with wraps added. */
  raw: number;
  /** What was used; more than `raw` if the unit began to count anew. */
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
  /** The newest event. */
  heard: number;
  seconds: number;
  up: number;
  down: number;
  /** The latest reports by session time, which late ones may come between, and the counters before them. */
  samples: Sample[];
  before: { seconds: number; up: Counter; down: Counter };
  ended: Ended | null;
}

interface Ended {
  at: number;
  /** When that was known: only what happened later shows that the session went on. */
  decided: number;
  cause: string;
  /** Whether the unit said so; otherwise it was concluded. */
  isFinal: boolean;
}

/** Causes of our own, beside those that units tell. */
const OWN_CAUSE = { silent: 'no_word', restarted: 'unit_restarted', replaced: 'replaced', unknown: 'unknown_to_unit' } as const;

/** Milliseconds by which moments of the same event may differ: repeated reports often carry no delay. */
const SLACK = 60_000;

/** Longer sessions are lies or the clock of another decade. */
const MAX_SECONDS = 366 * 86_400;

/** A petabyte: no guest uses more, and sums of it still fit their columns. */
const MAX_BYTES = 1e15;

/** Bytes a second that a counter can't outrun, 1 Gbit/s: a fall that needs more was a new beginning, not a wrap. */
const FASTEST = 125_000_000;

const WRAP = 2 ** 32;
const MAX_SAMPLES = 8;

/** Milliseconds: a session is over after three missed reports, but not before 15 minutes. */
const MISSED = 3;
const MIN_SILENCE = 15 * 60_000;

/** How far the clock of a unit may be off, in milliseconds, before it is not taken for the time of an event. */
const CLOCK_LATE = 15 * 60_000;
const CLOCK_EARLY = 10_000;
const MAX_DELAY_SECONDS = 7 * 86_400;

/**
 * When an event happened. The delay that a unit tells needs no clock of its own; its timestamp counts if the clock isn't obviously wrong
 * (units without a battery begin in 1970).
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
 * The sessions of one unit with the same key, oldest first, after a report: units use keys again. The same array if nothing changed.
 * At most the last one is running.
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

/** When the session of an event began, as far as the event tells. */
function beginningOf({ kind, at, seconds }: AccountingEvent): number | null {
  if (kind === 'start') return at;
  return seconds === null ? null : at - seconds * 1000;
}

/** The session whose beginning fits best. */
function sessionOf(sessions: readonly SessionState[], event: AccountingEvent): SessionState | undefined {
  const begun = beginningOf(event);
  const fitting = sessions.filter((session) => isPossible(session, event, begun));
  if (begun === null) return fitting.at(-1);
  return fitting.sort((one, other) => Math.abs(one.start - begun) - Math.abs(other.start - begun))[0];
}

function isPossible(session: SessionState, { at }: AccountingEvent, begun: number | null): boolean {
  if (at < session.start - SLACK) return false;
  if (begun === null) return !session.ended?.isFinal || at <= session.ended.at + SLACK;
  // What begins after the last word of a session is another one, of which only this is known.
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
  // A session that another one with the same key follows is over, whatever was lost.
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

/** Adds a report in the order of session time, and counts anew from the oldest that is kept. */
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

/** `most` is how far the counter can have run. */
function countedOn({ raw, total }: Counter, told: number, isWide: boolean, most: number): Counter {
  const low = isWide ? raw : raw % WRAP;
  const more = told - low;
  if (more >= 0) return { raw: raw + more, total: total + more };
  const wrapped = more + WRAP;
  if (!isWide && wrapped <= most) return { raw: raw + wrapped, total: total + wrapped };
  // The unit counts anew. What it counted before this report is unknown; what follows is added.
  return { raw: told, total };
}

/** A running session, after its unit said at `at` that it starts or stops: what began before is over. */
export function endedByUnit(session: SessionState, at: number): SessionState {
  if (session.ended !== null || session.start >= at) return session;
  return { ...session, ended: { at: session.heard, decided: at, cause: OWN_CAUSE.restarted, isFinal: false } };
}

/** A running session, after its unit said at `at` that it has no such session: it ended some time after the last word. */
export function endedAsUnknown(session: SessionState, at: number): SessionState {
  if (session.ended !== null) return session;
  return { ...session, ended: { at: session.heard, decided: at, cause: OWN_CAUSE.unknown, isFinal: false } };
}

/** A running session at `now`: over since the last word, if that was too long ago. */
export function endedBySilence(session: SessionState, now: number): SessionState {
  if (session.ended !== null || now - session.heard <= silenceAllowed(session)) return session;
  return { ...session, ended: { at: session.heard, decided: now, cause: OWN_CAUSE.silent, isFinal: false } };
}

/** Units may report less often than we ask for; the last two reports tell how often they do. */
function silenceAllowed({ samples }: SessionState): number {
  const [one, other] = samples.slice(-2);
  const interval = one && other ? (other.seconds - one.seconds) * 1000 : 0;
  return Math.max(MIN_SILENCE, Math.min(interval * MISSED, 86_400_000));
}

const isEqual = (one: SessionState, other: SessionState) => JSON.stringify(one) === JSON.stringify(other);
