import { sql } from 'drizzle-orm';
import type { HotspotImporting } from './hotspotImporting';

/** Stores the units that were collected, and those that only sessions name. */
export async function importUnits({ run, target, report, reportSkipped }: HotspotImporting): Promise<void> {
  const { hotspotId, now } = target;
  await run(sql`alter table import_units add why text, add unit_id int`);
  // Units that aren't in the file, but in its sessions, are needed, too.
  await run(sql`insert into import_units (nth, address, name, secret, description)
    select 0, s.unit, s.unit, '', '' from import_sessions s where s.unit <> '' and not exists (select from import_units u where u.address = s.unit)
    group by s.unit`);
  await run(sql`update import_units u set why = 'twice in the file' where exists (select from import_units e
    where e.nth < u.nth and e.nth > 0 and (e.address, case when e.address = '' then e.name end) is not distinct from (u.address, case when u.address = '' then u.name end))`);
  await run(sql`update import_units u set unit_id = n.id from units n where u.why is null and n.hotspot_id = ${hotspotId}
    and (n.address = u.address and u.address <> '' or u.address = '' and n.name = u.name)`);
  const found = await run<{ here: number; positions: string[] }>(
    sql`select count(*)::int as here, coalesce((array_agg(position order by nth))[1:5], '{}') as positions from import_units where unit_id is not null and nth > 0`,
  );
  const { here = 0, positions: sources = [] } = found[0] ?? {};
  if (here > 0) report.skipped(target.terms.units, 'here already, and left as it is', sources, { rows: here });
  // A unit gets the MAC address that most of its sessions have; without any, an invented one, locally administered.
  const counts = await run<{ taken: number; nameless: number; weak: number; unlisted: number }>(sql`
    with macs as (select distinct on (unit) unit, unit_mac from import_sessions where unit_mac <> '' group by unit, unit_mac order by unit, count(*) desc),
    wanted as (select u.*, coalesce(m.unit_mac, '') as mac, row_number() over (partition by coalesce(m.unit_mac, u.address || u.name) order by u.nth) as turn,
        upper('02-' || regexp_replace(substr(md5(u.address || ' ' || u.name), 1, 10), '(..)(?=.)', '\\1-', 'g')) as made_up
      from import_units u left join macs m on m.unit = u.address where u.why is null and u.unit_id is null),
    added as (insert into units (hotspot_id, mac_address, name, description, uuid, secret, address, created)
      select ${hotspotId}, case when mac <> '' and turn = 1 and not exists (select from units t where t.hotspot_id = ${hotspotId} and t.mac_address = mac)
        then mac else made_up end, name, description, gen_random_uuid()::text,
        case when secret = '' then md5(gen_random_uuid()::text) else secret end, address, ${now.toISOString()}::timestamptz
      from wanted returning id, address, name, mac_address, secret),
    known as (update import_units u set unit_id = a.id from added a where u.why is null and u.unit_id is null and u.address = a.address and u.name = a.name returning u.nth)
    select (select count(*)::int from known where nth > 0) as taken, (select count(*)::int from known where nth = 0) as unlisted,
      (select count(*)::int from added where mac_address like '02-%') as nameless,
      (select count(*)::int from added where length(secret) < 16) as weak`);
  const { taken = 0, nameless = 0, weak = 0, unlisted = 0 } = counts[0] ?? {};
  report.taken(target.terms.units, { rows: taken });
  await reportSkipped('import_units', target.terms.units);
  if (unlisted > 0) report.note(`${unlisted} units that only sessions name were made, with random secrets.`);
  if (nameless > 0)
    report.note(`${nameless} units got a made-up MAC address (02-…), because no session names theirs: correct it in the console.`);
  if (weak > 0) report.note(`${weak} units have a secret of fewer than 16 characters: renew it in the console.`);
}
