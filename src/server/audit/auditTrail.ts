/**
 * The audit trail: every request that changes something adds one entry, in the transaction of the change. A request that is refused or
 * changes nothing adds none.
 */
import type { AUDIT_ROLES } from '../../contract/audit';
import type { AuditAction } from '../../contract/plain/roles';
import type { Db } from '../database/db';
import type { Scope } from '../auth/tenancy';
import { insertEntry } from './entryQueries';
import { describe, type Description, type Ref } from './descriptionQueries';
import { SUBJECTS } from './subjectQueries';
import { changesOf } from './changes';

/** Who does what, and from which address. */
export interface AuditEvent {
  scope: Scope;
  /** Set if it differs from the account's own role, as for `unit`. */
  role?: (typeof AUDIT_ROLES)[number];
  address: string;
  action: AuditAction;
}

/** For changes that the server makes by itself, not on request. */
export const BY_SERVER: Omit<AuditEvent, 'action'> = {
  scope: { accountId: 0, username: 'Portico', role: 'admin', hotspotId: 0 },
  role: 'server',
  address: '',
};

/**
 * The object of a request: an existing one (`about`, or a function that finds and locks it), which may turn into another (`becomes`), or
 * one that the work creates.
 */
export type Subject<O> =
  | { about: Ref | ((tx: Db) => Promise<Ref>); becomes?: (outcome: O, about: Ref) => Ref }
  | { about?: undefined; becomes: (outcome: O) => Ref };

/** Runs a change in the transaction `tx` and records its subject before and after. Throws what the work throws. */
export async function audited<O>(tx: Db, event: AuditEvent, at: Date, change: Subject<O> & { work: (tx: Db) => Promise<O> }): Promise<O> {
  if (change.about === undefined) {
    const outcome = await change.work(tx);
    await addEntry(tx, event, at, change.becomes(outcome), null);
    return outcome;
  }
  const about = typeof change.about === 'function' ? await change.about(tx) : change.about;
  // Deletes lock parents before children; any other order can deadlock.
  const before = await describe(tx, event.scope, about, { hold: !event.action.endsWith('.delete') });
  const outcome = await change.work(tx);
  await addEntry(tx, event, at, change.becomes?.(outcome, about) ?? about, before);
  return outcome;
}

/** Adds the entry, unless no recorded field has changed. `before` is the state before the change, null for a new object. */
async function addEntry(
  tx: Db,
  { scope, role = scope.role, address, action }: AuditEvent,
  at: Date,
  ref: Ref,
  before: Description | null,
): Promise<void> {
  const now = await describe(tx, scope, ref, { hold: false });
  const last = now ?? before;
  const changes = changesOf(ref, before, now);
  if (before && now && changes.length === 0) return;
  // The name of somebody who can be brought back is only erased with what is stored for that (deleted/restoringQueries.ts).
  const isForgotten = now === null && SUBJECTS[ref.kind].isPerson === true && ref.deleted === undefined;
  await insertEntry(tx, {
    at,
    account_id: scope.accountId,
    account_name: scope.username,
    role,
    address,
    action,
    kind: ref.kind,
    object_id: ref.id,
    object_name: isForgotten ? '' : (last?.name ?? ''),
    hotspot_id: last?.hotspotId ?? 0,
    hotspot_name: last?.hotspotName ?? '',
    tenant_id: last?.tenantId ?? 0,
    changes,
    deleted_id: ref.deleted ?? null,
  });
}
