/** A unit is active if it had a session this recently (UNT-04); in milliseconds. */
const ACTIVE_FOR = 30 * 60_000;

/** The last 30 minutes in wire format: UTC, `YYYY-MM-DD HH:mm:ss`. `now` is in milliseconds. */
export function activityWindow(now: number): { from: string; to: string } {
  return { from: wireOf(now - ACTIVE_FOR), to: wireOf(now) };
}

const wireOf = (moment: number) => new Date(moment).toISOString().slice(0, 19).replace('T', ' ');
