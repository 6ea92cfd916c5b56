import { readFile } from 'node:fs/promises';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Command } from 'commander';
import { is } from 'drizzle-orm';
import { NO_DATE } from '../../contract/wire';
import { loadTables, type RecordedTables } from '../../demo/seeds/fixture';
import type { Config } from '../config';
import { tidy } from '../database/maintenance';
import { withMigrationLock } from '../database/migrate';
import { assertNoOtherConnections } from '../database/replicas';
import * as schema from '../database/schema';
import { DumpError, rowsOfDump, type DumpedValue } from '../imports/sqlDump';
import { expectAgreement, placeOf } from './agreement';
import { withDatabase } from './openedDatabase';
import { withSettings } from './settingsOf';
import { UsageError } from './usageError';

export function addImport(program: Command): void {
  program
    .command('import')
    .argument('<file>', 'a dump that mysqldump or mariadb-dump made of its database')
    .description('replace everything with the database of an older back end')
    .option('--dry-run', 'only say what would be taken over')
    .option('--yes', "don't ask first")
    .action(withSettings(importDump));
}

interface Read {
  tables: RecordedTables;
  /** Of each table, the line of each row. */
  lines: Record<string, number[]>;
  /** Rows of tables that Portico doesn't have, by table. */
  foreign: Record<string, number>;
  /** Columns that it doesn't have, as table.column. */
  dropped: string[];
  withoutPassword: number;
}

/** All or nothing; a second run with the same file leads to the same database. */
async function importDump(config: Config, file: string, { dryRun, yes }: { dryRun?: boolean; yes?: boolean }): Promise<void> {
  const read = await readDump(file);
  console.log(reportOf(read));
  if (dryRun === true) {
    console.log('Nothing was changed.');
    return;
  }
  await expectAgreement(yes, `This replaces everything in ${placeOf(config)}. Continue? [y/N] `);
  if (config.databaseUrl !== undefined) await withMigrationLock(config.databaseUrl, assertNoOtherConnections);
  await withDatabase(config, async ({ db }) => {
    await loadTables(db, read.tables, (table, at) =>
      at === undefined ? `${file}: the rows of ${table}` : `${file}, line ${read.lines[table]?.[at] ?? 0}: ${table}`,
    );
    await tidy(db);
  });
  console.log('Imported.');
}

async function readDump(file: string): Promise<Read> {
  const columns = new Map(
    Object.values(schema)
      .filter((value) => is(value, PgTable))
      .map((table) => {
        const { name, columns: all } = getTableConfig(table);
        return [name, new Set(all.map((column) => column.name))];
      }),
  );
  const read: Read = { tables: {}, lines: {}, foreign: {}, dropped: [], withoutPassword: 0 };
  const dropped = new Set<string>();
  try {
    for (const { table, line, values } of rowsOfDump(await readFile(file, 'utf8'))) {
      const known = columns.get(table);
      if (!known) {
        read.foreign[table] = (read.foreign[table] ?? 0) + 1;
        continue;
      }
      const row: RecordedTables[string][number] = {};
      for (const [name, value] of Object.entries(values)) {
        if (known.has(name) && name !== 'password_hash') row[name] = asRecorded(value);
        else dropped.add(`${table}.${name}`);
      }
      // Its passwords are hashed in another way: nobody can sign in with them here.
      if (table === 'accounts') {
        row.password_hash = '';
        read.withoutPassword += 1;
      }
      (read.tables[table] ??= []).push(row);
      (read.lines[table] ??= []).push(line);
    }
  } catch (error) {
    throw error instanceof DumpError ? new UsageError(`${file}, ${error.message}. Nothing was changed.`) : error;
  }
  if ((read.tables.accounts ?? []).length === 0)
    throw new UsageError(`${file} has no rows of accounts: it is no dump of an older back end's database. Nothing was changed.`);
  return { ...read, dropped: [...dropped] };
}

/** mysqldump states moments in UTC, without saying so. */
function asRecorded(value: DumpedValue): DumpedValue {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(value)) return value;
  return value.startsWith('0000-') || value.startsWith('0001-01-01') ? NO_DATE : `${value.replace(' ', 'T')}Z`;
}

function reportOf({ tables, foreign, dropped, withoutPassword }: Read): string {
  const taken = Object.entries(tables).map(([name, rows]) => `  ${name}: ${rows.length}`);
  const left = Object.entries(foreign).map(([name, rows]) => `  ${name}: ${rows}`);
  return [
    'Rows to take over:',
    ...taken,
    ...(left.length > 0 ? ['Rows of tables that Portico does not have, which stay behind:', ...left] : []),
    ...(dropped.length > 0 ? [`Columns that stay behind: ${dropped.join(', ')}`] : []),
    `${withoutPassword} managers get no password: they ask for a new one by mail, or an admin sets it ("portico create-admin NAME" adds one).`,
  ].join('\n');
}
