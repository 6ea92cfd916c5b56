/** Derives the demonstration's audit trail from its rows, so that every entry matches existing data. */
import type { AuditChange } from '../contract/audit';
import type { AuditAction } from '../contract/plain/roles';
import { isoOf } from '../server/database/listQueries';
import type * as schema from '../server/database/schema';
import { dateOf } from './guests';
import { DAY, MINUTE } from './italianTime';
import { between, randomFor } from './random';
import type { makeTenants } from './tenants';
import type { VoucherRow } from './vouchers';

type Entry = (typeof schema)['audit_entries']['$inferInsert'];
type Tenants = Awaited<ReturnType<typeof makeTenants>>['rows'];
type GuestRow = (typeof schema)['users']['$inferInsert'];
type Fields = Record<string, AuditChange['new'] | Date | undefined>;

/** Days of history for guests and vouchers, which are deleted over time; older entries would refer to rows that are gone. */
const RETENTION_DAYS = 60;

/** Returns entries in chronological order. `vouchers` must be in insertion order, because their ids count from 1. */
export function auditEntriesOf(tenants: Tenants, vouchers: readonly VoucherRow[], guests: readonly GuestRow[], now: number): Entry[] {
  const entriesOf = entryBuilders(tenants);
  const entries = [
    ...tenants.accounts.flatMap((account) => entriesOf.account(account)),
    ...tenants.hotspots.flatMap((hotspot) => entriesOf.hotspot(hotspot)),
    ...tenants.units.flatMap((unit) => entriesOf.unit(unit)),
    ...batchesOf(vouchers, now).flatMap((batch) => entriesOf.vouchers(batch)),
    ...guests.filter(({ created }) => created > dateOf(now - RETENTION_DAYS * DAY)).flatMap((guest) => entriesOf.extended(guest, now)),
  ];
  return entries.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** Vouchers created in one call. */
interface Batch {
  ids: number[];
  first: VoucherRow;
}

function batchesOf(vouchers: readonly VoucherRow[], now: number): Batch[] {
  const since = dateOf(now - RETENTION_DAYS * DAY);
  const batches = new Map<string, Batch>();
  vouchers.forEach((voucher, index) => {
    if (voucher.owner_id === null || voucher.created < since) return;
    const key = `${String(voucher.hotspot_id)} ${String(voucher.owner_id)} ${voucher.created.toISOString()}`;
    const batch = batches.get(key) ?? { ids: [], first: voucher };
    batch.ids.push(index + 1);
    batches.set(key, batch);
  });
  return [...batches.values()];
}

function entryBuilders({ accounts, hotspots, accounts_hotspots }: Tenants) {
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  const hotspotOf = new Map(hotspots.map((hotspot) => [hotspot.id, hotspot]));
  const hotspotIdOf = new Map(accounts_hotspots.map((tie) => [tie.account_id, tie.hotspot_id]));

  const entry = (
    by: number | null | undefined,
    at: Date,
    action: AuditAction,
    { kind, id, name, hotspotId = 0, tenantId }: { kind: Entry['kind']; id: number; name: string; hotspotId?: number; tenantId?: number },
    fields: Fields,
    before: Fields = {},
  ): Entry[] => {
    const actor = accountOf.get(by ?? 0);
    if (!actor) return [];
    const hotspot = hotspotOf.get(hotspotId);
    return [
      {
        at,
        account_id: actor.id,
        account_name: actor.username,
        role: actor.type,
        // From a range reserved for documentation (TEST-NET-3); each account has its own address.
        address: `203.0.113.${String(10 + actor.id)}`,
        action,
        kind,
        object_id: id,
        object_name: name,
        hotspot_id: hotspotId,
        hotspot_name: hotspot?.name ?? '',
        tenant_id: tenantId ?? hotspot?.account_id ?? 0,
        changes: changesOf(fields, before),
      },
    ];
  };

  return {
    account: ({ id, creator_id, username, name, email, type, created }: Tenants['accounts'][number]) => {
      const hotspotId = hotspotIdOf.get(id) ?? 0;
      const fields = { username, name, email, type, hotspot: hotspotOf.get(hotspotId)?.name };
      const tenantId = type === 'reseller' ? { tenantId: id } : {};
      return entry(
        creator_id,
        momentIn(created),
        'accounts.create',
        { kind: 'account', id, name: username, hotspotId, ...tenantId },
        fields,
      );
    },
    hotspot: ({ id, uuid: _uuid, account_id, created, ...fields }: Tenants['hotspots'][number]) =>
      entry(
        account_id,
        momentIn(created),
        'hotspots.create',
        { kind: 'hotspot', id: Number(id), name: fields.name, hotspotId: Number(id) },
        fields,
      ),
    unit: ({ id, hotspot_id, name, description, mac_address, created }: Tenants['units'][number]) => {
      const what = { kind: 'unit', id: Number(id), name, hotspotId: hotspot_id } as const;
      return entry(hotspotOf.get(hotspot_id)?.account_id, momentIn(created), 'units.create', what, { name, description, mac_address });
    },
    vouchers: ({ ids, first }: Batch) => {
      const { type, auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, duration, remain_use } = first;
      const grants = { type, auto_login, bandwidth_down, bandwidth_up, max_traffic, max_time, duration, remain_use };
      const one = { kind: 'voucher', id: ids[0] ?? 0, name: first.code, hotspotId: first.hotspot_id } as const;
      const all = {
        kind: 'hotspot',
        id: first.hotspot_id,
        name: hotspotOf.get(first.hotspot_id)?.name ?? '',
        hotspotId: first.hotspot_id,
      } as const;
      const isOne = ids.length === 1;
      // As created, before guests used it.
      const voucher = { ...grants, remain_use: Math.max(first.remain_use, first.remain_use === 0 ? 1 : -1) };
      const created = entry(
        first.owner_id,
        first.created,
        'vouchers.create',
        isOne ? one : all,
        isOne ? voucher : { vouchers: ids.length, ...voucher },
      );
      if (!first.printed) return created;
      const printedAt = new Date(first.created.getTime() + 1000 * between(randomFor(first.code), 20, 180));
      const printed: [Fields, Fields] = isOne
        ? [{ printed: true }, { printed: false }]
        : [{ printed_vouchers: ids.length }, { printed_vouchers: 0 }];
      return [...created, ...entry(first.owner_id, printedAt, 'vouchers.update', one, ...printed)];
    },
    /** Extensions of a guest's access by the reception, for about one guest in forty. */
    extended: ({ id, hotspot_id, username, valid_until, created }: GuestRow, now: number) => {
      const random = randomFor(`${username} prolonged`);
      const at = new Date(created.getTime() + between(random, 90, 2 * 24 * 60) * MINUTE * 1000);
      if (!valid_until || between(random, 1, 40) !== 1 || at > dateOf(now) || at > valid_until) return [];
      const desk = accounts.find((account) => account.type === 'desk' && hotspotIdOf.get(account.id) === hotspot_id);
      const before = new Date(valid_until.getTime() - between(random, 1, 3) * DAY * 1000);
      const what = { kind: 'guest', id: Number(id), name: username, hotspotId: hotspot_id } as const;
      return entry(desk?.id, at, 'guests.update', what, { valid_until }, { valid_until: before });
    },
  };
}

const momentIn = (created: Date | undefined): Date => created ?? new Date(0);

function changesOf(fields: Fields, before: Fields): AuditChange[] {
  return Object.entries(fields)
    .map(([field, value]) => ({ field, old: toStoredValue(before[field]), new: toStoredValue(value) }))
    .filter(({ new: now }) => now !== null && now !== '');
}

/** A value as the audit trail stores it: dates as ISO strings. */
function toStoredValue(value: Fields[string]): AuditChange['new'] {
  return value instanceof Date ? isoOf(value) : (value ?? null);
}
