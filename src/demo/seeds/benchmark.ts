/**
 * Benchmark data: the row counts and skew of a large installation, generated inside the database. Deterministic for a given size and time.
 */
import { sql, type SQL } from 'drizzle-orm';
import { HOTSPOT_PREFERENCE_DEFAULTS, MARKETING_DEFAULTS } from '../../contract/plain/hotspotPreferences';
import { PLANS } from '../../server/accounts/plans';
import { hashPassword } from '../../server/auth/passwords';
import type { Db } from '../../server/database/db';
import { continueIds, emptyTables, shareSessionIds, withoutIndexes } from '../bulk';
import { days, fraction, inTurn, macOf, moment, number } from './hashed';
import { hotspot_vouchers, subscription_plans } from '../../server/database/schema';
import { withSumsLater } from '../../server/database/reportSums';
import { type Amounts, SIZES, YEAR, resellerOf, customerOf, deskOf, unitsOf, hotspotOf } from './benchmarkSizes';
import { insertGuests, insertDevices } from './benchmarkGuests';
import { insertHistories, insertRunning } from './benchmarkSessions';

export const SEED_SIZES = Object.keys(SIZES) as (keyof typeof SIZES)[];

const PASSWORD = 'portico-demo';

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
