/** Counts a session's traffic from the counters that its unit reports, which wrap, restart and leap. */
import type { Counter, Sample, SessionState } from '../database/jsonColumns';
import { type AccountingEvent, hasTraffic } from './accountingEvent';

/** Bytes per second no counter can exceed (1 Gbit/s). A drop that would need more was a counter restart, not a wrap. */
const FASTEST = 125_000_000;

/** Bytes per second that no guest can transfer (10 Gbit/s): a counter that has advanced by more is wrong. */
const IMPOSSIBLE = 1_250_000_000;

/** Traffic between two reports is usual up to this many times the session's rate so far. */
const USUAL_AT_MOST = 4;

/** Seconds by which two reports may be further apart than their session times say. */
const SPARE_SECONDS = 60;

const WRAP = 2 ** 32;
/** From this value on, a 32-bit counter is negative if the unit treats it as a signed number. */
const NEGATIVE = 2 ** 31;
/** A negative number is small if it is no further from 0 than this. */
const SMALL = 2 ** 24;
const MAX_SAMPLES = 8;

/** Whether a sample is of this report. Without a session time, only traffic can tell. */
export const isSample = (sample: Sample, { seconds, up, down }: Pick<AccountingEvent, 'seconds' | 'up' | 'down'>) =>
  sample.up === up && sample.down === down && (seconds === null ? hasTraffic(sample) : (sample.told ?? sample.seconds) === seconds);

/** Inserts a report in session-time order and recounts from the oldest one kept. */
export function withSample(
  session: SessionState,
  event: AccountingEvent,
  time: Pick<Sample, 'seconds' | 'told'>,
): Pick<SessionState, 'samples' | 'before' | 'up' | 'down'> {
  const { samples, before, up, down } = session;
  const { seconds } = time;
  if (isBase(event)) return before.seconds > 0 ? { samples, before, up, down } : countedFrom(session, event);
  const isOld = seconds < before.seconds;
  // Where reports are ordered by our clock, a copy would be inserted at another time, between samples of other reports.
  const isKnown = samples.some((each) => each.told !== undefined && isSample(each, event));
  if ((event.up === null && event.down === null) || isOld || isKnown) return { samples, before, up, down };
  const sample = { ...time, up: event.up, down: event.down, isWide: event.isWide };
  const same = samples.find((each) => each.seconds === seconds);
  const merged = same ? samples.map((each) => (each === same ? greater(same, sample) : each)) : [...samples, sample];
  const sorted = merged.sort((one, other) => one.seconds - other.seconds);
  const counts = countsOf(sorted, before);
  const now = counts.at(-1)?.count ?? before;
  // Takes back what was counted for a value that a later report has shown to be wrong.
  const total = (direction: Direction) =>
    counts.some(({ doubted }) => doubted.includes(direction)) ? now[direction].total : Math.max(session[direction], now[direction].total);
  const dropped = Math.max(0, sorted.length - MAX_SAMPLES);
  const anchor = counts[dropped - 1]?.count ?? before;
  return { samples: sorted.slice(dropped), before: anchor, up: total('up'), down: total('down') };
}

/** Whether a Start has counters left over from an earlier session, from which this session's traffic is then counted. */
const isBase = (event: AccountingEvent) => event.kind === 'start' && (event.seconds ?? 0) === 0 && hasTraffic(event);

/** Recounts a session's reports from the counters in its Start. */
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

/** The counts after each report, and which of its counters are doubted. */
export function countsOf(samples: readonly Sample[], before: SessionState['before']) {
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

const noted = (counter: Counter, reported: number | null): Counter => ({
  ...counter,
  doubted: Math.max(counter.doubted ?? 0, reported ?? 0),
});

/**
 * Whether to believe a counter that has advanced. It is doubted if it advanced further than any link could carry; or much more than usual,
 * to a value that is negative as a signed number, in both cases if the next report continues from before. Until there is a next report, the
 * first is doubted, and of the second only a leap to a small negative number, so that no guest is charged for it.
 */
function isBelieved(before: SessionState['before'], sample: Sample, later: readonly Sample[], direction: Direction): boolean {
  const step = stepOf(before[direction], sample[direction], sample.isWide);
  const { reported, more, isWide } = step;
  if (reported === null || more <= 0) return true;
  const elapsed = sample.seconds - before.seconds;
  const isMuch = (bytes: number, seconds: number) => bytes > usualIn(before, direction, seconds) * USUAL_AT_MOST;
  // Not odd if the counter was 0 before, because then no later report can continue from before.
  const isOdd = !isWide && reported > more && isMuch(more, elapsed);
  const next = later.find((each) => each[direction] !== null && each[direction] !== reported);
  const isSmall = reported >= WRAP - SMALL;
  // What has advanced by more than NEGATIVE is negative itself, as is what is small.
  if (next === undefined) return !isImpossible(step, elapsed) && !(isOdd && isSmall && more > NEGATIVE);
  const after = (next[direction] ?? 0) - reported;
  const hasReturned = after < 0 && -after <= more;
  if (isImpossible(step, elapsed)) return !hasReturned;
  if (!isOdd || !hasReturned || (more <= NEGATIVE && !isSmall)) return true;
  if (next.isWide || (isSmall && isMuch(more + after + WRAP, next.seconds - before.seconds))) return false;
  // The counter may really have been filled and then wrapped: then the guest is about as fast before and after.
  return more / elapsed <= (USUAL_AT_MOST * (after + WRAP)) / (next.seconds - sample.seconds);
}

/** Whether a counter has advanced by more than any link could carry. Without a session time it isn't known how long that took. */
const isImpossible = ({ more }: Step, elapsed: number) => elapsed > 0 && more > (elapsed + SPARE_SECONDS) * IMPOSSIBLE;

/** Bytes transferred in a time at the session's rate so far. */
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

/** A reported counter compared with what is known. */
interface Step {
  reported: number | null;
  /** Bytes by which it has advanced; negative if it has dropped. */
  more: number;
  hasFallen: boolean;
  isWide: boolean;
}

export function stepOf({ raw }: Counter, reported: number | null, isWide: boolean): Step {
  const low = isWide ? raw : raw % WRAP;
  const more = reported === null ? 0 : reported - low;
  return { reported, more, hasFallen: more < 0, isWide };
}

/**
 * Whether a 32-bit counter that has dropped has wrapped, rather than been restarted. A wrap must not need more than the fastest link. It is
 * assumed if the counter then moves about as fast as the session did before; or if the value is nearer to a wrap than to a restart and the
 * other counter hasn't dropped, as a restart would make both. In doubt it was a restart, so that no guest is charged for traffic that there
 * wasn't. A counter at exactly 0 was restarted.
 */
function isWrapped(
  { reported, more, hasFallen, isWide }: Step,
  { elapsed, usual, isRestart }: { elapsed: number; usual: number; isRestart: boolean },
): boolean {
  const advanced = more + WRAP;
  if (!hasFallen || isWide || reported === 0 || advanced > elapsed * FASTEST) return false;
  return advanced <= usual * USUAL_AT_MOST || (!isRestart && advanced < -more);
}

function countedOn(counter: Counter, step: Step, hasWrapped: boolean): Counter {
  const { raw, total } = counter;
  const { reported, more, hasFallen } = step;
  if (reported === null) return counter;
  if (!hasFallen) return { ...counter, raw: raw + more, total: total + more };
  return hasWrapped ? { ...counter, raw: raw + more + WRAP, total: total + more + WRAP } : restarted(counter, step);
}

/** The unit restarted its counter. What passed before this report is unknown; later increments are added. */
const restarted = (counter: Counter, { reported }: Step): Counter => ({ ...counter, raw: reported ?? counter.raw });
