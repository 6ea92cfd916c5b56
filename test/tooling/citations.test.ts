import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { brokenCitations, type Files } from '../support/run/citations';

const ROOT = process.cwd();

/** Folders of the repository; built, installed or recorded files aren't cited. */
const FOLDERS = ['.ci', '.github', 'docs', 'i18n', 'public', 'scripts', 'src', 'test'];

/** These files contain wrong citations on purpose. */
const OWN = ['test/tooling/citations.test.ts', 'test/support/run/citations.ts'];

const TEXT = /\.(?:md|tsx?|m?js|css|sql|ya?ml)$/;

function repository(): Files {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name))),
  );
  const above = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name);
  const files = [...below, ...above].map((file) => file.split(path.sep).join('/'));
  const isRead = (file: string) => TEXT.test(file) && !OWN.includes(file);
  return new Map(files.map((file) => [file, isRead(file) ? readFileSync(path.join(ROOT, file), 'utf8') : '']));
}

test('every path, link, requirement, test name and count that documents and code cite exists', () => {
  const files = repository();
  expect(files.size).toBeGreaterThan(500);
  expect(brokenCitations(files)).toEqual([]);
});

/** Documents that aren't in this repository, so readers can't look up citations of them. */
const ELSEWHERE = /(?:API|DESIGN|UX|STYLE|TEXTS|FACTS)\.md|[Ss]pec(?:ification)? [12] §/;

test('code cites no page outside the repository', () => {
  const code = [...repository()].filter(([file]) => /^(?:src|test|scripts)\/|^[^/]+\.[jt]s$/.test(file));
  const cited = code.flatMap(([file, text]) =>
    text
      .split('\n')
      .map((line, index) => ({ line, at: `${file}:${String(index + 1)}` }))
      .filter(({ line }) => ELSEWHERE.test(line))
      .map(({ line, at }) => `${at} ${line.trim()}`),
  );
  expect(cited).toEqual([]);
});

test('both specifications are covered by more than 350 requirements', () => {
  const rows = (repository().get('docs/requirements.md') ?? '').match(/^\| [A-Z][A-Z0-9]*-\d+ \|/gm) ?? [];
  expect(rows.length).toBeGreaterThan(350);
});

test('the list of decisions has every decision with its title', () => {
  const files = repository();
  const pages = [...files].filter(([file]) => /^docs\/decisions\/\d/.test(file));
  const listed = (files.get('docs/decisions/README.md') ?? '').split('\n').filter((line) => line.startsWith('- '));
  const titled = pages.map(([file, text]) => {
    const [, number = '', title = ''] = /^# (\d{4}): (.*)/.exec(text) ?? [];
    return `- [${number}](${path.basename(file)}) ${title}`;
  });
  expect(listed).toEqual(titled.sort());
});

test('every table in the drawing of the data is in the schema', () => {
  const files = repository();
  const [, drawing = ''] = /```mermaid\nerDiagram\n([^]*?)```/.exec(files.get('docs/data.md') ?? '') ?? [];
  const tables = [...drawing.matchAll(/^ +(\w+) \S+ (\w+) :/gm)].flatMap(([, one = '', other = '']) => [one, other]);
  const schema = [...files].filter(([file]) => file.startsWith('src/server/database/schema/')).map(([, text]) => text);
  const known = [...schema.join('\n').matchAll(/export const (\w+) = pgTable\(/g)].map(([, name]) => name);
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter((table) => !known.includes(table))).toEqual([]);
});

describe('a broken citation', () => {
  const PROJECT = {
    'README.md': '# Portico\n\n## Try it\n',
    'docs/requirements.md':
      '# Requirements\n\n| [Vouchers](#vouchers) | VCH | 1 |\n\n## Vouchers\n\n| VCH-01 | Prints | `src/a.ts` | `test/a.test.ts` “it prints” |\n',
    'src/a.ts': '// VCH-01, docs/wire.md#paging\n',
    'test/a.test.ts': "test('it prints', () => undefined);\n",
    'docs/wire.md': '# Wire\n\n## Paging\n\n## Paging\n\nSee [the start](../README.md#try-it) and [here](#paging-1).\n',
  };
  const complaintsWith = (change: Record<string, string>) => brokenCitations(new Map(Object.entries({ ...PROJECT, ...change })));

  test('is not found in a correct repository', () => {
    expect(complaintsWith({})).toEqual([]);
  });

  test.each([
    ['a path', { 'docs/x.md': '`src/gone.ts`' }, 'docs/x.md:1 there is no src/gone.ts'],
    ['one choice of several', { 'docs/x.md': '`src/{a,b}.ts`' }, 'docs/x.md:1 there is no src/{a,b}.ts'],
    ['a pattern', { 'docs/x.md': '`src/features/<noun>/api.ts`' }, 'docs/x.md:1 there is no src/features/<noun>/api.ts'],
    ['a test name', { 'docs/x.md': '`test/a.test.ts` “it sings”' }, 'docs/x.md:1 test/a.test.ts has no “it sings”'],
    ['a link', { 'docs/x.md': '\n[x](gone.md)' }, 'docs/x.md:2 the link gone.md leads nowhere'],
    ['an anchor', { 'docs/x.md': '[x](wire.md#cursors)' }, 'docs/x.md:1 the link wire.md#cursors leads nowhere'],
    ['an anchor of the same page', { 'docs/x.md': '[x](#here)' }, 'docs/x.md:1 the link #here leads nowhere'],
    ['a requirement in code', { 'src/b.ts': '/** VCH-02 */' }, 'src/b.ts:1 there is no requirement VCH-02'],
    ['a document in code', { 'src/b.ts': '// docs/gone.md' }, 'src/b.ts:1 docs/gone.md leads nowhere'],
    ['an anchor in code', { 'src/b.ts': '// docs/wire.md#gone' }, 'src/b.ts:1 docs/wire.md#gone leads nowhere'],
    [
      'an id that two rows have',
      { 'docs/requirements.md': '# A\n| [A](#a) | VCH | 1 |\n| VCH-01 | a | b | — |\n| VCH-01 | c | d | — |' },
      'docs/requirements.md:4 VCH-01 is there twice',
    ],
    [
      'a wrong count of requirements',
      { 'docs/requirements.md': '# A\n| [A](#a) | VCH | 3 |\n| VCH-01 | a | b | — |' },
      'docs/requirements.md:2 VCH has 1 rows, not 3',
    ],
    [
      'an area that the table of areas lacks',
      { 'docs/requirements.md': '# A\n| [A](#a) | VCH | 1 |\n| VCH-01 | a | b | — |\n| PAP-01 | a | b | — |' },
      'docs/requirements.md:1 PAP is not among the areas',
    ],
  ])('is found for %s', (_what, change, complaint) => {
    expect(complaintsWith(change as Record<string, string>)).toEqual([complaint]);
  });

  test('is not found in fenced blocks, web addresses or foreign ids', () => {
    const text = '```\n`src/gone.ts`\n```\n\n[x](https://example.com/gone.md) UTF-16 `dist/client`\n';
    expect(complaintsWith({ 'docs/x.md': text })).toEqual([]);
  });
});
