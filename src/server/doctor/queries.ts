/** Collects facts about the database without changing anything. */
import { isIP } from 'node:net';
import { and, count, eq, gt, ilike, inArray, isNull, lt, max, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { adminInWaiting } from '../accounts/firstAdminQueries';
import type { Db } from '../database/db';
import { rowsIn } from '../database/db';
import { newestApplied, newestKnown } from '../database/migrate';
import { failing_destinations, integrations, portal_codes, unit_contacts, unit_refusals, units } from '../database/schema';
import { hasRetentionStored } from '../guests/retentionQueries';
import { isPublic } from '../http/publicAddress';
import { partsOf } from '../messages/lanes';
import { AWAY_FOR } from '../portal/confirmedCodeQueries';
import { SOCIAL_METHODS } from '../../contract/plain/accessMethods';
import { databaseFacts as databaseFactsShape, type DatabaseFacts } from './examined';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const serverRows = z.tuple([databaseFactsShape.shape.server.unwrap()]);

/** What isn't known of tables of another version. */
const UNKNOWN: Omit<DatabaseFacts, 'applied' | 'known' | 'clock' | 'server'> = {
  newest: null,
  hasRetention: true,
  adminWaiting: null,
  wrongSecrets: [],
  failing: [],
  units: { registered: 0, heard: null, addresses: [] },
  unreturned: [],
  httpWebhooks: [],
};

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
  if (applied !== known) return { ...shared, ...UNKNOWN };
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
    units: await unitFacts(db, now),
    unreturned: await unreturnedGuests(db, now),
    httpWebhooks: await httpWebhooks(db),
  };
}

async function unitFacts(db: Db, now: Date): Promise<DatabaseFacts['units']> {
  const [known] = await db
    .select({ registered: count(), heard: max(unit_contacts.heard) })
    .from(units)
    .leftJoin(unit_contacts, eq(unit_contacts.unit_id, units.id))
    .where(lt(units.created, new Date(now.getTime() - HOUR)));
  const fixed = await db
    .selectDistinct({ address: units.address })
    .from(units)
    .where(ne(units.address, ''))
    .orderBy(units.address)
    .limit(100);
  return { registered: known?.registered ?? 0, heard: known?.heard?.toISOString() ?? null, addresses: fixed.map(({ address }) => address) };
}

async function httpWebhooks(db: Db): Promise<string[]> {
  const found = await db
    .select({ name: integrations.name, url: integrations.webhook_url })
    .from(integrations)
    .where(ilike(integrations.webhook_url, 'http:%'))
    .orderBy(integrations.name)
    .limit(20);
  return found.filter(({ url }) => !staysInside(url)).map(({ name }) => name);
}

/** Whether a URL has an address that isn't on the internet, like a loopback one. */
function staysInside(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname.replaceAll(/[[\]]/g, '') : '';
  return isIP(host) !== 0 && !isPublic(host);
}

/** Fewer guests may just have changed their minds. */
const MANY = 3;

async function unreturnedGuests(db: Db, now: Date): Promise<DatabaseFacts['unreturned']> {
  const { way: method, created, used } = portal_codes;
  const unused = await db
    .select({ site: method, guests: count(), returned: count(used) })
    .from(portal_codes)
    .where(
      and(inArray(method, SOCIAL_METHODS), gt(created, new Date(now.getTime() - DAY)), lt(created, new Date(now.getTime() - AWAY_FOR))),
    )
    .groupBy(method);
  return SOCIAL_METHODS.flatMap((site) =>
    unused.filter((row) => row.site === site && row.returned === 0 && row.guests >= MANY).map(({ guests }) => ({ site, guests })),
  );
}

async function serverFacts(db: Db): Promise<DatabaseFacts['server']> {
  const answer: unknown = await db.execute(sql`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      lower('IÉΣЖ') = 'iéσж' as "foldsLetters",
      pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
      has_schema_privilege('public', 'create') as "mayCreate",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*) from pg_stat_activity where backend_type = 'client backend' and application_name not like 'portico%')::int
        as "freeConnections"`);
  const [row] = serverRows.parse(rowsIn(answer));
  return row;
}
