/** What the print studio does to elements, independent of React. */
import { TEMPLATE_LIMITS, type PaperElement, type PaperFormat } from '../../../contract/plain/paperModel';

/** Identifies the text or number field being typed into; undefined for other changes, which are undo steps of their own. */
export function fieldTyped(before: PaperElement, after: PaperElement): string | undefined {
  const was = new Map<string, unknown>(Object.entries(before));
  const typed = Object.entries(after).find(([field, value]) => TYPED.includes(field) && was.get(field) !== value)?.[0];
  return typed && `${typed} of ${after.id}`;
}

const TYPED: readonly string[] = ['text', 'size', 'x', 'y', 'width', 'height'];

/** A new element in the middle of the cell. Sizes in millimetres and points. */
export function newElement(kind: PaperElement['kind'], others: readonly PaperElement[], cell: PaperFormat['cell']): PaperElement {
  const number = others.reduce((most, { id }) => Math.max(most, Number(/^element-(\d+)$/.exec(id)?.[1] ?? 0)), 0) + 1;
  const id = `element-${number}`;
  const width = Math.min(cell.width * 0.6, kind === 'qr' ? 25 : 60);
  const height = kind === 'qr' ? width : kind === 'line' ? 0.5 : kind === 'text' ? 6 : 10;
  const positioned = {
    id,
    x: Number(((cell.width - width) / 2).toFixed(2)),
    y: Number(Math.max(0, ((cell.height || 40) - height) / 2).toFixed(2)),
    width: Number(width.toFixed(2)),
    height: Number(height.toFixed(2)),
    align: 'left',
    vertical: 'top',
  } as const;
  switch (kind) {
    case 'text':
      return { ...positioned, kind, text: '{{until}}', font: 'portal', bold: false, size: 10, colour: 'ink', language: 'guest' };
    case 'code':
      return { ...positioned, kind, size: 20, colour: 'ink', grouped: true };
    case 'qr':
      return { ...positioned, kind, opens: 'any', align: 'centre' };
    case 'line':
      return { ...positioned, kind, colour: 'accent' };
    case 'logo':
      return { ...positioned, kind };
    case 'picture':
      return { ...positioned, kind, picture: id };
  }
}

/** Scales an element to a cell of another size. */
export function scaled(element: PaperElement, from: PaperFormat['cell'], to: PaperFormat['cell']): PaperElement {
  const wide = to.width / from.width;
  const high = from.height === 0 || to.height === 0 ? wide : to.height / from.height;
  const two = (value: number) => Number(value.toFixed(2));
  const rect = {
    x: two(element.x * wide),
    y: two(element.y * high),
    width: Math.max(0.05, two(element.width * wide)),
    height: Math.max(0.05, two(element.height * high)),
  };
  if (element.kind !== 'text' && element.kind !== 'code') return { ...element, ...rect };
  const [least, most] = TEMPLATE_LIMITS.size;
  return { ...element, ...rect, size: Math.min(most, Math.max(least, Number((element.size * Math.min(wide, high)).toFixed(1)))) };
}
