/** Converts a grant to openNDS' units. */
import type { Grant } from '../access/authorise';
import { KILOBYTE } from './reports';

/** Longest session in seconds: openNDS adds it to the current time, on some routers in 32 bits. */
const LONGEST = 366 * 86_400;

/** How long openNDS may let the device online, in seconds. */
export const secondsOf = ({ seconds }: Grant): number => Math.min(seconds, LONGEST);

/**
 * Rates in kbit/s up and down, then quotas in kB up and down; 0 means no limit. openNDS counts each direction separately, so a session that
 * exceeds its traffic in both together is ended after its next report.
 */
export function ratesAndQuotas({ kbpsUp, kbpsDown, bytes }: Grant): string {
  const kilobytes = bytes === null ? 0 : Math.max(1, Math.floor(bytes / KILOBYTE));
  return [kbpsUp ?? 0, kbpsDown ?? 0, kilobytes, kilobytes].join(' ');
}
