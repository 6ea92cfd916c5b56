/** Times of day as people type them: 9, 9:30, 9.30, 0930, 21:30:15, 9:30 pm. */

const WRITTEN = /^(\d{1,2})(?:[:.h ]?(\d\d))?(?:[:.](\d\d))?\s*([ap])?\.?m?\.?$/;

/** `HH:mm:ss` of a written time; null if it is none. */
export function readTime(written: string): string | null {
  const [whole, hour = '', minute = '0', second = '0', half] = WRITTEN.exec(written.normalize('NFKC').trim().toLowerCase()) ?? [];
  if (whole === undefined) return null;
  const typed = Number(hour);
  if (half !== undefined && (typed < 1 || typed > 12)) return null;
  const hours = half === undefined ? typed : (typed % 12) + (half === 'p' ? 12 : 0);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return [hours, Number(minute), Number(second)].map((part) => String(part).padStart(2, '0')).join(':');
}
