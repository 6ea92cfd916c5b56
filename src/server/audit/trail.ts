/**
 * The audit trail (API.md, `GET /api/audit`): each call that changes something leaves one entry, in the transaction of the change, so
 * that neither is without the other. A call that is refused leaves none: its refusal is thrown inside, and ends the transaction. Nor does
 * one that leaves all as it was.
 */
import type { FastifyRequest } from 'fastify';
import type { AUDIT_ROLES } from '../../contract/audit';
import { AUDITED, type AuditAction } from '../../contract/roles';
import type { Db } from '../db/client';
import { audit_entries } from '../db/schema';
import type { Deps } from '../deps';
import type { Scope } from '../tenancy';
import { changesOf, describe, SUBJECTS, type Ref } from './subjects';

/** Who does what, and from where. */
export interface Deed {
  scope: Scope;
  /** Where it is no account's: a unit. */
  role?: (typeof AUDIT_ROLES)[number];
  address: string;
  action: AuditAction;
}

/**
 * Does the work of a changing call and tells of it: what `about` was before and is after. A thing that the work makes is told by
 * `after`, and `about` is null. The work throws its refusals; test/server/tenancy.test.ts finds a route that does without.
 */
export type Trail = <O>(
  request: Pick<FastifyRequest, 'scope' | 'ip' | 'routeOptions'>,
  db: Db,
  about: Ref | null,
  work: (tx: Db) => Promise<O>,
  after?: (outcome: O) => Ref,
) => Promise<O>;

/** For the handlers of changing calls. */
export function trailFor({ clock }: Pick<Deps, 'clock'>): Trail {
  return ({ scope, ip, routeOptions }, db, about, work, after) => {
    const action = AUDITED.find((one) => one === routeOptions.config.permission);
    if (action === undefined) throw new Error(`${routeOptions.url} changes something, and its permission is none that is told of`);
    return told(db, { scope, address: ip, action }, clock(), { about, work, ...(after && { after }) });
  };
}

/** The same for a deed whose doer no token names: a password that is reset by mail, a unit that registers a device. */
export async function told<O>(
  db: Db,
  { scope, role = scope.role, address, action }: Deed,
  at: Date,
  { about, work, after }: { about: Ref | null; work: (tx: Db) => Promise<O>; after?: (outcome: O) => Ref },
): Promise<O> {
  return db.transaction(async (tx) => {
    // Who deletes takes its locks in an order of its own.
    const before = about && (await describe(tx, scope, about, { hold: !action.endsWith('.delete') }));
    const outcome = await work(tx);
    const ref = after ? after(outcome) : about;
    if (!ref) throw new Error(`${action} says nothing of what it changed`);
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
  });
}
