import dayjs from 'dayjs';
import { BYTE_ORDER_MARK, CSV_RULES } from '../contract/csv';
import { saveFile } from './saveFile';

/** Downloads a table as a CSV file, named after the current date by default (FMT-12). Cells that would start a formula are escaped. */
export async function saveCsv(headings: string[], rows: (string | number)[][], name = dayjs().format('YYYY-MM-DD')): Promise<void> {
  // Loaded on demand: few people export.
  const { default: papaparse } = await import('papaparse');
  const text = papaparse.unparse([headings, ...rows], CSV_RULES);
  saveFile(`${name}.csv`, new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }));
}
