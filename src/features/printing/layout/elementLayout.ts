/** Places a design's elements in one cell of the paper. Pure functions. */
import { TEMPLATE_LIMITS, type PaperElement } from '../../../contract/plain/paperModel';
import type { Box, Rect } from './drawing';
import { draw, SMALLER, type Contents, type Drawn, type Style } from './elementDrawing';
import type { Typesetter } from './typesetter';

/** Elements for a cell of this size. If `flows` or if the height is 0, elements push each other down and the content sets the height. */
export interface Design {
  width: number;
  height: number;
  elements: readonly PaperElement[];
  flows: boolean;
  /** Space below the last flowing element. */
  foot: number;
}

/** Places elements in a cell. On a roll, where the cell has no height, the box is as high as its content. */
export function layOutElements(design: Design, cell: Rect, contents: Contents, style: Style, type: Typesetter): Box {
  return design.flows || design.height === 0 || cell.height === 0
    ? flowing(design, cell, contents, style, type)
    : fixed(design, cell, contents, style, type);
}

const emptyBox = (cell: Rect): Box => ({ ...cell, shapes: [], pictures: [], texts: [], qrs: [] });

function fixed({ width, height, elements }: Design, cell: Rect, contents: Contents, style: Style, type: Typesetter): Box {
  const [sx, sy] = [cell.width / width, cell.height / height];
  const scale = Math.min(sx, sy);
  const box = emptyBox(cell);
  for (const element of elements) {
    const upright = {
      x: cell.x + element.x * sx,
      y: cell.y + element.y * sy,
      width: element.width * sx,
      height: element.height * sy,
    };
    const drawn = draw(element, upright, scale, contents, style, type);
    if (drawn) drawn.put(box, upright.y + (upright.height - drawn.height) * UPRIGHT[element.vertical]);
  }
  return box;
}

const UPRIGHT = { top: 0, middle: 0.5, bottom: 1 } as const;

const MOST_GROWTH = 1.5;

function flowing(design: Design, cell: Rect, contents: Contents, style: Style, type: Typesetter): Box {
  const { flow, beside, remaining } = bestFlow(design, predecessorsOf(design.elements), cell, contents, style, type);
  const box = emptyBox({ ...cell, height: cell.height || flow.height });
  for (const [index, element] of design.elements.entries()) {
    flow.drawn[index]?.put(box, cell.y + (flow.tops[index] ?? 0) + (beside[index] ?? 0) + remaining * UPRIGHT[element.vertical]);
  }
  return box;
}

/** The largest scale that fits the cell, and the height left over. */
function bestFlow(design: Design, above: readonly number[][], cell: Rect, contents: Contents, style: Style, type: Typesetter) {
  const sx = cell.width / design.width;
  const flowAt = (at: number) => flowed(design, above, { cell, sx, factor: at, contents, style, type });
  let factor = cell.height === 0 ? 1 : MOST_GROWTH;
  let flow = flowAt(factor);
  while (cell.height > 0 && flow.height > cell.height && factor > 0.05) {
    factor *= SMALLER;
    flow = flowAt(factor);
  }
  // Templates keep the positions they were given; only built-in designs are spread over the cell.
  if (!design.flows) return { flow, factor, remaining: 0, beside: [] };
  const remaining = cell.height === 0 ? 0 : cell.height - flow.height;
  return { flow, factor, remaining, beside: centring(design.elements, above, flow.bottoms) };
}

/** How far to move down each element of a shorter column, so that columns side by side are vertically centred on each other. */
function centring(elements: readonly PaperElement[], above: readonly number[][], bottoms: readonly number[]): number[] {
  const columns: number[] = [];
  for (const [index, element] of elements.entries()) {
    const before = (above[index] ?? []).find((one) => elements[one]?.vertical === 'middle');
    columns.push(element.vertical !== 'middle' ? -1 : before === undefined ? index : (columns[before] ?? index));
  }
  const ends = new Map<number, number>();
  for (const [index, column] of columns.entries()) ends.set(column, Math.max(ends.get(column) ?? 0, bottoms[index] ?? 0));
  ends.delete(-1);
  const lowest = Math.max(0, ...ends.values());
  return columns.map((column) => (lowest - (ends.get(column) ?? lowest)) / 2);
}

interface Flow {
  cell: Rect;
  sx: number;
  factor: number;
  contents: Contents;
  style: Style;
  type: Typesetter;
}

function flowed({ elements, foot }: Design, above: readonly number[][], { cell, sx, factor, contents, style, type }: Flow) {
  const tops: number[] = [];
  const bottoms: number[] = [];
  const drawn: (Drawn | null)[] = [];
  for (const [index, element] of elements.entries()) {
    const before = above[index] ?? [];
    const free = Math.max(0, ...before.map((one) => bottoms[one] ?? 0));
    // Keep the gap to the nearest one: columns side by side end at different heights.
    const gap = Math.min(...before.map((one) => element.y - bottomOf(elements[one])));
    const top = before.length === 0 ? element.y * sx * factor : free + gap * sx * factor;
    const height = element.kind === 'text' || element.kind === 'code' ? Infinity : element.height * sx * factor;
    const one = draw(element, { x: cell.x + element.x * sx, width: element.width * sx, height }, sx * factor, contents, style, type);
    tops.push(top);
    drawn.push(one);
    // An element without content takes no space, and neither does the gap above it.
    bottoms.push(one ? top + one.height : free);
  }
  return { tops, bottoms, drawn, height: Math.max(0, ...bottoms) + foot * sx * factor };
}

const bottomOf = (element: PaperElement | undefined) => (element ? element.y + element.height : 0);

const graphs = new WeakMap<readonly PaperElement[], number[][]>();

/** For each element the indexes of those directly above: overlapping horizontally, with nothing between. Elements are sorted by `y`. */
function predecessorsOf(elements: readonly PaperElement[]): number[][] {
  const known = graphs.get(elements);
  if (known) return known;
  const all = elements.map((element, index) =>
    elements.flatMap((other, before) => {
      const isAbove = before < index && other.y + other.height <= element.y + 1e-6;
      return isAbove && other.x < element.x + element.width - 1e-6 && element.x < other.x + other.width - 1e-6 ? [before] : [];
    }),
  );
  const nearest = all.map((before) => before.filter((one) => !before.some((other) => all[other]?.includes(one))));
  graphs.set(elements, nearest);
  return nearest;
}

/** Where flowing elements end up in a cell, as elements with fixed positions. Elements without content are dropped. */
export function resolvedElements(design: Design, cell: Rect, contents: Contents, style: Style, type: Typesetter): PaperElement[] {
  const above = predecessorsOf(design.elements);
  const sx = cell.width / design.width;
  const { flow, factor, beside, remaining } = bestFlow(design, above, cell, contents, style, type);
  const two = (value: number) => Math.max(0.05, Number(value.toFixed(2)));
  return design.elements.flatMap((element, index): PaperElement[] => {
    const drawn = flow.drawn[index];
    if (!drawn) return [];
    const y = (flow.tops[index] ?? 0) + (beside[index] ?? 0) + remaining * UPRIGHT[element.vertical];
    const rect = {
      x: Number((element.x * sx).toFixed(2)),
      y: Number(y.toFixed(2)),
      width: two(element.width * sx),
      height: two(drawn.height),
    };
    const isType = element.kind === 'text' || element.kind === 'code';
    const size = isType
      ? { size: Math.min(TEMPLATE_LIMITS.size[1], Math.max(TEMPLATE_LIMITS.size[0], Number((element.size * sx * factor).toFixed(1)))) }
      : {};
    return [{ ...element, ...rect, vertical: 'top', ...size }];
  });
}
