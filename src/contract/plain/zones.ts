/** Calendar days in time zones. */
const DAY = 86_400_000;

/** Whether a text is a valid calendar day, `YYYY-MM-DD`, in the years 1900 to 2199. */
export function isDay(text: string): boolean {
  if (!/^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The calendar day of a moment in a zone. */
export function dayIn(moment: Date, zone: string): string {
  return wallClock(moment, zone).slice(0, 10);
}

/** What a zone's clock shows at a moment: `YYYY-MM-DDTHH:mm:ss`. */
export function wallClock(moment: Date, zone: string): string {
  return new Date(moment.getTime() + offsetAt(moment.getTime(), zone)).toISOString().slice(0, 19);
}

/** The first moment at which a zone's clock shows this (`YYYY-MM-DDTHH:mm:ss`). A time that the clock skips is moved on by the skip. */
export function momentAt(shown: string, zone: string): Date {
  const inUtc = Date.parse(`${shown}Z`);
  const before = inUtc - offsetAt(inUtc - DAY, zone);
  const after = inUtc - offsetAt(inUtc + DAY, zone);
  const first = new Date(Math.min(before, after));
  return before === after || wallClock(first, zone) === shown ? first : new Date(Math.max(before, after));
}

/** The first moment of a day in a zone. Where clocks change at midnight, 00:00 may occur twice or not at all. */
export const startOfDay = (day: string, zone: string): Date => momentAt(`${day}T00:00:00`, zone);

/** Offsets by zone and minute: every log-in asks for those of the moment and of its day. At most so many of a zone. */
const offsets = new Map<string, Map<number, number>>();
const MOST_OFFSETS = 50;

/** The zone's offset from UTC at a moment, in milliseconds. */
export function offsetAt(moment: number, zone: string): number {
  const minute = Math.floor(moment / 60_000);
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  const offset = known.get(minute) ?? offsetIn(minute * 60_000, zone);
  if (known.size >= MOST_OFFSETS) known.clear();
  known.set(minute, offset);
  return offset;
}

function offsetIn(moment: number, zone: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = (clockOf(zone).format(moment).match(/\d+/g) ?? []).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute) - moment;
}

/** Cached, because creating one takes longer than a report. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Formats moments as YYYY-MM-DD, HH:MM in the zone. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  clocks.set(zone, clock);
  return clock;
}

/** The last second of a day in a zone. */
export function endOfDay(day: string, zone: string): Date {
  return new Date(startOfDay(shifted(day, 1), zone).getTime() - 1000);
}

/** The same local time `by` days later. A time that the clock skips on that day is moved by the change of the offset. */
export function daysLater(moment: Date, by: number, zone: string): Date {
  const later = moment.getTime() + by * DAY;
  return new Date(later + offsetAt(moment.getTime(), zone) - offsetAt(later, zone));
}

/** The day `by` days later. */
export const shifted = (day: string, by: number) => new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY).toISOString().slice(0, 10);
