/** Whether a report is a copy of a known one, by the rules of accounting.ts. */
import type { Counter, Doubtful, SessionState } from '../database/jsonColumns';
import { type AccountingEvent, SLACK, beginningOf, hasTraffic } from './accountingEvent';
import { isSample } from './sessionCounters';

/**
 * Milliseconds by which the starts that two interims suggest may differ if both are genuine. Those of copies would agree only by chance.
 */
const AGREEMENT = 10_000;

/** More than one, because copies may arrive between genuine reports. */
const MAX_DOUBTFUL = 3;

/** Whether the session has already received this very packet, by its fingerprint. */
export const isKnownPacket = ({ prints }: SessionState, { fingerprint }: AccountingEvent) =>
  typeof fingerprint?.packet === 'string' && prints?.includes(fingerprint.packet) === true;

/** Rules 1 and 2. */
export function isSurelyRepeated(session: SessionState, event: AccountingEvent): boolean {
  const { kind, seconds, fingerprint } = event;
  if (!isPast(session, event)) return false;
  if (kind === 'start')
    return session.ended === null && fingerprint !== undefined && session.prints?.includes(fingerprint.content) === true;
  return seconds !== null && hasTraffic(event) && hasSample(session, event);
}

/** Whether the event is another Stop than the one that ended the session, as far as fingerprints tell. */
export const isOtherStop = ({ ended, prints }: SessionState, { kind, fingerprint }: AccountingEvent) =>
  kind === 'stop' && ended?.isFinal === true && typeof fingerprint?.packet === 'string' && prints?.includes(fingerprint.packet) === false;

/** Rule 4. */
export function isProbablyRepeated(session: SessionState, event: AccountingEvent): boolean {
  const { kind } = event;
  if (kind === 'start' || !isPast(session, event)) return false;
  if (kind === 'interim') return !isFollowing(session, event) && (hasSample(session, event) || isForgotten(session, event));
  return session.ended?.isFinal ? isItsStop(session, session.ended.cause, event) : hasSample(session, event);
}

/** A copy can't arrive before the event that it reports. */
const isPast = (session: SessionState, event: AccountingEvent) => event.at >= timeIn(session, event) - SLACK;

/** When a session's report of this kind and session time happened. */
export function timeIn({ start, heard: lastReport, ended }: SessionState, { kind, seconds }: AccountingEvent): number {
  if (kind === 'start') return start;
  return seconds === null ? (ended?.at ?? lastReport) : start + seconds * 1000;
}

/** Whether the event and a doubtful report are of the same session, and therefore both genuine. */
export function isFollowing({ doubtful = [] }: SessionState, event: AccountingEvent): boolean {
  const { start, seconds } = suggestedBy(event);
  return doubtful.some((former) => Math.abs(start - former.start) <= AGREEMENT && Math.abs(seconds - former.seconds) * 1000 > AGREEMENT);
}

/** Remembers a report that may be a copy, so that later ones can be compared with it (isFollowing). */
export const doubting = (session: SessionState, event: AccountingEvent): SessionState => ({
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

const hasSample = ({ samples }: SessionState, event: Pick<AccountingEvent, 'seconds' | 'up' | 'down'>) =>
  samples.some((sample) => isSample(sample, event));

/** Whether the event may be a copy of an interim that is no longer among the samples, or never was. */
function isForgotten({ seconds: latest, before }: SessionState, { seconds, up, down }: AccountingEvent): boolean {
  const newest = up === null && down === null ? latest : before.seconds;
  return seconds !== null && seconds <= newest && (up ?? 0) <= greatestOf(before.up) && (down ?? 0) <= greatestOf(before.down);
}

/** The greatest value reported so far, believed or not. */
const greatestOf = ({ raw, total, doubted = 0 }: Counter) => Math.max(raw, total, doubted);
