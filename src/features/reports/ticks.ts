/** The unit of a chart's values: plain counts, means of counts, bytes, or seconds. */
export type Unit = 'count' | 'tenths' | 'bytes' | 'seconds';

/** At most four intervals, which make five ticks (REP-20). */
const PARTS = 4;

/** Ticks of an axis from 0 to at least `max`: at most five, each a whole number in its unit (REP-20). */
export function ticksUpTo(max: number, unit: Unit): number[] {
  const step = stepFor(Math.max(max, 1), unit);
  return Array.from({ length: partsOf(max, step) + 1 }, (_, index) => index * step);
}

const partsOf = (max: number, step: number) => Math.max(1, Math.ceil(max / step));

function stepFor(max: number, unit: Unit): number {
  for (const { size, steps, most } of SCALES[unit]) {
    const found = steps.find((step) => step * PARTS * size >= max && partsOf(max, step * size) * step <= most);
    if (found !== undefined) return found * size;
  }
  const largest = SCALES[unit].at(-1)?.size ?? 1;
  return largest * decimalStep(max / largest / PARTS);
}

/** The smallest of 1, 2, 5, 10, 20 … that is at least `least`. */
function decimalStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power;
}

/** A display unit, its preferred steps, and up to what amount it is used. */
interface Scale {
  size: number;
  steps: readonly number[];
  most: number;
}

const BYTE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 250, 500];

/** Above the last scale: 1, 2, 5, 10, 20 … of its unit. */
const SCALES: Record<Unit, readonly Scale[]> = {
  count: [{ size: 1, steps: [], most: 0 }],
  tenths: [{ size: 1, steps: [], most: 0 }],
  bytes: [0, 1, 2, 3, 4].map((power) => ({ size: 1024 ** power, steps: BYTE_STEPS, most: 1000 })),
  seconds: [
    { size: 1, steps: [1, 2, 5, 10, 15, 30], most: 60 },
    { size: 60, steps: [1, 2, 5, 10, 15, 30], most: 60 },
    { size: 3600, steps: [1, 2, 3, 6, 12, 24], most: 96 },
  ],
};
