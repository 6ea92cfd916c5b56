import { sql } from 'drizzle-orm';
import type { Sums } from './importReport';
import type { HotspotImporting } from './hotspotImporting';

/** Sessions per statement: the triggers that sum them keep those of one statement in memory. */
const SESSIONS_AT_ONCE = 50_000;

/** Stores the ended sessions that were collected. */
export async function importSessions({ run, target, report, reportSkipped }: HotspotImporting): Promise<void> {
  const { hotspotId, zone, terms } = target;
  await run(
    sql`alter table import_sessions add why text, add began timestamptz, add ended timestamptz, add guest_id int, add guest text, add device_id int`,
  );
  await run(sql`update import_sessions s set began = b.at, ended = greatest(b.at, coalesce(pg_temp.moment_of(s.stopped, ${zone}),
      greatest(pg_temp.moment_of(s.updated, ${zone}), b.at + make_interval(secs => s.seconds))))
    from (select nth, pg_temp.moment_of(started, ${zone}) as at from import_sessions) b where b.nth = s.nth`);
  // A session that was open for more than a day before the end of the file has lost its end.
  await run(sql`update import_sessions s set why = 'still running when the file was made: import a later one when they have ended'
    where s.stopped = '' and s.ended > (select max(ended) from import_sessions) - interval '1 day'`);
  await run(
    sql`update import_sessions s set why = 'has a time in the future' where s.why is null and s.ended > ${target.now.toISOString()}::timestamptz + interval '1 day'`,
  );
  await run(sql`update import_sessions s set why = 'twice in the file' from
    (select nth, row_number() over (partition by key order by nth) as turn from import_sessions) n where n.nth = s.nth and n.turn > 1 and s.why is null`);
  await run(
    sql`update import_sessions s set why = 'here already' from session_histories h where s.why is null and h.hotspot_id = ${hotspotId} and h.session_key = s.key`,
  );

  // Names without a voucher or MAC entry become archived guests, so that reports count them.
  await run(sql`create temporary table import_guests on commit drop as
    select s.source, p.guest_id, min(s.began) as began, max(s.ended) as ended from import_sessions s
    left join import_people p on p.source = s.source and p.guest_id is not null and p.why is null where s.why is null group by s.source, p.guest_id`);
  await run(sql`update import_guests g set guest_id = h.user_id from user_histories h
    where g.guest_id is null and h.hotspot_id = ${hotspotId} and h.username = g.source and h.account_type = 'voucher'`);
  const archived =
    await run(sql`with gone as (insert into user_histories (user_id, hotspot_id, username, name, account_type, created, valid_from, valid_until)
      select nextval(pg_get_serial_sequence('users', 'id')), ${hotspotId}, source, source, 'voucher', began, began, greatest(ended, began + interval '1 second')
      from import_guests where guest_id is null returning user_id, username)
    update import_guests g set guest_id = gone.user_id from gone where gone.username = g.source and g.guest_id is null returning 1`);
  if (archived.length > 0) report.note(`${archived.length} names that only sessions have became archived guests.`);
  await run(
    sql`update users u set created = least(u.created, g.began) from import_guests g where u.id = g.guest_id and u.created > g.began`,
  );
  await run(sql`insert into devices (hotspot_id, user_id, mac_address, ip_address, created)
    select ${hotspotId}, u.id, s.device_mac, max(s.ip), min(s.began) from import_sessions s join import_guests g on g.source = s.source join users u on u.id = g.guest_id
    where s.why is null and s.device_mac <> '' and not exists (select from devices d where d.user_id = u.id and d.mac_address = s.device_mac) group by u.id, s.device_mac`);
  await run(sql`analyze import_guests`);

  const [range] = await run<{ first: number; last: number }>(
    sql`select coalesce(min(nth), 0)::int as first, coalesce(max(nth), -1)::int as last from import_sessions where why is null`,
  );
  for (let from = range?.first ?? 0; from <= (range?.last ?? -1); from += SESSIONS_AT_ONCE) {
    await run(sql`insert into session_histories (session_id, unit_id, unit_mac, hotspot_id, hotspot_desc, device_id, device_mac, ip_address, user_id, username,
        bytes_up, bytes_down, duration, auth_time, start_time, update_time, stop_time, session_key, terminate_cause)
      select nextval(pg_get_serial_sequence('sessions', 'id')), coalesce(n.id, 0), coalesce(n.mac_address, s.unit_mac), t.id, t.description, coalesce(d.id, 0), s.device_mac, s.ip,
        g.guest_id, coalesce(u.username, s.source), s.up, s.down, s.seconds, s.began, s.began, s.ended, s.ended, s.key, s.cause
      from import_sessions s join import_guests g on g.source = s.source join hotspots t on t.id = ${hotspotId}
      left join users u on u.id = g.guest_id left join devices d on d.user_id = u.id and d.mac_address = s.device_mac
      left join import_units i on i.address = s.unit and s.unit <> '' and i.why is null left join units n on n.id = i.unit_id
      where s.why is null and s.nth >= ${from} and s.nth < ${from + SESSIONS_AT_ONCE} order by s.nth`);
  }
  const [taken] =
    await run<Sums>(sql`select count(*)::int as rows, coalesce(sum(up), 0)::float8 as up, coalesce(sum(down), 0)::float8 as down,
    coalesce(sum(seconds), 0)::float8 as seconds from import_sessions where why is null`);
  report.taken(terms.sessions, taken ?? {});
  await reportSkipped('import_sessions', terms.sessions, true);
}
