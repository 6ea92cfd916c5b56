/** Stores a session's addresses: the one to show in the session's row, and each in a row of its own with the time it was in use. */
import { isDeepStrictEqual } from 'node:util';
import { sql, type SQL } from 'drizzle-orm';
import { devices, session_addresses } from '../database/schema';
import type { SessionAddress, SessionState } from '../database/jsonColumns';
import { currentMain } from './sessionAddresses';
import type { SessionReport } from './sessionRowQueries';

/** Columns of running and ended sessions that reports don't change, apart from the address. */
const IDENTITY_COLUMNS = [
  'unit_id',
  'unit_mac',
  'hotspot_id',
  'hotspot_desc',
  'device_id',
  'device_mac',
  'ip_address',
  'user_id',
  'username',
  'auth_time',
  'session_key',
];
export const IDENTITY = sql.raw(IDENTITY_COLUMNS.join(', '));

export interface AddressesToStore {
  /** The address to show from now on; null if unchanged. */
  shown: string | null;
  /** New addresses with their text, and without it those whose times have changed. */
  rows: { nth: number; address: string | null; since: Date; until: Date | null }[];
}

export const NO_ADDRESSES: AddressesToStore = { shown: null, rows: [] };

/**
 * What a report changes in a session's addresses. Most sessions have a single IPv4 address from their start, which is only in the session's
 * own row; it gets its address row when another address follows.
 */
export function addressesToStore(before: SessionState | null, after: SessionState, { event }: SessionReport): AddressesToStore {
  const known = before?.addresses ?? [];
  const all = after.addresses ?? [];
  const isOrdinary = hasOnlyItsFirst(after);
  if (all.length === 0 || (all === known && before !== null && hasOnlyItsFirst(before) === isOrdinary)) return NO_ADDRESSES;
  const textOf = (hash: string | null) => event.addresses?.find((each) => each.hash === hash)?.address ?? null;
  const main = currentMain(all);
  const shown = before !== null && main !== currentMain(known) ? textOf(main) : null;
  if (isOrdinary) return { shown, rows: [] };
  const isStored = (each: SessionAddress) =>
    before !== null && !hasOnlyItsFirst(before) && known.some((one) => isDeepStrictEqual(one, each));
  const rows = all
    .filter((each) => !isStored(each))
    .map(({ nth, hash, from, until }) => ({
      nth,
      address: textOf(hash),
      since: new Date(from),
      until: until === null ? null : new Date(until),
    }));
  return { shown, rows };
}

function hasOnlyItsFirst({ start, addresses = [] }: SessionState): boolean {
  const [first, ...others] = addresses;
  return first?.nth === 0 && others.length === 0 && first.family === 'ipv4' && first.until === null && first.from <= start;
}

/** Prevents that data which identifies an erased guest is stored again. */
const unlessErased = (value: SQL) => sql`case when user_id < 0 then '' else ${value} end`;

export const ipColumn = ({ shown }: AddressesToStore) => (shown === null ? {} : { ip_address: unlessErased(sql`${shown}::text`) });

/** The columns of IDENTITY, with the address to show. */
export const identityWith = ({ shown }: AddressesToStore) =>
  shown === null
    ? IDENTITY
    : sql`${sql.raw(IDENTITY_COLUMNS.filter((column) => column !== 'ip_address').join(', '))}, ${unlessErased(sql`${shown}::text`)} as ip_address`;

/**
 * Further CTEs of a statement, which store addresses of the session that `stored` selects: its `session_id`, `hotspot_id`, `user_id`,
 * `device_id` and `ip_address`. An address without text is stored already, or is the one that the session has shown so far.
 */
export function withAddressRows({ shown, rows }: AddressesToStore, stored: SQL): SQL {
  const ofDevice =
    shown === null
      ? sql``
      : sql`,
    device as (update ${devices} d set ip_address = ${shown} from (${stored}) s where d.id = s.device_id and d.hotspot_id = s.hotspot_id)`;
  if (rows.length === 0) return ofDevice;
  return sql`${ofDevice},
    addresses as (
      insert into ${session_addresses} (session_id, hotspot_id, nth, address, since, until)
      select s.session_id, s.hotspot_id, a.nth, coalesce(a.address::inet, x.address, nullif(s.ip_address, '')::inet), a.since, a.until
      from (${stored}) s
      cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (nth int, address text, since timestamptz, until timestamptz)
      left join ${session_addresses} x on x.session_id = s.session_id and x.nth = a.nth
      where s.user_id >= 0 and (a.address is not null or x.address is not null or s.ip_address <> '')
      on conflict (session_id, nth) do update set since = excluded.since, until = excluded.until)`;
}
