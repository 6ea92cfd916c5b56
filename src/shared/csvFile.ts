import dayjs from 'dayjs';
import { saveFile } from './saveFile';

/** Exports of this many rows or more are refused (FMT-11). */
export const TOO_MANY_ROWS = 5000;

/** Without it, spreadsheets don't read the file as UTF-8 and garble accents. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Text a spreadsheet would evaluate, including full-width East Asian signs; a phone number with a leading plus is not one. */
const FORMULA = /^(?:[=＝@＠\t\r\n]|[+＋\-－](?!\d+$))/;

/** Downloads a table as a CSV file named with the current date (FMT-12). No cell can start a formula. */
export async function saveCsv(headings: string[], rows: (string | number)[][]): Promise<void> {
  // Loaded on demand: few people export.
  const { default: papaparse } = await import('papaparse');
  const text = papaparse.unparse([headings, ...rows], { escapeFormulae: FORMULA });
  saveFile(`${dayjs().format('YYYY-MM-DD')}.csv`, new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }));
}
