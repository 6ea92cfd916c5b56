import Papa from 'papaparse';

/** Text that a spreadsheet would evaluate, including full-width signs. Phone numbers with a leading plus are left alone. */
const FORMULA = /^(?:[=＝@＠\t\r\n]|[+＋\-－](?!\d+$))/;

/** CSV with a heading line. A cell that would be taken for a formula gets a leading apostrophe. */
export function csvOf(headings: readonly string[], rows: unknown[][]): string {
  return `${Papa.unparse([[...headings], ...rows], { newline: '\n', escapeFormulae: FORMULA })}\n`;
}
