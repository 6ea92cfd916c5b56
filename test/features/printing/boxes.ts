/** Where the parts of a voucher's box are, for tests that look for parts that overlap or leave it. Millimetres. */
import type { Box, Rect, Text } from '../../../src/features/printing/layout/drawing';

/** Less than this is no overlap: sums of fractions are not exact. */
const EXACT = 0.001;

/** A text's rectangle, from cap height to baseline. */
export const rectOf = ({ x, y, size, width }: Text): Rect => ({ x, y: y - 0.75 * size, width, height: 0.95 * size });

export const contains = (outer: Rect, inner: Rect) =>
  inner.x >= outer.x - EXACT &&
  inner.y >= outer.y - EXACT &&
  inner.x + inner.width <= outer.x + outer.width + EXACT &&
  inner.y + inner.height <= outer.y + outer.height + EXACT;

export const overlap = (one: Rect, other: Rect) =>
  one.x + one.width > other.x + EXACT &&
  other.x + other.width > one.x + EXACT &&
  one.y + one.height > other.y + EXACT &&
  other.y + other.height > one.y + EXACT;

/** A part as a failure names it. */
export const nameOf = (part: Rect) => JSON.stringify({ ...part, texts: undefined, runs: undefined });

/** Describes each of `parts` that is outside of the box. */
export const outside = (box: Box, parts: readonly Rect[]) =>
  parts.filter((part) => !contains(box, part)).map((part) => `out: ${nameOf(part)}`);

/** Describes each pair of `parts` that overlaps. */
export const overlapping = (parts: readonly Rect[]) =>
  parts.flatMap((one, index) =>
    parts.slice(index + 1).flatMap((other) => (overlap(one, other) ? [`${nameOf(one)} over ${nameOf(other)}`] : [])),
  );
