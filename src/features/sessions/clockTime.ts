import type { Session } from '../../contract/sessions';

/** Seconds by which a unit's session time and the clock may differ: reports take time, and clocks are adjusted. */
const USUAL = 60;

/**
 * Seconds from a session's start to its end or last report, if they contradict the duration that the unit reported: units may leave out
 * idle time, restart the session time, or report late. Null if both agree.
 */
export function contradictingSeconds({ start_time, stop_time, update_time, duration }: Session): number | null {
  const end = stop_time ?? update_time;
  if (start_time === null || end === null) return null;
  const seconds = Math.round((Date.parse(end) - Date.parse(start_time)) / 1000);
  return seconds >= 0 && Math.abs(seconds - duration) > USUAL ? seconds : null;
}
