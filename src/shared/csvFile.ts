import dayjs from 'dayjs';
import { saveFile } from './saveFile';

/** As many rows or more are not exported (spec 2 §5, §9). */
export const TOO_MANY_ROWS = 5000;

/** So that spreadsheets take the accents for what they are. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A text that a spreadsheet would compute, also in the full-width letters of East Asian ones. A telephone number with its plus is none. */
const FORMULA = /^(?:[=＝@＠\t\r\n]|[+＋\-－](?!\d+$))/;

/** Hands a table to the browser as a file that is named with the current date (spec 1 §9). No cell starts a formula. */
export async function saveCsv(headings: string[], rows: (string | number)[][]): Promise<void> {
  // Few export: the rest need not load it.
  const { default: papaparse } = await import('papaparse');
  const text = papaparse.unparse([headings, ...rows], { escapeFormulae: FORMULA });
  saveFile(`${dayjs().format('YYYY-MM-DD')}.csv`, new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }));
}
