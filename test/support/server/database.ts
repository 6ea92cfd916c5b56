import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { Client } from 'pg';
import { openDatabase, type Database } from '../../../src/server/database/client';
import type { Db } from '../../../src/server/database/db';
import { loadFixture } from '../../../src/demo/seeds/fixture';
import * as schema from '../../../src/server/database/schema';
import { FIXTURE_FILE } from '../backEnd/recordings';

declare global {
  /** The database engine of this jest project (jest.config.mjs). */
  var PORTICO_TEST_ENGINE: 'pglite' | 'postgres';
}

/** Content of a new database: empty tables, or the recorded fixture. */
export type Content = 'nothing' | 'fixture';

/** A test file's own database; close it before calling `remove`. */
export interface TestDatabase {
  /** Name of the database on its server; empty for a folder. */
  name: string;
  folder: string;
  url: string | undefined;
  remove: () => Promise<void>;
}

/** Opens a database while `work` runs. */
export async function using<R>(
  { url, folder }: Pick<TestDatabase, 'folder'> & Partial<TestDatabase>,
  work: (db: Db) => Promise<R>,
): Promise<R> {
  const { db, close } = await openDatabase({ url, folder });
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** A new database, copied from a template shared by all tests. */
export async function newTestDatabase(content: Content): Promise<TestDatabase> {
  return globalThis.PORTICO_TEST_ENGINE === 'postgres' ? newServerDatabase(content) : newFolder(content);
}

/** A database or folder without Portico's tables. */
export async function bareTestDatabase(): Promise<TestDatabase> {
  if (globalThis.PORTICO_TEST_ENGINE === 'postgres') return { folder: '', ...(await emptyDatabase()) };
  const { folder, remove } = emptyFolder();
  return { name: '', folder, url: undefined, remove: async () => remove() };
}

/** A folder without a database. */
export function emptyFolder(): { folder: string; remove: () => void } {
  const parent = mkdtempSync(path.join(tmpdir(), 'portico-test-'));
  return { folder: path.join(parent, 'data'), remove: () => rmSync(parent, { recursive: true, force: true }) };
}

async function newFolder(content: Content): Promise<TestDatabase> {
  const template = await templateFolder(content);
  const { folder, remove } = emptyFolder();
  cpSync(template, folder, { recursive: true });
  return { name: '', folder, url: undefined, remove: async () => remove() };
}

/** The template's folder, next to the bundle of the same sources, so that changed sources get a new one. */
async function templateFolder(content: Content): Promise<string> {
  const folder = path.join(path.dirname(cli()), `template-${content}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${randomUUID()}`;
  if (content !== 'nothing') cpSync(await templateFolder('nothing'), unfinished, { recursive: true });
  await fill(await openDatabase({ url: undefined, folder: unfinished }), content);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another test file has created it in the meantime.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}

async function newServerDatabase(content: Content): Promise<TestDatabase> {
  const template = await templateDatabase(content);
  return { folder: '', ...(await emptyDatabase(template)) };
}

/** Creates a database on the PostgreSQL server, empty or as a copy of `template`. */
export async function emptyDatabase(template = 'template1'): Promise<{ name: string; url: string; remove: () => Promise<void> }> {
  const name = (process.env.PORTICO_TEST_DATABASES ?? 'portico_') + randomUUID().replaceAll('-', '');
  await onServer(async (server) => {
    const { rows } = await server.query<{ version: number }>(`select current_setting('server_version_num')::int as version`);
    // Half the cost of the default, which writes each page to the log; before version 15 it is the only way.
    const strategy = Number(rows[0]?.version) >= 150_000 ? 'strategy file_copy' : '';
    await server.query(`create database ${name} template ${template} ${strategy}`);
  });
  return { name, url: urlOf(name), remove: () => onServer((server) => server.query(`drop database if exists ${name} with (force)`)) };
}

async function templateDatabase(content: Content): Promise<string> {
  const sources = path.basename(path.dirname(cli())).replaceAll(/\W/g, '_');
  const name = `${sources}_${content}`;
  await onServer(async (server) => {
    // One test file creates it while the others wait.
    await server.query('select pg_advisory_lock(1)');
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const created = await emptyDatabase();
    await fill(await openDatabase({ url: created.url, folder: '' }), content);
    await server.query(`alter database ${created.name} rename to ${name}`);
  });
  return name;
}

async function fill(database: Database, content: Content): Promise<void> {
  try {
    if (content === 'fixture') await loadFixture(database.db, FIXTURE_FILE);
  } finally {
    await database.close();
  }
}

/** All tables but those of logins, which every call may change, and the sums of sessions, which every report brings up to date. */
function lastingTables(): PgTable[] {
  const ofLogins: PgTable[] = [schema.access_tokens, schema.login_failures, schema.login_places];
  const ofSums: PgTable[] = [schema.uncounted_sessions, schema.session_sums, schema.guest_sums];
  const tables: unknown[] = Object.values(schema);
  return tables.filter((value): value is PgTable => is(value, PgTable) && ![...ofLogins, ...ofSums].includes(value));
}

/** A digest of all tables except logins and sums: equal before and after means nothing has changed. */
export async function digestOf(db: Db): Promise<string> {
  const parts = lastingTables().map((table) => sql`(select md5(string_agg(t::text, '|' order by t::text)) from ${table} as t)`);
  const result: unknown = await db.execute(sql`select concat_ws(' ', ${sql.join(parts, sql`, `)}) as digest`);
  return (result as { rows: [{ digest: string }] }).rows[0].digest;
}

/**
 * From now on records each row that is inserted, changed or removed, except for logins. The returned function tells how many there were,
 * optionally without those of a table. Much cheaper than a digest before and after each of many calls.
 */
export async function watchChanges(db: Db): Promise<(without?: PgTable) => Promise<number>> {
  await db.execute(sql`create table row_changes ("table" name)`);
  await db.execute(sql`create function note_row_change() returns trigger language plpgsql
    as 'begin insert into row_changes values (tg_table_name); return null; end'`);
  for (const table of lastingTables()) {
    await db.execute(sql`create trigger note_row after insert or delete on ${table} for each row execute function note_row_change()`);
    await db.execute(sql`create trigger note_change after update on ${table} for each row
      when (old.* is distinct from new.*) execute function note_row_change()`);
  }
  return async (without) => {
    const omitted = without ? getTableName(without) : '';
    const result: unknown = await db.execute(sql`select count(*)::int as changes from row_changes where "table" <> ${omitted}`);
    return (result as { rows: [{ changes: number }] }).rows[0].changes;
  };
}

/** Runs `work` on a separate connection, for statements about whole databases. */
export async function onServer(work: (server: Client) => Promise<unknown>): Promise<void> {
  const server = new Client({ connectionString: urlOf('postgres') });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

function urlOf(database: string): string {
  const url = new URL(setting('PORTICO_TEST_POSTGRES'));
  url.pathname = `/${database}`;
  return url.href;
}

/** Path of the `portico` command, built from this run's sources. */
export function cli(): string {
  return setting('PORTICO_TEST_CLI');
}

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: these tests run by npm test`);
  return value;
}
