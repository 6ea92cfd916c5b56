/** Reads vouchers from tables that other programs export as CSV: Mikhmon, MikroTik's User Manager, UniFi's hotspot manager, daloRADIUS. */
import papaparse from 'papaparse';
import { macOf } from '../../contract/plain/macAddress';
import { FORMULA } from '../../contract/plain/csv';
import { MAX_INTEGER, VOUCHER_CODE } from '../../contract/plain/wire';
import type { ImportReport } from './importReport';
import type { HotspotImport } from './intoHotspot';
import { momentIn, NOBODY, personOf, rateOf, type Attribute, type ParsedPerson, type Person } from './radiusUsers';
import { ImportError } from './textFile';

/** Names of the kinds of rows in the report. */
export const TABLE_TERMS = { people: 'vouchers', sessions: 'sessions', units: 'units' };

/**
 * Returns the value of a row's column, which may have any of several names; '' if there is no such column. Names in lower case, without
 * spaces and dashes.
 */
type Cells = (...names: string[]) => string;
type Row = (cells: Cells, line: number) => ParsedPerson;

interface Format {
  /** The required columns, each with its possible names. */
  needed: readonly (readonly string[])[];
  /** The column that may contain separators, because the program writes no quotes; if there is none of that name, the last. */
  unquoted?: string;
  row: Row;
}

export const FORMATS = {
  mikhmon: { needed: [['username'], ['password'], ['profile']], unquoted: 'comment', row: hotspotUser },
  'user-manager': { needed: [['username', 'name', 'login', 'user'], ['password']], row: hotspotUser },
  unifi: { needed: [['code'], ['duration']], row: unifiVoucher },
  daloradius: { needed: [['username'], ['password', 'auth']], unquoted: 'fullname', row: daloradiusUser },
} as const satisfies Record<string, Format>;

/** Maximum length of a record, in characters, to find quotes that are never closed. */
const LONGEST = 100_000;

export async function readVoucherTable(
  text: AsyncIterable<string>,
  format: keyof typeof FORMATS,
  { into, report }: { into: HotspotImport; report: ImportReport },
): Promise<void> {
  const { needed, row, unquoted }: Format = FORMATS[format];
  const isUnquoted = unquoted !== undefined;
  let columns: Map<string, number> | null = null;
  let separator = ',';
  for await (const { line, record } of recordsOf(text, isUnquoted)) {
    if (columns === null) {
      // Excel's separator, and daloRADIUS' name of a batch.
      if (/^(?:"?sep=."?$|#)/i.test(record)) continue;
      separator = separatorOf(record);
      columns = new Map(cellsOf(record, { separator, isUnquoted }).map((name, at) => [plain(name), at]));
      const missing = needed.filter((names) => !names.some((name) => columns?.has(name)));
      if (missing.length > 0)
        throw new ImportError(
          `line ${line}: the first line has no column ${missing.map(([name = '']) => name).join(', ')}. Export the list again with its headings, or name the program that made it with --from`,
        );
      continue;
    }
    const loose = columns.get(unquoted ?? '') ?? columns.size - 1;
    const cells = cellsOf(record, { separator, isUnquoted, columns: columns.size, loose });
    if (cells.length < columns.size && !isUnquoted)
      throw new ImportError(
        `line ${line}: ${cells.length} cells for ${columns.size} columns. The file is cut off or was changed: export it again`,
      );
    const parsedRow = row(cellsByName(cells, columns), line);
    if ('person' in parsedRow) await into.addPerson(parsedRow.person);
    else {
      report.read(TABLE_TERMS.people);
      report.skipped(TABLE_TERMS.people, parsedRow.why, [`line ${line}`]);
    }
  }
  if (columns === null) throw new ImportError('it is empty');
}

const cellsByName =
  (cells: readonly string[], columns: ReadonlyMap<string, number>): Cells =>
  (...names) =>
    cells[names.map((name) => columns.get(name)).find((at) => at !== undefined) ?? -1] ?? '';

/** The records of a table: a line each, or several if a quoted cell contains line breaks. */
async function* recordsOf(text: AsyncIterable<string>, isUnquoted: boolean): AsyncGenerator<{ line: number; record: string }> {
  let [rest, line, open, firstLine] = ['', 0, '', 0];
  const next = function* (lines: readonly string[]) {
    for (const written of lines) {
      line += 1;
      if (open === '') firstLine = line;
      open = open === '' ? written : `${open}\n${written}`;
      if (open.length > LONGEST) throw new ImportError(`line ${firstLine}: a quote is opened and not closed`);
      if (!isUnquoted && (open.match(/"/g)?.length ?? 0) % 2 === 1) continue;
      if (open.trim() !== '') yield { line: firstLine, record: open };
      open = '';
    }
  };
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r?\n/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) throw new ImportError(`line ${line + 1}: a line has no end: this is not a table`);
    yield* next(lines);
  }
  yield* next([rest.replace(/\r$/, '')]);
  if (open !== '') throw new ImportError(`line ${firstLine}: a quote is opened and not closed. The file is cut off: export it again`);
}

const separatorOf = (headings: string): string => [';', '\t', ','].find((sign) => headings.split(sign).length > 1) ?? ',';
const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '');

interface Cutting {
  separator: string;
  isUnquoted: boolean;
  /** How many columns there are, and which of them may contain separators if there are no quotes. */
  columns?: number;
  loose?: number;
}

/** The cells of a record. */
function cellsOf(record: string, { separator, isUnquoted, columns = Number.POSITIVE_INFINITY, loose = 0 }: Cutting): string[] {
  const isPlain = isUnquoted && !`${separator}${record}`.includes(`${separator}"`);
  const cells = isPlain ? record.split(separator) : (papaparse.parse<string[]>(record, { delimiter: separator }).data[0] ?? []);
  if (isPlain && cells.length > columns) {
    const torn = cells.splice(loose, cells.length - columns + 1);
    cells.splice(loose, 0, torn.join(separator));
  }
  return cells.map((cell) =>
    cell
      .trim()
      .replace(/^="([^"]*)"$/, '$1')
      .replace(/^'(?=[=+\-@])/, ''),
  );
}

/** Converts a hotspot user: its name, and its password, which becomes the code. */
function hotspotUser(cells: Cells, line: number): ParsedPerson {
  const source = cells('username', 'name', 'login', 'user');
  const password = cells('password');
  if (/^(?:true|yes)$/i.test(cells('disabled'))) return { why: 'is disabled there' };
  const mac = macOf(source);
  if (mac !== '' && (password === '' || macOf(password) === mac))
    return { person: { ...NOBODY, line, source: mac, code: mac, type: 'mac', name: source }, ignored: [], counts: null };
  const code = password.toLowerCase();
  if (!VOUCHER_CODE.test(code)) return { why: NO_CODE };
  const seconds = routerSeconds(cells('timelimit', 'limituptime', 'uptimelimit'));
  const bytes = bytesIn(cells('datalimit', 'limitbytestotal', 'transferlimit'));
  if (seconds === null || bytes === null) return { why: 'has a limit that can’t be read' };
  const rate = rateOf(cells('ratelimit'));
  return {
    person: {
      ...NOBODY,
      line,
      source: source.toLowerCase(),
      code,
      name: cleanName(source || code),
      note: cleanName(cells('comment')).slice(0, 60),
      max_time: seconds,
      max_traffic: bytes,
      kbps_up: rate.up,
      kbps_down: rate.down,
    },
    ignored: [],
    counts: null,
  };
}

const NO_CODE =
  'has a password that is no code: up to 32 letters, digits, dots, dashes and underscores, which begins with a letter or digit';

/**
 * Converts a UniFi voucher. `create_time` and `duration` are seconds and minutes in the controller's API, dates and "8 hours" on its page.
 */
function unifiVoucher(cells: Cells, line: number): ParsedPerson {
  const code = cells('code').replaceAll(/[\s-]/g, '').toLowerCase();
  if (!VOUCHER_CODE.test(code)) return { why: 'has no code' };
  const [, number, unit = 'm'] = /^(\d+)\s*(?:(m|h|d)[a-z]*)?$/i.exec(cells('duration')) ?? [];
  if (number === undefined) return { why: 'has a duration that can’t be read' };
  const period = Number(number) * ({ m: 60, h: 3600, d: 86_400 }[unit.toLowerCase()] ?? 60);
  const quota = cells('quota', 'status').trim();
  const used = Number(cells('used') || 0);
  if (/used|expired/i.test(quota) && !/multi/i.test(quota)) return { why: 'is used up or has expired' };
  const most = /^\d+$/.test(quota) ? Number(quota) : /multi/i.test(quota) ? 0 : 1;
  if (most > 0 && used >= most) return { why: 'is used up or has expired' };
  const created = cells('createtime', 'created');
  const megabytes = bytesIn(cells('qosusagequota', 'bytequota').replace(/^(\d+)$/, '$1M'));
  if (megabytes === null) return { why: 'has a limit that can’t be read' };
  const person: Person = {
    ...NOBODY,
    line,
    source: code,
    code,
    type: 'normal',
    note: cleanName(cells('note', 'notes')).slice(0, 60),
    created: /^\d{9,10}$/.test(created)
      ? new Date(Number(created) * 1000).toISOString().replace('T', ' ').replace(/\.\d+/, '')
      : (momentIn(created) ?? ''),
    period,
    uses: most === 0 ? -1 : most - used,
    max_time: period % 86_400 === 0 ? 0 : Math.min(period, MAX_INTEGER),
    max_traffic: megabytes,
    kbps_up: kbps(cells('qosratemaxup', 'up')),
    kbps_down: kbps(cells('qosratemaxdown', 'down')),
  };
  return { person, ignored: [], counts: null };
}

/**
 * Converts a user of daloRADIUS: from its list of users, of which each row has one attribute, from the list of a batch, or from its table for
 * importing users, as it exports it since 2026.
 */
function daloradiusUser(cells: Cells, line: number): ParsedPerson {
  const password = cells('password', 'auth');
  const attributes: [Attribute['of'], string, string][] = [
    ['check', cells('attribute') || 'Cleartext-Password', password === '(empty)' ? '' : password],
    ['check', 'Expiration', cells('expiration')],
    ['check', 'Max-Daily-Session', cells('maxdailysession')],
    ['info', 'name', cleanName(cells('fullname') || `${cells('firstname')} ${cells('lastname')}`.trim())],
    ['info', 'mail', cells('email')],
  ];
  const own = attributes.filter(([, , value]) => value !== '').map(([of, attribute, value]) => ({ line, of, attribute, value }));
  return personOf(cells('username'), own, new Map());
}

const kbps = (text: string): number => Math.min(Number(/^\d{1,9}/.exec(text)?.[0] ?? 0), MAX_INTEGER);

/** A text to display, without the sign by which a spreadsheet would run it as a formula. */
const cleanName = (text: string): string => (FORMULA.test(text) ? text.replace(/^[^\p{L}\p{N}]+/u, '') : text);

/** Parses RouterOS' "1w2d03:04:05", "1d", "3h30m" or "03:04:05", in seconds; 0 for an empty text, null if it isn't a duration. */
function routerSeconds(text: string): number | null {
  if (text === '' || /^(?:0s?|none|unlimited)$/i.test(text)) return 0;
  const found = /^(?:(\d+)w)?(?:(\d+)d)?(?:(\d+):(\d\d):(\d\d)|(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?)$/i.exec(text.replaceAll(/\s/g, ''));
  if (!found) return null;
  // Missing parts are undefined, which the type doesn't say.
  const parts: (string | undefined)[] = found.slice(1);
  const [weeks, days, h1, m1, s1, h2, m2, s2] = parts.map((part) => Number(part ?? 0));
  const sum = [weeks, days, h1, m1, s1, h2, m2, s2].map((part, at) => (part ?? 0) * ([604_800, 86_400, 3600, 60, 1, 3600, 60, 1][at] ?? 0));
  return Math.min(
    sum.reduce((one, other) => one + other),
    MAX_INTEGER,
  );
}

/** Parses "1073741824", "500M" or "1.5 GB", in bytes; 0 for an empty text, null if it isn't an amount. */
function bytesIn(text: string): number | null {
  if (text === '' || /^(?:none|unlimited)$/i.test(text)) return 0;
  const [, number, unit = ''] = /^([\d.]{1,15})\s*([kmgt]?)i?b?$/i.exec(text) ?? [];
  const bytes = Math.round(Number(number) * 1024 ** ' kmgt'.indexOf(unit.toLowerCase() || ' '));
  return Number.isSafeInteger(bytes) ? bytes : null;
}
