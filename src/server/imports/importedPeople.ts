import { sql } from 'drizzle-orm';
import { MAC_ENTRY_DAYS } from '../../contract/plain/wire';
import type { HotspotImporting } from './hotspotImporting';

/** Stores the vouchers, the guests of personal vouchers, and the MAC entries that were collected. */
export async function importPeople({ run, target, report, reportSkipped }: HotspotImporting): Promise<void> {
  const { hotspotId, zone, now, batch, terms } = target;
  const at = sql`${now.toISOString()}::timestamptz`;
  await run(sql`alter table import_people add why text, add is_new boolean not null default false, add voucher_id int, add guest_id int`);
  await run(sql`update import_people p set why = 'has the code of an earlier line' from
    (select nth, row_number() over (partition by code order by nth) as turn from import_people) n where n.nth = p.nth and n.turn > 1`);
  // These exist already: from an earlier import of this file, or created by staff.
  await run(sql`update import_people p set voucher_id = v.id from hotspot_vouchers v
    where p.why is null and p.type <> 'mac' and v.hotspot_id = ${hotspotId} and v.code = p.code
      and v.type = p.type and (p.type = 'normal' or v.user_name = p.name)`);
  await run(sql`update import_people p set guest_id = u.id from users u
    where p.why is null and p.type = 'mac' and u.hotspot_id = ${hotspotId} and u.username = p.code and u.account_type = 'mac'`);
  await run(
    sql`update import_people p set guest_id = u.id from users u where p.voucher_id is not null and u.voucher_id = p.voucher_id and p.type = 'auth'`,
  );
  await run(sql`update import_people p set why = 'has a code that is taken at this hotspot' where p.why is null and p.voucher_id is null and p.guest_id is null
    and (exists (select from hotspot_vouchers v where v.hotspot_id = ${hotspotId} and v.code = p.code)
      or exists (select from replaced_codes r where r.hotspot_id = ${hotspotId} and r.code = p.code)
      or exists (select from users u where u.hotspot_id = ${hotspotId} and u.username = upper(p.code)))`);
  await run(sql`update import_people set is_new = true where why is null and voucher_id is null and guest_id is null`);

  const createdAt = sql`least(coalesce(pg_temp.moment_of(p.created, ${zone}), ${at}), ${at})`;
  const ends = sql`pg_temp.moment_of(p.expires, ${zone})`;
  const [counted] = await run<{ vouchers: number; short: number }>(
    sql`select count(*)::int as vouchers, count(*) filter (where length(code) < 6)::int as short from import_people where is_new and type <> 'mac'`,
  );
  if ((counted?.vouchers ?? 0) > 0) {
    await run(sql`with same as (select id from voucher_batches where hotspot_id = ${hotspotId} and name = ${batch} order by id desc limit 1),
        grown as (update voucher_batches b set made = b.made + ${counted?.vouchers ?? 0} from same where b.id = same.id returning b.id)
      insert into voucher_batches (hotspot_id, name, made_by, made, created)
      select ${hotspotId}, ${batch}, '', ${counted?.vouchers ?? 0}, ${at} where not exists (select from same)`);
    await run(sql`insert into hotspot_vouchers (hotspot_id, code, auto_login, bandwidth_up, bandwidth_down, duration, max_traffic, max_time, remain_use,
        expires, type, user_name, user_mail, created, batch_id, room, max_devices)
      select ${hotspotId}, p.code, false, p.kbps_up, p.kbps_down, case when p.expires = '' then (p.period + 86399) / 86400 else 0 end, p.max_traffic, p.max_time,
        p.uses, ${ends}, p.type, case when p.type = 'auth' then p.name else '' end, case when p.type = 'auth' then p.mail else '' end, ${createdAt},
        (select max(id) from voucher_batches where hotspot_id = ${hotspotId} and name = ${batch}), p.note, p.devices
      from import_people p where p.is_new and p.type <> 'mac' order by p.nth`);
    await run(sql`update import_people p set voucher_id = v.id from hotspot_vouchers v
      where p.is_new and p.type <> 'mac' and v.hotspot_id = ${hotspotId} and v.code = p.code`);
  }
  // Create the guests of personal vouchers, as for new vouchers, and MAC entries.
  await run(sql`insert into users (hotspot_id, voucher_id, username, name, email, account_type, kbps_down, kbps_up, max_navigation_traffic,
      max_navigation_time, auto_login, valid_from, valid_until, created)
    select ${hotspotId}, p.voucher_id, upper(p.code), case when p.type = 'mac' then p.name else p.name || ' (' || upper(p.code) || ')' end, p.mail,
      case when p.type = 'mac' then 'mac' else 'voucher' end, p.kbps_down, p.kbps_up, p.max_traffic, p.max_time, p.type = 'mac',
      case when p.type = 'mac' or p.expires <> '' then ${createdAt} end,
      coalesce(${ends}, case when p.type = 'mac' then ${at} + make_interval(days => ${MAC_ENTRY_DAYS}) end), ${createdAt}
    from import_people p where p.is_new and p.type <> 'normal' order by p.nth`);
  await run(sql`update import_people p set guest_id = u.id from users u
    where p.is_new and p.type <> 'normal' and u.hotspot_id = ${hotspotId} and u.username = upper(p.code)`);

  const [known] = await run<{
    taken: number;
    here: number;
    positions: string[];
  }>(sql`select count(*) filter (where is_new)::int as taken,
    count(*) filter (where not is_new and why is null)::int as here,
    coalesce((array_agg(position order by nth) filter (where not is_new and why is null))[1:5], '{}') as positions from import_people`);
  report.taken(terms.people, { rows: known?.taken ?? 0 });
  if ((known?.here ?? 0) > 0)
    report.skipped(terms.people, 'here already, and left as it is', known?.positions ?? [], { rows: known?.here ?? 0 });
  await reportSkipped('import_people', terms.people);
  if ((counted?.short ?? 0) > 0)
    report.note(`${counted?.short ?? 0} vouchers have codes of fewer than 6 characters, which can be guessed.`);
}

/** A personal voucher whose validity begins with its first use has begun if there are sessions. */
export async function beginValidity({ run }: HotspotImporting): Promise<void> {
  const validities = sql`select p.voucher_id, p.guest_id, g.began, g.began + make_interval(secs => p.period) as until from import_people p
    join import_guests g on g.guest_id = p.guest_id where p.is_new and p.type = 'auth' and p.period > 0 and p.expires = ''`;
  await run(sql`update hotspot_vouchers v set expires = b.until from (${validities}) b where v.id = b.voucher_id`);
  await run(sql`update users u set valid_from = b.began, valid_until = b.until from (${validities}) b where u.id = b.guest_id`);
  await run(sql`drop table import_guests`);
}
