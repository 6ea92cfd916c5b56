import { and, eq, gt, sql } from 'drizzle-orm';
import type { Guest, ListGuests } from '../../contract/guests';
import type { Db } from '../db/client';
import { users } from '../db/schema';
import { onChosenHotspot, type Scope } from '../tenancy';
import { contains, isoOf, isoOrNull, sortedBy } from '../wire';

/** Stands where an answer has a guest's place but does not fill it in, as recorded. */
export const NO_GUEST: Guest = {
  id: 0,
  hotspot_id: 0,
  name: '',
  username: '',
  email: '',
  email_verified: false,
  account_type: '',
  reason: '',
  country: '',
  marketing_auth: false,
  survey_auth: false,
  kbps_down: 0,
  kbps_up: 0,
  max_navigation_traffic: 0,
  max_navigation_time: 0,
  auto_login: false,
  valid_from: null,
  valid_until: null,
  created: null,
};

const { username, name, email, account_type, kbps_down, kbps_up, max_navigation_traffic, max_navigation_time } = users;
const searched = [
  username,
  name,
  email,
  account_type,
  ...[kbps_down, kbps_up, max_navigation_traffic, max_navigation_time].map((limit) => sql`${limit}::text`),
];

/** A page of the guests whose validity runs at `now`; `q` looks at username, name, e-mail, account type and the four limits. */
export async function listGuests(db: Db, scope: Scope, query: ListGuests, now: Date): Promise<{ data: Guest[]; total: number }> {
  const mine = and(
    onChosenHotspot(scope, users.hotspot_id, query.hotspot),
    gt(users.valid_until, now),
    query.type === '' ? undefined : eq(users.account_type, query.type),
    query.marketing === 'true' ? eq(users.marketing_auth, true) : undefined,
    contains(searched, query.q),
  );
  const rows = await db
    .select()
    .from(users)
    .where(mine)
    .orderBy(...sortedBy(users[query.sort], users.id, query.order))
    .limit(query.limit)
    .offset((query.page - 1) * query.limit);
  return { data: rows.map(toGuest), total: await db.$count(users, mine) };
}

export function toGuest(row: typeof users.$inferSelect): Guest {
  return { ...row, valid_from: isoOrNull(row.valid_from), valid_until: isoOrNull(row.valid_until), created: isoOf(row.created) };
}
