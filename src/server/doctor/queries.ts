/** Collects facts about the database without changing anything. */
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { adminInWaiting } from '../accounts/firstAdminQueries';
import type { Db } from '../database/db';
import { rowsIn } from '../database/db';
import { newestApplied, newestKnown } from '../database/migrate';
import { failing_destinations, unit_contacts, unit_refusals, units } from '../database/schema';
import { hasRetentionStored } from '../guests/retentionQueries';
import { partsOf } from '../messages/lanes';
import type { DatabaseFacts } from './examined';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface ServerRow {
  version: number;
  encoding: string;
  is_standby: boolean;
  is_read_only: boolean;
  may_create: boolean;
  left: number;
}

/** Collects the facts. If the tables are of another version, only those that don't depend on them. */
export async function databaseFacts(db: Db, engine: 'embedded' | 'postgres', now: Date): Promise<DatabaseFacts> {
  const [applied, known] = [await newestApplied(db), newestKnown()];
  const [clock] = rowsIn<{ at: string }>(await db.execute(sql`select to_json(clock_timestamp()) #>> '{}' as at`));
  const shared = {
    applied,
    known,
    clock: new Date(clock?.at ?? now).toISOString(),
    server: engine === 'postgres' ? await serverFacts(db) : null,
  };
  if (applied !== known) return { ...shared, newest: null, hasRetention: true, adminWaiting: null, wrongSecrets: [], failing: [] };
  const [newest] = rowsIn<{ at: string | null }>(
    await db.execute(
      sql`select to_json(greatest((select max(start_time) from sessions), (select max(at) from audit_entries))) #>> '{}' as at`,
    ),
  );
  const since = new Date(now.getTime() - DAY);
  const wrong = await db
    .selectDistinct({ name: units.name })
    .from(unit_refusals)
    .innerJoin(units, eq(units.id, unit_refusals.unit_id))
    .leftJoin(unit_contacts, eq(unit_contacts.unit_id, units.id))
    .where(and(gt(unit_refusals.last, since), or(isNull(unit_contacts.heard), lt(unit_contacts.heard, unit_refusals.last))))
    .orderBy(units.name)
    .limit(20);
  const { name, since: failingSince, last } = failing_destinations;
  const failing = await db
    .select({ name })
    .from(failing_destinations)
    .where(and(lt(failingSince, new Date(now.getTime() - HOUR)), gt(last, new Date(now.getTime() - 2 * HOUR))));
  return {
    ...shared,
    newest: newest?.at == null ? null : new Date(newest.at).toISOString(),
    hasRetention: await hasRetentionStored(db),
    adminWaiting: await adminInWaiting(db),
    wrongSecrets: wrong.map(({ name }) => name),
    failing: [...new Set(failing.map((row) => partsOf(row.name).channel))],
  };
}

async function serverFacts(db: Db): Promise<DatabaseFacts['server']> {
  const [row] = rowsIn<ServerRow>(
    await db.execute(sql`select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only,
      has_schema_privilege('public', 'create') as may_create,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*) from pg_stat_activity where backend_type = 'client backend' and application_name not like 'portico%')::int as left`),
  );
  if (!row) return null;
  const { version, encoding, is_standby: isStandby, is_read_only: isReadOnly, may_create: mayCreate, left } = row;
  return { version, encoding, isStandby, isReadOnly, mayCreate, connectionsLeft: left };
}
