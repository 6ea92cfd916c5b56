/** What openNDS is told that a guest may use. */
import type { Grant } from '../access/authorise';
import { KILOBYTE } from './reports';

/** Seconds of the longest session: openNDS adds them to the time, on some routers in 32 bits. */
const LONGEST = 366 * 86_400;

export const secondsOf = ({ seconds }: Grant): number => Math.min(seconds, LONGEST);

/**
 * kbit/s up and down, kB up and down, of which 0 is no limit. openNDS counts the directions apart: a session that has used its traffic in
 * both together is ended after the next report.
 */
export function ratesAndQuotas({ kbpsUp, kbpsDown, bytes }: Grant): string {
  const kilobytes = bytes === null ? 0 : Math.max(1, Math.floor(bytes / KILOBYTE));
  return [kbpsUp ?? 0, kbpsDown ?? 0, kilobytes, kilobytes].join(' ');
}
