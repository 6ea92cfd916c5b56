/**
 * Running sessions that should have ended: their guest was deleted, expired or used up an allowance, their hotspot is closed, or staff asked
 * for it.
 */
import { and, asc, eq, gt, isNull, max, sql } from 'drizzle-orm';
import { rowsIn, type Db } from '../database/db';
import { withIds } from '../database/paging';
import {
  asked_endings,
  hotspot_vouchers,
  session_histories,
  session_reports,
  sessions,
  unit_contacts,
  units,
  users,
} from '../database/schema';
import { isOnAt } from '../preferences/queries';
import type { Decision, Grant } from './authorise';
import { sessionsToReach, type DisconnectTarget } from './reachQueries';
import { explainAccess } from './queries';
import type { RefusalCode } from '../../contract/plain/access';

/** A session that its unit should be asked to end. */
export interface OverdueSession extends DisconnectTarget {
  why: RefusalCode;
}

interface Suspect {
  sessionId: number;
  unitId: number;
  userId: number;
  isGone: boolean;
  isOver: boolean;
  /** Whether its end was requested to make room for another device. */
  isAsked: boolean;
}

/**
 * Sessions that should have ended, at units that report to this server. The SQL only finds candidates, by sums that cover at least today;
 * whether a limit is really used up, in the hotspot's time zone, is decided by the same code as at log-in.
 */
export async function overdueSessions(db: Db, now: Date, serverZone: string): Promise<OverdueSession[]> {
  const reasons = new Map<number, RefusalCode>();
  for (let after = 0, to = await endOfSlice(db, after); to !== null; after = to, to = await endOfSlice(db, after)) {
    for (const { sessionId, unitId, userId, isGone, isOver, isAsked } of await overdueCandidates(db, now, { after, to })) {
      const evident = isGone ? 'not_known' : isOver ? 'expired' : isAsked ? 'too_many_devices' : null;
      const why = evident ?? (await reasonFor(db, userId, unitId, now, serverZone));
      if (why !== null) reasons.set(sessionId, why);
    }
  }
  if (reasons.size === 0) return [];
  const reached = await sessionsToReach(db, withIds(sessions.id, [...reasons.keys()])).orderBy(sessions.id);
  return reached.flatMap(({ target }) => {
    const why = reasons.get(target.sessionId);
    return why === undefined ? [] : [{ ...target, why }];
  });
}

/** Running sessions examined per statement, to keep each statement short. */
const SLICE = 500;

/** Id of the last session in the next slice; null if there are no more. */
async function endOfSlice(db: Db, after: number): Promise<number | null> {
  const next = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(gt(sessions.id, after))
    .orderBy(asc(sessions.id))
    .limit(SLICE)
    .as('next');
  const [last] = await db.select({ id: max(next.id) }).from(next);
  return last?.id ?? null;
}

/** What a session may still use after a report by its unit. */
export interface Continued {
  /** What is left from now on. */
  grant: Grant;
  /** What the session has used; its traffic as just reported. */
  used: { seconds: number; bytes: number };
}

/**
 * What the session with this key at a unit may still use; `end` if it should end, because that was requested or it is overdue. Null if
 * there is none, or it has no guest. Found through its reports, because an erased guest's session no longer contains the key.
 */
export async function afterReport(
  db: Db,
  { unitId, key }: { unitId: number; key: string },
  now: Date,
  serverZone: string,
): Promise<Continued | 'end' | null> {
  const [running] = await db
    .select({ userId: sessions.user_id, guestId: users.id, asked: asked_endings.asked, start: sessions.start_time, bytes: USED_BYTES })
    .from(session_reports)
    .innerJoin(sessions, eq(sessions.id, session_reports.session_id))
    .leftJoin(users, and(eq(users.id, sessions.user_id), eq(users.hotspot_id, sessions.hotspot_id)))
    .leftJoin(asked_endings, eq(asked_endings.session_id, sessions.id))
    .where(and(eq(session_reports.unit_id, unitId), eq(session_reports.session_key, key), isNull(session_reports.ended)));
  if (!running) return null;
  if (running.asked !== null) return 'end';
  if (running.userId === 0) return null;
  const decision = running.guestId === null ? null : await decisionFor(db, running.guestId, unitId, now, serverZone);
  if (decision === undefined) return null;
  return decision === null || 'refusal' in decision ? 'end' : { grant: decision.grant, used: usedAt(now, running) };
}

const USED_BYTES = sql<number>`${sessions.bytes_up} + ${sessions.bytes_down}`.mapWith(Number);

const usedAt = (now: Date, { start, bytes }: { start: Date; bytes: number }): Continued['used'] => ({
  seconds: Math.max(0, Math.round((now.getTime() - start.getTime()) / 1000)),
  bytes,
});

/**
 * For a running session of a guest who may have a traffic limit: the session, with what it may still use or why it should end. Null for all
 * others. For units that check traffic only at intervals, which need new limits after each report.
 */
export async function limitedSession(
  db: Db,
  { unitId, key }: { unitId: number; key: string },
  now: Date,
  serverZone: string,
): Promise<{ session: DisconnectTarget; next: Continued | RefusalCode } | null> {
  // A voucher's limits may have changed since they were copied to the guest.
  const mayBeLimited = sql`exists (select from ${users} g where g.id = ${sessions.user_id} and g.hotspot_id = ${sessions.hotspot_id}
    and (g.max_navigation_traffic > 0 or g.account_type = 'voucher'))`;
  const itsKey = and(eq(session_reports.unit_id, unitId), eq(session_reports.session_key, key));
  const [found] = await sessionsToReach(db, and(itsKey, mayBeLimited));
  if (!found || found.target.address === '') return null;
  const { target: session, userId: guestId, start, bytes } = found;
  const decision = await decisionFor(db, guestId, unitId, now, serverZone);
  if (decision === undefined) return null;
  return { session, next: 'refusal' in decision ? decision.refusal : { grant: decision.grant, used: usedAt(now, { start, bytes }) } };
}

async function reasonFor(db: Db, guestId: number, unitId: number, now: Date, serverZone: string): Promise<RefusalCode | null> {
  const decision = await decisionFor(db, guestId, unitId, now, serverZone);
  return decision && 'refusal' in decision ? decision.refusal : null;
}

/** Undefined for an unknown unit. */
async function decisionFor(db: Db, guestId: number, unitId: number, now: Date, serverZone: string): Promise<Decision | undefined> {
  const answer = await explainAccess(db, { unitId, credential: { method: 'portal', guestId }, deviceMac: '', now, serverZone });
  return answer?.decision;
}

/**
 * Finds candidates by running sessions and those ended sessions that began in the last seven days, each counted in full. That is at least
 * today's usage, except if a session began earlier and ended today, which is rare. Where a voucher's limits apply to its whole validity,
 * all sessions of its guest count, as at log-in. A session missed here is refused at the guest's next log-in.
 */
async function overdueCandidates(db: Db, now: Date, { after, to }: { after: number; to: number }): Promise<Suspect[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const recently = sql`${at} - interval '7 days'`;
  const isLimited = sql`(r.most_bytes > 0 or r.most_seconds > 0 or r.most_bytes_in_all > 0 or r.most_seconds_in_all > 0)`;
  const answer = await db.execute(sql`
    with running as materialized (
      select s.id, s.unit_id, s.user_id, g.id is null as is_gone, coalesce(g.valid_until <= ${at}, false) as is_over,
        ${isOnAt(['hotspot_closed'], sql`s.hotspot_id`)} as is_closed,
        -- Units that can't be called learn of it from the answer to their next report.
        e.session_id is not null and not (r.is_by_http or coalesce(nullif(u.kind, ''), c.kind) = 'opennds') as is_asked,
        nullif(g.max_navigation_traffic, 0) as most_bytes, nullif(g.max_navigation_time, 0) as most_seconds,
        nullif(v.max_traffic, 0) as most_bytes_in_all, nullif(v.max_time, 0) as most_seconds_in_all
      from ${sessions} s
      join ${session_reports} r on r.session_id = s.id and r.ended is null
      join ${unit_contacts} c on c.unit_id = s.unit_id
      join ${units} u on u.id = s.unit_id
      left join ${asked_endings} e on e.session_id = s.id
      left join ${users} g on g.id = s.user_id and g.hotspot_id = s.hotspot_id
      -- Vouchers are looked at only where their limits count in all.
      left join lateral (
        select v.max_traffic, v.max_time from ${hotspot_vouchers} v
        where v.id = g.voucher_id and v.hotspot_id = g.hotspot_id and v.type = 'auth' and ${isOnAt(['voucher_limits_total'], sql`g.hotspot_id`)}
        limit 1) v on true
      where s.user_id <> 0 and s.id > ${after} and s.id <= ${to})
    select r.id as "sessionId", r.unit_id as "unitId", r.user_id as "userId", r.is_gone as "isGone", r.is_over as "isOver", r.is_asked as "isAsked"
    from running r cross join lateral (
      select sum(bytes) filter (where is_recent) as bytes, sum(duration) filter (where is_recent) as seconds,
        sum(bytes) as bytes_in_all, sum(duration) as seconds_in_all from (
        select bytes_up + bytes_down as bytes, duration, start_time > ${recently} as is_recent from ${session_histories}
        where ${isLimited} and user_id = r.user_id
          and start_time > case when r.most_bytes_in_all > 0 or r.most_seconds_in_all > 0 then '-infinity' else ${recently} end
        union all
        select bytes_up + bytes_down, duration, true from ${sessions} where ${isLimited} and user_id = r.user_id) x) used
    where r.is_gone or r.is_over or r.is_asked or r.is_closed or used.bytes >= r.most_bytes or used.seconds >= r.most_seconds
      or used.bytes_in_all >= r.most_bytes_in_all or used.seconds_in_all >= r.most_seconds_in_all
    order by r.id`);
  return rowsIn<Suspect>(answer);
}
