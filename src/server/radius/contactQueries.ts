import type { Db } from '../database/db';
import { sql, lt, inArray, type SQL } from 'drizzle-orm';
import { units, unit_contacts, unit_refusals, unit_other_names } from '../database/schema';

const MAX_SENDERS = 20;

const REFUSALS_FOR_DAYS = 7;

const DAY = 86_400_000;

export interface Refusal {
  unit_id: number;
  address: string;
  outcome: Unproven;
  packets: number;
}

export interface OtherName {
  unit_id: number;
  address: string;
  name: string;
  packets: number;
}

/**
 * What was gathered about units, without those that were deleted in the meantime. The others stay until the transaction ends: else one that is
 * deleted meanwhile would lose what was gathered about all.
 */
const ofPresentUnits = (rows: readonly object[], columns: SQL) => sql`
  select c.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (${columns}) join ${units} u on u.id = c.unit_id
  order by c.unit_id for key share of u`;

export async function writeContacts(db: Db, contacts: readonly Contact[], now: Date): Promise<void> {
  const rows = contacts.map(({ unitId, clockAhead, isFresh, isHttpSigned, nasIdentifier, ...contact }) => ({
    unit_id: unitId,
    clock_ahead: clockAhead,
    is_fresh: isFresh,
    is_http_signed: isHttpSigned,
    nas_identifier: nasIdentifier,
    ...contact,
  }));
  await db.execute(sql`
    with c as (${ofPresentUnits(
      rows,
      sql`unit_id int, address text, kind text, clock_ahead int, software text, is_fresh boolean, is_http_signed boolean, nas_identifier text`,
    )}),
      confirmed as (update ${units} u set address_confirmed = ${now.toISOString()}::timestamptz from c
        where u.id = c.unit_id and c.is_fresh and u.address = c.address and u.address <> '' and u.address_confirmed is null)
    insert into ${unit_contacts} (unit_id, heard, address, kind, clock_ahead, software, is_http_signed, nas_identifier)
    select c.unit_id, ${now.toISOString()}::timestamptz, case when c.is_fresh or coalesce(known.address, '') = '' then c.address else known.address end,
      case when c.is_fresh or known.unit_id is null then c.kind else known.kind end, c.clock_ahead, c.software,
      c.is_http_signed, c.nas_identifier
    from c left join ${unit_contacts} known on known.unit_id = c.unit_id
    on conflict (unit_id) do update set heard = excluded.heard, address = excluded.address, kind = excluded.kind,
      clock_ahead = coalesce(excluded.clock_ahead, unit_contacts.clock_ahead),
      software = coalesce(nullif(excluded.software, ''), unit_contacts.software),
      is_http_signed = coalesce(excluded.is_http_signed, unit_contacts.is_http_signed),
      nas_identifier = coalesce(excluded.nas_identifier, unit_contacts.nas_identifier)`);
}

export async function writeRefusals(db: Db, refused: readonly Refusal[], now: Date): Promise<void> {
  await db.execute(sql`
    with c as (${ofPresentUnits(refused, sql`unit_id int, address text, outcome text, packets int`)})
    insert into ${unit_refusals} (unit_id, address, outcome, packets, last)
    select c.unit_id, c.address, c.outcome, c.packets, ${now.toISOString()}::timestamptz from c order by c.unit_id, c.address, c.outcome
    on conflict (unit_id, address, outcome) do update
      set packets = least(unit_refusals.packets::bigint + excluded.packets, 2147483647), last = excluded.last`);
  await keepNewest(db, unit_refusals, refused, now);
}

export async function writeOtherNames(db: Db, misnamed: readonly OtherName[], now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    with c as (${ofPresentUnits(misnamed, sql`unit_id int, address text, name text, packets int`)})
    insert into ${unit_other_names} (unit_id, address, name, packets, since, last)
    select c.unit_id, c.address, c.name, c.packets, ${at}, ${at} from c order by c.unit_id, c.address, c.name
    on conflict (unit_id, address, name) do update
      set packets = least(unit_other_names.packets::bigint + excluded.packets, 2147483647), last = excluded.last`);
  await keepNewest(db, unit_other_names, misnamed, now);
}

/** Deletes old senders, and all but the latest of the units that were written. */
async function keepNewest(
  db: Db,
  table: typeof unit_refusals | typeof unit_other_names,
  written: readonly { unit_id: number }[],
  now: Date,
): Promise<void> {
  const unitIds = new Set(written.map(({ unit_id }) => unit_id));
  await db.delete(table).where(lt(table.last, new Date(now.getTime() - REFUSALS_FOR_DAYS * DAY)));
  await db.execute(sql`
    delete from ${table} where ctid in (select ranked.ctid from (
      select ctid, row_number() over (partition by unit_id order by last desc, packets desc) as nth
      from ${table} where ${inArray(table.unit_id, [...unitIds])}) ranked where ranked.nth > ${MAX_SENDERS})`);
}

export interface Contact {
  unitId: number;
  address: string;
  kind: string;
  /** Seconds by which the unit's clock is ahead of ours; null if the packet has no timestamp. */
  clockAhead: number | null;
  /** Empty if the packet doesn't contain it. */
  software: string;
  /**
   * Whether the unit proved its secret with something that can't be a replay. Otherwise the contact only shows that the unit is alive: it
   * doesn't change a known address, to which Disconnect-Requests are sent, nor the kind.
   */
  isFresh: boolean;
  /** Over HTTP, whether the request was signed; null for other protocols. */
  isHttpSigned: boolean | null;
  /** The NAS-Identifier for requests to the unit, empty for none; null for other protocols. */
  nasIdentifier: string | null;
}

export type Unproven = 'wrong_secret' | 'not_signed';
