/** A time zone in which it is about noon. Daily limits end at midnight, which must not be near during a test. */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  // The names of these zones have the opposite sign: Etc/GMT-5 is UTC+5.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
