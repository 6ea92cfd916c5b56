import Papa from 'papaparse';

/** A text that a spreadsheet would compute, also in the full-width letters of East Asian ones. A telephone number with its plus is none. */
const FORMULA = /^(?:[=＝@＠\t\r\n]|[+＋\-－](?!\d+$))/;

/** Comma-separated values, a line for each row under the headings; a cell that starts a formula gets an apostrophe in front. */
export function csvOf(headings: readonly string[], rows: unknown[][]): string {
  return `${Papa.unparse([[...headings], ...rows], { newline: '\n', escapeFormulae: FORMULA })}\n`;
}
