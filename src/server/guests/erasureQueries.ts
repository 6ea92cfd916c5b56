/**
 * Erases guests (GST-30). Personal data is removed; the figures of their sessions stay, under a negative id that is distinct per guest, so
 * that reports count as before.
 */
import { and, eq, exists, gte, inArray, isNull, lt, ne, not, or, sql } from 'drizzle-orm';
import { each, namesOf } from '../../contract/plain/fields';
import { GUEST_FIELDS } from '../../contract/plain/guestFields';
import { requestDisconnectOfErased } from '../access/pendingDisconnectQueries';
import { eraseGuestEntries } from '../audit/erasureQueries';
import { rowsIn, type Db } from '../database/db';
import { anonymous_guests, isNoted, sorted } from '../database/searchExpressions';
import {
  consents,
  hotspot_sms_counts,
  hotspot_vouchers,
  portal_codes,
  session_addresses,
  session_histories,
  sessions,
  user_histories,
  users,
} from '../database/schema';
import { onHotspot, type Scope } from '../auth/tenancy';
import type { DeletedCopies } from '../deleted/deletedCopyQueries';
import { eraseFromDeleted } from '../deleted/restoringQueries';
import { eraseFeedback } from '../marketing/feedbackRequestQueries';
import { deleteMessagesOf } from '../messages/outboxQueries';

/** What identifies a guest in other tables: its hotspot, its username there, and the ids it had. */
interface Traces {
  hotspotId: number;
  username: string;
  userIds: number[];
  /** Ids of archived copies, which have already been deleted. */
  copyIds: number[];
  /** The voucher to which the guest's row refers. */
  voucherId: number | null;
}

/** Erases a guest in scope with all personal data, except the copies that `kept` stores for a day. False if there is no such guest. */
export async function eraseGuest(tx: Db, scope: Scope, id: number, deletedCopies: DeletedCopies | null = null): Promise<boolean> {
  const mine = and(onHotspot(scope, users.hotspot_id), eq(users.id, id));
  await deletedCopies?.deleting(users, mine);
  const [guest] = await tx
    .delete(users) // cascades to its devices
    .where(mine)
    .returning({ id: users.id, hotspotId: users.hotspot_id, username: users.username, voucherId: users.voucher_id });
  if (!guest) return false;
  await eraseTraces(tx, { ...guest, userIds: [guest.id], copyIds: [] }, deletedCopies);
  return true;
}

/**
 * Erases an archived guest in scope in the same way. If the same guest is active again, only the archived copy is deleted. False if there
 * is none.
 */
export async function eraseArchivedGuest(tx: Db, scope: Scope, id: number, deletedCopies: DeletedCopies | null): Promise<boolean> {
  const mine = and(onHotspot(scope, user_histories.hotspot_id), eq(user_histories.id, id));
  await deletedCopies?.deleting(user_histories, mine);
  const [copy] = await tx.delete(user_histories).where(mine).returning({
    userId: user_histories.user_id,
    hotspotId: user_histories.hotspot_id,
    username: user_histories.username,
    voucherId: user_histories.voucher_id,
  });
  if (!copy) return false;
  const present = and(eq(users.hotspot_id, copy.hotspotId), or(eq(users.id, copy.userId), eq(users.username, copy.username)));
  if ((await tx.$count(users, present)) === 0) await eraseTraces(tx, { ...copy, userIds: [copy.userId], copyIds: [id] }, deletedCopies);
  return true;
}

/**
 * Erases guests of all tenants, up to `most` active and `most` archived ones, whose validity ended before `cutoff`
 * (PORTICO_RETENTION_DAYS). Returns how many.
 */
export async function eraseExpiredGuests(db: Db, cutoff: Date, most: number): Promise<number> {
  return db.transaction(async (tx) => {
    const expired = await tx
      .delete(users)
      .where(inArray(users.id, tx.select({ id: users.id }).from(users).where(lt(users.valid_until, cutoff)).limit(most)))
      .returning({ id: users.id, hotspotId: users.hotspot_id, username: users.username, voucherId: users.voucher_id });
    const archived = await tx
      .delete(user_histories)
      .where(
        inArray(
          user_histories.id,
          tx.select({ id: user_histories.id }).from(user_histories).where(lt(user_histories.valid_until, cutoff)).limit(most),
        ),
      )
      .returning({
        id: user_histories.user_id,
        copyId: user_histories.id,
        hotspotId: user_histories.hotspot_id,
        username: user_histories.username,
        voucherId: user_histories.voucher_id,
      });
    for (const guest of expired) await eraseTraces(tx, { ...guest, userIds: [guest.id], copyIds: [] }, null);
    for (const copy of archived) {
      const present = and(eq(users.hotspot_id, copy.hotspotId), or(eq(users.id, copy.id), eq(users.username, copy.username)));
      if ((await tx.$count(users, present)) === 0) await eraseTraces(tx, { ...copy, userIds: [copy.id], copyIds: [copy.copyId] }, null);
    }
    return expired.length + archived.length;
  });
}

/**
 * Removes the notes about whom vouchers were for, of all tenants, from up to `most` vouchers that were made before `cutoff`, haven't been
 * used, and don't end after it: without a guest's validity, `eraseExpiredGuests` can't find them. The vouchers still work. Returns how
 * many.
 */
export async function eraseNotesOfUnused(db: Db, cutoff: Date, most: number): Promise<number> {
  return db.transaction(async (tx) => {
    const { id, created, expires } = hotspot_vouchers;
    const isUsed = (table: typeof users | typeof user_histories) =>
      exists(
        tx
          .select({ id: table.id })
          .from(table)
          .where(and(eq(table.voucher_id, id), gte(table.valid_until, cutoff))),
      );
    const forgotten = await tx
      .select({ id })
      .from(hotspot_vouchers)
      .where(
        and(
          isNoted(hotspot_vouchers),
          lt(created, cutoff),
          or(isNull(expires), lt(expires, cutoff)),
          not(isUsed(users)),
          not(isUsed(user_histories)),
        ),
      )
      .orderBy(created)
      .limit(most);
    const ids = forgotten.map((voucher) => voucher.id);
    if (ids.length === 0) return 0;
    await tx.update(hotspot_vouchers).set(NOBODY_NOTED).where(inArray(id, ids));
    await tx
      .update(users)
      .set(each(namesOf(GUEST_FIELDS), () => ''))
      .where(and(inArray(users.voucher_id, ids), isNull(users.valid_until)));
    return ids.length;
  });
}

/** Values that replace the notes on a voucher about whom it is for. */
const NOBODY_NOTED = { user_name: '', user_mail: '', room: '' };

/**
 * Anonymises ended sessions that began between `from` and `to`, of all tenants, for up to `most` guests. Each guest gets one anonymous id
 * for the span, so that daily counts of distinct guests stay right if spans are whole days. Returns how many guests there were.
 */
export async function anonymiseHistories(db: Db, from: Date, to: Date, most: number): Promise<number> {
  const span = sql`start_time >= ${from.toISOString()}::timestamptz and start_time < ${to.toISOString()}::timestamptz`;
  const result: unknown = await db.execute(sql`
    with guests as materialized (
      select distinct user_id, hotspot_id from ${session_histories} where ${span} and user_id > 0 limit ${most}),
    named as materialized (select *, ${nextAnonymousId} as anonymous from guests),
    addresses as (
      delete from ${session_addresses} a using ${session_histories} h, named
      where a.session_id = h.session_id and a.hotspot_id = h.hotspot_id
        and h.user_id = named.user_id and h.hotspot_id = named.hotspot_id and ${span}),
    done as (
      update ${session_histories} h set ${sql.join(
        Object.entries({ user_id: sql`named.anonymous`, ...NOBODY }).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`),
        sql`, `,
      )}
      from named where h.user_id = named.user_id and h.hotspot_id = named.hotspot_id and ${span})
    select count(*)::int as count from named`);
  return numberIn(result, 'count');
}

const nextAnonymousId = sql`nextval(${sql.raw(`'${anonymous_guests.seqName ?? ''}'`)})::int`;

/** Values that replace the personal data in a session of an erased guest. */
const NOBODY = { username: '', device_id: 0, device_mac: '', ip_address: '', session_key: '' };

async function eraseTraces(
  tx: Db,
  { hotspotId, username, userIds, copyIds, voucherId }: Traces,
  deletedCopies: DeletedCopies | null,
): Promise<void> {
  const ofHotspot = eq(user_histories.hotspot_id, hotspotId);
  const archived = and(ofHotspot, or(inArray(user_histories.user_id, userIds), eq(user_histories.username, username)));
  await deletedCopies?.deleting(user_histories, archived);
  const copies = await tx
    .delete(user_histories)
    .where(archived)
    .returning({ id: user_histories.id, userId: user_histories.user_id, voucherId: user_histories.voucher_id });
  const ids = [...new Set([...userIds, ...copies.map((copy) => copy.userId)])];
  const guest = { hotspotId, username, userIds: ids, copyIds: [...copyIds, ...copies.map((copy) => copy.id)] };
  if (deletedCopies) await deletedCopies.ofGuest(guest.userIds, guest.copyIds);
  else {
    await eraseGuestEntries(tx, guest);
    await eraseFromDeleted(tx, guest);
  }
  const voucherIds = [voucherId, ...copies.map((copy) => copy.voucherId)].filter((id) => id !== null);
  const recipients = [...new Set([username, username.split('#')[0] ?? ''])].filter((name) => /@|^\+/.test(name));
  if (recipients.length > 0)
    await tx.delete(portal_codes).where(and(eq(portal_codes.hotspot_id, hotspotId), inArray(portal_codes.recipient, recipients)));
  const theirs = and(eq(consents.hotspot_id, hotspotId), inArray(consents.user_id, ids));
  await deletedCopies?.deleting(consents, theirs);
  await tx.delete(consents).where(theirs);
  await deleteMessagesOf(tx, hotspotId, ids, recipients);
  await eraseFeedback(tx, hotspotId, ids, deletedCopies);
  const anonymous = numberIn(await tx.execute(sql`select ${nextAnonymousId} as id`), 'id');
  const ofGuest = (table: typeof session_histories | typeof sessions) => {
    // A guest who left and came back has other ids under the same username. (`sorted` matches the index of session_histories.)
    const sameName = and(ne(table.username, ''), sql`${sorted(table.username)} = ${username}`);
    return and(eq(table.hotspot_id, hotspotId), or(inArray(table.user_id, ids), sameName));
  };
  await requestDisconnectOfErased(tx, ofGuest(sessions));
  const sessionIds = sql`select ${sessions.id} from ${sessions} where ${ofGuest(sessions)}
    union all select ${session_histories.session_id} from ${session_histories} where ${ofGuest(session_histories)}`;
  const addresses = and(eq(session_addresses.hotspot_id, hotspotId), sql`${session_addresses.session_id} in (${sessionIds})`);
  await deletedCopies?.deleting(session_addresses, addresses);
  await tx.delete(session_addresses).where(addresses);
  for (const table of [session_histories, sessions]) {
    const { hotspot_id, user_id, username: name, device_id, device_mac, ip_address, session_key } = table;
    await deletedCopies?.emptying(table, [hotspot_id, user_id, name, device_id, device_mac, ip_address, session_key], ofGuest(table));
    await tx
      .update(table)
      .set({ user_id: anonymous, ...NOBODY, session_key: table === sessions ? sql`'erased-' || ${sessions.id}` : '' })
      .where(ofGuest(table));
  }
  const numbers = and(eq(hotspot_sms_counts.hotspot_id, hotspotId), eq(hotspot_sms_counts.number, username));
  await deletedCopies?.emptying(hotspot_sms_counts, [hotspot_sms_counts.number], numbers);
  await tx.update(hotspot_sms_counts).set({ number: '' }).where(numbers);
  const { user_name, user_mail, room } = hotspot_vouchers;
  await deletedCopies?.emptying(hotspot_vouchers, [user_name, user_mail, room], inArray(hotspot_vouchers.id, voucherIds));
  await tx.update(hotspot_vouchers).set(NOBODY_NOTED).where(inArray(hotspot_vouchers.id, voucherIds));
}

function numberIn(result: unknown, column: string): number {
  const [row] = rowsIn<Record<string, unknown>>(result);
  return Number(row?.[column]);
}
