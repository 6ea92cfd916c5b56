/** Layout of printed vouchers: pages with boxes, in millimetres. Pure functions. */
import { isRoll, type CutMarks, type PaperFormat, type PaperLanguage, type PaperSettings } from '../../../contract/plain/paperModel';
import type { BuiltIn } from '../../../contract/plain/paperNames';
import type { Voucher } from '../../../contract/vouchers';
import { builtIn } from './builtIns';
import { transformed, type Box, type Cut, type Page, type Picture, type Rect } from './drawing';
import type { Style } from './elementDrawing';
import { layOutElements, type Design } from './elementLayout';
import { joiningCode, portalAddress, qrOf } from './qr';
import { LOGO_NAME, SHEET_HEIGHT, sheetBox, sheetScale } from './sheet';
import { paperValues, scanText, sheetTexts, type TicketHotspot } from './tickets';
import { typesetter, type MeasureOther, type Typesetter } from './typesetter';
import type { TextStyle, Typefaces } from '../typefaces';

/** How vouchers look on paper. */
export interface Look extends TicketHotspot, Pick<PaperSettings, 'portal_url' | 'has_qr' | 'has_english' | 'shift' | 'cut' | 'format'> {
  language: PaperLanguage;
  design: BuiltIn | Design;
  /** By name; the logo's name is empty. */
  pictures: Readonly<Record<string, Picture>>;
  accent: string;
  font: TextStyle;
  /** The first cell to use on the first page, from 1. */
  start: number;
}

/** Lays out vouchers on pages. Without vouchers there are no pages. */
export function layOut(vouchers: readonly Voucher[], look: Look, typefaces: Typefaces, measureOther: MeasureOther): Page[] {
  const { format, cut, shift: offset } = look;
  const draw = drawerOf(look, typesetter(typefaces, measureOther));
  const { cell, origin } = format;
  if (isRoll(format)) {
    return vouchers.map((voucher) => {
      const box = draw(voucher, { x: origin.x + offset.x, y: origin.y, ...cell });
      // Round up to whole millimetres, so that most vouchers have the same page size.
      const height = Math.ceil(box.y + box.height + origin.y);
      return { width: format.page.width, height, boxes: [box], cuts: [] };
    });
  }
  const aPage = format.columns * format.rows;
  const first = Math.min(aPage, Math.max(1, look.start)) - 1;
  const pages: Page[] = [];
  for (const [index, voucher] of vouchers.entries()) {
    const at = (first + index) % aPage;
    const page = at === 0 || index === 0 ? { ...format.page, boxes: [], cuts: [] } : pages.at(-1);
    if (!page) continue;
    if (page !== pages.at(-1)) pages.push(page);
    const rect = cellAt(format, at, offset);
    page.boxes.push(draw(voucher, rect));
    page.cuts.push(...cutsOf(rect, cut));
  }
  return pages;
}

/** Position of a cell on its page; `index` counts from 0 in reading order. */
export function cellAt({ columns, cell, origin, gap }: PaperFormat, index: number, offset: PaperSettings['shift']): Rect {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return {
    x: origin.x + column * (cell.width + gap.x) + offset.x,
    y: origin.y + row * (cell.height + gap.y) + offset.y,
    ...cell,
  };
}

/** Length of corner marks, in millimetres. */
const CORNER = 3;

function cutsOf({ x, y, width, height }: Rect, cut: CutMarks): Cut[] {
  const [right, bottom] = [x + width, y + height];
  const edges: Cut[] = [
    { x1: x, y1: y, x2: right, y2: y },
    { x1: right, y1: y, x2: right, y2: bottom },
    { x1: right, y1: bottom, x2: x, y2: bottom },
    { x1: x, y1: bottom, x2: x, y2: y },
  ];
  if (cut === 'none') return [];
  if (cut === 'lines') return edges;
  return edges.flatMap(({ x1, y1, x2, y2 }) => {
    const [dx, dy] = [Math.sign(x2 - x1) * CORNER, Math.sign(y2 - y1) * CORNER];
    return [
      { x1, y1, x2: x1 + dx, y2: y1 + dy },
      { x1: x2 - dx, y1: y2 - dy, x2, y2 },
    ];
  });
}

/** Maximum height relative to width: a taller ticket would be mostly empty, so it is centred in its cell instead. */
const TALLEST_SHEET = 0.8;

/** Returns a function that draws one voucher in a cell. */
function drawerOf(look: Look, type: Typesetter): (voucher: Voucher, cell: Rect) => Box {
  const { design, language, portal_url, has_qr, ssid } = look;
  const english = look.has_english && language !== 'en' ? ('en' as const) : null;
  const network = has_qr && ssid !== '' ? qrOf(joiningCode(look)) : null;
  const portalOf = ({ code }: Voucher) => (has_qr && portal_url !== '' ? qrOf(portalAddress(portal_url, code)) : null);
  const opens = network ? 'network' : 'portal';
  const hasCode = has_qr && (ssid !== '' || portal_url !== '');
  const scan = (isSheet: boolean, of: PaperLanguage) => (hasCode ? scanText(opens, isSheet, of) : '');
  const logo = look.pictures[LOGO_NAME] ?? null;
  const style: Style = look;
  const { cell } = look.format;
  if (design === 'sheet') {
    const scale = sheetScale(cell);
    const wide = cell.width / scale;
    return (voucher, rect) => {
      const texts = sheetTexts(voucher, look, scan(true, language), language, english);
      const height = cell.height === 0 ? SHEET_HEIGHT : Math.min(cell.height / scale, wide * TALLEST_SHEET);
      const box = sheetBox(
        { x: 0, y: 0, width: wide, height },
        texts,
        network ?? portalOf(voucher),
        { logo, accent: look.accent, scale },
        type,
      );
      return transformed(box, scale, rect.x, rect.y + Math.max(0, rect.height - height * scale) / 2);
    };
  }
  const shown = typeof design === 'string' ? builtIn(design, cell, { hasQr: hasCode, hasLogo: logo !== null }) : design;
  return (voucher, rect) =>
    layOutElements(
      shown,
      rect,
      {
        values: paperValues(voucher, look, scan(false, language), language),
        english: english && paperValues(voucher, look, scan(false, english), english),
        qrs: { network, portal: portalOf(voucher) },
      },
      style,
      type,
    );
}
