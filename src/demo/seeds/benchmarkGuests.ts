/** Guests of the benchmarks, and their devices. */
import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../server/database/db';
import { withoutIndexes } from '../bulk';
import { dayOfRow, days, ends, fraction, macOf, moment, number, oneOf, repeated } from './hashed';
import { person } from '../people';
import { mulberry32 } from '../random';
import { devices, users } from '../../server/database/schema';
import { type Amounts, YEAR, hotspotOf, weightsOfYear, timeOn, oldGuests } from './benchmarkSizes';

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
 * Ids are in order of arrival, so the guests who arrived before a day are those up to some id (used by `insertHistories`). Archived guests
 * have higher ids.
 */
export async function insertGuests(tx: Db, amounts: Amounts, at: Date): Promise<void> {
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
export async function insertDevices(tx: Db, { guests }: Amounts): Promise<void> {
  await withoutIndexes(tx, devices, () =>
    tx.execute(sql`
      insert into devices (id, hotspot_id, user_id, mac_address, ip_address, created)
      select d, hotspot_id, user_id, ${macOf('06', sql`d`)}, '10.' || hotspot_id % 250 || '.' || d / 250 % 250 || '.' || 1 + d % 250, created
      from (select id as d, id as user_id, hotspot_id, created from users
        union all select ${number(guests)} + id / 5, id, hotspot_id, created from users where id % 5 = 0) owned
      order by d`),
  );
}
