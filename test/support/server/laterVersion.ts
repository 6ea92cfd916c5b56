import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { rowsIn, type Db } from '../../../src/server/database/db';
import { knownFunctions } from '../../../src/server/database/functions';
import { cli } from './database';
import { afterThisTest } from './leftovers';

/**
 * Brings the database to where a later version may bring it while this one is still running (docs/operations.md, "Replicas"): each table has
 * more columns, hotspots have a table more, all functions are that version's.
 */
export async function updateToLaterVersion(db: Db): Promise<void> {
  const tables = rowsIn<{ name: string }>(await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public'`));
  for (const { name } of tables)
    await db.execute(sql.raw(`alter table "${name}" add column later text not null default 'unknown', add column later_number integer`));
  await db.execute(
    sql`create table later_things (id serial primary key, hotspot_id integer not null references hotspots on delete cascade)`,
  );
  await db.execute(sql`insert into later_things (hotspot_id) select id from hotspots`);
  for (const { name } of knownFunctions())
    await db.execute(sql.raw(`comment on function ${name} is 'Portico 99.0.0, source ${'0'.repeat(64)}'`));
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later version', ${Date.UTC(2099, 0)})`);
}

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

/** The command of a version with one more migration of these statements. Its folder is removed after the test. */
export function laterProgram(statements: readonly string[]): string {
  const folder = mkdtempSync(`${path.dirname(cli())}.later-`);
  afterThisTest(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.dirname(cli()), folder, { recursive: true });
  const file = path.join(folder, 'migrations/meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  const last = journal.entries.at(-1);
  if (last === undefined) throw new Error('there are no migrations');
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'later' });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(path.join(folder, 'migrations/later.sql'), statements.join(';--> statement-breakpoint\n'));
  return path.join(folder, 'cli.js');
}
