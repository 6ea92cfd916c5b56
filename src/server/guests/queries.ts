import { and, eq, gt, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { withoutEmpty } from '../../contract/plain/fields';
import type {
  ArchivedGuest,
  ExpiredGuests,
  Guest,
  GuestDetails,
  ListedGuest,
  ListExpiredGuests,
  ListGuests,
  UpdateGuest,
} from '../../contract/guests';
import { EXACT_TOTAL, HOTSPOT_ZONE, NO_DATE } from '../../contract/plain/wire';
import { startOfToday, usageOf, usageOfEach, type Usage } from '../access/usage';
import type { Db } from '../database/db';
import { guestText } from '../database/searchExpressions';
import { hotspot_vouchers, hotspots, user_histories, users } from '../database/schema';
import { findPage, idList, inOrder, inPieces, PAGE_IDS, ROWS_OF_PAGE, withIds, type FoundPage } from '../database/paging';
import { onChosenHotspot, onHotspot, preparedOncePerRole, type Scope } from '../auth/tenancy';
import { zonesOf } from '../preferences/zoneQueries';
import { vouchersWithCode } from '../vouchers/listQueries';
import { contains, momentOf } from '../database/listQueries';
import { isCurrent, isOnline, isOver, isUnused } from './stateQueries';
import { toArchivedGuest, toGuest } from './rowQueries';

/**
 * Filter of a guest list, for either table; `q` searches username, name, e-mail, account type, the four limits, and the code of the guest's
 * voucher, or a code that it replaced, in any notation.
 */
async function listFilter(
  db: Db,
  scope: Scope,
  table: typeof users | typeof user_histories,
  query: Omit<ListExpiredGuests, 'state'>,
): Promise<SQL | undefined> {
  const vouchers = await vouchersWithCode(db, scope, query.q);
  return and(
    onChosenHotspot(scope, table.hotspot_id, query.hotspot),
    query.type === '' ? undefined : eq(table.account_type, query.type),
    query.marketing === 'true' ? eq(table.marketing_auth, true) : undefined,
    or(contains([guestText(table)], query.q), vouchers.length === 0 ? undefined : withIds(table.voucher_id, vouchers)),
  );
}

/** The time, and the zone for hotspots without their own. */
interface At {
  now: Date;
  serverZone: string;
}

/** A page of the guests that are valid at `now`, or of those online. */
export async function listGuests(
  db: Db,
  scope: Scope,
  query: ListGuests,
  { now, serverZone }: At,
): Promise<{ data: ListedGuest[]; page: FoundPage }> {
  const states = { online: () => isOnline(scope), valid: () => gt(users.valid_until, now), current: () => isCurrent(now) };
  const where = and(await listFilter(db, scope, users, query), states[query.state]());
  const page = await findPage(db, { table: users, id: users.id, where, sortColumn: users[query.sort] }, query);
  const data = await guestsOf(db, scope, page);
  return { data: query.used === 'true' ? await withUse(db, data, { tz: query.tz, serverZone, now }, ({ id }) => id) : data, page };
}

/**
 * A page of the guests expired at `now` (with state 'all', of all current ones), and the same page of the archived ones. A guest without an
 * end counts as expired, as in existing back ends, whose "no date" lies in the past; with state 'over' only if no first use is to come.
 */
export async function listExpiredGuests(
  db: Db,
  scope: Scope,
  query: ListExpiredGuests,
  { now, serverZone }: At,
): Promise<ExpiredGuests & { hasMore: boolean }> {
  const states = { all: undefined, over: isOver(now), expired: or(lte(users.valid_until, now), isNull(users.valid_until)) };
  const present = await findPage(
    db,
    {
      table: users,
      id: users.id,
      where: and(await listFilter(db, scope, users, query), states[query.state]),
      sortColumn: users[query.sort],
    },
    query,
  );
  const archived = await findPage(
    db,
    {
      table: user_histories,
      id: user_histories.id,
      where: await listFilter(db, scope, user_histories, query),
      sortColumn: user_histories[query.sort],
    },
    query,
  );
  const hasMore = present.hasMore || archived.hasMore;
  const there = await guestsOf(db, scope, present);
  const gone = await archivedGuestsOf(db, scope, archived);
  const isFiltered = query.used === 'true';
  const today = { tz: query.tz, serverZone, now };
  return {
    data_users: isFiltered ? await withUse(db, there, today, ({ id }) => id) : there,
    data_user_histories: isFiltered ? await withUse(db, gone, today, ({ user_id }) => user_id) : gone,
    total: hasMore ? EXACT_TOTAL : present.total + archived.total,
    hasMore,
  };
}

const guestRows = preparedOncePerRole((db, scope) =>
  db
    .select()
    .from(users)
    .where(and(onHotspot(scope, users.hotspot_id), withIds(users.id, PAGE_IDS)))
    .prepare(ROWS_OF_PAGE),
);

const archivedGuestRows = preparedOncePerRole((db, scope) =>
  db
    .select()
    .from(user_histories)
    .where(and(onHotspot(scope, user_histories.hotspot_id), withIds(user_histories.id, PAGE_IDS)))
    .prepare(ROWS_OF_PAGE),
);

const guestsOf = (db: Db, scope: Scope, page: FoundPage): Promise<Guest[]> =>
  inPieces(page.ids, async (ids) => {
    const rows = await guestRows(db, scope).execute({ ...scope, ids: idList(ids) });
    return inOrder(ids, rows, ({ id }) => id).map(toGuest);
  });

const archivedGuestsOf = (db: Db, scope: Scope, page: FoundPage): Promise<ArchivedGuest[]> =>
  inPieces(page.ids, async (ids) => {
    const rows = await archivedGuestRows(db, scope).execute({ ...scope, ids: idList(ids) });
    return inOrder(ids, rows, ({ id }) => id).map(toArchivedGuest);
  });

/** On the wire these fields are called `limit`, although they hold usage. */
const toUsed = ({ inAll, today }: Usage): Used => ({
  max_navigation_traffic_limit: inAll.bytes,
  max_navigation_time_limit: inAll.seconds,
  ...(today && { used_today_traffic: today.bytes, used_today_time: today.seconds }),
});

/** By which zone's day today's usage is asked for: a name, or that of each guest's hotspot; undefined leaves it out. */
export interface TodayQuery extends At {
  tz: string | undefined;
}

interface AtHotspots {
  /** When today began at a hotspot; null if today's usage isn't asked for. */
  startOfTodayAt: (hotspotId: number) => Date | null;
  /** Fields that are only added if the request asks for the hotspot's zone. */
  more: (guest: Guest, userId: number) => Pick<GuestDetails, 'unused' | 'zone'>;
}

/** Data about the hotspots of these guests. `userIdOf` returns the id that a guest has, or had before it was archived. */
async function atHotspots<G extends Guest>(
  db: Db,
  guests: readonly G[],
  { tz, serverZone, now }: TodayQuery,
  userIdOf: (guest: G) => number,
): Promise<AtHotspots> {
  if (tz !== HOTSPOT_ZONE) return { startOfTodayAt: () => (tz === undefined ? null : startOfToday(tz, now)), more: () => ({}) };
  const hotspotIds = guests.map(({ hotspot_id }) => hotspot_id);
  const zoneAt = await zonesOf(db, hotspotIds, serverZone);
  const endless = guests.filter(({ valid_until }) => valid_until === null).map(userIdOf);
  const rows =
    endless.length === 0
      ? []
      : await db
          .select({ id: users.id })
          .from(users)
          .where(and(withIds(users.id, endless), isUnused));
  const unused = new Set(rows.map(({ id }) => id));
  return {
    startOfTodayAt: (hotspotId) => startOfToday(zoneAt(hotspotId), now),
    more: ({ hotspot_id, valid_until }, userId) => ({ unused: valid_until === null && unused.has(userId), zone: zoneAt(hotspot_id) }),
  };
}

/**
 * Adds to each guest its usage on its hotspot, the hotspot's name, and whether it is online. The guests must be in scope. `userIdOf`
 * returns the id that their sessions refer to.
 */
async function withUse<G extends Guest>(db: Db, guests: G[], today: TodayQuery, userIdOf: (guest: G) => number): Promise<(G & Used)[]> {
  if (guests.length === 0) return [];
  const { startOfTodayAt, more } = await atHotspots(db, guests, today, userIdOf);
  const usageQuery = (guest: G) => ({ userId: userIdOf(guest), hotspotId: guest.hotspot_id, since: startOfTodayAt(guest.hotspot_id) });
  const usage = await usageOfEach(db, guests.map(usageQuery));
  const names = await db
    .select({ id: hotspots.id, name: hotspots.name })
    .from(hotspots)
    .where(inArray(hotspots.id, [...new Set(guests.map(({ hotspot_id }) => hotspot_id))]));
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return guests.map((guest) => {
    const used = usage(usageQuery(guest));
    return {
      ...guest,
      ...toUsed(used),
      ...more(guest, userIdOf(guest)),
      online: used.isOnline,
      hotspot_name: nameOf.get(guest.hotspot_id) ?? '',
    };
  });
}

type Used = Omit<GuestDetails, keyof Guest>;

/** A guest in scope, expired or not, with its usage; null if there is none. */
export async function getGuest(db: Db, scope: Scope, id: number, today?: TodayQuery): Promise<GuestDetails | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(onHotspot(scope, users.hotspot_id), eq(users.id, id)));
  return row ? detailsOf(db, toGuest(row), row.id, today) : null;
}

/** Adds to a guest its usage, and the fields for the requested zone. */
export async function detailsOf<G extends Guest>(db: Db, guest: G, userId: number, today?: TodayQuery): Promise<G & Used> {
  const there = today && (await atHotspots(db, [guest], today, () => userId));
  const since = there?.startOfTodayAt(guest.hotspot_id) ?? null;
  const used = toUsed(await usageOf(db, { userId, hotspotId: guest.hotspot_id, since }));
  return { ...guest, ...used, ...there?.more(guest, userId) };
}

/** Locks a guest in scope until the transaction ends. */
export async function lockGuest(tx: Db, scope: Scope, id: number): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(and(onHotspot(scope, users.hotspot_id), eq(users.id, id)))
    .for('no key update');
}

/** Changes a guest in scope, and extends the guest's own voucher accordingly. False if there is no such guest. */
export async function updateGuest(db: Db, scope: Scope, id: number, change: UpdateGuest): Promise<boolean> {
  const set = changed(change);
  const [updated] = await db
    .update(users)
    // Keeps the statement valid if nothing else is set; changes nothing.
    .set({ ...set, id: sql`${users.id}` })
    .where(and(onHotspot(scope, users.hotspot_id), eq(users.id, id)))
    .returning();
  if (updated && set.valid_until) await extendVoucher(db, updated, set.valid_until);
  return updated !== undefined;
}

/** Extends a voucher so that it doesn't end before its guest: an expired voucher is refused whatever its guest's validity. */
export async function extendVoucher(db: Db, { voucher_id }: Pick<typeof users.$inferSelect, 'voucher_id'>, until: Date): Promise<void> {
  if (voucher_id === null) return;
  const { id, type, expires } = hotspot_vouchers;
  await db
    .update(hotspot_vouchers)
    .set({ expires: until })
    .where(and(eq(id, voucher_id), eq(type, 'auth'), lt(expires, until)));
}

/** Columns set by a change; empty or missing values leave their fields unchanged. */
export function changed({ valid_from, valid_until, ...rest }: UpdateGuest) {
  const given = (moment: string | null | undefined) =>
    moment == null || moment === '' || moment === NO_DATE ? undefined : momentOf(moment);
  const [from, until] = [given(valid_from), given(valid_until)];
  return {
    ...withoutEmpty(rest),
    ...(from && { valid_from: from }),
    ...(until && { valid_until: until }),
  };
}
