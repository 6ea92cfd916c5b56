/**
 * The backup format: gzipped text, one JSON value per line. A header, then the columns, rows and checksum of each table, then the
 * sequences, and last a checksum of all preceding lines. Values are in PostgreSQL's own text form, so that nothing is lost between the
 * engines and standard tools can read them. Files are written, checked and loaded as a stream.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';

const FORMAT = 1;

/** Suffix of a backup that isn't complete yet. */
export const UNFINISHED = '.unfinished';

/** The file isn't a backup, is incomplete, can't be read by this version, or can't be written; nothing was changed. */
export class BackupFileError extends Error {}

const header = z.object({
  portico_backup: z.number().int(),
  /** When it was made. */
  made: z.iso.datetime(),
  /** The newest migration of the database it was made from, as drizzle counts: milliseconds since 1970. */
  schema: z.number().int(),
});
const tableLine = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
const sumLine = z.object({ rows: z.number().int(), sha256: z.string() });
const sequencesLine = z.object({ sequences: z.array(z.object({ name: z.string(), value: z.string() })) });
const lastLine = z.object({ backup_sha256: z.string() });
const line = z.union([tableLine, sumLine, sequencesLine, lastLine]);

export type BackupHeader = z.infer<typeof header>;

/** The last value of a sequence; unused sequences are left out. */
export type SequenceState = z.infer<typeof sequencesLine>['sequences'][number];

/** A part of a backup. A row is a JSON array of texts and nulls, one per column, exactly as in the file. */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'rows'; rows: string[] }
  | { kind: 'sequences'; sequences: SequenceState[] };

/** Batch limits, whichever is reached first: a row with a picture may have a million characters. */
const AT_ONCE = { rows: 1000, characters: 1_000_000 };

/** Maximum length of a line, in characters; longer ones can't be from a backup. */
const LONGEST_LINE = 64 * 2 ** 20;

/**
 * Writes a backup of `parts` to `file`, readable by this user only. It gets its name once it is complete and synced, replacing an existing
 * file. Throws BackupFileError if there can be no file of that name, and the file system's errors.
 */
export async function writeBackup(file: string, parts: AsyncIterable<BackupPart>): Promise<void> {
  const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
  await makeFolderOf(file);
  try {
    const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 });
    await finished(Readable.from(linesOf(parts)), createGzip({ level: 3 }), target);
    await syncPath(unfinished);
    await rename(unfinished, file);
    await syncPath(path.dirname(file));
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function makeFolderOf(file: string): Promise<void> {
  if ((await stat(file).catch(() => undefined))?.isDirectory()) {
    throw new BackupFileError(`${file} is a folder. Name a file in it. Nothing was saved.`);
  }
  const folder = path.dirname(file);
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOTDIR') throw error;
    throw new BackupFileError(`${folder} is not a folder. Nothing was saved.`, { cause: error });
  }
}

async function* linesOf(parts: AsyncIterable<BackupPart>): AsyncGenerator<string> {
  const whole = createHash('sha256');
  const summed = (text: string) => {
    whole.update(text);
    return text;
  };
  let table: TableSum | undefined;
  for await (const part of parts) {
    if (part.kind === 'rows') {
      table?.add(part.rows);
      yield summed(part.rows.map((row) => `${row}\n`).join(''));
      continue;
    }
    if (table !== undefined) yield summed(`${JSON.stringify(table.sum())}\n`);
    table = part.kind === 'table' ? new TableSum(part.name) : undefined;
    yield summed(`${JSON.stringify(contentOf(part))}\n`);
  }
  yield `${JSON.stringify({ backup_sha256: whole.digest('hex') })}\n`;
}

function contentOf(part: Exclude<BackupPart, { kind: 'rows' }>): object {
  if (part.kind === 'header') return part.header;
  return part.kind === 'table' ? { table: part.name, columns: part.columns } : { sequences: part.sequences };
}

/** The header of a backup made now, of a database whose newest migration is `schema`. */
export function newHeader(schema: number, now: Date): BackupHeader {
  return { portico_backup: FORMAT, made: now.toISOString(), schema };
}

/** The content of a complete and unaltered backup. */
export interface BackupContent {
  header: BackupHeader;
  tables: { name: string; rows: number; sha256: string }[];
}

/** Reads the whole file and checks it. Throws BackupFileError. */
export async function checkBackup(file: string): Promise<BackupContent> {
  const reader = new BackupReader(file);
  for await (const _ of reader.parts()) continue;
  return reader.content();
}

/**
 * The parts of a backup in order. The backup is only known to be complete and unaltered after the last one: don't commit anything before.
 * Throws BackupFileError.
 */
export function readBackup(file: string): AsyncGenerator<BackupPart> {
  return new BackupReader(file).parts();
}

class BackupReader {
  readonly #file: string;
  readonly #whole = createHash('sha256');
  readonly #tables: BackupContent['tables'] = [];
  #header: BackupHeader | undefined;
  #table: TableSum | undefined;
  #isOver = false;

  constructor(file: string) {
    this.#file = file;
  }

  content(): BackupContent {
    if (this.#header === undefined || !this.#isOver) throw this.#broken('it ends too early');
    return { header: this.#header, tables: this.#tables };
  }

  async *parts(): AsyncGenerator<BackupPart> {
    let rows: string[] = [];
    let characters = 0;
    for await (const text of this.#lines()) {
      if (text.startsWith('[')) {
        this.#readRow(text);
        rows.push(text);
        characters += text.length;
        if (rows.length < AT_ONCE.rows && characters < AT_ONCE.characters) continue;
      }
      if (rows.length > 0) yield { kind: 'rows', rows };
      rows = [];
      characters = 0;
      if (text.startsWith('[')) continue;
      const part = this.#readLine(text);
      if (part !== null) yield part;
    }
    this.content();
  }

  #readRow(text: string): void {
    if (this.#table === undefined || this.#isOver) throw this.#broken('it has rows where none belong');
    this.#whole.update(`${text}\n`);
    this.#table.add([text]);
  }

  /** Parses a line that isn't a row; null for a checksum that matches. */
  #readLine(text: string): BackupPart | null {
    if (this.#isOver) throw this.#broken('something follows its end');
    if (this.#header === undefined) return { kind: 'header', header: this.#readHeader(text) };
    const parsed = line.safeParse(jsonOf(text));
    if (!parsed.success) throw this.#broken('one of its lines cannot be read');
    const content = parsed.data;
    if ('backup_sha256' in content) {
      if (content.backup_sha256 !== this.#whole.digest('hex')) throw this.#broken('its sum is wrong');
      this.#isOver = true;
      return null;
    }
    this.#whole.update(`${text}\n`);
    if ('rows' in content) {
      this.#closeTable(content);
      return null;
    }
    if (this.#table !== undefined) throw this.#broken(`its table ${this.#table.name} has no end`);
    if ('sequences' in content) return { kind: 'sequences', sequences: content.sequences };
    this.#table = new TableSum(content.table);
    return { kind: 'table', name: content.table, columns: content.columns };
  }

  #readHeader(text: string): BackupHeader {
    const parsed = header.safeParse(jsonOf(text));
    if (!parsed.success) throw new BackupFileError(`${this.#file} is not a backup of Portico. No changes were made.`);
    if (parsed.data.portico_backup !== FORMAT) {
      throw new BackupFileError(
        `${this.#file} was made by a newer version of Portico. Install that version or a later one. No changes were made.`,
      );
    }
    this.#whole.update(`${text}\n`);
    this.#header = parsed.data;
    return parsed.data;
  }

  #closeTable(expected: z.infer<typeof sumLine>): void {
    const table = this.#table;
    const sum = table?.sum();
    if (table === undefined || sum?.rows !== expected.rows || sum.sha256 !== expected.sha256) throw this.#broken('the sum of a table is wrong');
    this.#tables.push({ name: table.name, ...sum });
    this.#table = undefined;
  }

  async *#lines(): AsyncGenerator<string> {
    // Errors surface in the loop below.
    const unpacked = pipeline(createReadStream(this.#file), createGunzip(), () => undefined).setEncoding('utf8');
    let rest = '';
    try {
      for await (const chunk of unpacked) {
        const lines = (rest + String(chunk)).split('\n');
        rest = lines.pop() ?? '';
        if (rest.length > LONGEST_LINE) throw this.#broken('one of its lines is too long');
        yield* lines;
      }
    } catch (error) {
      throw error instanceof BackupFileError ? error : this.#unreadable(error);
    }
    if (rest !== '') throw this.#broken('it ends too early');
  }

  #unreadable(error: unknown): BackupFileError {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return new BackupFileError(`There is no file ${this.#file}. No changes were made.`);
    if (code === 'EISDIR') return new BackupFileError(`${this.#file} is a folder. Name the backup in it. No changes were made.`);
    const isOther = code === 'Z_DATA_ERROR' && this.#header === undefined;
    if (isOther) return new BackupFileError(`${this.#file} is not a backup of Portico. No changes were made.`);
    return this.#broken(code === 'Z_BUF_ERROR' ? 'it ends too early' : message);
  }

  #broken(reason: string): BackupFileError {
    return new BackupFileError(
      `The backup ${this.#file} is damaged: ${reason}. No changes were made. Take another backup, or another copy of this one.`,
    );
  }
}

/** Row count and checksum of one table. */
class TableSum {
  readonly #hash = createHash('sha256');
  #rows = 0;

  constructor(readonly name: string) {}

  add(rows: string[]): void {
    for (const row of rows) this.#hash.update(`${row}\n`);
    this.#rows += rows.length;
  }

  sum(): { rows: number; sha256: string } {
    return { rows: this.#rows, sha256: this.#hash.copy().digest('hex') };
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Syncs a file, or a folder's entries. */
async function syncPath(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
