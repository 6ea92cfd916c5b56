import { sql } from 'drizzle-orm';
import type { Db } from '../../../src/server/database/db';
import { rows } from './consistency';

/** Row count and checksum of each table, equal on both engines. */
export async function sumsOf(db: Db): Promise<Record<string, { rows: number; sum: string | null }>> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local timezone to 'UTC'`);
    const tables = await rows<{ name: string }>(
      tx,
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname collate "C"`,
    );
    const sums: Record<string, { rows: number; sum: string | null }> = {};
    for (const { name } of tables) {
      const [row] = await rows<{ rows: number; sum: string | null }>(
        tx,
        `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text collate "C")) as sum from "${name}" as t`,
      );
      if (row) sums[name] = row;
    }
    return sums;
  });
}
