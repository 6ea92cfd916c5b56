/**
 * What a spreadsheet would run as a formula, including the full-width signs of East Asia. A number is none, even with a sign: telephone
 * numbers begin with a plus.
 */
const FORMULA = /^(?:[=＝@＠\t\r\n]|[+＋\-－](?!\d+$))/;

/** The rules of all our CSV files, for papaparse's `unparse`: quotes where needed, and an apostrophe before a formula. */
export const CSV_RULES = { escapeFormulae: FORMULA } as const;

/** Without it, spreadsheets don't read a file as UTF-8 and garble accents. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Exports of this many rows or more are refused (FMT-11). */
export const TOO_MANY_ROWS = 5000;
