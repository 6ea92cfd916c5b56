/**
 * Requests to units about running sessions, and their answers. Stored in the audit trail, from which the session's page reads the last one,
 * for everybody who may see the session.
 */
import { and, desc, eq, gte, inArray, or, sql, type SQLWrapper } from 'drizzle-orm';
import { unitRequest, type UnitRequest } from '../../contract/sessions';
import { audited, BY_SERVER, type AuditEvent } from '../audit/auditTrail';
import type { Ref } from '../audit/descriptionQueries';
import type { Db } from '../database/db';
import { isoOf } from '../database/listQueries';
import { audit_entries, sessions, units, users } from '../database/schema';
import type { Changed, Ended } from '../radius/ending';

/** A request to a unit, and its answer. */
export type Answered = Pick<UnitRequest, 'what' | 'outcome' | 'cause'>;

const OUTCOMES = {
  acknowledged: 'acknowledged',
  'unknown there': 'ended',
  refused: 'refused',
  'no answer': 'no_answer',
  'with next report': 'with_next_report',
  'not possible': 'not_possible',
} as const satisfies Record<(Ended | Changed)['outcome'], UnitRequest['outcome']>;

export function answeredTo<A extends Ended | Changed>(what: UnitRequest['what'], answer: A) {
  const outcome: (typeof OUTCOMES)[A['outcome']] = OUTCOMES[answer.outcome as A['outcome']];
  return { what, outcome, cause: 'cause' in answer ? answer.cause : '' };
}

const ACTIONS = { disconnect: 'sessions.disconnect', change: 'sessions.change' } as const;

/** The session of a request; `guestId` as it was then. */
interface RequestedSession {
  sessionId: number;
  unitId: number;
  key: string;
  guestId: number;
}

/**
 * The subject of an audit entry about a request: the guest, or the unit if the guest is unknown or has been erased. In the latter case the
 * entry contains neither anything that identifies the guest, nor the unit's key of the session.
 */
export async function refOfRequest(
  db: Db,
  { sessionId, unitId, key, guestId }: RequestedSession,
  { outcome, cause }: Answered,
): Promise<Pick<Ref, 'kind' | 'id' | 'details'>> {
  const details = { outcome, ...(cause !== '' && { cause }) };
  if (guestId === 0) return { kind: 'unit', id: unitId, details: { session_key: key, ...details } };
  // Locked, so that the guest isn't erased before the entry is added.
  const [guest] = await db.select({ id: users.id }).from(users).where(eq(users.id, guestId)).for('key share');
  if (!guest) return { kind: 'unit', id: unitId, details: { session: sessionId, ...details } };
  const [unit] = await db.select({ name: units.name }).from(units).where(eq(units.id, unitId));
  return { kind: 'guest', id: guestId, details: { session_key: key, ...(unit && { unit: unit.name }), ...details } };
}

/** Adds a request to the audit trail, for the account whose change caused it. */
export async function recordRequest(
  db: Db,
  by: Omit<AuditEvent, 'action'>,
  at: Date,
  session: RequestedSession,
  answered: Answered,
): Promise<void> {
  await db.transaction(async (tx) => {
    const ref = await refOfRequest(tx, session, answered);
    const event = { ...by, action: ACTIONS[answered.what] };
    await audited(tx, event, at, { becomes: () => ({ ...ref, fields: {} }), work: async () => undefined });
  });
}

/** Adds a request by the server itself to the audit trail, unless the last one had the same outcome, as a silent unit is asked often. */
export async function recordEnding(
  db: Db,
  at: Date,
  { sessionId, unitId }: { sessionId: number; unitId: number },
  answer: Ended,
): Promise<void> {
  const answered = answeredTo('disconnect', answer);
  const last = await lastRequest(db, sessionId);
  if (last?.what === answered.what && last.outcome === answered.outcome && last.cause === answered.cause) return;
  const [session] = await db.select().from(sessions).where(eq(sessions.id, sessionId));
  // Without a row, the session has ended meanwhile, and its guest is unknown.
  const { key, guestId } = session ? { key: session.session_key, guestId: session.user_id } : { key: '', guestId: -1 };
  await recordRequest(db, BY_SERVER, at, { sessionId, unitId, key, guestId }, answered);
}

/** The last request about a running session; null if there was none. The caller has checked that the session is in scope. */
export async function lastRequest(db: Db, sessionId: number): Promise<UnitRequest | null> {
  const { at, action, changes, kind, object_id, hotspot_id } = audit_entries;
  const says = (field: string, value: SQLWrapper) =>
    sql`${changes} @> jsonb_build_array(jsonb_build_object('field', ${field}::text, 'new', ${value}))`;
  const [found] = await db
    .select({ at, action, changes })
    .from(sessions)
    .innerJoin(
      audit_entries,
      and(
        eq(hotspot_id, sessions.hotspot_id),
        or(and(eq(kind, 'guest'), eq(object_id, sessions.user_id)), and(eq(kind, 'unit'), eq(object_id, sessions.unit_id))),
        inArray(action, Object.values(ACTIONS)),
        gte(at, sessions.start_time),
        or(says('session_key', sessions.session_key), says('session', sessions.id)),
      ),
    )
    .where(eq(sessions.id, sessionId))
    .orderBy(desc(at), desc(audit_entries.id))
    .limit(1);
  if (!found) return null;
  const details = Object.fromEntries(found.changes.map(({ field, new: value }) => [field, value]));
  const what = found.action === ACTIONS.change ? 'change' : 'disconnect';
  const read = unitRequest.safeParse({ at: isoOf(found.at), what, outcome: details['outcome'], cause: details['cause'] ?? '' });
  return read.success ? read.data : null;
}
