/**
 * Stores a decision about access and spends what it costs: a use of a voucher, the start of a validity, a token. All callers spend by the
 * same compare-and-set after the decision, so that parallel log-ins never spend the same thing twice.
 */
import { sql } from 'drizzle-orm';
import type { RefusalCode } from '../../contract/plain/access';
import { batched } from '../database/batches';
import { repeated, rowsIn, type Db } from '../database/db';
import type { VoucherRow } from '../vouchers/queries';
import type { TokenSpend } from './tokenQueries';

/** Retries after losing the race for a voucher or token. Each time at least one competing log-in succeeded. */
const MOST_TRIES = 100;

/** What a granted access costs. */
export interface Cost {
  guestId: number | null;
  /** The voucher as it was read for the decision. */
  voucher: (Pick<VoucherRow, 'id' | 'remain_use'> & { expires: string | Date | null }) | null;
  /** Whether a use of the voucher is spent. */
  isUse: boolean;
  /** The validity of guest and voucher that starts now, where they have none. */
  begins: { from: Date; until: Date } | null;
  /** The device and the arrival at the portal with which a guest registers by voucher; empty if unknown, absent if none does. */
  registers?: { deviceMac: string; arrival: string };
  token?: TokenSpend | null;
  /**
   * Set where the number of devices at once is limited. `others`: how many other devices were online as the guest, or with the voucher
   * `shared`; if they weren't counted, how many there is room for. `ends`: the sessions that are asked to end for this device. The two
   * times say since when a session or a log-in counts as online.
   */
  sharing?: {
    others: number | { guest: number | null; voucher: number | null };
    shared: number | null;
    ends: readonly number[];
    onlineSince: Date;
    grantedSince: Date;
  } | null;
}

/** `changed`: voucher, token or devices are no longer as they were read. `no room`: more devices are online than there is room for. */
export type Spent = 'spent' | 'changed' | 'no room';

/** A decision for the log of decisions. */
export interface LoggedDecision {
  hotspotId: number;
  unitId: number;
  deviceMac: string;
  method: string;
  /** Empty if access was granted; `seconds` and `why` then say for how long and what ends it. */
  refusal: RefusalCode | '';
  seconds: number;
  why: string;
}

/** Spends `cost` and logs the decision, if any. Stores nothing unless it answers `spent`. */
export async function spend(db: Db, cost: Cost, at: Date, decision: LoggedDecision | null = null): Promise<Spent> {
  const { guestId, voucher, isUse, begins, registers, token, sharing } = cost;
  const decided: Decided = {
    at,
    guest: guestId,
    is_use: isUse,
    is_logged: decision !== null,
    ...(voucher && { voucher: voucher.id, expires: voucher.expires, remain_use: voucher.remain_use }),
    ...(begins && { valid_from: begins.from, valid_until: begins.until }),
    ...(registers && { use_mac: registers.deviceMac, arrival: registers.arrival }),
    ...(token && { token: token.id, request_hash: token.requestHash }),
    ...(sharing && {
      ...(typeof sharing.others === 'number'
        ? { others: sharing.others }
        : { room: sharing.others.voucher, room_of_guest: sharing.others.guest }),
      shared: sharing.shared,
      ends: sharing.ends,
      online_since: sharing.onlineSince,
      granted_since: sharing.grantedSince,
    }),
    ...(decision && {
      hotspot: decision.hotspotId,
      unit: decision.unitId,
      mac: decision.deviceMac,
      way: decision.method,
      refusal: decision.refusal,
      seconds: decision.seconds,
      why: decision.why,
    }),
  };
  const isDone = await record(db, decided);
  if (isDone === null) return 'no room';
  return isDone ? 'spent' : 'changed';
}

/** A decision as record_access() reads it; here only what tells which decisions can be stored together. */
interface Decided {
  guest: number | null;
  is_use: boolean;
  voucher?: number;
  remain_use?: number;
  valid_until?: Date;
  shared?: number | null;
  token?: number;
  arrival?: string;
  ends?: readonly number[];
  [others: string]: unknown;
}

const record = batched<Decided, boolean | null>({
  alone: async (db, decided) => {
    const answer = await db.execute(sql`${repeated}select record_access(${JSON.stringify(decided)}::jsonb) as is_done`);
    return rowsIn<{ is_done: boolean | null }>(answer)[0]?.is_done ?? null;
  },
  together: async (db, all) => {
    const isIndependent = independentOf(all);
    const decided = all.map((each) => (isIndependent(each) ? each : { ...each, takes_turn: true }));
    const answer = await db.execute(sql`${repeated}
      select nth::int as nth, is_done from record_accesses(${JSON.stringify(decided)}::jsonb)`);
    const done = new Map(rowsIn<{ nth: number; is_done: boolean | null }>(answer).map(({ nth, is_done }) => [nth, is_done]));
    return all.map((_, nth) => done.get(nth + 1) ?? null);
  },
});

/**
 * Which of several decisions neither change what an earlier one is compared with (the uses and the validity of a voucher, the devices of a
 * guest or a voucher) nor cost more than a use and a validity. The others are stored one by one: see record_accesses().
 */
function independentOf(all: readonly Decided[]): (each: Decided) => boolean {
  const taken = new Set<string>();
  const independent = new Set<Decided>();
  for (const each of all) {
    const { guest, voucher, is_use, remain_use = 0, valid_until, shared, token, arrival, ends = [] } = each;
    if (token !== undefined || arrival !== undefined || ends.length > 0) continue;
    const isVoucherChanged = voucher !== undefined && ((is_use && remain_use > 0) || valid_until !== undefined);
    const changed = [
      ...(guest === null ? [] : [`guest ${guest}`]),
      ...(isVoucherChanged ? [`voucher ${voucher}`] : []),
      ...(typeof shared === 'number' ? [`shared ${shared}`] : []),
    ];
    if (changed.some((name) => taken.has(name))) continue;
    for (const name of changed) taken.add(name);
    independent.add(each);
  }
  return (each) => independent.has(each);
}

export interface Refusal {
  refusal: RefusalCode;
}

/** Repeats `attempt` until it hasn't lost a race. Throws after MOST_TRIES attempts. */
export async function untilSpent<R>(attempt: () => Promise<R | 'spent meanwhile'>): Promise<R> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const result = await attempt();
    if (result !== 'spent meanwhile') return result;
  }
  throw new Error('every attempt lost the race for a voucher, token or device');
}
