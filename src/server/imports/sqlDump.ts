/**
 * Reads the rows of an SQL dump, piece by piece: as written by mysqldump, mariadb-dump and phpMyAdmin, with CREATE TABLE for the columns
 * and INSERT for the rows, and by pg_dump in its plain format, with COPY or INSERT.
 */
import { ImportError } from './textFile';

/** A value of a dump: text, a number, or NULL. Numbers that JavaScript can't hold are text. */
export type DumpedValue = string | number | null;

export interface DumpedRow {
  table: string;
  /** Line of the file on which the row begins, from 1. */
  line: number;
  /** Values by column name, in lower case. */
  values: Record<string, DumpedValue>;
}

/** The rows read from a piece of text, and for each table that isn't wanted, how many rows it had. */
export interface DumpedRows {
  rows: DumpedRow[];
  foreign: Map<string, number>;
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', 0: '\0', Z: '\u001A' };
const COPY_ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };

/** Maximum length of a row or statement, in characters: a dump with a longer one is broken. */
const LONGEST = 64 * 1024 * 1024;

const NAME = '(?:[`"][^`"]+[`"]|\\w+)';
const CREATE = new RegExp(`CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(?:${NAME}\\.)?(${NAME})\\s*\\(`, 'iy');
const INSERT = new RegExp(
  `(?:INSERT|REPLACE)(?:\\s+IGNORE)?\\s+INTO\\s+(?:${NAME}\\.)?(${NAME})\\s*(\\([^)]*\\))?\\s*(?:OVERRIDING \\w+ VALUE\\s+)?VALUES\\s*(?=\\()`,
  'iy',
);
const COPY = new RegExp(`COPY (?:${NAME}\\.)?(${NAME})\\s*(\\([^)]*\\))?\\s+FROM stdin;[^\\n]*\\n`, 'iy');
/** Words in CREATE TABLE that begin something other than a column. */
const NO_COLUMN = /^(?:primary|unique|key|index|constraint|check|foreign|fulltext|spatial|exclude|like|period)$/i;

/** The rows of a dump's `isWanted` tables, and the numbers of rows of the others. Throws ImportError, which names the line. */
export async function* rowsOfDump(text: AsyncIterable<string>, isWanted: (table: string) => boolean): AsyncGenerator<DumpedRows> {
  const reader = new DumpReader(isWanted);
  for await (const piece of text) {
    const found = reader.read(piece);
    if (found) yield found;
  }
  const found = reader.end();
  if (found) yield found;
}

/** The table and columns of the rows that follow, in an INSERT or COPY statement. */
interface Reading {
  table: string;
  isWanted: boolean;
  columns: string[];
  isCopy: boolean;
}

class DumpReader {
  readonly #isWanted: (table: string) => boolean;
  #text = '';
  #at = 0;
  #line = 1;
  /** Up to where lines have been counted, and where the next one ends; -1 if that hasn't been determined. */
  #counted = 0;
  #lineEnd = -1;
  /** Length of text before which nothing is tried again. */
  #enough = 0;
  #isEnd = false;
  readonly #columns = new Map<string, string[]>();
  #reading: Reading | null = null;
  /** Whether backslashes in texts are ordinary characters, as in PostgreSQL. */
  #hasPlainBackslashes = false;
  /** The program that wrote the dump, from its first lines, and whether its last line has been read. */
  #program: string | null = null;
  #isComplete = false;
  #rows: DumpedRow[] = [];
  #foreign = new Map<string, number>();

  constructor(isWanted: (table: string) => boolean) {
    this.#isWanted = isWanted;
  }

  read(piece: string): DumpedRows | null {
    this.#text += piece;
    this.#lineEnd = -1;
    if (this.#text.length < this.#enough) return null;
    return this.#all();
  }

  end(): DumpedRows | null {
    this.#isEnd = true;
    const found = this.#all();
    if (this.#reading !== null) throw this.#error(`the rows of ${this.#reading.table} are cut off. ${AGAIN}`);
    if (this.#program !== null && !this.#isComplete)
      throw this.#error(`the last line of a dump by ${this.#program} is missing, so it was cut off. ${AGAIN}`);
    return found;
  }

  #all(): DumpedRows | null {
    for (;;) {
      const start = this.#at;
      if (this.#step()) continue;
      this.#at = start;
      break;
    }
    this.#forget();
    // An incomplete statement is tried again only when there is twice as much text, so that it isn't read over and over.
    this.#enough = this.#text.length * 2;
    if (this.#text.length > LONGEST) throw this.#error('a row or statement has no end: this is not an SQL dump');
    const found = { rows: this.#rows, foreign: this.#foreign };
    this.#rows = [];
    this.#foreign = new Map();
    return found.rows.length + found.foreign.size > 0 ? found : null;
  }

  /** Reads a comment, a statement, or a row. False if its end hasn't been read yet; the caller then restores the position. */
  #step(): boolean {
    if (this.#reading?.isCopy === true) return this.#copied(this.#reading);
    if (this.#reading) return this.#inserted(this.#reading);
    this.#pass(/\s*/y);
    if (this.#at >= this.#text.length) return false;
    const comment = this.#pass(this.#isEnd ? /(?:--|#)[^\n]*(?:\n|$)/y : /(?:--|#)[^\n]*\n/y);
    if (comment) {
      this.#remember(comment[0]);
      return true;
    }
    if (this.#pass(/\/\*[^]*?\*\/\s*;?/y) !== null) return true;
    const begins = this.#pass(CREATE);
    if (begins) return this.#create(nameIn(begins[1]));
    const rows = this.#pass(INSERT);
    if (rows) return this.#begin(rows, false);
    const copy = this.#pass(COPY);
    if (copy) return this.#begin(copy, true);
    const from = this.#at;
    if (!this.#skip()) return false;
    if (/standard_conforming_strings\s*=\s*on/i.test(this.#text.slice(from, from + 80))) this.#hasPlainBackslashes = true;
    return true;
  }

  #remember(comment: string): void {
    const program = /^-- (?:(MySQL|MariaDB) dump |(PostgreSQL) database dump(?! complete))/.exec(comment);
    if (program) this.#program = program[2] === undefined ? 'mysqldump' : 'pg_dump';
    if (/^-- (?:Dump completed|PostgreSQL database dump complete)/.test(comment)) this.#isComplete = true;
  }

  #begin([, table, columnList]: RegExpExecArray, isCopy: boolean): true {
    const name = nameIn(table);
    const isWanted = this.#isWanted(name);
    const columns = columnList === undefined ? this.#columns.get(name) : namesIn(columnList);
    if (columns === undefined && isWanted)
      throw this.#error(`the columns of ${name} aren't known: there is no CREATE TABLE before its rows. ${WHOLE}`);
    this.#reading = { table: name, isWanted, columns: columns ?? [], isCopy };
    return true;
  }

  #inserted({ table, isWanted, columns }: Reading): boolean {
    this.#pass(/\s*/y);
    const { line } = this;
    let values: DumpedValue[] | null = [];
    if (!isWanted) {
      if (this.#pass(/\(/y) === null || this.#passUntil(/\)/) === null) return this.#unfinished(table);
    } else {
      values = this.#row();
      if (values === null) return this.#unfinished(table);
    }
    const next = this.#pass(/\s*([,;])/y);
    if (!next) return this.#unfinished(table);
    if (next[1] === ';') this.#reading = null;
    this.#found(table, isWanted, columns, values, line);
    return true;
  }

  /** Whether to wait for more text; if there is enough or no more to come, the statement is invalid. */
  #unfinished(table: string): false {
    if (this.#isEnd) throw this.#error(`the rows of ${table} are cut off. ${AGAIN}`);
    return false;
  }

  #copied({ table, isWanted, columns }: Reading): boolean {
    const end = this.#text.indexOf('\n', this.#at);
    if (end < 0) {
      const rest = this.#text.slice(this.#at);
      if (!this.#isEnd || rest !== '\\.') return false;
      this.#at = this.#text.length;
      this.#reading = null;
      return true;
    }
    const { line } = this;
    const text = this.#text.slice(this.#at, this.#text[end - 1] === '\r' ? end - 1 : end);
    this.#at = end + 1;
    if (text === '\\.') {
      this.#reading = null;
      return true;
    }
    const values = isWanted ? text.split('\t').map(copiedValue) : [];
    this.#found(table, isWanted, columns, values, line);
    return true;
  }

  #found(table: string, isWanted: boolean, columns: readonly string[], values: readonly DumpedValue[], line: number): void {
    if (!isWanted) {
      this.#foreign.set(table, (this.#foreign.get(table) ?? 0) + 1);
      return;
    }
    if (values.length !== columns.length)
      throw new ImportError(`line ${line}: a row of ${table} has ${values.length} values for ${columns.length} columns`);
    const byColumn: DumpedRow['values'] = {};
    for (const [at, column] of columns.entries()) byColumn[column] = values[at] ?? null;
    this.#rows.push({ table, line, values: byColumn });
  }

  #create(table: string): boolean {
    const columns: string[] = [];
    for (;;) {
      this.#pass(/(?:\s+|--[^\n]*\n)*/y);
      const column = this.#pass(/([`"])([^`"]+)\1\s|(\w+)\s/y);
      if (column && (column[2] !== undefined || !NO_COLUMN.test(column[3] ?? '')))
        columns.push((column[2] ?? column[3] ?? '').toLowerCase());
      const next = this.#passUntil(/[,)]/);
      if (next === null) return false;
      if (next !== ',') break;
    }
    if (!this.#skip()) return false;
    this.#columns.set(table, columns);
    return true;
  }

  /** Moves past the end of the statement; false if that hasn't been read yet. */
  #skip(): boolean {
    if (this.#passUntil(/;/) !== null) return true;
    if (this.#isEnd) this.#at = this.#text.length;
    return this.#isEnd;
  }

  /** Moves past the next match outside quotes, brackets and comments, and returns it; null if there is none yet. */
  #passUntil(wanted: RegExp): string | null {
    const outside = new RegExp(`[('"\`]|-- |\\$\\w*\\$|${wanted.source}`, 'g');
    const inside = /[()'"`]|-- |\$\w*\$/g;
    let depth = 0;
    for (;;) {
      const found = matchFrom(depth > 0 ? inside : outside, this.#text, this.#at);
      if (!found) return null;
      const [sign] = found;
      this.#at = found.index + sign.length;
      if (sign === '(') depth += 1;
      else if (sign === ')' && depth > 0) depth -= 1;
      else if (sign === "'" || sign === '"' || sign === '`') {
        if (this.#quoted(sign) === null) return null;
      } else if (sign === '-- ' || (sign.startsWith('$') && sign.endsWith('$'))) {
        const close = this.#text.indexOf(sign === '-- ' ? '\n' : sign, this.#at);
        if (close < 0) return null;
        this.#at = close + (sign === '-- ' ? 1 : sign.length);
      } else return sign;
    }
  }

  /** The text up to its closing quote, which is skipped; escapes aren't resolved. Null if the closing quote hasn't been read yet. */
  #quoted(quote: string, isEscaped = !this.#hasPlainBackslashes): string | null {
    const start = this.#at;
    const stops = quote === '`' || !isEscaped ? (quote === "'" ? /'/g : quote === '"' ? /"/g : /`/g) : quote === '"' ? /[\\"]/g : /[\\']/g;
    for (;;) {
      const found = matchFrom(stops, this.#text, this.#at);
      if (!found) return null;
      const isPair = found[0] === '\\' || this.#text[found.index + 1] === quote;
      this.#at = found.index + (isPair ? 2 : 1);
      if (!isPair) return this.#text.slice(start, found.index);
    }
  }

  #row(): DumpedValue[] | null {
    if (this.#pass(/\(/y) === null) return null;
    const values: DumpedValue[] = [];
    for (;;) {
      const value = this.#value();
      if (value === undefined) return null;
      values.push(value);
      const next = this.#pass(/\s*([,)])\s*/y);
      if (!next) return null;
      if (next[1] === ')') return values;
    }
  }

  /** Undefined if its end hasn't been read yet. */
  #value(): DumpedValue | undefined {
    this.#pass(/\s*(?:_binary\s*|_utf8mb4\s*|_utf8\s*)?/y);
    const plain = this.#pass(/(NULL|TRUE|FALSE)\b|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w'.])|0x([0-9a-f]*)|b'([01]+)'/iy);
    if (plain) {
      const [, word, number, hex, bits] = plain;
      if (word !== undefined) return word.toUpperCase() === 'NULL' ? null : Number(word.toUpperCase() === 'TRUE');
      if (number !== undefined) return Math.abs(Number(number)) > Number.MAX_SAFE_INTEGER ? number : Number(number);
      return hex === undefined ? Number.parseInt(bits ?? '0', 2) : Buffer.from(hex, 'hex').toString('utf8');
    }
    const quote = this.#pass(/(E?)'/iy);
    if (quote === null) {
      // Not a value, unless its end hasn't been read yet.
      if (this.#text.length - this.#at < 64 && !this.#isEnd) return undefined;
      throw this.#error(this.#at >= this.#text.length ? `a row is cut off. ${AGAIN}` : 'a value is missing, or none that a dump has');
    }
    const isEscaped = quote[1] !== '' || !this.#hasPlainBackslashes;
    const text = this.#quoted("'", isEscaped);
    if (text === null) return undefined;
    if (!isEscaped) return text.includes("''") ? text.replaceAll("''", "'") : text;
    if (!text.includes('\\') && !text.includes("''")) return text;
    return text.replaceAll(/\\([^])|''/g, (_, escaped: string | undefined) =>
      escaped === undefined ? "'" : (ESCAPES[escaped] ?? escaped),
    );
  }

  #pass(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  get line(): number {
    for (;;) {
      if (this.#lineEnd < this.#counted) {
        const end = this.#text.indexOf('\n', this.#counted);
        this.#lineEnd = end < 0 ? Number.POSITIVE_INFINITY : end;
      }
      if (this.#lineEnd >= this.#at) return this.#line;
      this.#line += 1;
      this.#counted = this.#lineEnd + 1;
    }
  }

  /** Discards the text that has been read. */
  #forget(): void {
    this.#line = this.line;
    this.#counted = Math.max(0, this.#counted - this.#at);
    this.#text = this.#text.slice(this.#at);
    this.#at = 0;
    this.#lineEnd = -1;
  }

  #error(why: string): ImportError {
    return new ImportError(`line ${this.line}: ${why}`);
  }
}

const AGAIN = 'Copy the file again, or make another dump';
const WHOLE = 'Make the dump with its tables, not only with their rows';

const nameIn = (written = ''): string => written.replaceAll(/[`"]/g, '').toLowerCase();
const namesIn = (list: string): string[] =>
  list
    .replaceAll(/[()]/g, '')
    .split(',')
    .map((name) => nameIn(name.trim()));

function copiedValue(text: string): DumpedValue {
  if (text === '\\N') return null;
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|([^]))/gi, (_, hex?: string, octal?: string, letter?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCodePoint(Number.parseInt(octal, 8));
    return COPY_ESCAPES[letter ?? ''] ?? letter ?? '';
  });
}

function matchFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}
