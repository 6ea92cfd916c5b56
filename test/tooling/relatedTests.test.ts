import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ROOT } from '../../scripts/paths.mjs';
import { relatedTests, ROWS } from '../../scripts/relatedTests.mjs';

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => `test/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.test\.tsx?$/.test(file));
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split('\n');

const related = (file: string) => relatedTests([file], tests);

test.each([
  ['a migration', 'src/server/database/migrations/0001_functions.sql', 'test/server/postgres/migrations.test.ts'],
  ['a migration', 'src/server/database/migrations/0001_functions.sql', 'test/server/database/embedded.test.ts'],
  ['a document', 'docs/decisions/0001-embedded-postgresql-made-durable.md', 'test/tooling/citations.test.ts'],
  ['a source that documents cite', 'src/server/config.ts', 'test/tooling/operations.test.ts'],
  ['the glossary', 'docs/glossary.md', 'test/i18n/words.test.ts'],
  ['messages', 'i18n/it.json', 'test/i18n/messages.test.ts'],
  ['messages of the portal', 'i18n/portal/it.json', 'test/i18n/portal.test.ts'],
  ['the page', 'index.html', 'test/e2e/firstScreen.test.ts'],
  ['a help page', 'public/help-en.html', 'test/i18n/words.test.ts'],
  ['a style sheet', 'src/app/app.css', 'test/e2e/everyScreenOnPhone.test.ts'],
])('%s needs a test that does not import it', (_what, file, wanted) => {
  expect(files).toContain(file);
  expect(related(file)).toContain(wanted);
});

const OF_DOCUMENTS = ['test/tooling/citations.test.ts', 'test/tooling/operations.test.ts'];

test('what jest follows needs only the tests of documents, and nothing needs a test of the long run', () => {
  expect(related('src/server/vouchers/queries.ts')).toEqual(OF_DOCUMENTS);
  expect(relatedTests([], tests)).toEqual([]);
  expect(relatedTests(files, tests).filter((file) => file.includes('.long.'))).toEqual([]);
});

test('every migration, style sheet, page and file of messages has tests of its own', () => {
  const unfollowed = files.filter((file) => /\.(?:sql|css|html)$|^i18n\/.*\.json$/.test(file));
  expect(unfollowed.length).toBeGreaterThan(20);
  expect(unfollowed.filter((file) => related(file).length <= OF_DOCUMENTS.length)).toEqual([]);
});

test('every row has files, and its tests exist', () => {
  expect(ROWS.filter(({ changed }) => !files.some((file) => changed.test(file)))).toEqual([]);
  expect(ROWS.flatMap((row) => row.tests).filter((place) => !existsSync(place))).toEqual([]);
});
