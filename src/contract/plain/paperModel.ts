/**
 * Data model of printed vouchers, shared by server and console. No zod here: the console bundles this file. Lengths in millimetres,
 * measured from the top left corner; type sizes in points.
 */
import type { BuiltIn, PaperName } from './paperNames';
import { TEXT_STYLES } from './hotspotPreferences';

interface Size {
  width: number;
  height: number;
}

/** Layout of vouchers on paper. `page.height` and `cell.height` 0: a continuous roll, cut after each voucher, as long as its content. */
export interface PaperFormat {
  page: Size;
  columns: number;
  rows: number;
  cell: Size;
  /** Top left corner of the first cell. */
  origin: { x: number; y: number };
  /** Space between neighbouring cells. */
  gap: { x: number; y: number };
}

const A4 = { width: 210, height: 297 };
const LETTER = { width: 215.9, height: 279.4 };

/** Equal cells that fill the page inside its margins. */
export function gridOn(page: Size, columns: number, rows: number, margin = 8, gap = { x: 4, y: 3 }): PaperFormat {
  const cell = {
    width: (page.width - 2 * margin - (columns - 1) * gap.x) / columns,
    height: (page.height - 2 * margin - (rows - 1) * gap.y) / rows,
  };
  return { page, columns, rows, cell, origin: { x: margin, y: margin }, gap };
}

const roll = (width: number, margin: number): PaperFormat => ({
  page: { width, height: 0 },
  columns: 1,
  rows: 1,
  cell: { width: width - 2 * margin, height: 0 },
  origin: { x: margin, y: 3 },
  gap: { x: 0, y: 0 },
});

/** Paper formats by name. The first two are the specified sheet: two columns, five rows (VCH-12, VCH-13). */
export const PAPER_FORMATS = {
  a4: gridOn(A4, 2, 5),
  letter: gridOn(LETTER, 2, 5),
  labels_3x8: {
    page: A4,
    columns: 3,
    rows: 8,
    cell: { width: 63.5, height: 33.9 },
    origin: { x: 7.21, y: 12.9 },
    gap: { x: 2.54, y: 0 },
  },
  labels_2x7: {
    page: A4,
    columns: 2,
    rows: 7,
    cell: { width: 99.1, height: 38.1 },
    origin: { x: 4.63, y: 15.15 },
    gap: { x: 2.54, y: 0 },
  },
  a6: gridOn({ width: 105, height: 148 }, 1, 1, 5),
  a4_one: gridOn(A4, 1, 1, 12),
  letter_one: gridOn(LETTER, 1, 1, 12),
  // Printable widths of common thermal print heads: 48 and 72 mm.
  roll_58: roll(58, 5),
  roll_80: roll(80, 4),
} as const satisfies Record<PaperName, PaperFormat>;

/** The paper of the design "ticket", a receipt. */
export const RECEIPT: PaperName = 'roll_80';

export const isRoll = ({ page }: PaperFormat): boolean => page.height === 0;

/** Limits of a format, in millimetres and cells. */
export const PAPER_LIMITS = { side: [10, 1200], cell: [10, 1200], gap: [0, 200], count: [1, 40] } as const;

/** Whether all cells fit on the page. */
export function fitsPage({ page, columns, rows, cell, origin, gap }: PaperFormat): boolean {
  const right = origin.x + columns * cell.width + (columns - 1) * gap.x;
  const bottom = origin.y + rows * cell.height + (rows - 1) * gap.y;
  const isRolled = page.height === 0;
  if (isRolled) return rows === 1 && columns === 1 && cell.height === 0 && right <= page.width + 0.01;
  return cell.height > 0 && right <= page.width + 0.01 && bottom <= page.height + 0.01;
}

/** How cells are separated: a line around each, marks at their corners, or nothing. */
export const CUT_MARKS = ['lines', 'corners', 'none'] as const;
export type CutMarks = (typeof CUT_MARKS)[number];

/** Languages that vouchers can be printed in. */
export const PAPER_LANGUAGES = ['en', 'it', 'de', 'fr', 'es'] as const;
export type PaperLanguage = (typeof PAPER_LANGUAGES)[number];

export const WIFI_SECURITIES = ['open', 'wpa'] as const;

/** A hotspot's print settings, as stored. */
export interface PaperSettings {
  /** The network's name. Empty: it isn't printed, and there is no QR code for joining. */
  ssid: string;
  security: (typeof WIFI_SECURITIES)[number];
  wifi_password: string;
  /** The captive portal's address, with `{code}` in place of the voucher's code. Empty: there is no QR code for it. */
  portal_url: string;
  footer: string;
  /** Empty: the language of the person printing. */
  language: PaperLanguage | '';
  /** Whether to print English below another language. */
  has_english: boolean;
  has_qr: boolean;
  /** A built-in design, or `template` for the one that `template_id` names (0 otherwise). */
  design: BuiltIn | 'template';
  template_id: number;
  format: PaperFormat;
  cut: CutMarks;
  /** Correction for the printer's offset. */
  shift: { x: number; y: number };
}

export const PAPER_DEFAULTS: PaperSettings = {
  ssid: '',
  security: 'open',
  wifi_password: '',
  portal_url: '',
  footer: '',
  language: '',
  has_english: true,
  has_qr: true,
  design: 'sheet',
  template_id: 0,
  format: PAPER_FORMATS.a4,
  cut: 'lines',
  shift: { x: 0, y: 0 },
};

/** Maximum length of a network's name in UTF-8 bytes (IEEE 802.11), and of a WPA password in characters. */
export const MAX_SSID_BYTES = 32;
export const WPA_PASSWORD = { min: 8, max: 63 } as const;
export const MAX_OFFSET = 20;

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

/** Placeholder for the code in a portal address. */
export const CODE_IN_ADDRESS = '{code}';

/** Fields that a template's texts can use, written like `{{until}}`. */
export const PAPER_FIELDS = [
  'headline',
  'hotspot',
  'network',
  'password',
  'code',
  'guest',
  'until',
  'uses',
  'limits',
  'step_1',
  'step_2',
  'step_3',
  'footer',
  'scan',
] as const;
export type PaperField = (typeof PAPER_FIELDS)[number];

const FIELD = /\{\{\s*([\w-]*)\s*\}\}/g;

/** Field names used in a text, known or unknown. */
const fieldsIn = (text: string): string[] => [...text.matchAll(FIELD)].map(([, name = '']) => name);

/** Fills in a text's fields in a single pass, so values aren't expanded again; unknown fields become empty. */
export const filledIn = (text: string, values: Readonly<Record<PaperField, string>>): string =>
  text.replaceAll(FIELD, (_whole, name: string) => (values as Partial<Record<string, string>>)[name] ?? '');

export const PAPER_FONTS = ['portal', ...TEXT_STYLES] as const;
export type PaperFont = (typeof PAPER_FONTS)[number];

/** Colours named by purpose; any other is written as `#rrggbb`. */
export const NAMED_COLOURS = ['ink', 'soft', 'accent', 'white'] as const;
export const PAPER_COLOUR = /^#[0-9a-f]{6}$/i;

interface Positioned extends Size {
  id: string;
  x: number;
  y: number;
  align: 'left' | 'centre' | 'right';
  vertical: 'top' | 'middle' | 'bottom';
}

export interface TextElement extends Positioned {
  kind: 'text';
  text: string;
  font: PaperFont;
  bold: boolean;
  size: number;
  colour: string;
  /** `english`: printed only below another language. */
  language: 'guest' | 'english';
}

export interface CodeElement extends Positioned {
  kind: 'code';
  size: number;
  colour: string;
  /** Printed in groups of four characters. */
  grouped: boolean;
}

export interface QrElement extends Positioned {
  kind: 'qr';
  /** `any`: the QR code joins the network if its name is known, and opens the portal otherwise. */
  opens: 'any' | 'network' | 'portal';
}

export interface LogoElement extends Positioned {
  kind: 'logo';
}

export interface PictureElement extends Positioned {
  kind: 'picture';
  /** Key in the template's `pictures`. */
  picture: string;
}

/** A filled rectangle. */
export interface LineElement extends Positioned {
  kind: 'line';
  colour: string;
}

export type PaperElement = TextElement | CodeElement | QrElement | LogoElement | PictureElement | LineElement;
export const ELEMENT_KINDS = ['text', 'code', 'qr', 'logo', 'picture', 'line'] as const satisfies PaperElement['kind'][];

/** A template's layout: elements on one cell of its format. `pictures` maps names to data URLs. */
export interface PaperTemplate {
  version: 1;
  format: PaperFormat;
  cut: CutMarks;
  elements: PaperElement[];
  pictures: Record<string, string>;
}

export const TEMPLATE_LIMITS = { elements: 60, pictures: 4, text: 1000, size: [4, 200], picture: 400_000 } as const;

/** A field or picture that a template refers to but that doesn't exist. */
export interface Missing {
  element: string;
  what: 'field' | 'picture';
  name: string;
}

/** Unknown fields and pictures that elements refer to. They are left out on paper. */
export function missingIn({ elements, pictures }: Pick<PaperTemplate, 'elements' | 'pictures'>): Missing[] {
  return elements.flatMap((element): Missing[] => {
    if (element.kind === 'text') {
      const unknown = fieldsIn(element.text).filter((name) => !PAPER_FIELDS.some((field) => field === name));
      return unknown.map((name) => ({ element: element.id, what: 'field', name }));
    }
    const isMissing = element.kind === 'picture' && !Object.hasOwn(pictures, element.picture);
    return isMissing ? [{ element: element.id, what: 'picture', name: element.picture }] : [];
  });
}

/** File format of an exported template. */
export interface PaperTemplateFile {
  portico: 'voucher-template';
  name: string;
  template: PaperTemplate;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses a template file; null if it isn't one. Checks only what is needed to display and send it: the server validates every value.
 */
export function readTemplateFile(text: string): PaperTemplateFile | null {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    // Not JSON, so not a template file.
    return null;
  }
  if (!isRecord(file) || file.portico !== 'voucher-template' || typeof file.name !== 'string' || !isRecord(file.template)) return null;
  const { version, format, elements, pictures } = file.template;
  if (version !== 1 || !isRecord(format) || !isRecord(pictures) || !Array.isArray(elements)) return null;
  const isElement = (one: unknown) =>
    isRecord(one) &&
    typeof one.id === 'string' &&
    ELEMENT_KINDS.some((kind) => kind === one.kind) &&
    (one.kind !== 'text' || typeof one.text === 'string');
  return elements.every(isElement) ? (file as unknown as PaperTemplateFile) : null;
}
