import Papa from 'papaparse';
import { CSV_RULES } from '../../contract/csv';

/** CSV with a heading line, in the form of existing back ends: without a byte order mark, a line feed after each line. */
export function csvOf(headings: readonly string[], rows: unknown[][]): string {
  return `${Papa.unparse([[...headings], ...rows], { ...CSV_RULES, newline: '\n' })}\n`;
}
