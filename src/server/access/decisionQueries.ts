/** Records decisions and spends what they cost. */
import { lt, sql } from 'drizzle-orm';
import type { Db } from '../database/db';
import { access_events, users } from '../database/schema';
import { isVoucherUse, type AccessFacts, type Decision } from './authorise';
import { roomBeside } from './devicesAtOnce';
import type { RefusalCode } from '../../contract/plain/access';
import { countLogIn } from './portalFigureQueries';
import { spend, type Spent } from './spend';
import type { Found } from './factsQueries';
import { ONLINE_WITHIN, GRANTED_WITHIN, before } from './storedFactsQueries';
import type { AccessRequest } from './accessRequest';

/** Not recorded for device log-ins: every unknown phone in range causes them, and nobody is trying to log in. */
const PASSERS_BY: readonly RefusalCode[] = ['not_known', 'login_needed'];

/** Stores a decision with its effects. */
export async function stored(db: Db, request: AccessRequest, found: Found & { decision: Decision }): Promise<Spent> {
  const { credential, decision, hotspotId, facts } = found;
  const logIn = 'grant' in decision && credential.method === 'portal' && credential.logIn;
  if (!logIn) return record(db, request, found);
  return db.transaction(async (tx) => {
    const spent = await record(tx, request, found);
    if (spent === 'spent') await countLogIn(tx, { hotspotId, zone: facts.zone, ...logIn }, request.now);
    return spent;
  });
}

async function record(
  db: Db,
  { unitId, deviceMac, now }: AccessRequest,
  { hotspotId, credential, guest, voucher, shared, facts, decision }: Found & { decision: Decision },
): Promise<Spent> {
  const spends = credential.method === 'portal' && credential.spends;
  const isPassingBy = 'refusal' in decision && credential.method === 'mac' && PASSERS_BY.includes(decision.refusal);
  if (isPassingBy && !spends) return 'spent';
  const grant = 'grant' in decision ? decision.grant : null;
  const refusal: RefusalCode | '' = 'refusal' in decision ? decision.refusal : '';
  const cost = {
    guestId: guest?.id ?? null,
    voucher,
    isUse: grant !== null && isVoucherUse(facts),
    token: spends || null,
    begins: (guest && grant?.begins) ?? null,
    sharing: grant && sharingIn(facts, { shared, ends: ('ends' in decision && decision.ends) || [], now }),
  };
  const logged = { hotspotId, unitId, deviceMac, method: credential.method, refusal, seconds: grant?.seconds ?? 0, why: grant?.why ?? '' };
  return spend(db, cost, now, isPassingBy ? null : logged);
}

/** The number of other devices that the decision assumed, checked again when it is stored; null if their number isn't limited. */
function sharingIn({ devices, guest }: AccessFacts, { shared, ends, now }: { shared: number | null; ends: readonly number[]; now: Date }) {
  if (devices === null || guest === null || guest.isMacEntry) return null;
  const room = roomBeside(devices);
  if (room.guest === null && room.voucher === null) return null;
  const since = { onlineSince: before(now, ONLINE_WITHIN), grantedSince: before(now, GRANTED_WITHIN) };
  return { others: devices.others?.length ?? room, shared, ends, ...since };
}

/** Records that the portal refused somebody before a unit asked. The guest may no longer exist, if rolled back with the log-in. */
export async function recordRefusal(
  db: Db,
  { hotspotId, unitId, deviceMac, now }: { hotspotId: number; unitId: number; deviceMac: string; now: Date },
  refusal: RefusalCode,
  guestId: number | null,
): Promise<void> {
  const known = sql`(select ${users.id} from ${users} where ${users.id} = ${guestId}::int)`;
  await db
    .insert(access_events)
    .values({ at: now, hotspot_id: hotspotId, unit_id: unitId, user_id: known, device_mac: deviceMac, way: 'portal', refusal });
}

/** Deletes up to `most` decisions from before `cutoff`. Returns how many. */
export async function forgetDecisions(db: Db, cutoff: Date, most: number): Promise<number> {
  const old = db.select({ id: access_events.id }).from(access_events).where(lt(access_events.at, cutoff)).limit(most);
  const gone = await db
    .delete(access_events)
    .where(sql`${access_events.id} in ${old}`)
    .returning({ id: access_events.id });
  return gone.length;
}
