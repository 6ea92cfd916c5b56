/** Form values of the print settings, and the settings made from them. */
import {
  gridOn,
  isRoll,
  PAPER_FORMATS,
  type CutMarks,
  type PaperFormat,
  type PaperLanguage,
  type PaperSettings,
} from '../../../contract/plain/paperModel';
import { PAPER_NAMES, type PaperName } from '../../../contract/plain/paperNames';
import { secretBehind } from '../../../shared/secrets';
import { isBuiltIn, nameOfFormat } from '../usePaper';

/** A named paper, or one with custom dimensions: a grid that fills the sheet, labels at given positions, or a roll. */
export type PaperKind = PaperName | 'grid' | 'labels' | 'roll';
export const PAPER_KINDS: readonly PaperKind[] = [...PAPER_NAMES, 'grid', 'labels', 'roll'];

export interface PaperForm {
  ssid: string;
  security: PaperSettings['security'];
  wifi_password: string;
  portal_url: string;
  footer: string;
  language: PaperLanguage | '';
  has_english: boolean;
  has_qr: boolean;
  /** A built-in design, or a template's id. */
  design: string;
  paper: PaperKind;
  page_width: number | null;
  page_height: number | null;
  columns: number | null;
  rows: number | null;
  cell_width: number | null;
  cell_height: number | null;
  left: number | null;
  top: number | null;
  gap_x: number | null;
  gap_y: number | null;
  cut: CutMarks;
  shift_x: number | null;
  shift_y: number | null;
}

const two = (value: number) => Number(value.toFixed(2));

export function toPaperForm({ format, design, template_id, shift: offset, wifi_password, ...rest }: PaperSettings): PaperForm {
  const { ssid, security, portal_url, footer, language, has_english, has_qr, cut } = rest;
  return {
    ssid,
    security,
    portal_url,
    footer,
    language,
    has_english,
    has_qr,
    cut,
    wifi_password: secretBehind(wifi_password) ?? '',
    design: design === 'template' ? String(template_id) : design,
    paper: kindOf(format),
    page_width: two(format.page.width),
    page_height: two(format.page.height),
    columns: format.columns,
    rows: format.rows,
    cell_width: two(format.cell.width),
    cell_height: two(format.cell.height),
    left: two(format.origin.x),
    top: two(format.origin.y),
    gap_x: two(format.gap.x),
    gap_y: two(format.gap.y),
    shift_x: offset.x,
    shift_y: offset.y,
  };
}

function kindOf(format: PaperFormat): PaperKind {
  const name = nameOfFormat(format);
  if (name) return name;
  if (isRoll(format)) return 'roll';
  const { page, columns, rows, origin, gap } = format;
  const grid = gridOn(page, columns, rows, origin.x, gap);
  const isGrid =
    origin.x === origin.y && Math.abs(grid.cell.width - format.cell.width) + Math.abs(grid.cell.height - format.cell.height) < 0.02;
  return isGrid ? 'grid' : 'labels';
}

/** Fields for each kind of custom paper. */
export const FIELDS_OF = {
  grid: ['page_width', 'page_height', 'columns', 'rows', 'left', 'gap_x', 'gap_y'],
  labels: ['page_width', 'page_height', 'columns', 'rows', 'cell_width', 'cell_height', 'left', 'top', 'gap_x', 'gap_y'],
  roll: ['page_width', 'left', 'top'],
} as const satisfies Record<Exclude<PaperKind, PaperName>, (keyof PaperForm)[]>;

export const isPaperName = (kind: PaperKind): kind is PaperName => PAPER_NAMES.some((name) => name === kind);

export function formatOf(form: PaperForm): PaperFormat {
  const { paper } = form;
  if (isPaperName(paper)) return PAPER_FORMATS[paper];
  const page = { width: form.page_width ?? 0, height: paper === 'roll' ? 0 : (form.page_height ?? 0) };
  const [left, top] = [form.left ?? 0, form.top ?? 0];
  const gap = { x: form.gap_x ?? 0, y: form.gap_y ?? 0 };
  const [columns, rows] = [form.columns ?? 1, form.rows ?? 1];
  if (paper === 'roll') {
    const cell = { width: page.width - 2 * left, height: 0 };
    return { page, columns: 1, rows: 1, cell, origin: { x: left, y: top }, gap: { x: 0, y: 0 } };
  }
  if (paper === 'grid') return gridOn(page, columns, rows, left, gap);
  return { page, columns, rows, cell: { width: form.cell_width ?? 0, height: form.cell_height ?? 0 }, origin: { x: left, y: top }, gap };
}

/** The settings in the form; `cut` and dimensions without a field keep their values. */
export function toSettings(form: PaperForm): PaperSettings {
  const isOpen = form.security === 'open';
  return {
    ssid: form.ssid.trim(),
    security: form.security,
    // A value saved by somebody else comes from the store, which holds only a reference to the secret.
    wifi_password: isOpen ? '' : (secretBehind(form.wifi_password) ?? ''),
    portal_url: form.portal_url.trim(),
    footer: form.footer.trim(),
    language: form.language,
    has_english: form.has_english,
    has_qr: form.has_qr,
    ...(isBuiltIn(form.design)
      ? { design: form.design, template_id: 0 }
      : { design: 'template' as const, template_id: Number(form.design) }),
    format: formatOf(form),
    cut: form.cut,
    shift: { x: form.shift_x ?? 0, y: form.shift_y ?? 0 },
  };
}
