import Papa from 'papaparse';
import { CSV_RULES } from '../contract/plain/csv';

/** CSV with a header line, in the format of existing back ends: no byte order mark, a line feed after each line. */
export function csvOf(headings: readonly string[], rows: unknown[][]): string {
  return `${Papa.unparse([[...headings], ...rows], { ...CSV_RULES, newline: '\n' })}\n`;
}
