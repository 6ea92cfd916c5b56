/** Sessions of the benchmarks, ended and running. */
import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../server/database/db';
import { withoutIndexes } from '../bulk';
import { dayOfRow, days, ends, fraction, list, moment, number, seconds } from './hashed';
import { session_histories } from '../../server/database/schema';
import { type Amounts, unitsOf, firstUnits, weightsOfYear, timeOn, oldGuests } from './benchmarkSizes';

/** Maximum length of a session, in seconds. */
const LONGEST = 14_400;

/** Ended sessions, in order of days. Each belongs to a guest who arrived days before, more often a recent one. */
export async function insertHistories(tx: Db, amounts: Amounts, at: Date): Promise<void> {
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
export async function insertRunning(tx: Db, amounts: Amounts, at: Date): Promise<void> {
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
