/**
 * What a unit is granted that looks at its counters only every few seconds, so that a guest at full speed doesn't get far beyond the traffic
 * limit meanwhile.
 */
import type { Grant } from './authorise';

/** The part of a limit that may be used beyond it. */
const TOLERANCE = 0.05;

/** Of a guest whose speed has no limit, in kbit/s, unless more was measured. */
const USUAL_KBPS = 50_000;

/** Seconds between reports while the grant depends on them; CoovaChilli refuses less. */
const OFTEN = 60;

/** Nobody is slowed down further than this, in kbit/s: of less than 4 MB in all more than the tolerance may be used. */
const SLOWEST = 512;

/** Bytes that pass in a second at this speed. */
const perSecond = (kbps: number) => kbps * 125;

/**
 * The grant for a unit that looks at its counters every so many seconds. What can pass between two looks is taken off as far as it exceeds the
 * tolerance; reports come more often then, and after each the unit is granted anew. Where that would take more than half, the guest may use
 * everything, but only as fast as keeps within the tolerance. A guest uses a radio link in one direction at a time, so the faster one counts.
 */
export function enforceable(grant: Grant, { looksEvery, measuredKbps = 0 }: { looksEvery: number; measuredKbps?: number }): Grant {
  const { bytes, bytesAllowed, kbpsDown, kbpsUp, interimSeconds } = grant;
  if (bytes === null) return grant;
  const tolerance = TOLERANCE * (bytesAllowed ?? bytes);
  const unlimited = Math.max(USUAL_KBPS, measuredKbps);
  const between = looksEvery * perSecond(Math.max(kbpsDown ?? unlimited, kbpsUp ?? unlimited));
  if (between <= tolerance) return grant;
  const reduced = { ...grant, interimSeconds: Math.min(interimSeconds, OFTEN) };
  const rest = Math.floor(bytes + tolerance - between);
  if (rest >= bytes / 2) return { ...reduced, bytes: rest };
  const slow = Math.max(SLOWEST, Math.floor(tolerance / perSecond(looksEvery)));
  return { ...reduced, kbpsDown: Math.min(kbpsDown ?? slow, slow), kbpsUp: Math.min(kbpsUp ?? slow, slow) };
}

/** Whether what a unit is granted of this depends on its reports. */
export const mustBeRenewed = (grant: Grant, looksEvery: number): boolean => enforceable(grant, { looksEvery }) !== grant;
