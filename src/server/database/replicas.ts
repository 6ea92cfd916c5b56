import { sql } from 'drizzle-orm';
import type { Db } from './db';

/** `application_name` of all our connections. */
const OURS = 'portico';

/** Other processes use the database that was to be replaced. */
export class DatabaseInUseError extends Error {}

/** Throws DatabaseInUseError while any Portico has the database open. */
export async function expectNoReplicas(db: Db): Promise<void> {
  const result: unknown = await db.execute(sql`
    select count(*)::int as count, string_agg(distinct coalesce(host(client_addr), 'the same machine'), ', ') as places
    from pg_stat_activity where datname = current_database() and application_name = ${OURS} and pid <> pg_backend_pid()`);
  const { count, places } = (result as { rows: [{ count: number; places: string | null }] }).rows[0];
  if (count === 0) return;
  throw new DatabaseInUseError(
    `Portico is running on this database (${String(count)} ${count === 1 ? 'connection' : 'connections'} from ${places ?? ''}). ` +
      'Stop every replica first, then try again. Nothing was changed.',
  );
}
