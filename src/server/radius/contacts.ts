/**
 * Remembers when units were last heard from, and senders that failed to authenticate. Buffered in memory and written every few seconds:
 * packets arrive faster than rows should be updated, and an attacker's packets cost no writes of their own.
 */
import { inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../database/db';
import { unit_contacts, unit_other_names, unit_refusals, units } from '../database/schema';
import { startJob } from '../backgroundJob';
import { unitDayNotes } from '../units/availability';

export interface Contact {
  unitId: number;
  address: string;
  kind: string;
  /** Seconds by which the unit's clock is ahead of ours; null if the packet has no timestamp. */
  clockAhead: number | null;
  /** Empty if the packet doesn't say. */
  software: string;
  /**
   * Whether the unit proved its secret with something that can't be a replay. If not, the contact only shows that the unit is alive: it
   * doesn't move a known address, to which Disconnect-Requests are sent, and doesn't change the kind.
   */
  isFresh: boolean;
  /** Over HTTP, whether the request was signed; null for other protocols. */
  isHttpSigned: boolean | null;
}

export type Unproven = 'wrong_secret' | 'not_signed';

export interface UnitContacts {
  heard: (contact: Contact) => void;
  refused: (unitIds: readonly number[], address: string, outcome: Unproven) => void;
  /** A packet with the secret of these units named none of them. */
  misnamed: (unitIds: readonly number[], from: { address: string; name: string }) => void;
  /** Writes what is buffered. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
}

/** What is stored of a name: 100 characters, never half of one. */
const MAX_NAME = /^.{0,100}/su;

const FLUSH_EVERY = 5000;

/** Limit on senders buffered between two writes, so that spoofed addresses don't fill memory, and on senders stored per unit. */
const MAX_GATHERED = 1000;
const MAX_SENDERS = 20;

const REFUSALS_FOR_DAYS = 7;
const DAY = 86_400_000;

interface Refusal {
  unit_id: number;
  address: string;
  outcome: Unproven;
  packets: number;
}

interface OtherName {
  unit_id: number;
  address: string;
  name: string;
  packets: number;
}

/** Failed writes go to `onFailure` and are not retried; losing such status data is acceptable. */
export function unitContactBuffer(db: Db, clock: () => Date, onFailure: (error: unknown) => void): UnitContacts {
  let contacts = new Map<number, Contact>();
  let refusals = new Map<string, Refusal>();
  let names = new Map<string, OtherName>();
  const noteDays = unitDayNotes(db);

  const flush = async () => {
    const [heard, refused, misnamed] = [[...contacts.values()], [...refusals.values()], [...names.values()]];
    contacts = new Map();
    refusals = new Map();
    names = new Map();
    try {
      if (heard.length > 0) {
        const now = clock();
        await writeContacts(db, heard, now);
        await noteDays(
          heard.map(({ unitId }) => unitId),
          now,
        );
      }
      if (refused.length > 0) await writeRefusals(db, refused, clock());
      if (misnamed.length > 0) await writeOtherNames(db, misnamed, clock());
    } catch (error) {
      onFailure(error);
    }
  };
  const rounds = startJob(async () => {
    await flush();
    return FLUSH_EVERY;
  }, FLUSH_EVERY);

  return {
    heard: (contact) => {
      // Only some packets carry a timestamp or a software version, so keep the earlier values.
      const before = contacts.get(contact.unitId);
      const clockAhead = contact.clockAhead ?? before?.clockAhead ?? null;
      const known = before && before.address !== '' && !contact.isFresh ? before : contact;
      const isHttpSigned = contact.isHttpSigned ?? before?.isHttpSigned ?? null;
      contacts.set(contact.unitId, { ...known, clockAhead, isHttpSigned, software: contact.software || (before?.software ?? '') });
    },
    refused: (unitIds, address, outcome) => {
      for (const unit_id of unitIds) {
        const key = `${unit_id} ${address} ${outcome}`;
        const before = refusals.get(key);
        if (before) before.packets += 1;
        else if (refusals.size < MAX_GATHERED) refusals.set(key, { unit_id, address, outcome, packets: 1 });
      }
    },
    misnamed: (unitIds, { address, name: whole }) => {
      const [name] = MAX_NAME.exec(whole) ?? [''];
      for (const unit_id of unitIds) {
        const key = `${unit_id} ${address} ${name}`;
        const before = names.get(key);
        if (before) before.packets += 1;
        else if (names.size < MAX_GATHERED) names.set(key, { unit_id, address, name, packets: 1 });
      }
    },
    flush,
    close: async () => {
      await rounds.stop();
      await flush();
    },
  };
}

async function writeContacts(db: Db, heard: readonly Contact[], now: Date): Promise<void> {
  const rows = heard.map(({ unitId, clockAhead, isFresh, isHttpSigned, ...contact }) => ({
    ...{ unit_id: unitId, clock_ahead: clockAhead, is_fresh: isFresh, is_http_signed: isHttpSigned, ...contact },
  }));
  // The join drops units deleted in the meantime.
  await db.execute(sql`
    with c as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (unit_id int, address text, kind text, clock_ahead int, software text, is_fresh boolean, is_http_signed boolean))
, confirmed as (update ${units} u set address_confirmed = ${now.toISOString()}::timestamptz from c
        where u.id = c.unit_id and c.is_fresh and u.address = c.address and u.address <> '' and u.address_confirmed is null)
    insert into ${unit_contacts} (unit_id, heard, address, kind, clock_ahead, software, is_http_signed)
    select c.unit_id, ${now.toISOString()}::timestamptz, case when c.is_fresh or coalesce(known.address, '') = '' then c.address else known.address end,
      case when c.is_fresh or known.unit_id is null then c.kind else known.kind end, c.clock_ahead, c.software,
      c.is_http_signed
    from c join ${units} u on u.id = c.unit_id left join ${unit_contacts} known on known.unit_id = c.unit_id order by c.unit_id
    on conflict (unit_id) do update set heard = excluded.heard, address = excluded.address, kind = excluded.kind,
      clock_ahead = coalesce(excluded.clock_ahead, unit_contacts.clock_ahead),
      software = coalesce(nullif(excluded.software, ''), unit_contacts.software),
      is_http_signed = coalesce(excluded.is_http_signed, unit_contacts.is_http_signed)`);
}

async function writeRefusals(db: Db, refused: readonly Refusal[], now: Date): Promise<void> {
  await db.execute(sql`
    insert into ${unit_refusals} (unit_id, address, outcome, packets, last)
    select c.unit_id, c.address, c.outcome, c.packets, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as c (unit_id int, address text, outcome text, packets int)
    join ${units} u on u.id = c.unit_id order by c.unit_id, c.address, c.outcome
    on conflict (unit_id, address, outcome) do update
      set packets = least(unit_refusals.packets::bigint + excluded.packets, 2147483647), last = excluded.last`);
  await keepNewest(
    db,
    unit_refusals,
    refused.map(({ unit_id }) => unit_id),
    now,
  );
}

async function writeOtherNames(db: Db, misnamed: readonly OtherName[], now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into ${unit_other_names} (unit_id, address, name, packets, since, last)
    select c.unit_id, c.address, c.name, c.packets, ${at}, ${at}
    from jsonb_to_recordset(${JSON.stringify(misnamed)}::jsonb) as c (unit_id int, address text, name text, packets int)
    join ${units} u on u.id = c.unit_id order by c.unit_id, c.address, c.name
    on conflict (unit_id, address, name) do update
      set packets = least(unit_other_names.packets::bigint + excluded.packets, 2147483647), last = excluded.last`);
  await keepNewest(
    db,
    unit_other_names,
    misnamed.map(({ unit_id }) => unit_id),
    now,
  );
}

/** Deletes senders of long ago, and of these units all but the latest. */
async function keepNewest(
  db: Db,
  table: typeof unit_refusals | typeof unit_other_names,
  unitIds: readonly number[],
  now: Date,
): Promise<void> {
  await db.delete(table).where(lt(table.last, new Date(now.getTime() - REFUSALS_FOR_DAYS * DAY)));
  await db.execute(sql`
    delete from ${table} where ctid in (select ranked.ctid from (
      select ctid, row_number() over (partition by unit_id order by last desc, packets desc) as nth
      from ${table} where ${inArray(table.unit_id, [...new Set(unitIds)])}) ranked where ranked.nth > ${MAX_SENDERS})`);
}
