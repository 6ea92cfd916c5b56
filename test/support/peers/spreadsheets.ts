/** Opens CSV files with spreadsheet programs, which guess the type of each cell. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A cell: a text or a number, as the spreadsheet shows it. */
export type SheetCell = string | number;

const attribute = (tag: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1];

const unescaped = (text: string) =>
  text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

function converted(csv: string, convert: (folder: string) => void, result: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'portico-csv-'));
  try {
    writeFileSync(join(folder, 'table.csv'), csv);
    convert(folder);
    return readFileSync(join(folder, result));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The rows as Gnumeric reads them; it guesses the separator. A formula that returns a text counts as that text. */
export function openedByGnumeric(csv: string): SheetCell[][] {
  const file = converted(
    csv,
    (cwd) =>
      execFileSync('ssconvert', ['table.csv', 'table.gnumeric'], { cwd, stdio: 'ignore', env: { ...process.env, LC_ALL: 'C.UTF-8' } }),
    'table.gnumeric',
  );
  const rows: SheetCell[][] = [];
  for (const [, tag = '', content = ''] of gunzipSync(file)
    .toString()
    .matchAll(/<gnm:Cell ([^>]*?)(?:\/>|>(.*?)<\/gnm:Cell>)/gs)) {
    const text = unescaped(content);
    const row = (rows[Number(attribute(tag, 'Row'))] ??= []);
    const isNumber = attribute(tag, 'ValueType') === '40';
    row[Number(attribute(tag, 'Col'))] = isNumber ? Number(text) : text.replace(/^="(.*)"$/, '$1');
  }
  return rows;
}

/** The rows as LibreOffice reads them in a language; it asks users to confirm the separator, so the separator is given. */
export function openedByLibreOffice(csv: string, separator: string, language: 'en' | 'it'): SheetCell[][] {
  const locale = { en: 2057, it: 1040 }[language];
  const filter = `CSV:${separator.charCodeAt(0)},34,76,1,,${locale}`;
  const file = converted(
    csv,
    (cwd) =>
      execFileSync(
        'soffice',
        [`-env:UserInstallation=file://${cwd}/profile`, '--headless', `--infilter=${filter}`, '--convert-to', 'fods', 'table.csv'],
        { cwd, stdio: 'ignore', timeout: 110_000 },
      ),
    'table.fods',
  );
  const [, sheet = ''] = /<table:table .*?>(.*)<\/table:table>/s.exec(file.toString()) ?? [];
  return [...sheet.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].map(([, tag = '', content = '']) => {
      const isText = attribute(tag, 'office:value-type') === 'string';
      const isEmpty = attribute(tag, 'office:value-type') === undefined;
      return isText || isEmpty ? unescaped(content).trim() : Number(attribute(tag, 'office:value') ?? NaN);
    }),
  );
}
