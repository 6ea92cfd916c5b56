/** A page for checking where a printer prints: edges of all cells, and rulers in millimetres from the paper's corner. */
import { isRoll, type PaperFormat, type PaperSettings } from '../../../contract/plain/paperModel';
import type { Cut, Page, Text } from '../layout/drawing';
import { cellAt } from '../layout/layout';
import { INK, type Typesetter } from '../layout/typesetter';

/** Height of the test page on a roll, in millimetres. */
const ROLL_HEIGHT = 80;
const TICK = { small: 1, medium: 2, large: 3.5 };
const NUMBER_SIZE = 2.2;

export function testPage(format: PaperFormat, offset: PaperSettings['shift'], type: Typesetter): Page {
  const { page, columns, rows, cell } = format;
  const height = isRoll(format) ? ROLL_HEIGHT : page.height;
  const cells = Array.from({ length: columns * rows }, (_, index) => {
    const rect = cellAt(format, index, offset);
    return { ...rect, height: cell.height || ROLL_HEIGHT - 2 * format.origin.y };
  });
  const edges = cells.flatMap(({ x, y, width, height: high }): Cut[] => [
    { x1: x, y1: y, x2: x + width, y2: y },
    { x1: x + width, y1: y, x2: x + width, y2: y + high },
    { x1: x + width, y1: y + high, x2: x, y2: y + high },
    { x1: x, y1: y + high, x2: x, y2: y },
  ]);
  const cuts: Cut[] = [...edges];
  const texts: Text[] = [];
  for (let at = 0; at <= page.width; at += 1) {
    cuts.push({ x1: at, y1: 0, x2: at, y2: tickAt(at) });
    if (at % 10 === 0 && at > 0)
      texts.push(...type.lines(String(at), 'Roboto', NUMBER_SIZE, 20, INK).at(at + 0.4, TICK.large - NUMBER_SIZE));
  }
  for (let at = 0; at <= height; at += 1) {
    cuts.push({ x1: 0, y1: at, x2: tickAt(at), y2: at });
    if (at % 10 === 0 && at > 0)
      texts.push(...type.lines(String(at), 'Roboto', NUMBER_SIZE, 20, INK).at(TICK.large + 0.4, at - NUMBER_SIZE));
  }
  return { width: page.width, height, cuts, boxes: [{ x: 0, y: 0, width: page.width, height, shapes: [], pictures: [], qrs: [], texts }] };
}

const tickAt = (at: number) => (at % 10 === 0 ? TICK.large : at % 5 === 0 ? TICK.medium : TICK.small);
