/**
 * Italian local time: the demonstration's guests keep the same hours in summer and winter. Times are Unix seconds; days count from 1
 * January 1970 in the local calendar.
 */
export const DAY = 86_400;
export const HOUR = 3_600;
export const MINUTE = 60;

/** The local day of a time. */
export function dayOf(at: number): number {
  return Math.floor((at + ahead(at)) / DAY);
}

/** The local minute of the day of a time, 0 to 1439. */
export function minuteOf(at: number): number {
  return Math.floor(((((at + ahead(at)) % DAY) + DAY) % DAY) / MINUTE);
}

/** The time when local clocks show `minute` (which may exceed 1439) of a day. */
export function momentOf(day: number, minute: number): number {
  const wall = day * DAY + minute * MINUTE;
  return wall - ahead(wall - HOUR);
}

/** 0 is Sunday, as in JavaScript. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** 0 is January. */
export function monthOf(day: number): number {
  return new Date(day * DAY * 1000).getUTCMonth();
}

/** UTC offset in seconds: summer time runs between the last Sundays of March and October, 01:00 UTC. */
function ahead(at: number): number {
  const year = new Date(at * 1000).getUTCFullYear();
  return at >= lastSunday(year, 2) && at < lastSunday(year, 9) ? 2 * HOUR : HOUR;
}

function lastSunday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 1));
  return last.getTime() / 1000 - last.getUTCDay() * DAY;
}
