/** While replicas are updated one by one, those of the version before work on the tables of the later one (CONTRIBUTING.md, "Migrations"). */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const FOLDER = 'src/server/database/migrations';

/** The last migration of version 1.0, before which there were no replicas to update. */
const FIRST_RELEASE = '0054';

/** Says that the version before no longer used what this statement removes. */
const UNUSED = /^-- Unused since \d+\.\d+: \S/m;

/** What a statement may do to a table that the version before knows. */
const ADDITIVE = [
  /^create table /,
  /^create index /,
  /^drop index /,
  /^alter table "\w+" add column (?!.*\b(?:unique|primary key)\b)(?:(?!.*\bnot null\b)|.*\bdefault\b)/,
  /^alter table "\w+" alter column "\w+" set default /,
  /^alter table "\w+" set \(fillfactor = \d+\);$/,
  /^create (?:or replace )?(?:function|trigger) /,
  /^(?:insert into|update) /,
];

/** The statements of a migration that the version before may not survive, without comments. */
function harmful(migration: string): string[] {
  const statements = migration.split('--> statement-breakpoint').map((text) => ({
    isUnused: UNUSED.test(text),
    statement: text
      .replaceAll(/^\s*--.*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
  const created = new Set(statements.flatMap(({ statement }) => /^create table "(\w+)"/i.exec(statement)?.[1] ?? []));
  const isOnNew = (statement: string) => created.has(/^(?:alter table|create unique index "\w+" on) "(\w+)"/i.exec(statement)?.[1] ?? '');
  return statements
    .filter(({ statement, isUnused }) => statement !== '' && !isUnused && !isOnNew(statement))
    .map(({ statement }) => statement)
    .filter((statement) => !ADDITIVE.some((form) => form.test(statement.toLowerCase())));
}

test('each migration since version 1.0 leaves what the version before uses', () => {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
  expect(files.some((file) => file.startsWith(FIRST_RELEASE))).toBe(true);
  const since = files.filter((file) => file > `${FIRST_RELEASE}~`);
  expect(since.map((file) => [file, harmful(readFileSync(`${FOLDER}/${file}`, 'utf8'))])).toEqual(since.map((file) => [file, []]));
});

test.each([
  'DROP TABLE "units";',
  'ALTER TABLE "units" DROP COLUMN "name";',
  'ALTER TABLE "units" RENAME COLUMN "name" TO "title";',
  'ALTER TABLE "units" ADD COLUMN "model" text NOT NULL;',
  'ALTER TABLE "units" ADD COLUMN "model" text UNIQUE;',
  'ALTER TABLE "units" ALTER COLUMN "name" SET NOT NULL;',
  'ALTER TABLE "units" ALTER COLUMN "name" SET DATA TYPE integer;',
  'ALTER TABLE "units" ADD CONSTRAINT "named" CHECK ("name" <> \'\');',
  'CREATE UNIQUE INDEX "units_name" ON "units" ("name");',
  'DROP FUNCTION access_facts(integer, jsonb);',
  'DELETE FROM "units";',
])('a migration may not %s', (statement) => {
  expect(harmful(statement)).toHaveLength(1);
});

test.each([
  'CREATE TABLE "models" ("id" integer);--> statement-breakpoint\nALTER TABLE "models" ADD CONSTRAINT "units_fk" FOREIGN KEY ("id") REFERENCES "units"("id");',
  'CREATE TABLE "models" ("id" integer);--> statement-breakpoint\nCREATE UNIQUE INDEX "models_id" ON "models" ("id");',
  'ALTER TABLE "units" ADD COLUMN "model" text;',
  'ALTER TABLE "units" ADD COLUMN "model" text DEFAULT \'\' NOT NULL;',
  'ALTER TABLE "units" ADD COLUMN "model" text NOT NULL DEFAULT \'\';',
  'ALTER TABLE "units" ALTER COLUMN "name" SET DEFAULT \'\';',
  'CREATE INDEX "units_model" ON "units" ("model");',
  'ALTER TABLE "units" SET (fillfactor = 80);',
  '-- Unused since 1.2: nobody reads the name any more.\nALTER TABLE "units" DROP COLUMN "name";',
])('a migration may %s', (statement) => {
  expect(harmful(statement)).toEqual([]);
});
