let known: { zone: string; offset: number } | undefined;

/**
 * The browser's time zone, "Europe/Rome". Cached until the UTC offset changes, because looking it up takes longer than formatting a date.
 */
export function ownZone(): string {
  const offset = new Date().getTimezoneOffset();
  if (known?.offset !== offset) known = { zone: Intl.DateTimeFormat().resolvedOptions().timeZone, offset };
  return known.zone;
}
