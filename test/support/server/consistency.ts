import { sql } from 'drizzle-orm';
import { UNSET_PREFERENCES } from '../../../src/contract/plain/hotspotPreferences';
import type { Db } from '../../../src/server/database/db';

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Queries that must find nothing in generated data; `now` is the time of generation. */
const FAULTS = {
  'units of another hotspot': 'select 1 from all_sessions s join units n on n.id = s.unit_id where n.hotspot_id <> s.hotspot_id',
  'units that there are not': 'select 1 from all_sessions s where not exists (select from units n where n.id = s.unit_id)',
  'units under another address': 'select 1 from all_sessions s join units n on n.id = s.unit_id where n.mac_address <> s.unit_mac',
  'devices of another guest':
    'select 1 from all_sessions s join devices d on d.id = s.device_id where d.user_id <> s.user_id or d.mac_address <> s.device_mac',
  'devices at another hotspot than their guest':
    'select 1 from devices d join users u on u.id = d.user_id where d.hotspot_id <> u.hotspot_id',
  'guests that there never were': `select 1 from all_sessions s where not exists (select from users u where u.id = s.user_id)
    and not exists (select from user_histories a where a.user_id = s.user_id)`,
  'guests of another hotspot': `select 1 from all_sessions s join (select id, hotspot_id, username, created from users
    union all select user_id, hotspot_id, username, created from user_histories) u on u.id = s.user_id
    where u.hotspot_id <> s.hotspot_id or u.username <> s.username or u.created > s.start_time`,
  'running sessions of forgotten devices': 'select 1 from sessions s where not exists (select from devices d where d.id = s.device_id)',
  'guests that are archived and there': 'select 1 from users join user_histories a on a.user_id = users.id',
  'times in disorder':
    'select 1 from all_sessions where not (auth_time <= start_time and start_time <= update_time and update_time <= coalesce(stop_time, update_time))',
  'ended sessions without an end': 'select 1 from session_histories where stop_time is null or stop_time <> update_time',
  'running sessions with an end': 'select 1 from sessions where stop_time is not null',
  'durations that are not the time between': 'select 1 from all_sessions where duration <> extract(epoch from update_time - start_time)',
  'ids that are used twice': 'select 1 from sessions join session_histories h on h.id = sessions.id',
  'two sessions of a device at once': `select 1 from (select start_time, lag(stop_time) over (partition by device_id order by start_time, id) as before
    from all_sessions) s where start_time < before`,
  'two running sessions of a device': 'select 1 from sessions group by device_id having count(*) > 1',
  'the future': `select 1 from all_sessions where update_time > $now union all select 1 from users where created > $now
    union all select 1 from devices where created > $now union all select 1 from hotspot_sms_counts where sent > $now
    union all select 1 from hotspot_vouchers where created > $now union all select 1 from hotspots where created > $now
    union all select 1 from accounts where created > $now union all select 1 from hotspot_integrations where last_sync > $now`,
  'guests older than their hotspot': 'select 1 from users u join hotspots h on h.id = u.hotspot_id where u.created < h.created',
  'validity that ends before it begins': 'select 1 from users where valid_until <= valid_from',
  'SMS that were not counted': `select 1 from account_sms_counts c where c.sms_count <> (select count(*) from hotspot_sms_counts s
    join hotspots h on h.id = s.hotspot_id where h.account_id = c.account_id and not s.reset)`,
  'SMS at a unit of another hotspot':
    'select 1 from hotspot_sms_counts s join units n on n.id = s.unit_id where n.hotspot_id <> s.hotspot_id',
  'staff of two resellers': `select 1 from accounts_hotspots t join accounts a on a.id = t.account_id join hotspots h on h.id = t.hotspot_id
    where a.creator_id <> h.account_id`,
  'customers and desks without a hotspot': `select 1 from accounts a where type in ('customer', 'desk')
    and not exists (select from accounts_hotspots t where t.account_id = a.id)`,
  "vouchers of another hotspot's staff": `select 1 from hotspot_vouchers v join accounts_hotspots t on t.account_id = v.owner_id where t.hotspot_id <> v.hotspot_id`,
  "another reseller's disclaimers": `select 1 from disclaimers_hotspots d join hotspots h on h.id = d.hotspot_id where not exists (select from disclaimers_accounts a
    where a.disclaimer_id = d.disclaimer_id and a.account_id = h.account_id)`,
  'integrations that the reseller does not have': `select 1 from hotspot_integrations i join hotspots h on h.id = i.hotspot_id where not exists (
    select from account_integrations a where a.account_id = h.account_id and a.integration_id = i.integration_id)`,
  'hotspots with other preferences than there are': `select 1 from hotspot_preferences where key not in (select key from hotspot_preferences where hotspot_id = 1)
    and key not in (${UNSET_PREFERENCES.map((key) => `'${key}'`).join()})`,
};

/** The inconsistencies in the data with their counts; empty if there are none. */
export async function faultsOf(db: Db, now: Date): Promise<Record<string, number>> {
  const at = now.toISOString();
  if (!MOMENT.test(at)) throw new Error(`${at} is not a moment`);
  const columns =
    'id, unit_id, unit_mac, hotspot_id, device_id, device_mac, user_id, username, duration, auth_time, start_time, update_time, stop_time';
  const all = `with all_sessions as (select ${columns} from session_histories union all select ${columns} from sessions)`;
  const found: Record<string, number> = {};
  for (const [fault, query] of Object.entries(FAULTS)) {
    const counted = `${all} select count(*)::int as count from (${query.replaceAll('$now', `'${at}'::timestamptz`)}) found`;
    const [row] = await rows<{ count: number }>(db, counted);
    if (row?.count !== 0) found[fault] = row?.count ?? Number.NaN;
  }
  return found;
}

/** Runs a raw SQL query. */
export async function rows<R>(db: Db, query: string): Promise<R[]> {
  const result: unknown = await db.execute(sql.raw(query));
  return (result as { rows: R[] }).rows;
}
