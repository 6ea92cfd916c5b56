/**
 * The audit trail: every changing request adds one entry, in the transaction of the change. A request that is refused or changes nothing
 * adds none.
 */
import type { AUDIT_ROLES } from '../../contract/audit';
import type { AuditAction } from '../../contract/roles';
import type { Db } from '../database/db';
import { audit_entries } from '../database/schema';
import type { Scope } from '../auth/tenancy';
import { changesOf, describe, SUBJECTS, type Ref } from './subjects';

/** Who does what, and from where. */
export interface AuditEvent {
  scope: Scope;
  /** Set where it isn't the account's own: `unit`. */
  role?: (typeof AUDIT_ROLES)[number];
  address: string;
  action: AuditAction;
}

/** What a request works on: an existing object (`about`), which may turn into another (`becomes`), or one that the work creates. */
export type Subject<O> = { about: Ref; becomes?: (outcome: O) => Ref } | { about?: undefined; becomes: (outcome: O) => Ref };

/** Runs a change in the transaction `tx` and records its subject before and after. Throws what the work throws. */
export async function audited<O>(
  tx: Db,
  { scope, role = scope.role, address, action }: AuditEvent,
  at: Date,
  change: Subject<O> & { work: (tx: Db) => Promise<O> },
): Promise<O> {
  // Deletes lock parents before children; any other order can deadlock.
  const before = change.about ? await describe(tx, scope, change.about, { hold: !action.endsWith('.delete') }) : null;
  const outcome = await change.work(tx);
  const ref = change.about === undefined ? change.becomes(outcome) : (change.becomes?.(outcome) ?? change.about);
  const now = await describe(tx, scope, ref, { hold: false });
  const last = now ?? before;
  const changes = changesOf(ref, before, now);
  if (before && now && changes.length === 0) return outcome;
  const isForgotten = now === null && SUBJECTS[ref.kind].isPerson === true;
  await tx.insert(audit_entries).values({
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
  });
  return outcome;
}
