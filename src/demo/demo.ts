/** Seeds the demonstration: a year of plausible guest WiFi at eleven venues, up to the sessions running now. */
import { sql } from 'drizzle-orm';
import { PLANS } from '../server/accounts/plans';
import { hashPassword } from '../server/auth/passwords';
import type { Db } from '../server/database/db';
import { makeAgreements } from './agreements';
import { noteSessions } from '../server/units/availabilityQueries';
import { continueIds, emptyTables, insertRows, shareSessionIds, withoutIndexes } from './bulk';
import type { Venue } from './guests';
import { smsOf, writeYear, type Sms } from './ledger';
import { randomFor } from './random';
import { makeTenants, openedAt, type Owner } from './tenants';
import { auditEntriesOf } from './auditEntries';
import { vouchersOf } from './vouchers';
import { bringGuestsOnline, guestsOfYear } from './year';
import * as schema from '../server/database/schema';
import { withSumsLater } from '../server/database/reportSums';
import { linkGuestsToVouchers } from './seeds/guestVouchers';

/** Who can sign in to the demonstration, and what there is to see; `portico demo` prints them. */
export const DEMO_LOGINS = [
  { username: 'admin', shows: 'everything: all resellers, plans and disclaimers' },
  { username: 'reseller', shows: 'Adriatica Connect with its eight hotspots' },
  { username: 'customer', shows: 'the Grand Hotel Miramare, as its owner' },
  { username: 'desk', shows: 'the Grand Hotel Miramare, as its reception' },
];

const PASSWORD = 'portico-demo';

/**
 * Empties the database and fills it with the demonstration as of `now`, in one transaction. Deterministic for a given `now`, apart from
 * salts and tokens.
 */
export async function seedDemo(db: Db, now: Date): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  await db.transaction(async (tx) => {
    await emptyTables(tx);
    await withSumsLater(tx, () => fill(tx, Math.floor(now.getTime() / 1000), passwordHash));
    await tx.execute(sql`analyze`);
  });
}

async function fill(tx: Db, now: number, passwordHash: string): Promise<void> {
  const { id, code } = schema.subscription_plans;
  const plans = await tx.insert(schema.subscription_plans).values(PLANS).returning({ id, code });
  const { rows, owners } = await makeTenants(now, passwordHash, new Map(plans.map((plan) => [plan.code, plan.id])));
  const agreements = await makeAgreements(owners, now);

  const venues = owners.flatMap((owner) => owner.venues);
  const coming = venues.map((venue) => guestsOfYear(venue, openedAt(venue.plan.sinceDays, now), now));
  const vouchers = venues.map((venue, index) => vouchersOf(venue, coming[index] ?? [], now));
  const guests = [...coming.flat(), ...vouchers.flatMap(({ waiting }) => waiting)];
  bringGuestsOnline(randomFor('present'), guests, now);
  const year = writeYear(randomFor('ledger'), guests, now);
  const sms = owners.map((owner) => smsOf(randomFor(`${owner.reseller.username} sms`), owner, guests));

  await insertRows(tx, schema.accounts, rows.accounts);
  await insertRows(tx, schema.account_preferences, agreements.account_preferences);
  await insertRows(
    tx,
    schema.account_sms_counts,
    owners.map((owner, index) => smsPack(owner, sms[index] ?? [])),
  );
  await insertRows(tx, schema.subscriptions, rows.subscriptions);
  await insertRows(tx, schema.access_tokens, agreements.access_tokens);
  await insertRows(tx, schema.hotspots, rows.hotspots);
  await insertRows(tx, schema.accounts_hotspots, rows.accounts_hotspots);
  await insertRows(tx, schema.hotspot_preferences, [
    ...rows.hotspot_preferences,
    ...venues.flatMap((venue) => smsLimit(venue, sms.flat())),
  ]);
  await insertRows(tx, schema.hotspot_papers, rows.hotspot_papers);
  const allVouchers = vouchers.flatMap((one) => one.rows);
  await insertRows(tx, schema.hotspot_vouchers, allVouchers);
  await insertRows(tx, schema.units, rows.units);
  await insertRows(tx, schema.users, year.users);
  await insertRows(tx, schema.user_histories, year.user_histories);
  await insertRows(tx, schema.devices, year.devices);
  await insertRows(tx, schema.sessions, year.sessions);
  await withoutIndexes(tx, schema.session_histories, () => insertRows(tx, schema.session_histories, year.session_histories));
  await noteSessions(tx, new Date(now * 1000));
  await noteReports(tx, now);
  await insertRows(tx, schema.hotspot_sms_counts, sms.flat());
  await insertRows(tx, schema.disclaimers, agreements.disclaimers);
  await insertRows(tx, schema.disclaimers_accounts, agreements.disclaimers_accounts);
  await insertRows(tx, schema.disclaimers_hotspots, agreements.disclaimers_hotspots);
  await insertRows(tx, schema.integrations, agreements.integrations);
  await insertRows(tx, schema.account_integrations, agreements.account_integrations);
  await insertRows(tx, schema.hotspot_integrations, agreements.hotspot_integrations);
  await insertRows(tx, schema.audit_entries, auditEntriesOf(rows, allVouchers, year.users, now));
  await continueIds(tx);
  await shareSessionIds(tx);
  await linkGuestsToVouchers(tx);
  await recordUses(tx);
  await recordReports(tx);
  await recordFigures(tx, now);
}

/** Units report all the time, also without guests, except on a few days. Those that fell silent stop reporting. */
async function noteReports(tx: Db, now: number): Promise<void> {
  const { unit_days, units } = schema;
  const at = sql`to_timestamp(${now}::int)`;
  await tx.execute(sql`
    insert into ${unit_days} (unit_id, day, heard)
    select u.id, d.day, case when d.day = (${at} at time zone 'UTC')::date
      then (1::bigint << (${now}::int / 1800 % 48 + 1)) - 1 else (1::bigint << 48) - 1 end
    from ${units} u
    join (select unit_id, max(day) as last from ${unit_days} group by unit_id) used on used.unit_id = u.id
    cross join lateral (select (${at} at time zone 'UTC')::date - ago as day from generate_series(0, 30) ago) d
    where d.day > u.created::date and (d.day < used.last or used.last >= (${at} at time zone 'UTC')::date - 1)
      and (u.id * 7 + extract(doy from d.day)::int) % 43 > 0
    on conflict (unit_id, day) do update set heard = unit_days.heard | excluded.heard`);
}

/** Records voucher uses, each with the guest's first device, so that returning guests don't consume another use. */
async function recordUses(tx: Db): Promise<void> {
  const { hotspot_vouchers: vouchers, users, devices, voucher_uses } = schema;
  await tx.execute(sql`
    insert into ${voucher_uses} (voucher_id, user_id, used, device_mac)
    select v.id, u.id, u.created, coalesce((select d.mac_address from ${devices} d where d.user_id = u.id order by d.id limit 1), '')
    from ${vouchers} v join ${users} u on u.voucher_id = v.id and u.valid_until is not null
    order by v.id, u.id`);
}

/** Portal figures of the last 30 days: most guests who open the portal try to log in, and nearly all of those succeed. */
async function recordFigures(tx: Db, now: number): Promise<void> {
  const { users, user_histories, portal_figures } = schema;
  const since = new Date((now - 30 * 86_400) * 1000).toISOString();
  await tx.execute(sql`
    with came as (
      select id, hotspot_id, (created at time zone 'Europe/Rome')::date as day, account_type as way from ${users}
      where created > ${since}::timestamptz and account_type <> 'mac'
      union all
      select user_id, hotspot_id, (created at time zone 'Europe/Rome')::date, account_type from ${user_histories}
      where created > ${since}::timestamptz and account_type <> 'mac'),
    counted as (
      select hotspot_id, day, 'opened' as what, ceil(count(*) * 1.3)::int as count from came group by 1, 2
      union all select hotspot_id, day, 'tried', ceil(count(*) * 1.1)::int from came group by 1, 2
      union all select hotspot_id, day, 'in ' || replace(way, 'whatsapp', 'sms'), count(*)::int from came group by 1, 2, 3
      union all select hotspot_id, day, 'took ' || (20 + id * 7 % 5 * 2 + id % 3 * 4), count(*)::int from came group by 1, 2, 3)
    insert into ${portal_figures} (hotspot_id, day, what, count) select hotspot_id, day, what, count from counted order by 1, 2, 3`);
}

/** Records the last report of each running session, so that the simulated units can continue them. */
async function recordReports(tx: Db): Promise<void> {
  const { sessions, session_reports } = schema;
  await tx.execute(sql`
    insert into ${session_reports} (hotspot_id, unit_id, session_key, session_id, state)
    select hotspot_id, unit_id, session_key, id, jsonb_build_object(
      'start', (extract(epoch from start_time) * 1000)::bigint, 'heard', (extract(epoch from update_time) * 1000)::bigint,
      'seconds', duration, 'up', bytes_up, 'down', bytes_down, 'ended', null,
      'samples', jsonb_build_array(jsonb_build_object('seconds', duration, 'up', bytes_up, 'down', bytes_down, 'isWide', true)),
      'before', jsonb_build_object('seconds', 0, 'up', jsonb_build_object('raw', 0, 'total', 0), 'down', jsonb_build_object('raw', 0, 'total', 0)))
    from ${sessions} order by id`);
}

/** A reseller's SMS pack. SMS sent before the last renewal don't count. */
function smsPack({ id, reseller }: Owner, sent: readonly Sms[]): typeof schema.account_sms_counts.$inferInsert {
  const { bought, threshold } = reseller.sms;
  return { account_id: id, sms_max_count: bought, sms_count: sent.filter(({ reset }) => !reset).length, sms_threshold: threshold };
}

/** The hotspot's own SMS limit: with about 3 % left ('near'), about half left ('ample'), or none. */
function smsLimit({ id, plan }: Venue, sent: readonly Sms[]): (typeof schema.hotspot_preferences.$inferInsert)[] {
  const own = sent.filter(({ hotspot_id }) => hotspot_id === id).length;
  const limits = {
    near: { most: Math.ceil(own / 0.97), warned: 20 },
    ample: { most: Math.ceil(own / 50) * 100, warned: 50 },
    none: { most: 0, warned: 0 },
  };
  const { most, warned } = limits[plan.smsLimit ?? 'none'];
  return [
    { hotspot_id: id, key: 'sms_login_max', value: String(most) },
    { hotspot_id: id, key: 'sms_login_threshold', value: String(warned) },
  ];
}
