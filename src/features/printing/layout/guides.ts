/** Alignment guides and snapping for elements that are moved or resized. Millimetres. */
import type { Rect } from './drawing';

export interface Guide {
  axis: 'x' | 'y';
  at: number;
}

/** Snapping distance while dragging. */
const NEAR = 0.8;

const linesOf = (rect: Rect, axis: Guide['axis']) => {
  const [start, length] = axis === 'x' ? [rect.x, rect.width] : [rect.y, rect.height];
  return [start, start + length / 2, start + length];
};

/** Edges and centre lines of the cell and of the other elements. */
function guideLines(others: readonly Rect[], cell: Pick<Rect, 'width' | 'height'>, axis: Guide['axis']): number[] {
  const all = [{ x: 0, y: 0, ...cell }, ...others].flatMap((rect) => linesOf(rect, axis));
  return cell.height === 0 && axis === 'y' ? all.filter((line) => line !== 0) : all;
}

/** The guides that an element is aligned with. */
export function guidesOf(rect: Rect, others: readonly Rect[], cell: Pick<Rect, 'width' | 'height'>): Guide[] {
  return (['x', 'y'] as const).flatMap((axis) => {
    const mine = linesOf(rect, axis);
    const met = guideLines(others, cell, axis).filter((line) => mine.some((own) => Math.abs(own - line) < 0.01));
    return [...new Set(met.map((line) => line.toFixed(2)))].map((line) => ({ axis, at: Number(line) }));
  });
}

/** Snaps an element that is being moved to the nearest guides, if any are near. */
export function snapped(rect: Rect, others: readonly Rect[], cell: Pick<Rect, 'width' | 'height'>): Rect {
  const off = (axis: Guide['axis'], mine: readonly number[]) => {
    const gaps = mine.flatMap((own) => guideLines(others, cell, axis).map((line) => line - own));
    const [least] = gaps.filter((gap) => Math.abs(gap) < NEAR).sort((one, other) => Math.abs(one) - Math.abs(other));
    return least ?? 0;
  };
  return { ...rect, x: rect.x + off('x', linesOf(rect, 'x')), y: rect.y + off('y', linesOf(rect, 'y')) };
}

/** Snaps the bottom right corner of an element that is being resized to the nearest guides, if any are near. */
export function snappedCorner(rect: Rect, others: readonly Rect[], cell: Pick<Rect, 'width' | 'height'>): Rect {
  const corner = snapped({ x: rect.x + rect.width, y: rect.y + rect.height, width: 0, height: 0 }, others, cell);
  return { ...rect, width: Math.max(LEAST, corner.x - rect.x), height: Math.max(LEAST, corner.y - rect.y) };
}

/** Minimum side of an element. */
const LEAST = 0.3;

export const rounded = (rect: Rect): Rect => {
  const two = (value: number) => Number(value.toFixed(2));
  return { x: two(rect.x), y: two(rect.y), width: Math.max(LEAST, two(rect.width)), height: Math.max(LEAST, two(rect.height)) };
};
