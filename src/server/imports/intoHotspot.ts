/**
 * Imports vouchers, MAC entries, units and ended sessions of another program into a hotspot, in the transaction that is passed. They are
 * collected in temporary tables, so that any number fits, and stored by a few statements. What exists already isn't changed, so importing a
 * file twice has no further effect.
 */
import { sql, type SQL } from 'drizzle-orm';
import { MAC_ENTRY_DAYS } from '../../contract/plain/wire';
import { rowsIn, type Db } from '../database/db';
import type { ImportReport, Sums } from './importReport';
import type { Person } from './radiusUsers';

/** An ended session. Times have a zone or not. */
export interface ImportedSession {
  /** Its place in the file, for messages. */
  place: string;
  /** Identifies the session; the same whenever it is read again. */
  key: string;
  /** The name of its guest in the other program. */
  source: string;
  /** Address of its unit, and its MAC address or ''. */
  unit: string;
  unit_mac: string;
  device_mac: string;
  ip: string;
  up: number;
  down: number;
  seconds: number;
  started: string;
  /** Empty for a session that was still open when the file was made. */
  stopped: string;
  updated: string;
  cause: string;
}

export interface ImportedUnit {
  line: number;
  /** Its IP address; '' if only its name is known. */
  address: string;
  name: string;
  secret: string;
  description: string;
}

interface Place {
  hotspotId: number;
  /** Time zone of times without one. */
  zone: string;
  now: Date;
  /** Name of the batch for new vouchers. */
  batch: string;
  /** Names in the report for people, sessions and units. */
  terms: { people: string; sessions: string; units: string };
}

/** Rows per statement, to limit the memory for their JSON. */
const AT_ONCE = 5000;
/** Sessions per statement: the triggers that sum them keep those of one statement in memory. */
const SESSIONS_AT_ONCE = 50_000;

const COLUMNS = {
  import_people: `nth int, place text, source text, type text, code text, name text, mail text, note text, max_time int, max_traffic bigint,
    kbps_up int, kbps_down int, period int, expires text, created text, uses int, devices int`,
  import_sessions: `nth int, place text, key text, source text, unit text, unit_mac text, device_mac text, ip text, up bigint, down bigint, seconds int,
    started text, stopped text, updated text, cause text`,
  import_units: 'nth int, place text, address text, name text, secret text, description text',
} as const;
type Table = keyof typeof COLUMNS;

export class HotspotImport {
  readonly #tx: Db;
  readonly #place: Place;
  readonly #report: ImportReport;
  #nth = 0;
  readonly #waiting: { [T in Table]: unknown[] } = { import_people: [], import_sessions: [], import_units: [] };

  constructor(tx: Db, place: Place, report: ImportReport) {
    this.#tx = tx;
    this.#place = place;
    this.#report = report;
  }

  /** Must be called first. */
  async begin(): Promise<void> {
    for (const [table, columns] of Object.entries(COLUMNS))
      await this.#run(sql.raw(`create temporary table ${table} (${columns}) on commit drop`));
    await this.#run(sql`create function pg_temp.moment_of(said text, zone text) returns timestamptz language sql immutable as $$
      select case when said = '' then null when said ~ ':[0-9]{2}(Z|[+-][0-9]{2}(:?[0-9]{2})?)$' then said::timestamptz
        else said::timestamp at time zone zone end $$`);
  }

  async addPerson(person: Person): Promise<void> {
    this.#report.read(this.#place.terms.people);
    await this.#add('import_people', { ...person, place: `line ${person.line}: ${person.source}` });
  }

  async addSession(session: ImportedSession): Promise<void> {
    await this.#add('import_sessions', session);
  }

  async addUnit(unit: ImportedUnit): Promise<void> {
    this.#report.read(this.#place.terms.units);
    await this.#add('import_units', { ...unit, place: `line ${unit.line}: ${unit.name}` });
  }

  /** Stores everything. Afterwards the report's bytes and seconds are divided into imported, existing, and left out. */
  async finish(): Promise<void> {
    for (const table of Object.keys(COLUMNS) as Table[]) await this.#flush(table);
    await this.#run(sql`analyze import_people`);
    await this.#run(sql`analyze import_sessions`);
    await this.#units();
    await this.#people();
    await this.#sessions();
    await this.#validity();
    for (const table of Object.keys(COLUMNS)) await this.#run(sql.raw(`drop table ${table}`));
    await this.#run(sql`drop function pg_temp.moment_of`);
  }

  async #add(table: Table, row: object): Promise<void> {
    const waiting = this.#waiting[table];
    this.#nth += 1;
    waiting.push({ nth: this.#nth, ...row });
    if (waiting.length >= AT_ONCE) await this.#flush(table);
  }

  async #flush(table: Table): Promise<void> {
    const rows = JSON.stringify(this.#waiting[table]);
    this.#waiting[table] = [];
    await this.#run(sql`insert into ${sql.raw(table)} select * from json_to_recordset(${rows}::json) as t (${sql.raw(COLUMNS[table])})`);
  }

  async #run<Row>(query: SQL): Promise<Row[]> {
    const answer: unknown = await this.#tx.execute(query);
    return rowsIn<Row>(answer);
  }

  /** Reports the rows of a table that have a reason why they are left out. */
  async #reportLeft(table: Table, name: string, measured = false): Promise<void> {
    const sums = measured ? sql`, sum(up)::float8 as up, sum(down)::float8 as down, sum(seconds)::float8 as seconds` : sql``;
    const left = await this.#run<Sums & { why: string; places: string[] }>(sql`
      select why, count(*)::int as rows, (array_agg(place order by nth))[1:5] as places ${sums} from ${sql.raw(table)} where why is not null group by why order by why`);
    for (const { why, places, ...found } of left) this.#report.left(name, why, places, found);
  }

  async #units(): Promise<void> {
    const { hotspotId, now } = this.#place;
    await this.#run(sql`alter table import_units add why text, add unit_id int`);
    // Units that aren't in the file, but in its sessions, are needed, too.
    await this.#run(sql`insert into import_units (nth, address, name, secret, description)
      select 0, s.unit, s.unit, '', '' from import_sessions s where s.unit <> '' and not exists (select from import_units u where u.address = s.unit)
      group by s.unit`);
    await this.#run(sql`update import_units u set why = 'twice in the file' where exists (select from import_units e
      where e.nth < u.nth and e.nth > 0 and (e.address, case when e.address = '' then e.name end) is not distinct from (u.address, case when u.address = '' then u.name end))`);
    await this.#run(sql`update import_units u set unit_id = n.id from units n where u.why is null and n.hotspot_id = ${hotspotId}
      and (n.address = u.address and u.address <> '' or u.address = '' and n.name = u.name)`);
    const found = await this.#run<{ here: number; places: string[] }>(
      sql`select count(*)::int as here, coalesce((array_agg(place order by nth))[1:5], '{}') as places from import_units where unit_id is not null and nth > 0`,
    );
    const { here = 0, places = [] } = found[0] ?? {};
    if (here > 0) this.#report.left(this.#place.terms.units, 'here already, and left as it is', places, { rows: here });
    // A unit gets the MAC address that most of its sessions have; without any, an invented one, locally administered.
    const counts = await this.#run<{ taken: number; nameless: number; weak: number; unlisted: number }>(sql`
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
    this.#report.taken(this.#place.terms.units, { rows: taken });
    await this.#reportLeft('import_units', this.#place.terms.units);
    if (unlisted > 0) this.#report.note(`${unlisted} units that only sessions name were made, with random secrets.`);
    if (nameless > 0)
      this.#report.note(`${nameless} units got a made-up MAC address (02-…), because no session names theirs: correct it in the console.`);
    if (weak > 0) this.#report.note(`${weak} units have a secret of fewer than 16 characters: renew it in the console.`);
  }

  async #people(): Promise<void> {
    const { hotspotId, zone, now, batch, terms } = this.#place;
    const at = sql`${now.toISOString()}::timestamptz`;
    await this.#run(
      sql`alter table import_people add why text, add is_new boolean not null default false, add voucher_id int, add guest_id int`,
    );
    await this.#run(sql`update import_people p set why = 'has the code of an earlier line' from
      (select nth, row_number() over (partition by code order by nth) as turn from import_people) n where n.nth = p.nth and n.turn > 1`);
    // These exist already: from an earlier import of this file, or created by staff.
    await this.#run(sql`update import_people p set voucher_id = v.id from hotspot_vouchers v
      where p.why is null and p.type <> 'mac' and v.hotspot_id = ${hotspotId} and v.code = p.code
        and v.type = p.type and (p.type = 'normal' or v.user_name = p.name)`);
    await this.#run(sql`update import_people p set guest_id = u.id from users u
      where p.why is null and p.type = 'mac' and u.hotspot_id = ${hotspotId} and u.username = p.code and u.account_type = 'mac'`);
    await this.#run(
      sql`update import_people p set guest_id = u.id from users u where p.voucher_id is not null and u.voucher_id = p.voucher_id and p.type = 'auth'`,
    );
    await this.#run(sql`update import_people p set why = 'has a code that is taken at this hotspot' where p.why is null and p.voucher_id is null and p.guest_id is null
      and (exists (select from hotspot_vouchers v where v.hotspot_id = ${hotspotId} and v.code = p.code)
        or exists (select from replaced_codes r where r.hotspot_id = ${hotspotId} and r.code = p.code)
        or exists (select from users u where u.hotspot_id = ${hotspotId} and u.username = upper(p.code)))`);
    await this.#run(sql`update import_people set is_new = true where why is null and voucher_id is null and guest_id is null`);

    const createdAt = sql`least(coalesce(pg_temp.moment_of(p.created, ${zone}), ${at}), ${at})`;
    const ends = sql`pg_temp.moment_of(p.expires, ${zone})`;
    const [counted] = await this.#run<{ vouchers: number; short: number }>(
      sql`select count(*)::int as vouchers, count(*) filter (where length(code) < 6)::int as short from import_people where is_new and type <> 'mac'`,
    );
    if ((counted?.vouchers ?? 0) > 0) {
      await this.#run(sql`with same as (select id from voucher_batches where hotspot_id = ${hotspotId} and name = ${batch} order by id desc limit 1),
          grown as (update voucher_batches b set made = b.made + ${counted?.vouchers ?? 0} from same where b.id = same.id returning b.id)
        insert into voucher_batches (hotspot_id, name, made_by, made, created)
        select ${hotspotId}, ${batch}, '', ${counted?.vouchers ?? 0}, ${at} where not exists (select from same)`);
      await this.#run(sql`insert into hotspot_vouchers (hotspot_id, code, auto_login, bandwidth_up, bandwidth_down, duration, max_traffic, max_time, remain_use,
          expires, type, user_name, user_mail, created, batch_id, room, max_devices)
        select ${hotspotId}, p.code, false, p.kbps_up, p.kbps_down, case when p.expires = '' then (p.period + 86399) / 86400 else 0 end, p.max_traffic, p.max_time,
          p.uses, ${ends}, p.type, case when p.type = 'auth' then p.name else '' end, case when p.type = 'auth' then p.mail else '' end, ${createdAt},
          (select max(id) from voucher_batches where hotspot_id = ${hotspotId} and name = ${batch}), p.note, p.devices
        from import_people p where p.is_new and p.type <> 'mac' order by p.nth`);
      await this.#run(sql`update import_people p set voucher_id = v.id from hotspot_vouchers v
        where p.is_new and p.type <> 'mac' and v.hotspot_id = ${hotspotId} and v.code = p.code`);
    }
    // Create the guests of personal vouchers, as for new vouchers, and MAC entries.
    await this.#run(sql`insert into users (hotspot_id, voucher_id, username, name, email, account_type, kbps_down, kbps_up, max_navigation_traffic,
        max_navigation_time, auto_login, valid_from, valid_until, created)
      select ${hotspotId}, p.voucher_id, upper(p.code), case when p.type = 'mac' then p.name else p.name || ' (' || upper(p.code) || ')' end, p.mail,
        case when p.type = 'mac' then 'mac' else 'voucher' end, p.kbps_down, p.kbps_up, p.max_traffic, p.max_time, p.type = 'mac',
        case when p.type = 'mac' or p.expires <> '' then ${createdAt} end,
        coalesce(${ends}, case when p.type = 'mac' then ${at} + make_interval(days => ${MAC_ENTRY_DAYS}) end), ${createdAt}
      from import_people p where p.is_new and p.type <> 'normal' order by p.nth`);
    await this.#run(sql`update import_people p set guest_id = u.id from users u
      where p.is_new and p.type <> 'normal' and u.hotspot_id = ${hotspotId} and u.username = upper(p.code)`);

    const [known] = await this.#run<{
      taken: number;
      here: number;
      places: string[];
    }>(sql`select count(*) filter (where is_new)::int as taken,
      count(*) filter (where not is_new and why is null)::int as here,
      coalesce((array_agg(place order by nth) filter (where not is_new and why is null))[1:5], '{}') as places from import_people`);
    this.#report.taken(terms.people, { rows: known?.taken ?? 0 });
    if ((known?.here ?? 0) > 0)
      this.#report.left(terms.people, 'here already, and left as it is', known?.places ?? [], { rows: known?.here ?? 0 });
    await this.#reportLeft('import_people', terms.people);
    if ((counted?.short ?? 0) > 0)
      this.#report.note(`${counted?.short ?? 0} vouchers have codes of fewer than 6 characters, which can be guessed.`);
  }

  async #sessions(): Promise<void> {
    const { hotspotId, zone, terms } = this.#place;
    await this.#run(
      sql`alter table import_sessions add why text, add began timestamptz, add ended timestamptz, add guest_id int, add guest text, add device_id int`,
    );
    await this.#run(sql`update import_sessions s set began = b.at, ended = greatest(b.at, coalesce(pg_temp.moment_of(s.stopped, ${zone}),
        greatest(pg_temp.moment_of(s.updated, ${zone}), b.at + make_interval(secs => s.seconds))))
      from (select nth, pg_temp.moment_of(started, ${zone}) as at from import_sessions) b where b.nth = s.nth`);
    // A session that was open for more than a day before the end of the file has lost its end.
    await this.#run(sql`update import_sessions s set why = 'still running when the file was made: import a later one when they have ended'
      where s.stopped = '' and s.ended > (select max(ended) from import_sessions) - interval '1 day'`);
    await this.#run(
      sql`update import_sessions s set why = 'has a time in the future' where s.why is null and s.ended > ${this.#place.now.toISOString()}::timestamptz + interval '1 day'`,
    );
    await this.#run(sql`update import_sessions s set why = 'twice in the file' from
      (select nth, row_number() over (partition by key order by nth) as turn from import_sessions) n where n.nth = s.nth and n.turn > 1 and s.why is null`);
    await this.#run(
      sql`update import_sessions s set why = 'here already' from session_histories h where s.why is null and h.hotspot_id = ${hotspotId} and h.session_key = s.key`,
    );

    // Names without a voucher or MAC entry become archived guests, so that reports count them.
    await this.#run(sql`create temporary table import_guests on commit drop as
      select s.source, p.guest_id, min(s.began) as began, max(s.ended) as ended from import_sessions s
      left join import_people p on p.source = s.source and p.guest_id is not null and p.why is null where s.why is null group by s.source, p.guest_id`);
    await this.#run(sql`update import_guests g set guest_id = h.user_id from user_histories h
      where g.guest_id is null and h.hotspot_id = ${hotspotId} and h.username = g.source and h.account_type = 'voucher'`);
    const archived =
      await this.#run(sql`with gone as (insert into user_histories (user_id, hotspot_id, username, name, account_type, created, valid_from, valid_until)
        select nextval(pg_get_serial_sequence('users', 'id')), ${hotspotId}, source, source, 'voucher', began, began, greatest(ended, began + interval '1 second')
        from import_guests where guest_id is null returning user_id, username)
      update import_guests g set guest_id = gone.user_id from gone where gone.username = g.source and g.guest_id is null returning 1`);
    if (archived.length > 0) this.#report.note(`${archived.length} names that only sessions have became archived guests.`);
    await this.#run(
      sql`update users u set created = least(u.created, g.began) from import_guests g where u.id = g.guest_id and u.created > g.began`,
    );
    await this.#run(sql`insert into devices (hotspot_id, user_id, mac_address, ip_address, created)
      select ${hotspotId}, u.id, s.device_mac, max(s.ip), min(s.began) from import_sessions s join import_guests g on g.source = s.source join users u on u.id = g.guest_id
      where s.why is null and s.device_mac <> '' and not exists (select from devices d where d.user_id = u.id and d.mac_address = s.device_mac) group by u.id, s.device_mac`);
    await this.#run(sql`analyze import_guests`);

    const [range] = await this.#run<{ first: number; last: number }>(
      sql`select coalesce(min(nth), 0)::int as first, coalesce(max(nth), -1)::int as last from import_sessions where why is null`,
    );
    for (let from = range?.first ?? 0; from <= (range?.last ?? -1); from += SESSIONS_AT_ONCE) {
      await this.#run(sql`insert into session_histories (session_id, unit_id, unit_mac, hotspot_id, hotspot_desc, device_id, device_mac, ip_address, user_id, username,
          bytes_up, bytes_down, duration, auth_time, start_time, update_time, stop_time, session_key, terminate_cause)
        select nextval(pg_get_serial_sequence('sessions', 'id')), coalesce(n.id, 0), coalesce(n.mac_address, s.unit_mac), t.id, t.description, coalesce(d.id, 0), s.device_mac, s.ip,
          g.guest_id, coalesce(u.username, s.source), s.up, s.down, s.seconds, s.began, s.began, s.ended, s.ended, s.key, s.cause
        from import_sessions s join import_guests g on g.source = s.source join hotspots t on t.id = ${hotspotId}
        left join users u on u.id = g.guest_id left join devices d on d.user_id = u.id and d.mac_address = s.device_mac
        left join import_units i on i.address = s.unit and s.unit <> '' and i.why is null left join units n on n.id = i.unit_id
        where s.why is null and s.nth >= ${from} and s.nth < ${from + SESSIONS_AT_ONCE} order by s.nth`);
    }
    const [taken] =
      await this.#run<Sums>(sql`select count(*)::int as rows, coalesce(sum(up), 0)::float8 as up, coalesce(sum(down), 0)::float8 as down,
      coalesce(sum(seconds), 0)::float8 as seconds from import_sessions where why is null`);
    this.#report.taken(terms.sessions, taken ?? {});
    await this.#reportLeft('import_sessions', terms.sessions, true);
  }

  /** A personal voucher whose validity begins with its first use has begun if there are sessions. */
  async #validity(): Promise<void> {
    const validities = sql`select p.voucher_id, p.guest_id, g.began, g.began + make_interval(secs => p.period) as until from import_people p
      join import_guests g on g.guest_id = p.guest_id where p.is_new and p.type = 'auth' and p.period > 0 and p.expires = ''`;
    await this.#run(sql`update hotspot_vouchers v set expires = b.until from (${validities}) b where v.id = b.voucher_id`);
    await this.#run(sql`update users u set valid_from = b.began, valid_until = b.until from (${validities}) b where u.id = b.guest_id`);
    await this.#run(sql`drop table import_guests`);
  }
}
