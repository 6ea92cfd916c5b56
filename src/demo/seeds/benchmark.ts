/**
 * Benchmark data: the row counts and skew of a large installation, generated inside the database. Deterministic for a given size and time.
 */
import { sql, type SQL } from 'drizzle-orm';
import { HOTSPOT_PREFERENCE_DEFAULTS, MARKETING_DEFAULTS } from '../../contract/plain/hotspotPreferences';
import { PLANS } from '../../server/accounts/plans';
import { hashPassword } from '../../server/auth/passwords';
import type { Db } from '../../server/database/db';
import { continueIds, emptyTables, shareSessionIds, withoutIndexes } from '../bulk';
import { dayOfRow, days, ends, fraction, inTurn, list, macOf, moment, number, oneOf, repeated, seconds } from './hashed';
import { DAY, monthOf, weekdayOf } from '../italianTime';
import { person } from '../people';
import { mulberry32 } from '../random';
import { devices, hotspot_vouchers, session_histories, subscription_plans, users } from '../../server/database/schema';
import { withSumsLater } from '../../server/database/reportSums';

interface Amounts {
  /** For sorting and joining, see `seedSize`; in megabytes. */
  memory: number;
  resellers: number;
  hotspots: number;
  guests: number;
  archived: number;
  histories: number;
  running: number;
  vouchers: number;
}

const SIZES = {
  small: { memory: 64, resellers: 1, hotspots: 6, guests: 300, archived: 60, histories: 5_000, running: 20, vouchers: 150 },
  large: {
    memory: 64,
    resellers: 5,
    hotspots: 240,
    guests: 40_000,
    archived: 10_000,
    histories: 1_000_000,
    running: 2_000,
    vouchers: 20_000,
  },
  wide: {
    memory: 64,
    resellers: 2,
    hotspots: 2_400,
    guests: 40_000,
    archived: 10_000,
    histories: 200_000,
    running: 2_000,
    vouchers: 20_000,
  },
  huge: {
    memory: 512,
    resellers: 50,
    hotspots: 2_400,
    guests: 400_000,
    archived: 100_000,
    histories: 10_000_000,
    running: 20_000,
    vouchers: 200_000,
  },
} as const satisfies Record<string, Amounts>;

export const SEED_SIZES = Object.keys(SIZES) as (keyof typeof SIZES)[];

const PASSWORD = 'portico-demo';

/** Days of session history; some guests are from the year before. */
const YEAR = 365;

/** Weights by month, by weekday from Sunday, and by hour of the day (UTC). */
const MONTHS = [0.6, 0.65, 0.8, 1, 1.1, 1.3, 1.5, 1.6, 1.2, 0.9, 0.65, 0.7];
const WEEKDAYS = [0.85, 0.9, 0.95, 0.95, 1, 1.2, 1.15];
const HOURS = [1, 0.5, 0.3, 0.3, 0.6, 2, 5, 7, 6, 5, 6, 8, 7, 5, 5, 6, 8, 9, 9, 10, 9, 7, 4, 2];

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

const LOGINS = repeated([
  ['email', 34],
  ['sms', 24],
  ['facebook', 12],
  ['voucher', 15],
  ['whatsapp', 7],
  ['linkedin', 3],
  ['mac', 5],
]);

/**
 * Empties the database and fills it with benchmark data, in one transaction. Usernames are `admin`, `reseller1`…, `customer1`… and `desk1`…
 * (one of the latter two per hotspot), with the demonstration's password. Needs a connection without a statement timeout: some statements
 * take a minute.
 */
export async function seedSize(db: Db, size: keyof typeof SIZES, now: Date): Promise<void> {
  const amounts = SIZES[size];
  const passwordHash = await hashPassword(PASSWORD);
  const at = new Date(Math.floor(now.getTime() / 1000) * 1000);
  await db.transaction(async (tx) => {
    await emptyTables(tx);
    // Hash tables must fit in memory; spilling to disk would change the order of rows.
    await tx.execute(sql.raw(`set local work_mem = '${String(amounts.memory)}MB'`));
    await tx.execute(sql`set local maintenance_work_mem = '256MB'`);
    await tx.insert(subscription_plans).values(PLANS);
    await insertAccounts(tx, amounts, passwordHash, at);
    await insertHotspots(tx, amounts, at);
    await insertAgreements(tx, at);
    await insertGuests(tx, amounts, at);
    await insertDevices(tx, amounts);
    await tx.execute(sql`analyze`);
    await withSumsLater(tx, () => insertHistories(tx, amounts, at));
    await insertRunning(tx, amounts, at);
    await insertVouchers(tx, amounts, at);
    await insertSms(tx, at);
    await continueIds(tx);
    await shareSessionIds(tx);
    await tx.execute(sql`analyze`);
  });
}

/** Account ids in order: the admin, the resellers, then customer and desk of each hotspot. */
async function insertAccounts(tx: Db, amounts: Amounts, passwordHash: string, at: Date): Promise<void> {
  const { resellers, hotspots } = amounts;
  const same = sql`${moment(at)} - interval '4 years', ${passwordHash}`;
  const staff = (type: 'customer' | 'desk', id: SQL) => sql`
    select ${same}, ${id}, ${resellerOf(sql`h`, amounts)}, md5('${sql.raw(type)}' || h), '${sql.raw(type)}', initcap('${sql.raw(type)}') || ' ' || h,
      '${sql.raw(type)}' || h, '${sql.raw(type)}' || h || '@example.com', '', '', '', ''
    from generate_series(1, ${number(hotspots)}) h`;
  await tx.execute(sql`
    insert into accounts (created, password_hash, id, creator_id, uuid, type, name, username, email,
      privacy_name, privacy_vat, privacy_address, privacy_email)
    select ${same}, 1, null::int, '', 'admin', 'Portico', 'admin', 'admin@example.com', '', '', '', ''
    union all
    select ${same}, 1 + r, 1, md5('reseller' || r), 'reseller', 'Reseller ' || r, 'reseller' || r, 'reseller' || r || '@example.com',
      'Reseller ' || r || ' S.r.l.', '0' || (1000000000 + r), 'Via Emilia ' || r, 'privacy' || r || '@example.com'
    from generate_series(1, ${number(resellers)}) r
    union all ${staff('customer', customerOf(sql`h`, amounts))}
    union all ${staff('desk', deskOf(sql`h`, amounts))}`);
  await tx.execute(sql`
    insert into subscriptions (account_id, subscription_plan_id, valid_from, valid_until, created)
    select a.id, p.id, a.created, a.created + p.period * interval '1 day', a.created
    from accounts a join subscription_plans p on p.code = 'premium'
    where a.type = 'reseller'`);
}

const resellerOf = (hotspot: SQL, { resellers }: Amounts) => sql`2 + (${hotspot} - 1) % ${number(resellers)}`;
const customerOf = (hotspot: SQL, { resellers }: Amounts) => sql`${number(resellers)} + 2 * ${hotspot}`;
const deskOf = (hotspot: SQL, { resellers }: Amounts) => sql`${number(resellers)} + 2 * ${hotspot} + 1`;

/** Hotspots with staff, preferences and units. */
async function insertHotspots(tx: Db, amounts: Amounts, at: Date): Promise<void> {
  const all = sql`generate_series(1, ${number(amounts.hotspots)}) h`;
  await tx.execute(sql`
    insert into hotspots (id, uuid, account_id, name, description, business_name, business_vat, business_address, business_email,
      business_dpo, business_dpo_mail, created)
    select h, md5('hotspot' || h)::uuid, ${resellerOf(sql`h`, amounts)}, kind || '-' || town || '-' || h, title || ' ' || h,
      title || ' S.r.l.', 'IT0' || (2000000000 + h), 'Via Garibaldi ' || h || ', ' || initcap(town), 'info' || h || '@example.com',
      case when h % 7 = 0 then '' else 'Studio Privacy ' || h end, case when h % 7 = 0 then '' else 'dpo' || h || '@example.com' end,
      ${moment(at)} - interval '3 years' + ${days(sql`h`)}
    from ${all}
      cross join lateral (select ${inTurn(KINDS, sql`h`)} as kind, ${inTurn(TOWNS, sql`h`)} as town) chosen
      cross join lateral (select initcap(kind || ' ' || town) as title) named`);
  await tx.execute(sql`
    insert into accounts_hotspots (account_id, hotspot_id)
    select id, h from ${all}, unnest(array[${customerOf(sql`h`, amounts)}, ${deskOf(sql`h`, amounts)}]) id`);
  const preferences = { ...HOTSPOT_PREFERENCE_DEFAULTS, ...MARKETING_DEFAULTS, voucher_login: 'true', temp_code_login: 'true' };
  await tx.execute(sql`
    insert into hotspot_preferences (hotspot_id, key, value)
    select h, key, value from ${all}, json_each_text(${JSON.stringify(preferences)}::json)`);
  await tx.execute(sql`
    insert into units (id, hotspot_id, mac_address, name, description, uuid, secret, created)
    select n, h, ${macOf('02', sql`n`)}, 'ap-' || h || '-' || place, 'Access point ' || place, md5('unit' || n), md5('secret' || n),
      ${moment(at)} - interval '2 years'
    from (select h, place, row_number() over (order by h, place) as n from ${all}, generate_series(1, ${unitsOf(sql`h`)}) place) placed`);
}

/** Number of units of a hotspot: two to four. */
const unitsOf = (hotspot: SQL) => sql`(2 + ${hotspot} % 3)`;

/** The id of each hotspot's first unit. */
function firstUnits({ hotspots }: Amounts): number[] {
  let next = 1;
  return Array.from({ length: hotspots }, (_, index) => {
    const first = next;
    next += 2 + ((index + 1) % 3);
    return first;
  });
}

/** Two disclaimers per reseller; three integrations, enabled on every fourth hotspot and failed for some. */
async function insertAgreements(tx: Db, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into disclaimers (type, title, body)
    select kind, case kind when 'privacy' then 'Informativa ' else 'Condizioni ' end || a.id, '<p>{{.PrivacyName}} · {{.BusinessName}}</p>'
    from accounts a, unnest(array['privacy', 'tos']) kind
    where a.type = 'reseller' order by a.id, kind`);
  await tx.execute(sql`
    insert into disclaimers_accounts (disclaimer_id, account_id)
    select d.id, a.id from disclaimers d join accounts a on d.title like '% ' || a.id where a.type = 'reseller'`);
  await tx.execute(sql`
    insert into disclaimers_hotspots (disclaimer_id, hotspot_id, type)
    select d.id, h.id, d.type
    from hotspots h join disclaimers_accounts t on t.account_id = h.account_id join disclaimers d on d.id = t.disclaimer_id
    where h.id % 3 = 0`);
  await tx.execute(sql`
    insert into integrations (name, description, site, webhook_url, webhook_token)
    select name, name || ' per gli ospiti', 'https://' || lower(name) || '.example', 'https://hooks.' || lower(name) || '.example/portico', md5(name)
    from unnest(array['Registro', 'Opinione', 'Recapito']) name`);
  await tx.execute(sql`
    insert into account_integrations (account_id, integration_id)
    select a.id, i.id from accounts a, integrations i where a.type = 'reseller'`);
  await tx.execute(sql`
    insert into hotspot_integrations (hotspot_id, integration_id, last_sync)
    select h.id, i.id, case when h.id % 12 = 0 and i.id = 1 then null else ${moment(at)} - i.id * interval '1 hour' end
    from hotspots h, integrations i where h.id % 4 = 0`);
}

/** Picks a hotspot, with skew: the first has some fifteen times the guests of the last of 240. */
function hotspotOf({ hotspots }: Amounts, at: SQL): SQL {
  return oneOf(repeated(Array.from({ length: hotspots }, (_, index) => [index + 1, 60 / Math.sqrt(index + 1)] as const)), 'int', at);
}

/** Weights of the days of the year that ends today. */
function weightsOfYear(at: Date): number[] {
  return Array.from({ length: YEAR }, (_, index) => {
    const day = dayNumber(at) - YEAR + 1 + index;
    return (MONTHS[monthOf(day)] ?? 1) * (WEEKDAYS[weekdayOf(day)] ?? 1);
  });
}

function dayNumber(at: Date): number {
  return Math.floor(at.getTime() / 1000 / DAY);
}

/** A time on a day of the year (from 0), more likely at busy hours. */
function timeOn(at: Date, day: SQL, hour: SQL, second: SQL): SQL {
  const hours = repeated(HOURS.map((weight, value) => [value, weight * 10] as const));
  const first = new Date((dayNumber(at) - YEAR + 1) * DAY * 1000);
  return sql`${moment(first)} + ${days(day)} + ${oneOf(hours, 'int', hour)} * interval '1 hour' + ${seconds(sql`floor(${second} * 3600)`)}`;
}

/** Number of guests from before the year. */
const oldGuests = ({ guests }: Amounts) => Math.floor(guests * 0.3);

/**
 * Ids are in order of arrival, so the guests who arrived before a day are those up to some id (used by `insertHistories`). Archived guests
 * have higher ids.
 */
async function insertGuests(tx: Db, amounts: Amounts, at: Date): Promise<void> {
  const { guests, archived } = amounts;
  const old = oldGuests(amounts);
  const day = dayOfRow(sql`i - ${number(old + 1)}`, ends(guests - old, weightsOfYear(at)));
  const longAgo = sql`${moment(at)} - ${days(sql`${number(YEAR)} * (2 - i::float8 / ${number(old)})`)}`;
  const created = sql`case when i <= ${number(old)} then ${longAgo} else ${timeOn(at, day, fraction(sql`i`, 1), fraction(sql`i`, 2))} end`;
  await withoutIndexes(tx, users, () =>
    tx.execute(sql`
      insert into users (id, ${guestColumns})
      select i, ${guestValues}
      from generate_series(1, ${number(guests)}) i
        cross join lateral (select least(${created}, ${moment(at)} - interval '1 minute') as came,
          ${oneOf([7, 14, 30, 30, 180, 365, 365, 365, 730, 3650], 'int', fraction(sql`i`, 3))} as valid_days offset 0) timed
        ${guestParts(amounts)}`),
  );
  await tx.execute(sql`
    insert into user_histories (user_id, ${guestColumns})
    select i, ${guestValues}
    from generate_series(${number(guests + 1)}, ${number(guests + archived)}) i
      cross join lateral (select ${moment(at)} - ${days(sql`100 + 600 * ${fraction(sql`i`, 1)}`)} as came, 30 as valid_days offset 0) timed
      ${guestParts(amounts)}`);
}

const guestColumns = sql`hotspot_id, name, username, email, email_verified, account_type, reason, country, marketing_auth, survey_auth,
  kbps_down, kbps_up, max_navigation_traffic, max_navigation_time, auto_login, valid_from, valid_until, created`;

/** Uses the columns of `timed` and `guestParts`. */
const guestValues = sql`hotspot_id, name,
  case when type in ('sms', 'whatsapp') then '+3934700' || lpad(i::text, 6, '0') when type = 'mac' then ${macOf('06', sql`i`)}
    when type = 'voucher' then upper(substr(md5('code' || i), 1, 3) || lpad(to_hex(i), 5, '0')) else mail end,
  case when type in ('mac', 'voucher') then '' else mail end, i % 4 <> 0, type,
  case when i % 3 = 0 then '' else (array['business', 'family', 'other'])[1 + i % 3] end, case when i % 5 = 0 then '' else country end,
  i % 2 = 0, i % 3 = 0, i % 4 * 1024, i % 4 * 256,
  case when i % 6 = 0 then 1073741824 else 0 end, case when i % 8 = 0 then 7200 else 0 end, i % 10 <> 0,
  date_trunc('second', came), date_trunc('second', came) + valid_days * interval '1 day', date_trunc('second', came)`;

function guestParts(amounts: Amounts): SQL {
  const random = mulberry32(2);
  const people = Array.from({ length: 499 }, () => person(random, { IT: 60, DE: 12, AT: 5, FR: 5, GB: 5, ES: 3, PL: 4, NL: 3, CZ: 3 }));
  const one = (values: string[]) => oneOf(values, 'text', fraction(sql`i`, 4));
  return sql`cross join lateral (select ${hotspotOf(amounts, fraction(sql`i`, 5))} as hotspot_id, ${oneOf(LOGINS, 'text', fraction(sql`i`, 6))} as type,
    ${one(people.map(({ name }) => name))} as name, ${one(people.map(({ country }) => country))} as country,
    ${one(people.map(({ email }) => email.replace(/@.*/, '')))} || '.' || i || '@example.org' as mail offset 0) made`;
}

/** A guest's first device has the guest's id; every fifth guest has a second one. */
async function insertDevices(tx: Db, { guests }: Amounts): Promise<void> {
  await withoutIndexes(tx, devices, () =>
    tx.execute(sql`
      insert into devices (id, hotspot_id, user_id, mac_address, ip_address, created)
      select d, hotspot_id, user_id, ${macOf('06', sql`d`)}, '10.' || hotspot_id % 250 || '.' || d / 250 % 250 || '.' || 1 + d % 250, created
      from (select id as d, id as user_id, hotspot_id, created from users
        union all select ${number(guests)} + id / 5, id, hotspot_id, created from users where id % 5 = 0) owned
      order by d`),
  );
}

/** Maximum length of a session, in seconds. */
const LONGEST = 14_400;

/** Ended sessions, in order of days. Each belongs to a guest who arrived days before, more often a recent one. */
async function insertHistories(tx: Db, amounts: Amounts, at: Date): Promise<void> {
  const { guests, histories } = amounts;
  const weights = weightsOfYear(at);
  const guestEnds = ends(guests - oldGuests(amounts), weights);
  // Sessions that wouldn't have ended yet are moved up to two days earlier, so their guests must have arrived before that.
  const guestsBefore = guestEnds.map((_, day) => oldGuests(amounts) + (guestEnds[day - 3] ?? 0));
  const late = sql`ceil(greatest(0, extract(epoch from start - ${moment(at)}) + duration) / 86400)`;
  await withoutIndexes(tx, session_histories, () =>
    tx.execute(sql`
      insert into session_histories (id, session_id, stop_time, ${sessionColumns})
      select i, i, begun + ${seconds(sql`duration`)}, ${sessionValues}
      from generate_series(1, ${number(histories)}) i
        cross join lateral (select ${dayOfRow(sql`i - 1`, ends(histories, weights))} as day offset 0) dated
        cross join lateral (select ${timeOn(at, sql`day`, fraction(sql`i`, 1), fraction(sql`i`, 2))} as start,
          least(60 + floor(-ln(1 - ${fraction(sql`i`, 3)}) * 2700), ${number(LONGEST)})::int as duration,
          1 + floor((${list(guestsBefore, 'int')})[1 + day] * (1 - ${fraction(sql`i`, 4)} ^ 2))::int as user_id offset 0) timed
        cross join lateral (select start - ${days(late)} as begun offset 0) placed
        ${sessionParts(amounts)}`),
  );
}

/** Running sessions, one each for guests with valid access. Their ids follow those of the ended sessions. */
async function insertRunning(tx: Db, amounts: Amounts, at: Date): Promise<void> {
  const { histories, running } = amounts;
  await tx.execute(sql`
    insert into sessions (id, ${sessionColumns})
    select i, ${sessionValues}
    from (select id as user_id, ${number(histories)} + row_number() over (order by ${fraction(sql`id`, 7)}, id) as i from users
        where valid_until > ${moment(at)} and created < ${moment(at)} - interval '3 hours' order by i limit ${number(running)}) valid
      cross join lateral (select 60 + floor(${fraction(sql`i`, 1)} * 10000)::int as duration offset 0) lasting
      cross join lateral (select ${moment(at)} - ${seconds(sql`duration + floor(${fraction(sql`i`, 2)} * 300)`)} as begun offset 0) placed
      ${sessionParts(amounts)}`);
}

const sessionColumns = sql`session_key, unit_id, unit_mac, hotspot_id, hotspot_desc, device_id, device_mac, ip_address, user_id, username,
  bytes_up, bytes_down, duration, auth_time, start_time, update_time`;

/** Uses `i`, `begun`, `duration` and the tables of `sessionParts`. */
const sessionValues = sql`substr(md5('session' || i), 1, 16), n.id, n.mac_address, u.hotspot_id, h.description, d.id, d.mac_address, d.ip_address,
  u.id, u.username, floor(duration * kilobytes * 60)::bigint, floor(duration * kilobytes * 1024)::bigint, duration,
  begun, begun, begun + ${seconds(sql`duration`)}`;

/** Joins a session's guest with its hotspot, device and one of the hotspot's units. */
function sessionParts(amounts: Amounts): SQL {
  return sql`
    join users u on u.id = user_id
    join hotspots h on h.id = u.hotspot_id
    join units n on n.id = (${list(firstUnits(amounts), 'int')})[u.hotspot_id] + floor(${fraction(sql`i`, 5)} * ${unitsOf(sql`u.hotspot_id`)})::int
    join devices d on d.id = case when u.id % 5 = 0 and ${fraction(sql`i`, 6)} < 0.4 then ${number(amounts.guests)} + u.id / 5 else u.id end
    cross join lateral (select 2 + 200 * ${fraction(sql`i`, 8)} ^ 2 as kilobytes offset 0) rated`;
}

/** Vouchers in every state: unused, printed, used, spent, with uses left, expired, personal (auth); some with a custom code. */
async function insertVouchers(tx: Db, amounts: Amounts, at: Date): Promise<void> {
  const h = sql`hotspot_id`;
  await withoutIndexes(tx, hotspot_vouchers, () =>
    tx.execute(sql`
      insert into hotspot_vouchers (hotspot_id, code, auto_login, bandwidth_up, bandwidth_down, duration, max_traffic, max_time, remain_use,
        expires, type, user_name, user_mail, printed, owner_id, created)
      select hotspot_id, case when i % 50 = 0 then 'estate-' || i else translate(substr(md5('voucher' || i), 1, 8), '01', 'gh') end, i % 5 <> 0,
        i % 3 * 512, i % 3 * 2048, case when state = 6 then 0 else 7 end,
        case when i % 4 = 0 then 1073741824 else 0 end, case when i % 6 = 0 then 3600 else 0 end,
        case state when 4 then 0 when 5 then 2 when 7 then 1 else -1 end,
        case when state in (3, 4, 5) then came + interval '8 days' when state = 6 then came + interval '14 days' end,
        case when state = 7 then 'auth' else 'normal' end, case when state = 7 then 'Ospite ' || i else '' end,
        case when state = 7 then 'ospite' || i || '@example.net' else '' end, state in (1, 3, 4),
        case i % 4 when 0 then ${customerOf(h, amounts)} when 1 then ${resellerOf(h, amounts)} else ${deskOf(h, amounts)} end, came
      from generate_series(1, ${number(amounts.vouchers)}) i
        cross join lateral (select i / 4 % 8 as state, ${hotspotOf(amounts, fraction(sql`i`, 1))} as hotspot_id,
          date_trunc('second', ${moment(at)} - ${days(sql`120 * ${fraction(sql`i`, 2)}`)}) as came offset 0) made`),
  );
}

/** One SMS for each guest of the year who logged in by SMS. Packs were renewed half a year ago; the first reseller's is nearly used up. */
async function insertSms(tx: Db, at: Date): Promise<void> {
  await tx.execute(sql`
    insert into hotspot_sms_counts (hotspot_id, unit_id, number, reset, sent)
    select u.hotspot_id, (select min(n.id) from units n where n.hotspot_id = u.hotspot_id), u.username,
      u.created < ${moment(at)} - interval '180 days', u.created - interval '30 seconds'
    from users u where u.account_type = 'sms' and u.created > ${moment(at)} - ${days(number(YEAR))} order by u.created, u.id`);
  await tx.execute(sql`
    insert into account_sms_counts (account_id, sms_max_count, sms_count, sms_threshold)
    select a.id, case when a.id = 2 then counted.sent + 20 else 2 * counted.sent end, counted.sent, 50
    from accounts a cross join lateral (select count(*)::int as sent from hotspot_sms_counts s join hotspots h on h.id = s.hotspot_id
      where h.account_id = a.id and not s.reset) counted
    where a.type = 'reseller'`);
}
