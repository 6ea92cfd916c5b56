import { and, eq, gt, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm';
import { each, withoutEmpty } from '../../contract/plain/fields';
import { GUEST_TEXTS } from '../../contract/plain/guestFields';
import type {
  ArchivedGuest,
  ArchivedGuestDetails,
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
import { findPage, inOrder, withIds, type FoundPage } from '../database/paging';
import { onChosenHotspot, onHotspot, type Scope } from '../auth/tenancy';
import { zonesOf } from '../preferences/zoneQueries';
import { vouchersWithCode } from '../vouchers/queries';
import { contains, isoOf, isoOrNull, momentOf } from '../database/listQueries';
import { isCurrent, isOnline, isOver, isUnused } from './stateQueries';

/** Placeholder for a guest that a response doesn't include, as in existing back ends. */
export const NO_GUEST: Guest = {
  id: 0,
  hotspot_id: 0,
  ...each(GUEST_TEXTS, () => ''),
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

/**
 * Filter of a guest list, for either table; `q` searches username, name, e-mail, account type, the four limits, and the code of their
 * voucher, or of one that it replaced, however it is read aloud.
 */
async function asked(
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

/** The time, and the zone of hotspots without one of their own. */
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
  const where = and(await asked(db, scope, users, query), states[query.state]());
  const page = await findPage(db, { table: users, id: users.id, where, sortColumn: users[query.sort] }, query);
  const data = await guestsOf(db, scope, page);
  return { data: query.used === 'true' ? await withUse(db, data, { tz: query.tz, serverZone, now }, ({ id }) => id) : data, page };
}

/**
 * A page of the guests expired at `now` (with state 'all', of all current ones), and the same page of the archived ones. A guest without an
 * end counts as expired, as in existing back ends, whose "no date" lies in the past; with state 'over' not if the first use is still to come.
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
    { table: users, id: users.id, where: and(await asked(db, scope, users, query), states[query.state]), sortColumn: users[query.sort] },
    query,
  );
  const archived = await findPage(
    db,
    {
      table: user_histories,
      id: user_histories.id,
      where: await asked(db, scope, user_histories, query),
      sortColumn: user_histories[query.sort],
    },
    query,
  );
  const rows = await db
    .select()
    .from(user_histories)
    .where(and(onHotspot(scope, user_histories.hotspot_id), withIds(user_histories.id, archived.ids)));
  const hasMore = present.hasMore || archived.hasMore;
  const there = await guestsOf(db, scope, present);
  const gone = inOrder(archived, rows, ({ id }) => id).map(toArchivedGuest);
  const isAsked = query.used === 'true';
  const today = { tz: query.tz, serverZone, now };
  return {
    data_users: isAsked ? await withUse(db, there, today, ({ id }) => id) : there,
    data_user_histories: isAsked ? await withUse(db, gone, today, ({ user_id }) => user_id) : gone,
    total: hasMore ? EXACT_TOTAL : present.total + archived.total,
    hasMore,
  };
}

async function guestsOf(db: Db, scope: Scope, page: FoundPage): Promise<Guest[]> {
  const rows = await db
    .select()
    .from(users)
    .where(and(onHotspot(scope, users.hotspot_id), withIds(users.id, page.ids)));
  return inOrder(page, rows, ({ id }) => id).map(toGuest);
}

/** On the wire these fields are called `limit`, although they hold usage. */
const toUsed = ({ inAll, today }: Usage): Used => ({
  max_navigation_traffic_limit: inAll.bytes,
  max_navigation_time_limit: inAll.seconds,
  ...(today && { used_today_traffic: today.bytes, used_today_time: today.seconds }),
});

/** Which zone's day today's usage is asked for in: a name, or that of each guest's hotspot; undefined leaves it out. */
interface TodayAsked extends At {
  tz: string | undefined;
}

interface AtHotspots {
  /** When today began there; null if today's usage isn't asked for. */
  startOfTodayAt: (hotspotId: number) => Date | null;
  /** What only requests with the hotspot's zone get. */
  more: (guest: Guest, userId: number) => Pick<GuestDetails, 'unused' | 'zone'>;
}

/** About the hotspots of these guests. `userIdOf` returns the id that a guest has or had while not archived. */
async function atHotspots<G extends Guest>(
  db: Db,
  guests: readonly G[],
  { tz, serverZone, now }: TodayAsked,
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
async function withUse<G extends Guest>(db: Db, guests: G[], asked: TodayAsked, userIdOf: (guest: G) => number): Promise<(G & Used)[]> {
  if (guests.length === 0) return [];
  const { startOfTodayAt, more } = await atHotspots(db, guests, asked, userIdOf);
  const asking = (guest: G) => ({ userId: userIdOf(guest), hotspotId: guest.hotspot_id, since: startOfTodayAt(guest.hotspot_id) });
  const usage = await usageOfEach(db, guests.map(asking));
  const names = await db
    .select({ id: hotspots.id, name: hotspots.name })
    .from(hotspots)
    .where(inArray(hotspots.id, [...new Set(guests.map(({ hotspot_id }) => hotspot_id))]));
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return guests.map((guest) => {
    const used = usage(asking(guest));
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
export async function getGuest(db: Db, scope: Scope, id: number, asked?: TodayAsked): Promise<GuestDetails | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(onHotspot(scope, users.hotspot_id), eq(users.id, id)));
  return row ? detailsOf(db, toGuest(row), row.id, asked) : null;
}

/** An archived guest in scope, with its usage; null if there is none. */
export async function getArchivedGuest(db: Db, scope: Scope, id: number, asked?: TodayAsked): Promise<ArchivedGuestDetails | null> {
  const [row] = await db
    .select()
    .from(user_histories)
    .where(and(onHotspot(scope, user_histories.hotspot_id), eq(user_histories.id, id)));
  return row ? detailsOf(db, toArchivedGuest(row), row.user_id, asked) : null;
}

/** Adds to a guest its usage, and what the zone asked for tells. */
async function detailsOf<G extends Guest>(db: Db, guest: G, userId: number, asked?: TodayAsked): Promise<G & Used> {
  const there = asked && (await atHotspots(db, [guest], asked, () => userId));
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

/** Locks an archived guest in scope until the transaction ends. */
export async function lockArchivedGuest(tx: Db, scope: Scope, id: number): Promise<void> {
  await tx
    .select({ id: user_histories.id })
    .from(user_histories)
    .where(and(onHotspot(scope, user_histories.hotspot_id), eq(user_histories.id, id)))
    .for('update');
}

/** Changes a guest in scope, and extends the guest's own voucher with it. False if there is none. */
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

/** An expired voucher is refused whatever its guest's validity, so it ends no earlier than its guest. */
async function extendVoucher(db: Db, { voucher_id }: Pick<typeof users.$inferSelect, 'voucher_id'>, until: Date): Promise<void> {
  if (voucher_id === null) return;
  const { id, type, expires } = hotspot_vouchers;
  await db
    .update(hotspot_vouchers)
    .set({ expires: until })
    .where(and(eq(id, voucher_id), eq(type, 'auth'), lt(expires, until)));
}

/**
 * Changes an archived guest in scope. If its validity then ends after `now`, it becomes an active guest again and the new id is returned:
 * its former one if still free, so that its sessions belong to it. 'duplicate username' if another guest has its username by now.
 */
export async function updateArchivedGuest(
  db: Db,
  scope: Scope,
  id: number,
  change: UpdateGuest,
  now: Date,
): Promise<'done' | 'unknown guest' | 'duplicate username' | number> {
  const set = changed(change);
  return db.transaction(async (tx) => {
    const mine = and(onHotspot(scope, user_histories.hotspot_id), eq(user_histories.id, id));
    const [found] = await tx.select().from(user_histories).where(mine).for('update');
    if (!found) return 'unknown guest';
    if (set.valid_until === undefined || set.valid_until <= now) {
      await tx
        .update(user_histories)
        .set({ ...set, id: sql`${user_histories.id}` })
        .where(mine);
      return 'done';
    }
    const { id: _archivedId, user_id, ...guest } = { ...found, ...set };
    const [sameName] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.hotspot_id, guest.hotspot_id), eq(users.username, guest.username)));
    if (sameName) return 'duplicate username';
    const revived = await insertWithId(tx, { ...guest, id: user_id });
    if (revived === 'duplicate') return 'duplicate username';
    await tx.delete(user_histories).where(mine);
    await extendVoucher(tx, guest, set.valid_until);
    return revived;
  });
}

/**
 * Inserts a guest with the given id, or with a new one if that is taken, and moves the sequence past it. 'duplicate' if the username is
 * taken.
 */
async function insertWithId(tx: Db, guest: typeof users.$inferInsert & { id: number }): Promise<number | 'duplicate'> {
  const sequence = sql`pg_get_serial_sequence('users', 'id')`;
  await tx.execute(
    sql`select setval(${sequence}, ${guest.id}) where ${guest.id} > coalesce(pg_sequence_last_value(${sequence}::regclass), 0)`,
  );
  const { id: _taken, ...withoutId } = guest;
  for (const values of [guest, withoutId]) {
    const [made] = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id });
    if (made) return made.id;
  }
  return 'duplicate';
}

/** Columns set by a change; empty or missing values leave their fields unchanged. */
function changed({ valid_from, valid_until, ...rest }: UpdateGuest) {
  const given = (moment: string | null | undefined) =>
    moment == null || moment === '' || moment === NO_DATE ? undefined : momentOf(moment);
  const [from, until] = [given(valid_from), given(valid_until)];
  return {
    ...withoutEmpty(rest),
    ...(from && { valid_from: from }),
    ...(until && { valid_until: until }),
  };
}

export function toGuest({ unit_id, voucher_id: _, ...row }: typeof users.$inferSelect): Guest {
  return {
    ...row,
    valid_from: isoOrNull(row.valid_from),
    valid_until: isoOrNull(row.valid_until),
    ...(unit_id !== null && { unit_id }),
    created: isoOf(row.created),
  };
}

function toArchivedGuest({ user_id, ...guest }: typeof user_histories.$inferSelect): ArchivedGuest {
  return { ...toGuest(guest), user_id };
}
