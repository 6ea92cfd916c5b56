import dayjs from 'dayjs';
import { BYTE_ORDER_MARK, FORMULA } from '../contract/plain/csv';
import { numberFormat } from './format/numberFormat';
import type { CsvSeparator } from './preferences';
import { saveFile } from './saveFile';

/** The format of a CSV file: its separator, and the language whose decimal sign the spreadsheet expects. */
export interface CsvStyle {
  separator: CsvSeparator;
  language: string;
}

const decimalSign = (language: string): string =>
  numberFormat(language, {})
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')?.value ?? '.';

/** The separator that spreadsheets expect in a language: a semicolon where the decimal sign is a comma. */
export const usualSeparator = (language: string): CsvSeparator => (decimalSign(language) === ',' ? ';' : ',');

/** Downloads a table as a CSV file, named after the current date by default (FMT-12). */
export async function saveCsv(style: CsvStyle, headings: string[], rows: Cell[][], name = dayjs().format('YYYY-MM-DD')): Promise<void> {
  saveFile(`${name}.csv`, new Blob([await csvText(style, [headings, ...rows])], { type: 'text/csv;charset=utf-8' }));
}

type Cell = string | number;

/** A table as CSV, in the format that a spreadsheet in that language reads. */
export async function csvText({ separator, language }: CsvStyle, rows: readonly (readonly Cell[])[]): Promise<string> {
  // Loaded on demand: few people export.
  const { default: papaparse } = await import('papaparse');
  const decimal = decimalSign(language);
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? asText(cell) : String(cell).replace('.', decimal))));
  return BYTE_ORDER_MARK + papaparse.unparse(cells, { delimiter: separator });
}

/**
 * Texts that spreadsheets would take for a number, a date or a time, and change: codes, telephone numbers, addresses, rooms like 1-2,
 * dates.
 */
const GUESSED = [
  /^\s*[+(-]?\d[\d\s.,:/()-]*(?:e[+-]?\d+|%|T[\d:.]+Z?)?$/i,
  /^(?:\d{1,2}[\s./-]*)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|gen|mag|giu|lug|ago|set|ott|dic)\p{L}*[\s./-]*\d{0,4}(?:, \d\d:\d\d)?$/iu,
  /^(?:true|false|vero|falso)$/i,
];
const DIGIT_OR_TRUTH = /\d|^(?:true|false|vero|falso)$/i;

/**
 * Exceptions that spreadsheets leave as they are: MAC addresses, and whole numbers without a leading zero and of up to 11 digits (Excel
 * shows longer ones as 4.42E+12).
 */
const UNCHANGED = /^(?:0|[1-9]\d{0,10}|[\dA-F]{2}(?:-[\dA-F]{2}){5})$/i;

/**
 * A cell that spreadsheets keep as text. They guess a cell's type from its characters, even between quotes. A formula that returns a text
 * is what Excel, LibreOffice and Gnumeric all understand; it is used only for what they would change. A text that would itself be a formula
 * gets an apostrophe instead.
 */
function asText(cell: string): string {
  const isChanged = DIGIT_OR_TRUTH.test(cell) && GUESSED.some((guessed) => guessed.test(cell)) && !UNCHANGED.test(cell);
  if (isChanged) return `="${cell}"`;
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
