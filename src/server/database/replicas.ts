import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { rowsIn, type Db } from './db';

/** `application_name` of all our connections. */
const OURS = 'portico';

/** Other processes are using the database that is to be replaced. */
export class DatabaseInUseError extends Error {}

/**
 * PostgreSQL drops a connection a moment after its client has closed it: how long to wait for that, and between checks, in milliseconds.
 */
const GOING = 3_000;
const LOOK_AGAIN = 100;

/** Throws DatabaseInUseError while any Portico has the database open. */
export async function assertNoOtherConnections(db: Db): Promise<void> {
  const until = performance.now() + GOING;
  for (;;) {
    const { count, addresses } = await othersOn(db);
    if (count === 0) return;
    if (performance.now() > until) {
      throw new DatabaseInUseError(
        `Portico is running on this database (${String(count)} ${count === 1 ? 'connection' : 'connections'} from ${addresses ?? ''}). ` +
          'Stop every replica first, then try again; if a pooler has these connections, name PostgreSQL itself in DATABASE_URL. No changes were made.',
      );
    }
    await pause(LOOK_AGAIN);
  }
}

const others = z.tuple([z.object({ count: z.number(), addresses: z.string().nullable() })]);

async function othersOn(db: Db) {
  const result: unknown = await db.execute(sql`
    select count(*)::int as count, string_agg(distinct coalesce(host(client_addr), 'the same machine'), ', ') as addresses
    from pg_stat_activity where datname = current_database() and application_name = ${OURS} and pid <> pg_backend_pid()`);
  return others.parse(rowsIn(result))[0];
}
