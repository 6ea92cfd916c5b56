import type { QuietHours } from '../database/jsonColumns';
import { dayIn, offsetAt, shifted } from '../../contract/plain/zones';

const HOUR = 3_600_000;
const DAY = 86_400_000;

/** The earliest time from `at` on at which guests may get messages: `at` itself, or the end of the quiet hours. */
export function outsideQuietHours(at: Date, { from, until, zone }: QuietHours): Date {
  const hour = Math.floor(((at.getTime() + offsetAt(at.getTime(), zone)) % DAY) / HOUR);
  const isQuiet = from <= until ? hour >= from && hour < until : hour >= from || hour < until;
  if (!isQuiet) return at;
  const day = dayIn(at, zone);
  return hourOf(hour < until ? day : shifted(day, 1), until, zone);
}

/** When an hour of a day begins in a zone; if clocks skip it, when the next one does. */
function hourOf(day: string, hour: number, zone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`) + hour * HOUR;
  const before = wanted - offsetAt(wanted - DAY, zone);
  const after = wanted - offsetAt(wanted + DAY, zone);
  const reads = (moment: number) => moment + offsetAt(moment, zone) === wanted;
  return new Date([Math.min(before, after), Math.max(before, after)].find(reads) ?? Math.max(before, after));
}
