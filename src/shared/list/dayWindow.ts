import { isDay, shifted, startOfDay } from '../../contract/plain/zones';

/** The start of the first day and the end of the last in a time zone, as ISO dates; texts that aren't days are omitted. */
export function momentsOf({ from, to }: Readonly<Record<'from' | 'to', string>>, zone: string): Partial<Record<'from' | 'to', string>> {
  return {
    ...(isDay(from) && { from: startOfDay(from, zone).toISOString() }),
    ...(isDay(to) && { to: new Date(startOfDay(shifted(to, 1), zone).getTime() - 1).toISOString() }),
  };
}
