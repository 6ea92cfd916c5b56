import { stat } from 'node:fs/promises';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { Option, type Command } from 'commander';
import { is, sql } from 'drizzle-orm';
import { isTimeZone, NO_DATE } from '../../contract/plain/wire';
import { loadTables, type RecordedTables, type TablesToLoad } from '../../demo/seeds/fixture';
import type { Config } from '../config';
import { rowsIn, type Db } from '../database/db';
import { tidy } from '../database/maintenance';
import { withMigrationLock } from '../database/migrate';
import { assertNoOtherConnections } from '../database/replicas';
import * as schema from '../database/schema';
import { importFile, PROGRAMS, type ImportProgram } from '../imports/hotspotFiles';
import { rowsOfDump, type DumpedRow, type DumpedValue } from '../imports/sqlDump';
import { ImportError, textOf } from '../imports/textFile';
import { settingsOf } from '../preferences/queries';
import { expectAgreement, databaseOf } from './agreement';
import { withDatabase } from './openedDatabase';
import { withSettings } from './settingsOf';
import { UsageError } from './usageError';

/** The program that a file comes from. A file of `older` replaces everything; the others are imported into one hotspot. */
const SOURCES = ['older', ...PROGRAMS] as const;

interface Options {
  from: (typeof SOURCES)[number];
  hotspot?: string;
  zone?: string;
  dryRun?: boolean;
  yes?: boolean;
}

export function addImport(program: Command): void {
  program
    .command('import')
    .argument('<file>', 'a dump in SQL, also compressed by gzip')
    .description('take over the database of an existing back end, or vouchers, units and sessions of another program')
    .addOption(
      new Option('--from <program>', 'what made the file')
        .choices(SOURCES)
        .default('older', 'an existing back end, which replaces everything'),
    )
    .option('--hotspot <name>', 'the hotspot that gets everything (name or id), unless it is an existing back end’s')
    .option('--zone <zone>', 'time zone of times that don’t say theirs, such as Europe/Rome (default: the hotspot’s)')
    .option('--dry-run', 'only say what would be taken over')
    .option('--yes', "don't ask first")
    .action(withSettings(runImport));
}

/** Imports everything or nothing; importing the same file again leads to the same database. */
async function runImport(config: Config, file: string, options: Options): Promise<void> {
  try {
    if (!(await stat(file)).isFile()) throw new UsageError(`${file} is not a file.`);
    await (options.from === 'older' ? importOlder(config, file, options) : importIntoHotspot(config, file, options.from, options));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`${file}: the file doesn't exist. Nothing was changed.`);
    throw error instanceof ImportError ? new UsageError(`${file}, ${error.message}. Nothing was changed.`) : error;
  }
}

async function importIntoHotspot(config: Config, file: string, program: ImportProgram, { hotspot, zone, dryRun }: Options): Promise<void> {
  if (hotspot === undefined) throw new UsageError('Name the hotspot that gets everything: --hotspot NAME. Nothing was changed.');
  if (zone !== undefined && !isTimeZone(zone))
    throw new UsageError(`--zone ${zone}: there is no such time zone. Write it as in Europe/Rome.`);
  await withDatabase(config, async ({ db }) => {
    const { id } = await hotspotByName(db, hotspot);
    const itsZone = zone ?? ((await settingsOf(db, id, ['time_zone'])).text('time_zone') || config.zone);
    const report = await importFile(db, file, { program, hotspotId: id, zone: itsZone, now: new Date(), isDryRun: dryRun === true });
    if (dryRun !== true) await tidy(db);
    console.log(report.toString());
  });
  console.log(dryRun === true ? 'Nothing was changed.' : 'Imported.');
}

async function hotspotByName(db: Db, name: string): Promise<{ id: number }> {
  const answer: unknown = await db.execute(sql`select h.id, h.name, a.username from hotspots h join accounts a on a.id = h.account_id
    where lower(h.name) = lower(${name}) or h.id::text = ${name} order by h.id`);
  const found = rowsIn<{ id: number; name: string; username: string }>(answer);
  const [first] = found;
  if (first === undefined) throw new UsageError(`There is no hotspot ${name}. Create it in the console first. Nothing was changed.`);
  if (found.length > 1)
    throw new UsageError(
      `There are several hotspots ${name}: ${found.map(({ id, name, username }) => `${name} of ${username} is --hotspot ${id}`).join(', ')}. Nothing was changed.`,
    );
  return first;
}

/** The contents of a dump of an existing back end, before anything is stored. */
interface Contents {
  /** Rows of each table. */
  taken: Map<string, number>;
  /** Rows by table, for tables that Portico doesn't have. */
  foreign: Map<string, number>;
  /** Columns that Portico doesn't have, as table.column. */
  dropped: Set<string>;
}

/** Reads the file twice, because it doesn't fit into memory: to report its contents, and to store them. */
async function importOlder(config: Config, file: string, { dryRun, yes }: Options): Promise<void> {
  const contents = await contentsOf(file);
  console.log(reportOf(contents));
  if (dryRun === true) {
    console.log('Nothing was changed.');
    return;
  }
  await expectAgreement(yes, `This replaces everything in ${databaseOf(config)}. Continue? [y/N] `);
  if (config.databaseUrl !== undefined) await withMigrationLock(config.databaseUrl, assertNoOtherConnections);
  await withDatabase(config, async ({ db }) => {
    await loadTables(db, (tx) => collected(tx, file));
    await tidy(db);
  });
  console.log('Imported.');
}

const COLUMNS = new Map(
  Object.values(schema)
    .filter((value) => is(value, PgTable))
    .map((table) => {
      const { name, columns } = getTableConfig(table);
      return [name, new Set(columns.map((column) => column.name))];
    }),
);

async function contentsOf(file: string): Promise<Contents> {
  const contents: Contents = { taken: new Map(), foreign: new Map(), dropped: new Set() };
  const count = (counts: Map<string, number>, table: string, rows: number) => counts.set(table, (counts.get(table) ?? 0) + rows);
  for await (const { rows, foreign } of rowsOfDump(textOf(file), (table) => COLUMNS.has(table))) {
    for (const { table, values } of rows) {
      count(contents.taken, table, 1);
      for (const name of Object.keys(values)) if (!isTaken(table, name)) contents.dropped.add(`${table}.${name}`);
    }
    for (const [table, number] of foreign) count(contents.foreign, table, number);
  }
  if (!contents.taken.has('accounts'))
    throw new UsageError(`${file} has no rows of accounts: it isn't a dump of an existing back end's database. Nothing was changed.`);
  return contents;
}

/** Passwords aren't imported: they are hashed in another way, so nobody could sign in with them. */
const isTaken = (table: string, column: string): boolean => COLUMNS.get(table)?.has(column) === true && column !== 'password_hash';

/** Rows per statement. */
const AT_ONCE = 1000;

/** Collects the rows of a dump in a temporary table, to load them table by table in an order that satisfies foreign keys. */
async function collected(tx: Db, file: string): Promise<TablesToLoad> {
  await tx.execute(
    sql`create temporary table import_rows (id int generated always as identity, table_name text, line int, row json) on commit drop`,
  );
  const store = (rows: readonly DumpedRow[]) => {
    const dumped = rows.map(({ table, line, values }) => ({ table_name: table, line, row: recorded(table, values) }));
    return tx.execute(sql`insert into import_rows (table_name, line, row)
      select * from json_to_recordset(${JSON.stringify(dumped)}::json) as t (table_name text, line int, row json)`);
  };
  for await (const { rows } of rowsOfDump(textOf(file), (table) => COLUMNS.has(table)))
    for (let from = 0; from < rows.length; from += AT_ONCE) await store(rows.slice(from, from + AT_ONCE));
  await tx.execute(sql`create index on import_rows (table_name, id)`);
  const names = rowsIn<{ name: string }>(await tx.execute(sql`select distinct table_name as name from import_rows`)).map(
    ({ name }) => name,
  );
  return { names, rowsOf: (table) => rowsOfTable(tx, table, file), sourceOf: (table) => `${file}: the rows of ${table}` };
}

async function* rowsOfTable(tx: Db, table: string, file: string) {
  for (let after = 0; ;) {
    const answer: unknown = await tx.execute(
      sql`select id, line, row from import_rows where table_name = ${table} and id > ${after} order by id limit ${AT_ONCE}`,
    );
    const rows = rowsIn<{ id: number; line: number; row: RecordedTables[string][number] }>(answer);
    yield rows.map(({ line, row }) => ({ row, source: `${file}, line ${line}: ${table}` }));
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.id ?? 0;
  }
}

function recorded(table: string, values: DumpedRow['values']): RecordedTables[string][number] {
  const row: RecordedTables[string][number] = {};
  for (const [name, value] of Object.entries(values)) if (isTaken(table, name)) row[name] = asRecorded(value);
  if (table === 'accounts') row.password_hash = '';
  return row;
}

/** mysqldump writes timestamps in UTC without a zone. */
function asRecorded(value: DumpedValue): DumpedValue {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(value)) return value;
  return value.startsWith('0000-') || value.startsWith('0001-01-01') ? NO_DATE : `${value.replace(' ', 'T')}Z`;
}

function reportOf({ taken, foreign, dropped }: Contents): string {
  const counted = (counts: Map<string, number>) => [...counts].map(([name, rows]) => `  ${name}: ${rows}`);
  return [
    'Rows to take over:',
    ...counted(taken),
    ...(foreign.size > 0 ? ['Rows of tables that Portico does not have, which stay behind:', ...counted(foreign)] : []),
    ...(dropped.size > 0 ? [`Columns that stay behind: ${[...dropped].join(', ')}`] : []),
    `${taken.get('accounts') ?? 0} managers get no password: they ask for a new one by mail, or an admin sets it ("portico create-admin NAME" adds one).`,
  ].join('\n');
}
