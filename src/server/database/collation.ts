/** Indexes of texts in ICU's order. They must be rebuilt when the engine comes with another ICU, whose order may differ. */
import { sql } from 'drizzle-orm';
import { rowsIn, type Db } from './db';

/** The index whose comment stores the version of ICU with which all of them were built. Backups lack it: restoring rebuilds the indexes. */
const INDEX = 'users_by_name';

/**
 * Rebuilds the indexes in ICU's order if they were built with another version of ICU. Returns how many. Does nothing if the role doesn't
 * own them; then the operator has to run `portico migrate` as their owner.
 */
export async function rebuildCollatedIndexes(db: Db): Promise<number> {
  const [versions] = rowsIn<{ now: string | null; built: string | null; is_owner: boolean | null }>(
    await db.execute(sql`select pg_collation_actual_version('pg_catalog."und-x-icu"'::regcollation) as now,
      obj_description(to_regclass(${INDEX}), 'pg_class') as built,
      (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass(${INDEX})) as is_owner`),
  );
  const [now, built] = [`ICU collation ${versions?.now ?? ''}`, versions?.built ?? null];
  if (built === now || versions?.is_owner !== true) return 0;
  const indexes =
    built === null
      ? []
      : rowsIn<{ name: string }>(
          await db.execute(sql`
            select distinct quote_ident(c.relname) as name from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'i'
            where d.refclassid = 'pg_collation'::regclass and d.refobjid = 'pg_catalog."und-x-icu"'::regcollation`),
        );
  for (const { name } of indexes) await db.execute(sql`reindex index ${sql.raw(name)}`);
  await db.execute(sql.raw(`comment on index ${INDEX} is '${now.replaceAll("'", '')}'`));
  return indexes.length;
}
