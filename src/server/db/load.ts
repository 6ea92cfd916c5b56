/**
 * Data for measuring: as many rows as a large installation has, with its skews, made inside the database. Nothing is left to chance:
 * the numbers come from hashes of the row numbers, so the same size at the same moment is the same data.
 */
import { sql, type SQL } from 'drizzle-orm';
import { HOTSPOT_PREFERENCE_DEFAULTS, MARKETING_DEFAULTS } from '../../contract/wire';
import { PLANS } from '../accounts/firstAdmin';
import { hashPassword } from '../auth/passwords';
import type { Db } from './client';
import { continueIds, emptyTables, withoutIndexes } from './demo/bulk';
import { monthOf, weekdayOf } from './demo/italianTime';
import { person } from './demo/people';
import { mulberry32 } from './demo/random';
import { devices, hotspot_vouchers, session_histories, subscription_plans, users } from './schema';

export type Size = 'small' | 'large';

interface Amounts {
  resellers: number;
  hotspots: number;
  guests: number;
  archived: number;
  histories: number;
  running: number;
  vouchers: number;
}

const SIZES: Readonly<Record<Size, Amounts>> = {
  small: { resellers: 1, hotspots: 6, guests: 300, archived: 60, histories: 5_000, running: 20, vouchers: 150 },
  large: { resellers: 5, hotspots: 240, guests: 40_000, archived: 10_000, histories: 1_000_000, running: 2_000, vouchers: 20_000 },
};

const PASSWORD = 'portico-demo';
const DAYS = 365;

/** Business by month, by weekday from Sunday, and by hour of the day (UTC). */
const MONTHS = [0.6, 0.65, 0.8, 1, 1.1, 1.3, 1.5, 1.6, 1.2, 0.9, 0.65, 0.7];
const WEEKDAYS = [0.85, 0.9, 0.95, 0.95, 1, 1.2, 1.15];
const HOURS = [1, 0.5, 0.3, 0.3, 0.6, 2, 5, 7, 6, 5, 6, 8, 7, 5, 5, 6, 8, 9, 9, 10, 9, 7, 4, 2];

/**
 * Empties the database and fills it for measuring. One can log in as `admin`, `reseller1`…, `customer1`… and `desk1`… (one of
 * each a hotspot), with the password of the demonstration.
 */
export async function seedSize(db: Db, size: Size, now: Date): Promise<void> {
  const amounts = SIZES[size];
  const passwordHash = await hashPassword(PASSWORD);
  const at = new Date(Math.floor(now.getTime() / 1000) * 1000);
  await db.transaction(async (tx) => {
    await emptyTables(tx);
    // Small tables that rows are looked up in must stay in memory, or the rows come out in another order.
    await tx.execute(sql`set local work_mem = '64MB'`);
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
    await insertTenants(tx, amounts, passwordHash, at);
    await insertAgreements(tx, at);
    await insertGuests(tx, amounts, at);
    // Unknown tables would be joined in an order in which the sessions come out shuffled.
    await tx.execute(sql`analyze`);
    await insertSessions(tx, amounts, at);
    await insertVouchers(tx, amounts, at);
    await insertSms(tx, at);
    await continueIds(tx);
    await tx.execute(sql`select setval(pg_get_serial_sequence('sessions', 'id'), ${amounts.histories + amounts.running}::bigint)`);
    await tx.execute(sql`analyze`);
  });
}

const number = (value: number) => sql.raw(String(value));

/** Some twenty bits of a row's hash `m` as a number from 0 up to 1; places 0 to 5 know nothing of each other. */
const part = (place: number) => sql.raw(`(('x' || substr(m, ${1 + place * 5}, 5))::bit(20)::int / 1048576::float8)`);

const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`;

const days = (count: SQL) => sql`(${count}) * interval '1 day'`;

const seconds = (count: SQL) => sql`(${count}) * interval '1 second'`;

/** A list as one parameter, which both drivers take. */
function list(values: readonly (string | number)[], type: 'text' | 'int'): SQL {
  return sql`${`{${values.map((value) => JSON.stringify(value)).join(',')}}`}::${sql.raw(type)}[]`;
}

/** The value at a fraction of the list: each is as likely as it stands there often. */
function oneOf(values: readonly (string | number)[], type: 'text' | 'int', fraction: SQL): SQL {
  return sql`(${list(values, type)})[1 + floor(${fraction} * ${number(values.length)})::int]`;
}

/** Each value as often as its weight says, for `oneOf`. */
function repeated<T>(weights: readonly (readonly [T, number])[]): T[] {
  return weights.flatMap(([value, weight]) => Array.from({ length: Math.max(1, Math.round(weight)) }, () => value));
}

/** Addresses that no maker gives out. */
function macOf(first: string, id: SQL): SQL {
  return sql`${sql.raw(`'${first}'`)} || regexp_replace(upper(lpad(to_hex(${id}), 10, '0')), '(..)', '-\\1', 'g')`;
}

/** Large hotspots and small ones: the first has some fifteen times the guests of the last of 240. */
function hotspotOf(hotspots: number, fraction: SQL): SQL {
  const weights = Array.from({ length: hotspots }, (_, index) => [index + 1, 60 / Math.sqrt(index + 1)] as const);
  return oneOf(repeated(weights), 'int', fraction);
}

/** How many of `total` come by the end of each day of the year that ends today, by season and weekday. */
function dayEnds(total: number, at: Date): number[] {
  const today = Math.floor(at.getTime() / 86_400_000);
  const weights = Array.from({ length: DAYS }, (_, index) => {
    const day = today - DAYS + 1 + index;
    return (MONTHS[monthOf(day)] ?? 1) * (WEEKDAYS[weekdayOf(day)] ?? 1);
  });
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let reached = 0;
  return weights.map((weight) => {
    reached += weight;
    return Math.round((total * reached) / whole);
  });
}

/** A time of the day `index` of the year; at busy hours more often. */
function timeOn(at: Date, index: SQL, hour: SQL, second: SQL): SQL {
  const hours = repeated(HOURS.map((weight, value) => [value, weight * 10] as const));
  const first = new Date((Math.floor(at.getTime() / 86_400_000) - DAYS + 1) * 86_400_000);
  return sql`${moment(first)} + ${days(index)} + ${oneOf(hours, 'int', hour)} * interval '1 hour' + ${seconds(sql`floor(${second} * 3600)`)}`;
}

const resellerOf = (hotspot: SQL, { resellers }: Amounts) => sql`2 + (${hotspot} - 1) % ${number(resellers)}`;
const customerOf = (hotspot: SQL, { resellers }: Amounts) => sql`${number(resellers)} + 2 * ${hotspot}`;
const deskOf = (hotspot: SQL, { resellers }: Amounts) => sql`${number(resellers)} + 2 * ${hotspot} + 1`;

const KINDS = ['hotel', 'caffe', 'camping', 'biblioteca', 'residence', 'marina', 'agriturismo', 'centro-congressi'];
const TOWNS = [
  'rimini',
  'trieste',
  'bologna',
  'ancona',
  'ravenna',
  'pesaro',
  'verona',
  'trento',
  'como',
  'lecce',
  'bari',
  'siena',
  'lucca',
];

async function insertTenants(tx: Db, amounts: Amounts, passwordHash: string, at: Date): Promise<void> {
  const { resellers, hotspots } = amounts;
  const people = sql`${moment(at)} - interval '4 years', ${passwordHash}`;
  await tx.insert(subscription_plans).values(PLANS);
  await tx.execute(sql`
    insert into accounts (created, password_hash, id, creator_id, uuid, type, name, username, email, privacy_name, privacy_vat, privacy_address, privacy_email)
    select ${people}, 1, null::int, '', 'admin', 'Portico', 'admin', 'admin@example.com', '', '', '', ''
    union all
    select ${people}, 1 + r, 1, md5('reseller' || r), 'reseller', 'Reseller ' || r, 'reseller' || r, 'reseller' || r || '@example.com',
      'Reseller ' || r || ' S.r.l.', '0' || (1000000000 + r), 'Via Emilia ' || r, 'privacy' || r || '@example.com'
    from generate_series(1, ${number(resellers)}) r
    union all
    select ${people}, ${customerOf(sql`h`, amounts)}, ${resellerOf(sql`h`, amounts)}, md5('customer' || h), 'customer', 'Customer ' || h, 'customer' || h,
      'customer' || h || '@example.com', '', '', '', ''
    from generate_series(1, ${number(hotspots)}) h
    union all
    select ${people}, ${deskOf(sql`h`, amounts)}, ${resellerOf(sql`h`, amounts)}, md5('desk' || h), 'desk', 'Desk ' || h, 'desk' || h,
      'desk' || h || '@example.com', '', '', '', ''
    from generate_series(1, ${number(hotspots)}) h`);
  await tx.execute(sql`
    insert into subscriptions (account_id, subscription_plan_id, valid_from, valid_until, created)
    select a.id, p.id, a.created, a.created + p.period * interval '1 day', a.created
    from accounts a join subscription_plans p on p.code = 'premium' where a.type = 'reseller'`);
  await tx.execute(sql`
    insert into hotspots (id, uuid, account_id, name, description, business_name, business_vat, business_address, business_email, business_dpo, business_dpo_mail, created)
    select h, md5('hotspot' || h)::uuid::text, ${resellerOf(sql`h`, amounts)}, kind || '-' || town || '-' || h, initcap(kind || ' ' || town) || ' ' || h,
      initcap(kind || ' ' || town) || ' S.r.l.', 'IT0' || (2000000000 + h), 'Via Garibaldi ' || h || ', ' || initcap(town), 'info' || h || '@example.com',
      case when h % 7 = 0 then '' else 'Studio Privacy ' || h end, case when h % 7 = 0 then '' else 'dpo' || h || '@example.com' end,
      ${moment(at)} - interval '3 years' + ${days(sql`h`)}
    from (select h, ${oneOf(KINDS, 'text', sql`(h % ${number(KINDS.length)})::float8 / ${number(KINDS.length)}`)} as kind,
      ${oneOf(TOWNS, 'text', sql`(h % ${number(TOWNS.length)})::float8 / ${number(TOWNS.length)}`)} as town
      from generate_series(1, ${number(hotspots)}) h) named`);
  await tx.execute(sql`
    insert into accounts_hotspots (account_id, hotspot_id)
    select account_id, h from generate_series(1, ${number(hotspots)}) h, unnest(array[${customerOf(sql`h`, amounts)}, ${deskOf(sql`h`, amounts)}]) account_id`);
  const preferences = { ...HOTSPOT_PREFERENCE_DEFAULTS, ...MARKETING_DEFAULTS, voucher_login: 'true', temp_code_login: 'true' };
  await tx.execute(sql`
    insert into hotspot_preferences (hotspot_id, key, value)
    select h, key, value from generate_series(1, ${number(hotspots)}) h, json_each_text(${JSON.stringify(preferences)}::json)`);
  await tx.execute(sql`
    insert into units (id, hotspot_id, mac_address, name, description, uuid, secret, created)
    select n, h, ${macOf('02', sql`n`)}, 'ap-' || h || '-' || place, 'Access point ' || place, md5('unit' || n), md5('secret' || n), created
    from (select row_number() over (order by h.id, place) as n, h.id as h, place, h.created
      from hotspots h, generate_series(1, ${unitsOf(sql`h.id`)}) place) placed`);
}

/** Two to four. */
const unitsOf = (hotspot: SQL) => sql`(2 + ${hotspot} % 3)`;

/** For each hotspot the id of its first unit. */
function firstUnits(hotspots: number): number[] {
  let next = 1;
  return Array.from({ length: hotspots }, (_, index) => {
    const first = next;
    next += 2 + ((index + 1) % 3);
    return first;
  });
}

/** Two disclaimers a reseller, three integrations: on for each fourth hotspot, failed for some. */
async function insertAgreements(tx: Db, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into disclaimers (type, title, body)
    select kind, case kind when 'privacy' then 'Informativa ' else 'Condizioni ' end || a.id, '<p>{{.PrivacyName}} · {{.BusinessName}}</p>'
    from accounts a, unnest(array['privacy', 'tos']) kind where a.type = 'reseller' order by a.id, kind`);
  await tx.execute(sql`
    insert into disclaimers_accounts (disclaimer_id, account_id)
    select d.id, a.id from disclaimers d join accounts a on d.title like '% ' || a.id where a.type = 'reseller'`);
  await tx.execute(sql`
    insert into disclaimers_hotspots (disclaimer_id, hotspot_id, type)
    select d.id, h.id, d.type from hotspots h join disclaimers_accounts t on t.account_id = h.account_id join disclaimers d on d.id = t.disclaimer_id
    where h.id % 3 = 0`);
  await tx.execute(sql`
    insert into integrations (name, description, site, webhook_url, webhook_token)
    select name, name || ' per gli ospiti', 'https://' || lower(name) || '.example', 'https://hooks.' || lower(name) || '.example/portico', md5(name)
    from unnest(array['Registro', 'Opinione', 'Recapito']) name`);
  await tx.execute(sql`
    insert into account_integrations (account_id, integration_id) select a.id, i.id from accounts a, integrations i where a.type = 'reseller'`);
  await tx.execute(sql`
    insert into hotspot_integrations (hotspot_id, integration_id, last_sync)
    select h.id, i.id, case when h.id % 12 = 0 and i.id = 1 then null else ${moment(at)} - i.id * interval '1 hour' end
    from hotspots h, integrations i where h.id % 4 = 0`);
}

/** The share of guests who were there before the year began. */
const OLD_GUESTS = 0.3;

const oldGuests = ({ guests }: Amounts) => Math.floor(guests * OLD_GUESTS);

/** Guests in the order of their coming, so that those who came before a day are those up to an id. */
async function insertGuests(tx: Db, amounts: Amounts, at: Date): Promise<void> {
  const { guests, archived } = amounts;
  const old = oldGuests(amounts);
  const coming = timeOn(at, sql`width_bucket(i - ${number(old + 1)}, ${list(dayEnds(guests - old, at), 'int')})`, part(4), part(1));
  const created = sql`least(${moment(at)} - interval '1 minute', case when i <= ${number(old)}
    then ${moment(at)} - ${days(sql`${number(DAYS)} * (2 - i::float8 / ${number(old)})`)} else ${coming} end)`;
  const validDays = oneOf([7, 14, 30, 30, 180, 365, 365, 365, 730, 3650], 'int', part(5));
  await withoutIndexes(tx, users, () => insertGuestRows(tx, sql`users (id, `, amounts, { from: 1, to: guests }, created, days(validDays)));
  const longAgo = sql`${moment(at)} - ${days(sql`100 + 600 * ${part(1)}`)}`;
  const range = { from: guests + 1, to: guests + archived };
  await insertGuestRows(tx, sql`user_histories (user_id, `, amounts, range, longAgo, sql`interval '30 days'`);
  await withoutIndexes(tx, devices, async () => {
    await tx.execute(sql`
      insert into devices (id, hotspot_id, user_id, mac_address, ip_address, created)
      select d, hotspot_id, user_id, ${macOf('06', sql`d`)}, '10.' || hotspot_id % 250 || '.' || d / 250 % 250 || '.' || 1 + d % 250, created
      from (select id as d, id as user_id, hotspot_id, created from users
        union all select ${number(guests)} + id / 5, id, hotspot_id, created from users where id % 5 = 0) owned order by d`);
  });
}

async function insertGuestRows(
  tx: Db,
  into: SQL,
  { hotspots }: Amounts,
  ids: { from: number; to: number },
  created: SQL,
  valid: SQL,
): Promise<void> {
  const random = mulberry32(2);
  const people = Array.from({ length: 499 }, () => person(random, { IT: 60, DE: 12, AT: 5, FR: 5, GB: 5, ES: 3, PL: 4, NL: 3, CZ: 3 }));
  const column = (values: string[]) => oneOf(values, 'text', part(3));
  const types = repeated([
    ['email', 34],
    ['sms', 24],
    ['facebook', 12],
    ['voucher', 15],
    ['whatsapp', 7],
    ['linkedin', 3],
    ['mac', 5],
  ] as const);
  await tx.execute(sql`
    insert into ${into} hotspot_id, name, username, email, email_verified, account_type, reason, country, marketing_auth, survey_auth,
      kbps_down, kbps_up, max_navigation_traffic, max_navigation_time, auto_login, valid_from, valid_until, created)
    select i, hotspot_id, name,
      case when type in ('sms', 'whatsapp') then '+3934700' || lpad(i::text, 6, '0') when type = 'voucher' then upper(substr(m, 1, 3) || lpad(to_hex(i), 5, '0'))
        when type = 'mac' then ${macOf('06', sql`i`)} else mail end,
      case when type in ('mac', 'voucher') then '' else mail end, i % 4 <> 0, type,
      case when i % 3 = 0 then '' else (array['business', 'family', 'other'])[1 + i % 3] end, case when i % 5 = 0 then '' else country end, i % 2 = 0, i % 3 = 0,
      (i % 4) * 1024, (i % 4) * 256, case when i % 6 = 0 then 1073741824 else 0 end, case when i % 8 = 0 then 7200 else 0 end, i % 10 <> 0,
      date_trunc('second', created), date_trunc('second', created + valid), date_trunc('second', created)
    from (select i, m, ${hotspotOf(hotspots, part(0))} as hotspot_id, ${oneOf(types, 'text', part(2))} as type, ${created} as created, ${valid} as valid,
        ${column(people.map(({ name }) => name))} as name, ${column(people.map(({ country }) => country))} as country,
        ${column(people.map(({ email }) => email.replace(/@.*/, '')))} || '.' || i || '@example.org' as mail
      from (select i, md5('guest' || i) as m from generate_series(${number(ids.from)}, ${number(ids.to)}) i) hashed) made`);
}

/** The longest session, in seconds. */
const LONGEST = 14_400;

/** Sessions in the order of their days; each is of a guest who had come days before, of the latest ones more often. */
async function insertSessions(tx: Db, amounts: Amounts, at: Date): Promise<void> {
  const { guests, hotspots, histories, running } = amounts;
  const ends = dayEnds(guests - oldGuests(amounts), at);
  // Sessions that would not have ended yet are put up to two days earlier: their guests must have come before that.
  const guestsBefore = ends.map((_, day) => oldGuests(amounts) + (ends[day - 3] ?? 0));
  const start = timeOn(at, sql`day`, part(0), part(1));
  const duration = sql`least(60 + floor(-ln(1 - ${part(4)}) * 2700), ${number(LONGEST)})::int`;
  const guest = sql`1 + floor(before * (1 - ${part(2)} * ${part(2)}))::int`;
  const late = sql`ceil(greatest(0, extract(epoch from start + ${seconds(sql`duration`)} - ${moment(at)})) / 86400)`;
  const columns = sql`unit_id, unit_mac, hotspot_id, hotspot_desc, device_id, device_mac, ip_address, user_id, username, bytes_up, bytes_down, duration,
    auth_time, start_time, update_time, stop_time, session_key`;
  const filled = (
    begun: SQL,
    stopped: SQL,
  ) => sql`n.id, n.mac_address, u.hotspot_id, h.description, d.id, d.mac_address, d.ip_address, u.id, u.username,
    floor(duration * (1 + 40 * ${part(5)}) * 200)::bigint, floor(duration * (1 + 40 * ${part(5)}) * 2600)::bigint, duration,
    ${begun}, ${begun}, ${begun} + ${seconds(sql`duration`)}, ${stopped}, substr(m, 1, 16)`;
  const lookedUp = sql`join users u on u.id = s.user_id join hotspots h on h.id = u.hotspot_id
    join units n on n.id = (${list(firstUnits(hotspots), 'int')})[u.hotspot_id] + floor(${part(3)} * ${unitsOf(sql`u.hotspot_id`)})::int
    join devices d on d.id = case when u.id % 5 = 0 and ${part(3)} < 0.4 then ${number(guests)} + u.id / 5 else u.id end`;
  await withoutIndexes(tx, session_histories, async () => {
    await tx.execute(sql`
      insert into session_histories (id, session_id, ${columns})
      select i, i, ${filled(sql`begun`, sql`begun + ${seconds(sql`duration`)}`)}
      from (select *, start - ${days(late)} as begun
        from (select *, ${start} as start, ${guest} as user_id
          from (select *, (${list(guestsBefore, 'int')})[1 + day] as before, ${duration} as duration
            from (select i, md5('session' || i) as m, width_bucket(i - 1, ${list(dayEnds(histories, at), 'int')}) as day
              from generate_series(1, ${number(histories)}) i) hashed) counted) timed) s
      ${lookedUp}`);
  });
  await tx.execute(sql`
    insert into sessions (id, ${columns})
    select ${number(histories)} + s.n, ${filled(sql`begun`, sql`null::timestamptz`)}
    from (select *, ${moment(at)} - ${seconds(sql`duration + floor(${part(1)} * 300)`)} as begun
      from (select *, 60 + floor(${part(0)} * 10000)::int as duration
        from (select id as user_id, md5('running' || id) as m, row_number() over (order by md5('running' || id)) as n from users
          where valid_until > ${moment(at)} and created < ${moment(at)} - interval '3 hours') valid where n <= ${number(running)}) lasting) s
    ${lookedUp}`);
}

/** Vouchers in every state: unused, printed, used, spent, with uses left, expired, with a name on; some with a custom code. */
async function insertVouchers(tx: Db, amounts: Amounts, at: Date): Promise<void> {
  const owner = sql`case i % 4 when 0 then ${customerOf(sql`hotspot_id`, amounts)} when 1 then ${resellerOf(sql`hotspot_id`, amounts)} else ${deskOf(sql`hotspot_id`, amounts)} end`;
  await withoutIndexes(tx, hotspot_vouchers, async () => {
    await tx.execute(sql`
      insert into hotspot_vouchers (hotspot_id, code, auto_login, bandwidth_up, bandwidth_down, duration, max_traffic, max_time, remain_use, expires, type,
        user_name, user_mail, printed, owner_id, created)
      select hotspot_id, case when i % 50 = 0 then 'estate-' || i else translate(substr(m, 6, 8), '01', 'gh') end, i % 5 <> 0, (i % 3) * 512, (i % 3) * 2048,
        case when state = 6 then 0 else 7 end, case when i % 4 = 0 then 1073741824 else 0 end, case when i % 6 = 0 then 3600 else 0 end,
        case state when 4 then 0 when 5 then 2 when 7 then 1 else -1 end,
        case when state in (3, 4, 5) then created + interval '8 days' when state = 6 then created + interval '14 days' end,
        case when state = 7 then 'auth' else 'normal' end, case when state = 7 then 'Ospite ' || i else '' end,
        case when state = 7 then 'ospite' || i || '@example.net' else '' end, state in (1, 3, 4), ${owner}, created
      from (select i, m, i % 8 as state, ${hotspotOf(amounts.hotspots, part(0))} as hotspot_id,
          date_trunc('second', ${moment(at)} - ${days(sql`120 * ${part(1)}`)}) as created
        from (select i, md5('voucher' || i) as m from generate_series(1, ${number(amounts.vouchers)}) i) hashed) made`);
  });
}

/** One SMS for each guest of the year who logged in with one. Packs were renewed half a year ago; the first reseller's is nearly spent. */
async function insertSms(tx: Db, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into hotspot_sms_counts (hotspot_id, unit_id, number, reset, sent)
    select u.hotspot_id, (select min(n.id) from units n where n.hotspot_id = u.hotspot_id), u.username, u.created < ${moment(at)} - interval '180 days',
      u.created - interval '30 seconds'
    from users u where u.account_type = 'sms' and u.created > ${moment(at)} - ${days(number(DAYS))} order by u.created, u.id`);
  await tx.execute(sql`
    insert into account_sms_counts (account_id, sms_max_count, sms_count, sms_threshold)
    select a.id, case when a.id = 2 then counted.sent + 20 else 2 * counted.sent end, counted.sent, 50
    from accounts a cross join lateral (select count(*)::int as sent from hotspot_sms_counts s join hotspots h on h.id = s.hotspot_id
      where h.account_id = a.id and not s.reset) counted where a.type = 'reseller'`);
}
