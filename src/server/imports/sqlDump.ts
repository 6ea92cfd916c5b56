/** Reads the rows of a dump in SQL, as mysqldump and mariadb-dump write it: CREATE TABLE for the columns, INSERT for the rows. */

/** A value of a dump: text, a number, or NULL. */
export type DumpedValue = string | number | null;

export interface DumpedRow {
  table: string;
  /** Line of the file on which the row begins, from 1. */
  line: number;
  values: Record<string, DumpedValue>;
}

/** The file is no such dump, or is cut off; the message names the line. */
export class DumpError extends Error {}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', 0: '\0', Z: '\u001A' };

/** By the size of a whole file, which is in memory. Throws DumpError. */
export function* rowsOfDump(text: string): Generator<DumpedRow> {
  const reader = new DumpReader(text);
  for (;;) {
    const begun = reader.nextStatement();
    if (begun === null) return;
    yield* reader.rows();
  }
}

class DumpReader {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #counted = 0;
  readonly #columns = new Map<string, string[]>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Moves to the next statement, past comments; null at the end. */
  nextStatement(): true | null {
    for (;;) {
      this.#pass(/\s*/y);
      if (this.#at >= this.#text.length) return null;
      if (this.#pass(/(?:--|#)[^\n]*(?:\n|$)/y) !== null || this.#pass(/\/\*[^]*?\*\/\s*;?/y) !== null) continue;
      return true;
    }
  }

  /** The rows of the statement that begins here; none for one that has none. */
  *rows(): Generator<DumpedRow> {
    const created = this.#pass(/CREATE TABLE (?:IF NOT EXISTS )?[`"]?(\w+)[`"]?\s*\(/iy);
    if (created) {
      this.#create(created[1] ?? '');
      return;
    }
    const insert = this.#pass(/(?:INSERT|REPLACE)(?:\s+IGNORE)?\s+INTO\s+[`"]?(\w+)[`"]?\s*(\([^)]*\))?\s*VALUES\s*/iy);
    if (!insert) {
      this.#skip();
      return;
    }
    const [, table = '', named] = insert;
    const columns = named === undefined ? this.#columns.get(table) : namesIn(named);
    if (columns === undefined) throw this.#error(`the columns of ${table} aren't known: there is no CREATE TABLE before its rows`);
    for (;;) {
      this.#pass(/\s*/y);
      const line = this.line;
      const values = this.#row();
      if (values.length !== columns.length)
        throw new DumpError(`line ${line}: a row of ${table} has ${values.length} values for ${columns.length} columns`);
      yield { table, line, values: Object.fromEntries(columns.map((column, at) => [column, values[at] ?? null])) };
      const next = this.#pass(/\s*([,;])/y);
      if (!next) throw this.#error(`the rows of ${table} are cut off`);
      if (next[1] === ';') return;
    }
  }

  #create(table: string): void {
    const columns: string[] = [];
    for (;;) {
      const column = this.#pass(/\s*[`"](\w+)[`"] /y);
      if (column) columns.push(column[1] ?? '');
      if (this.#passUntil(/[,)]/g) !== ',') break;
    }
    this.#columns.set(table, columns);
    this.#skip();
  }

  /** To behind the end of the statement. */
  #skip(): void {
    this.#passUntil(/;/g);
  }

  /** To behind the next of these letters that is in no quotes or brackets, which is returned; empty at the end of the file. */
  #passUntil(wanted: RegExp): string {
    const stops = new RegExp(`[('"\`]|${wanted.source}`, 'g');
    let depth = 0;
    for (;;) {
      const isInside = depth > 0;
      const found = isInside ? matchFrom(/[()'"`]/g, this.#text, this.#at) : matchFrom(stops, this.#text, this.#at);
      if (!found) {
        this.#at = this.#text.length;
        return '';
      }
      const [letter] = found;
      this.#at = found.index + 1;
      if (letter === '(') depth += 1;
      else if (letter === ')' && isInside) depth -= 1;
      else if (["'", '"', '`'].includes(letter)) this.#quoted(letter);
      else return letter;
    }
  }

  /** The text to the quote that ends it, past that quote; escapes stay. */
  #quoted(quote: string): string {
    const begun = this.#at;
    const stops = quote === '`' ? /`/g : quote === '"' ? /[\\"]/g : /[\\']/g;
    for (;;) {
      const found = matchFrom(stops, this.#text, this.#at);
      if (!found) throw this.#error('a text is cut off');
      const isPair = found[0] === '\\' || this.#text[found.index + 1] === quote;
      this.#at = found.index + (isPair ? 2 : 1);
      if (!isPair) return this.#text.slice(begun, found.index);
    }
  }

  #row(): DumpedValue[] {
    if (this.#pass(/\(/y) === null) throw this.#error('a row is cut off');
    const values: DumpedValue[] = [];
    for (;;) {
      values.push(this.#value());
      const next = this.#pass(/\s*([,)])\s*/y);
      if (!next) throw this.#error('a row is cut off');
      if (next[1] === ')') return values;
    }
  }

  #value(): DumpedValue {
    this.#pass(/\s*(?:_binary\s*|_utf8mb4\s*|_utf8\s*)?/y);
    const plain = this.#pass(/(NULL|TRUE|FALSE)\b|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![\w'])|0x([0-9a-f]*)|b'([01]+)'/iy);
    if (plain) {
      const [, word, number, hex, bits] = plain;
      if (word !== undefined) return word.toUpperCase() === 'NULL' ? null : Number(word.toUpperCase() === 'TRUE');
      if (number !== undefined) return Number(number);
      return hex === undefined ? Number.parseInt(bits ?? '0', 2) : Buffer.from(hex, 'hex').toString('utf8');
    }
    if (this.#pass(/'/y) === null) throw this.#error('a value is missing, or none that a dump has');
    return this.#quoted("'").replaceAll(/\\([^])|''/g, (_, escaped: string | undefined) =>
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
    for (let at = this.#text.indexOf('\n', this.#counted); at >= 0 && at < this.#at; at = this.#text.indexOf('\n', this.#counted)) {
      this.#line += 1;
      this.#counted = at + 1;
    }
    return this.#line;
  }

  #error(why: string): DumpError {
    return new DumpError(`line ${this.line}: ${why}`);
  }
}

const namesIn = (list: string): string[] => [...list.matchAll(/\w+/g)].map(([name]) => name);

function matchFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}
