/**
 * What a spreadsheet would run as a formula, including the full-width signs of East Asia. A signed number isn't one: phone numbers begin
 * with a plus.
 */
export const FORMULA = /^(?:[=＝@＠\t\r\n]|[+＋\-－](?!\d+$))/;

/** Options for papaparse's `unparse` in all our CSV files: quotes where needed, and an apostrophe before a formula. */
export const CSV_RULES = { escapeFormulae: FORMULA } as const;

/** Without it, spreadsheets don't read a file as UTF-8 and garble accents. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Exports of this many rows or more are rejected (FMT-11). */
export const TOO_MANY_ROWS = 5000;
