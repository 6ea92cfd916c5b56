/** Reads a table from a file: CSV from a spreadsheet, from hotel software or written by hand, in any encoding and with any separator. */

/** Why a file can't be used. `line` is counted as in a spreadsheet. */
export interface FileProblem {
  id:
    | 'file.not_read'
    | 'import.empty'
    | 'import.is_binary'
    | 'import.is_html'
    | 'import.is_mail'
    | 'import.is_pdf'
    | 'import.is_text'
    | 'import.is_workbook'
    | 'import.not_read'
    | 'import.quotes'
    | 'import.quotes_open'
    | 'import.too_many';
  line?: number;
}

/** A row that isn't blank. `line` is its number in a spreadsheet, which counts blank rows, and a cell of several lines as one. */
export interface TableRow {
  line: number;
  cells: string[];
}

type Signature = readonly [start: readonly number[], problem: FileProblem['id']];
const ascii = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0));
const SIGNATURES: readonly Signature[] = [
  [ascii('PK\u0003\u0004'), 'import.is_workbook'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'import.is_workbook'],
  [[0x1f, 0x8b], 'import.is_workbook'],
  [ascii('%PDF'), 'import.is_pdf'],
  [ascii('{\\rtf'), 'import.is_text'],
];

/**
 * Control characters that no text contains. Not among them: tabs, line ends, the character that ends DOS files, and the unit separator,
 * which some programs put before a number to keep it as text.
 */
const CONTROL = new RegExp(String.raw`[\u0000-\u0008\u000E-\u0019\u001B-\u001E]`);
const UNIT_SEPARATOR = new RegExp(String.raw`^\u001F`);
const DOS_END = new RegExp(String.raw`\u001A$`);

/** Number of bytes at the start of a file that are examined to detect what it is. */
const HEAD = 4096;

/**
 * The text of a file. Spreadsheets write UTF-8 or UTF-16, with or without a byte order mark, and on Windows also the older windows-1252,
 * which is assumed for anything that isn't valid UTF-8.
 */
export async function textOfFile(file: Blob): Promise<string | FileProblem> {
  // It may have been removed since it was chosen, or another program may lock it.
  const content = await file.arrayBuffer().catch(() => null);
  if (content === null) return { id: 'file.not_read' };
  const bytes = new Uint8Array(content);
  const signature = SIGNATURES.find(([start]) => start.every((byte, at) => bytes[at] === byte));
  if (signature) return { id: signature[1] };
  const text = decoded(bytes).replace(/^\uFEFF/, '');
  return text.includes('\u0000') || CONTROL.test(text.slice(0, HEAD)) ? { id: 'import.is_binary' } : text.replace(DOS_END, '');
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // UTF-16 without a byte order mark: in most characters of a table one byte is 0, always the first or always the second.
  const head = bytes.subarray(0, HEAD);
  const zeros = [0, 1].map((odd) => head.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  if (odd > head.length / 5 && even < odd / 10) return new TextDecoder('utf-16le').decode(bytes);
  if (even > head.length / 5 && odd < even / 10) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const SEPARATORS = [';', '\t', ',', '|'];
/** Number of rows by which separators are compared. */
const SAMPLE = 30;

/**
 * The rows of a text. The separator is the one named by a first line like `sep=;`, or else the one with which a row has the most headings
 * (counted by `headings`), or else the one with which the most rows have the same number of cells.
 */
export async function readTable(text: string, headings: (cells: readonly string[]) => number): Promise<TableRow[] | FileProblem> {
  const problem = problemOf(text);
  if (problem) return { id: problem };
  // Loaded on demand: few people import.
  const { default: papaparse } = await import('papaparse').catch(() => ({ default: null }));
  if (papaparse === null) return { id: 'import.not_read' };
  const separatorLine = /^"?sep=(.)"?[^\S\r\n]*(?:\r\n|\r|\n)/i.exec(text);
  // Spreadsheets don't count the line that names the separator.
  const rest = separatorLine ? text.slice(separatorLine[0].length) : text;
  const parse = (delimiter: string, preview = 0) => papaparse.parse<string[]>(rest, { delimiter, preview, skipEmptyLines: false });
  const scoreOf = (delimiter: string) => {
    const rows = parse(delimiter, SAMPLE).data.filter(isFilled);
    const most = Math.max(0, ...rows.map(headings));
    const counts = rows.map((cells) => cells.length);
    const howOften = (count: number) => counts.filter((other) => other === count).length;
    const [usual = 0] = [...counts].sort((one, other) => howOften(other) - howOften(one) || other - one);
    // Also prefer equal rows: a separator may just occur in a text, as in "Rossi, Mario" under "Name".
    return [most, howOften(usual) / Math.max(1, counts.length), usual] as const;
  };
  const separators = separatorLine ? [separatorLine[1] ?? ';'] : SEPARATORS;
  const [best] = separators
    .map((separator) => ({ separator, score: scoreOf(separator) }))
    .sort(({ score: a }, { score: b }) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2]);
  const { data, errors } = parse(best?.separator ?? ';');
  const quotes = errors.find(({ type }) => type === 'Quotes');
  if (quotes) return { id: quotes.code === 'MissingQuotes' ? 'import.quotes_open' : 'import.quotes', line: (quotes.row ?? 0) + 1 };
  const rows = data.map((cells, at) => ({ line: at + 1, cells: cells.map(plainCell) })).filter(({ cells }) => isFilled(cells));
  return rows.length === 0 ? { id: 'import.empty' } : rows;
}

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

/**
 * A cell without what exports add to keep it as text: an apostrophe before what would be a formula (contract/plain/csv.ts), or a formula
 * around what would be a number (shared/csvFile.ts). Other programs do the same.
 */
const plainCell = (cell: string) =>
  cell
    .trim()
    .replace(UNIT_SEPARATOR, '')
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'(?=[=+\-@\t\r])/, '');

/**
 * Recognises texts that aren't tables: a web page, an e-mail or prose that was saved under a name ending in .csv. Undefined for a table.
 */
function problemOf(text: string): FileProblem['id'] | undefined {
  const start = text.slice(0, HEAD).trimStart();
  if (/^<(?:!doctype|\?xml|!--|[a-z][a-z0-9]*[\s>/])/i.test(start)) return 'import.is_html';
  const lines = start.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  const fields = lines.slice(0, 20).filter((line) => MAIL_FIELD.test(line));
  if (fields.length >= 2) return 'import.is_mail';
  return lines.slice(0, 20).some(isProse) ? 'import.is_text' : undefined;
}

const MAIL_FIELD =
  /^(?:from|to|cc|subject|date|sent|received|return-path|reply-to|mime-version|message-id|delivered-to|da|a|oggetto|inviato):\s/i;

/** A greeting, or a line of words that ends like a sentence. */
const isProse = (line: string): boolean =>
  /^(?:dear|hello|hi|good (?:morning|evening|afternoon)|gentil[ei]|buon\s?(?:giorno|asera|a sera)|salve|ciao|cara|caro|spett)\b.*[,!.:]\s*$/i.test(
    line.trim(),
  ) || /^(?:[\p{L}’',:()-]+\s+){5,}[\p{L}’']+[.!?:]\s*$/u.test(line.trim());
