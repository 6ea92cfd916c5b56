/** The browser's time zone, "Europe/Rome". */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
