/** Ends sessions without a Stop. */
import type { SessionState } from '../database/jsonColumns';

/** Our own terminate causes, in addition to those that units report. */
export const OWN_CAUSE = { silent: 'no_word', restarted: 'unit_restarted', replaced: 'replaced', unknown: 'unknown_to_unit' } as const;

/** A session is over after MISSED missed reports, but not before MIN_SILENCE milliseconds. */
const MISSED = 3;
const MIN_SILENCE = 15 * 60_000;

/** Ends a running session whose unit reported a start or stop of itself at `at`, if it began before that. */
export function endedByUnit(session: SessionState, at: number): SessionState {
  if (session.ended !== null || session.start >= at) return session;
  return { ...session, ended: { at: session.heard, decided: at, cause: OWN_CAUSE.restarted, isFinal: false } };
}

/**
 * Ends a running session at its last report because the same device began another at the same unit at `startedAt`, and this one hasn't been
 * reported since.
 */
export function endedByNext(session: SessionState, startedAt: number): SessionState {
  if (session.ended !== null || session.start >= startedAt || session.heard > startedAt) return session;
  return { ...session, ended: { at: session.heard, decided: startedAt, cause: OWN_CAUSE.replaced, isFinal: false } };
}

/** Ends a running session at its last report because its unit said at `at` that it doesn't have it. */
export function endedAsUnknown(session: SessionState, at: number): SessionState {
  if (session.ended !== null) return session;
  return { ...session, ended: { at: session.heard, decided: at, cause: OWN_CAUSE.unknown, isFinal: false } };
}

/** Ends a running session at its last report if that is too long before `now`, allowing for a unit's clock that is behind. */
export function endedBySilence(session: SessionState, now: number): SessionState {
  const { heard: lastReport, behind = 0 } = session;
  if (session.ended !== null || now - lastReport - behind <= silenceAllowed(session)) return session;
  return { ...session, ended: { at: lastReport, decided: now, cause: OWN_CAUSE.silent, isFinal: false } };
}

/** Units may report less often than we ask for, so the interval is taken from the last two reports. Milliseconds. */
function silenceAllowed({ samples }: SessionState): number {
  const [one, other] = samples.slice(-2);
  const interval = one && other ? (other.seconds - one.seconds) * 1000 : 0;
  return Math.max(MIN_SILENCE, Math.min(interval * MISSED, 86_400_000));
}
