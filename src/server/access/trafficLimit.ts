/**
 * Adapts a grant for units that check a session's traffic only at intervals, so that a guest at full speed doesn't get far beyond the limit
 * between two checks.
 */
import type { Grant } from './authorise';

/** The share of a limit by which it may be exceeded. */
const TOLERANCE = 0.05;

/** Assumed speed of a guest without a speed limit, in kbit/s, unless a higher one was measured. */
const USUAL_KBPS = 50_000;

/** Seconds between reports while the grant has to be renewed; CoovaChilli doesn't accept less. */
const OFTEN = 60;

/** The speed below which nobody is slowed down, in kbit/s. With limits below 4 MB the tolerance may therefore be exceeded. */
const SLOWEST = 512;

/** Bytes per second at a speed. */
const perSecond = (kbps: number) => kbps * 125;

/**
 * The grant for a unit that checks traffic every `looksEvery` seconds. What can be transferred between two checks, less the tolerance, is
 * taken off the traffic; reports then come more often, and the unit gets a new grant after each. If that took off more than half, the guest
 * gets all of it, but at a speed that keeps within the tolerance. A radio link is used in one direction at a time, so the faster one
 * counts.
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

/** Whether the unit needs a new grant after each report. */
export const mustBeRenewed = (grant: Grant, looksEvery: number): boolean => enforceable(grant, { looksEvery }) !== grant;
