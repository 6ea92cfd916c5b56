/** `portico import` with the recorded rows as a dump of an existing back end's database, as written by mysqldump. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import { expect, test } from '@jest/globals';
import { rowsIn } from '../../../src/server/database/db';
import { rowsOfDump, type DumpedRow } from '../../../src/server/imports/sqlDump';
import { fixture } from '../../support/backEnd/recordings';
import { portico } from '../../support/server/command';
import { using } from '../../support/server/database';
import { afterThisTest, dataFolder } from '../../support/server/leftovers';

type Value = string | number | boolean | null;

const quoted = (value: Value): string => {
  if (value === null) return 'NULL';
  if (typeof value !== 'string') return String(Number(value));
  const moment = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(value);
  const text = moment ? `${moment[1] ?? ''} ${moment[2] ?? ''}` : value;
  const escaped = text.replaceAll(/[\\'"\n\r]/g, (letter) => ({ '\n': '\\n', '\r': '\\r' })[letter] ?? `\\${letter}`);
  return `'${escaped}'`;
};

/** These tables as mysqldump writes them: with comments, locks, table definitions, and several rows per line. */
function dumpOf(tables: Record<string, Record<string, Value>[]>): string {
  const parts = Object.entries(tables).map(([name, rows]) => {
    const columns = Object.keys(rows[0] ?? {}).map((column) => (column === 'password_plain' ? 'password' : column));
    const create = `DROP TABLE IF EXISTS \`${name}\`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
CREATE TABLE \`${name}\` (
${columns.map((column) => `  \`${column}\` varchar(200) NOT NULL DEFAULT 'a, (b); \\'c' COMMENT 'with, comma'`).join(',\n')},
  PRIMARY KEY (\`${columns[0] ?? ''}\`),
  KEY \`other\` (\`${columns[0] ?? ''}\`,\`${columns[1] ?? ''}\`)
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4;
`;
    if (rows.length === 0) return create;
    const values = rows.map((row) => `(${Object.values(row).map(quoted).join(',')})`);
    return `${create}
LOCK TABLES \`${name}\` WRITE;
INSERT INTO \`${name}\` VALUES ${values.slice(0, 10).join(',')};
${values.length > 10 ? `INSERT INTO \`${name}\` VALUES\n${values.slice(10).join(',\n')};` : ''}
UNLOCK TABLES;
`;
  });
  return `-- MariaDB dump 10.19  Distrib 10.11.6-MariaDB
--
-- Host: localhost    Database: hotspot; with a semicolon
/*!40103 SET TIME_ZONE='+00:00' */;
${parts.join('\n')}
-- Dump completed
`;
}

const tables = fixture.tables as Record<string, Record<string, Value>[]>;
const dump = dumpOf({ ...tables, schema_migrations: [{ version: 7 }, { version: 8 }] });

function file(content: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-import-'));
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  const dumpFile = path.join(folder, 'older.sql');
  writeFileSync(dumpFile, content);
  return dumpFile;
}

const run = async (PORTICO_DATA: string, ...args: string[]) => {
  const command = portico(['import', ...args], { PORTICO_DATA });
  return { code: await command.ended, output: command.output() };
};

/** The content of a database: rows of each table, and sums of the measured values. */
const contentOf = (folder: string) =>
  using({ folder }, async (db) => {
    const sums =
      await db.execute(sql`select count(*)::int as n, sum(bytes_up)::text as up, sum(bytes_down)::text as down, sum(duration)::text as seconds,
      min(start_time)::text as first, max(stop_time)::text as last from session_histories`);
    const counts: Record<string, unknown> = { sums: rowsIn(sums)[0] };
    for (const name of Object.keys(tables)) {
      const [row] = rowsIn<{ n: number }>(await db.execute(sql.raw(`select count(*)::int as n from ${name}`)));
      counts[name] = row?.n;
    }
    return counts;
  });

test('a dump is imported whole, to the same rows and sums as were recorded, and to the same again', async () => {
  const expected = await contentOf(await dataFolder('fixture'));
  const PORTICO_DATA = await dataFolder('nothing');
  const dumpFile = file(dump);

  const dry = await run(PORTICO_DATA, dumpFile, '--dry-run');
  expect(dry).toMatchObject({ code: 0, output: expect.stringContaining('  session_histories: 400\n') });
  expect(dry.output).toContain('Rows of tables that Portico does not have, which stay behind:\n  schema_migrations: 2\n');
  expect(dry.output).toContain('Columns that stay behind: accounts.password\n');
  expect(dry.output).toMatch(/Nothing was changed\.\n$/);
  expect(await contentOf(PORTICO_DATA)).toMatchObject({ hotspots: 0, users: 0 });

  expect(await run(PORTICO_DATA, dumpFile)).toMatchObject({ code: 1, output: expect.stringContaining('Add --yes to confirm.') });
  for (const _ of ['once', 'again']) {
    expect(await run(PORTICO_DATA, dumpFile, '--yes')).toMatchObject({ code: 0, output: expect.stringMatching(/Imported\.\n$/) });
    expect(await contentOf(PORTICO_DATA)).toEqual(expected);
  }
  const admin = portico(['create-admin', 'mover'], { PORTICO_DATA });
  expect(await admin.ended).toBe(0);
});

test('a dump that is cut off, of something else, or with rows that do not fit changes nothing, and is named by its line', async () => {
  const PORTICO_DATA = await dataFolder('fixture');
  const before = await contentOf(PORTICO_DATA);
  const cut = dump.slice(0, dump.indexOf('INSERT INTO `units`') + 60);
  const lineOf = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;
  const tries: [string, string][] = [
    [
      cut,
      `, line ${lineOf(dump, 'INSERT INTO `units`')}: the rows of units are cut off. Copy the file again, or make another dump. Nothing`,
    ],
    ['INSERT INTO `accounts` VALUES (1);', ", line 1: the columns of accounts aren't known"],
    ['hello; world', ' has no rows of accounts'],
    [dumpOf({ accounts: [{ id: 1, username: 'a' }] }).replace("(1,'a')", "(1,'a',2)"), ': a row of accounts has 3 values for 2 columns'],
    [
      dumpOf({ accounts: tables.accounts!, hotspots: [{ ...tables.hotspots![0]!, created: 'yesterday' }] }),
      ': hotspots.created: yesterday is not a moment',
    ],
    [dumpOf({ accounts: tables.accounts!, units: tables.units! }), 'the rows of units do not fit: '],
  ];
  for (const [content, words] of tries) {
    const { code, output } = await run(PORTICO_DATA, file(content), '--yes');
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(words) });
    expect(output).not.toMatch(/^\s+at /m);
  }
  expect(await contentOf(PORTICO_DATA)).toEqual(before);
});

test('values of dumps are read as they are written', async () => {
  const text = String.raw`CREATE TABLE t (\`a\` int, \`b\` enum('x,y','(z)')); -- a comment
INSERT INTO t (a, b) VALUES (-1.5e2, 'it''s \'quoted\' \\ and\nnew'),(NULL,_binary 'x'),(0x4142,TRUE);
REPLACE INTO other VALUES (1);`.replaceAll('\\`', '`');
  const rowsOf = async (dump: string, piece: number) => {
    const pieces = Array.from({ length: Math.ceil(dump.length / piece) }, (_, at) => dump.slice(at * piece, (at + 1) * piece));
    const rows: DumpedRow[] = [];
    for await (const found of rowsOfDump(Readable.from(pieces), () => true)) rows.push(...found.rows);
    return rows;
  };
  await expect(rowsOf(text, 1000)).rejects.toThrow("line 3: the columns of other aren't known");
  const known = text.slice(0, text.indexOf('REPLACE'));
  // Wherever a chunk of the file ends.
  for (const piece of [1, 2, 3, 7, 1000])
    expect(await rowsOf(known, piece)).toEqual([
      { table: 't', line: 2, values: { a: -150, b: "it's 'quoted' \\ and\nnew" } },
      { table: 't', line: 2, values: { a: null, b: 'x' } },
      { table: 't', line: 2, values: { a: 'AB', b: 1 } },
    ]);
});
