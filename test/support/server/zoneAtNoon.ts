/** A time zone where it is about noon: a day's limits end at midnight, which must not be near. */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  // These zones are named by what they lack to UTC.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
