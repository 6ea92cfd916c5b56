/**
 * Inserts rows for tests. Defaults fill in everything a row needs, so a test states only what it is about. What the server does besides
 * when it creates one (preferences, audit entries, messages) is missing; tests of that must call the server.
 */
import type { Db } from '../../src/server/database/db';
import { accounts, hotspot_vouchers, hotspots, session_histories, sessions, units, users } from '../../src/server/database/schema';
import { accountIdOf, RECORDED_AT } from '../support/backEnd/recordings';

type Inserts = Pick<Db, 'insert'>;

let created = 0;
/** A number that is unique within the test file. */
const another = () => ++created;

function only<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('nothing was inserted');
  return row;
}

/** Inserts a hotspot of reseller1, without preferences. */
export async function insertHotspot(db: Inserts, its: Partial<typeof hotspots.$inferInsert> = {}): Promise<typeof hotspots.$inferSelect> {
  const name = its.name ?? `Hotspot ${another()}`;
  const row = { account_id: accountIdOf('reseller1'), name, uuid: name, created: RECORDED_AT, ...its };
  return only(await db.insert(hotspots).values(row).returning());
}

/** Inserts a customer who can't sign in, because the password hash is invalid. */
export async function insertStaff(db: Inserts, its: Partial<typeof accounts.$inferInsert> = {}): Promise<typeof accounts.$inferSelect> {
  const username = its.username ?? `staff${another()}`;
  const row = { uuid: username, username, name: username, type: 'customer' as const, password_hash: '-', created: RECORDED_AT, ...its };
  return only(await db.insert(accounts).values(row).returning());
}

/** Inserts a unit at hotspot 1, without a secret. */
export async function insertUnit(db: Inserts, its: Partial<typeof units.$inferInsert> = {}): Promise<typeof units.$inferSelect> {
  const nth = another();
  const mac_address = its.mac_address ?? macOf(nth);
  const row = { hotspot_id: 1, name: `unit-${nth}`, uuid: mac_address, created: RECORDED_AT, ...its, mac_address };
  return only(await db.insert(units).values(row).returning());
}

/** Inserts a guest at hotspot 1 who registered by e-mail, without an end or limits. */
export async function insertGuest(db: Inserts, its: Partial<typeof users.$inferInsert> = {}): Promise<typeof users.$inferSelect> {
  const row = { hotspot_id: 1, username: `guest${another()}@mail.example`, account_type: 'email', created: RECORDED_AT, ...its };
  return only(await db.insert(users).values(row).returning());
}

/** Inserts a voucher at hotspot 1: personal, unused, for any number of uses, without an end or limits. */
export async function insertVoucher(
  db: Inserts,
  its: Partial<typeof hotspot_vouchers.$inferInsert> = {},
): Promise<typeof hotspot_vouchers.$inferSelect> {
  const row = {
    hotspot_id: 1,
    code: `code${another()}`,
    auto_login: false,
    remain_use: -1,
    type: 'auth' as const,
    created: RECORDED_AT,
    ...its,
  };
  return only(await db.insert(hotspot_vouchers).values(row).returning());
}

type Session = Partial<typeof sessions.$inferInsert>;

/** A session at hotspot 1 that begins at the fixture's time, without a guest or unit. */
const session = ({ start_time = RECORDED_AT, ...its }: Session = {}) => ({
  unit_id: 0,
  hotspot_id: 1,
  device_id: 0,
  user_id: 0,
  session_key: `session${another()}`,
  start_time,
  auth_time: start_time,
  update_time: start_time,
  ...its,
});

/** Inserts a running session. */
export async function insertSession(db: Inserts, its: Session = {}): Promise<typeof sessions.$inferSelect> {
  return only(await db.insert(sessions).values(session(its)).returning());
}

/** Inserts an ended session; without `stop_time` it ended at its last report. */
export async function insertEndedSession(
  db: Inserts,
  its: Partial<typeof session_histories.$inferInsert> = {},
): Promise<typeof session_histories.$inferSelect> {
  const row = { session_id: another(), ...session(its) };
  return only(
    await db
      .insert(session_histories)
      .values({ ...row, stop_time: row.stop_time ?? row.update_time })
      .returning(),
  );
}

const macOf = (nth: number) => `02-FA-C7-00-${hex(nth >> 8)}-${hex(nth & 255)}`;
const hex = (byte: number) => byte.toString(16).padStart(2, '0').toUpperCase();
