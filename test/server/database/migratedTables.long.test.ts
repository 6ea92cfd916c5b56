/**
 * Compares the migrations with schema.ts: the tables that they create must match the definitions, except for names and the order of
 * columns.
 */
import { createRequire } from 'node:module';
import { expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/server/database/db';
import * as schema from '../../../src/server/database/schema';
import * as searchExpressions from '../../../src/server/database/searchExpressions';
import { rows } from '../../support/server/consistency';
import { newTestDatabase, using } from '../../support/server/database';

/** The part of drizzle-kit used here; its own types import packages that aren't installed. */
interface Kit {
  generateDrizzleJson: (tables: object) => object;
  generateMigration: (from: object, to: object) => Promise<string[]>;
}

const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)('drizzle-kit/api') as Kit;

/** Columns, constraints and indexes of all tables, one per line. */
async function tablesOf(db: Db): Promise<string[]> {
  const found = await rows<{ line: string }>(
    db,
    `select t.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || case when a.attnotnull then ' not null' else '' end || ' ' || a.attidentity::text || coalesce(pg_get_expr(d.adbin, d.adrelid), '') as line
      from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
    union all
    select c.relname || ' ' || k.conname || ' ' || pg_get_constraintdef(k.oid)
      from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = 'public'::regnamespace and k.contype <> 'n'
    union all
    select indexdef from pg_indexes where schemaname = 'public'`,
  );
  return found.map(({ line }) => line).sort();
}

test('the migrations build the tables, constraints and indexes that schema.ts defines', async () => {
  const testDatabase = await newTestDatabase('nothing');
  try {
    await using(testDatabase, async (db) => {
      const migrated = await tablesOf(db);
      // Keep the functions, because indexes use them.
      const tables = await rows<{ name: string }>(db, `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`);
      await db.execute(sql.raw(`drop table ${tables.map(({ name }) => name).join(', ')} cascade`));
      await db.execute(sql.raw('drop sequence if exists anonymous_guests'));
      const nothing = generateDrizzleJson({});
      for (const statement of await generateMigration(nothing, generateDrizzleJson({ ...schema, ...searchExpressions })))
        await db.execute(sql.raw(statement));
      const defined = await tablesOf(db);

      expect(migrated.filter((line) => !defined.includes(line))).toEqual([]);
      expect(defined.filter((line) => !migrated.includes(line))).toEqual([]);
    });
  } finally {
    await testDatabase.remove();
  }
});
