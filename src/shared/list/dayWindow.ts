import { isDay, shifted, startOfDay } from '../../contract/plain/zones';

/** From the start of the first day to the end of the last in a zone, as ISO; without what is no day. */
export function momentsOf({ from, to }: Readonly<Record<'from' | 'to', string>>, zone: string): Partial<Record<'from' | 'to', string>> {
  return {
    ...(isDay(from) && { from: startOfDay(from, zone).toISOString() }),
    ...(isDay(to) && { to: new Date(startOfDay(shifted(to, 1), zone).getTime() - 1).toISOString() }),
  };
}
