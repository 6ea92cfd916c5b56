import dayjs from 'dayjs';
import { BYTE_ORDER_MARK, FORMULA } from '../contract/plain/csv';
import { numberFormat } from './format/numberFormat';
import type { CsvSeparator } from './preferences';
import { saveFile } from './saveFile';

/** How a file is written: for a spreadsheet in `language`, which expects that language's decimal sign. */
export interface CsvStyle {
  separator: CsvSeparator;
  language: string;
}

const decimalSign = (language: string): string =>
  numberFormat(language, {})
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.';

/** The separator that spreadsheets expect where people write `language`: a semicolon where a comma is the decimal sign. */
export const usualSeparator = (language: string): CsvSeparator => (decimalSign(language) === ',' ? ';' : ',');

/** Downloads a table as a CSV file, named after the current date by default (FMT-12). */
export async function saveCsv(style: CsvStyle, headings: string[], rows: Cell[][], name = dayjs().format('YYYY-MM-DD')): Promise<void> {
  saveFile(`${name}.csv`, new Blob([await csvText(style, [headings, ...rows])], { type: 'text/csv;charset=utf-8' }));
}

type Cell = string | number;

/** A table as a spreadsheet in that language reads it. */
export async function csvText({ separator, language }: CsvStyle, rows: readonly (readonly Cell[])[]): Promise<string> {
  // Loaded on demand: few people export.
  const { default: papaparse } = await import('papaparse');
  const decimal = decimalSign(language);
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? asText(cell) : String(cell).replace('.', decimal))));
  return BYTE_ORDER_MARK + papaparse.unparse(cells, { delimiter: separator });
}

/** What spreadsheets take for a number, a day or a time, and change: codes, telephone numbers, addresses, rooms like 1-2, dates. */
const GUESSED = [
  /^\s*[+(-]?\d[\d\s.,:/()-]*(?:e[+-]?\d+|%|T[\d:.]+Z?)?$/i,
  /^(?:\d{1,2}[\s./-]*)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|gen|mag|giu|lug|ago|set|ott|dic)\p{L}*[\s./-]*\d{0,4}(?:, \d\d:\d\d)?$/iu,
  /^(?:true|false|vero|falso)$/i,
];
const DIGIT_OR_TRUTH = /\d|^(?:true|false|vero|falso)$/i;

/** What stays as it is: whole numbers without a zero in front and with no more digits than Excel shows (from twelve on 4.42E+12), and addresses of devices. */
const KEPT = /^(?:0|[1-9]\d{0,10}|\d\d(?:-\d\d){5})$/;

/**
 * Text that stays text. Spreadsheets guess a cell's type from its characters, whatever its quotes. A formula that yields a text is what
 * Excel, LibreOffice and Gnumeric all understand; only what they would change is written so. What would be a formula itself gets an
 * apostrophe instead.
 */
function asText(cell: string): string {
  const isChanged = DIGIT_OR_TRUTH.test(cell) && GUESSED.some((guessed) => guessed.test(cell)) && !KEPT.test(cell);
  if (isChanged) return `="${cell}"`;
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
