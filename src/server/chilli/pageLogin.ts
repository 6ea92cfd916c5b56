import type { z } from 'zod';
import type { RefusalCode } from '../../contract/plain/access';
import { identifyIfGranted } from '../access/queries';
import { recordRefusal } from '../access/decisionQueries';
import { refusalForGuest } from '../access/refusals';
import type { Cost, Refusal } from '../access/spend';
import { issueToken } from '../access/tokenQueries';
import type { LoginMethod } from '../../contract/plain/accessMethods';
import type { Db } from '../database/db';
import type { Deps } from '../deps';
import { tooOften } from '../http/errors';
import { giveVoucher, guestOfCode } from '../portal/codes';
import { canonicalEmail } from '../messages/emailAddresses';
import { personOf, upsertGuest } from '../portal/registrationQueries';
import { confirmByCode } from '../portal/confirmedCodeQueries';
import { isWaiting, lastCode } from './queries';
import type { loginAnswer, LoginQuery } from './pageShapes';
import type { Call, PageCalls } from './pageCall';

const JUST_NOW = 60_000;

/** Refusals that count as a wrong guess. */
const GUESSED: readonly RefusalCode[] = ['not_known', 'wrong_secret'];

/** A guest who may be logged in, with what that costs; or a refusal, with the guest if one was identified. */
type Identified = { guestId: number; deviceMac: string; method: LoginMethod; cost?: Cost };
type Found = Identified | (Refusal & { guestId?: number });

/** How a guest logs in at a log-in page, with a code that was sent or a personal voucher. */
export function pageLogin(
  { db }: Pick<Deps, 'db'>,
  { hasEmail, hasSms, numberOf, zoneOf, registering, whereOf, redemption, tryOf }: PageCalls,
) {
  const logIn = async (call: Call, { sessionid, username, password }: LoginQuery): Promise<z.input<typeof loginAnswer>> => {
    const { unit, portal, language, now } = call;
    const typed = username.trim().toLowerCase();
    const method = typed.includes('@') ? 'email' : 'sms';
    const recipient = method === 'email' ? canonicalEmail(typed) : hasSms(portal) ? await numberOf(call, typed) : null;
    const { hotspotId } = portal;
    const lastSent = recipient === null ? null : await lastCode(db, { hotspotId, method, recipient, sessionKey: sessionid, now });
    const name = (lastSent && recipient) ?? typed;
    const done = { clientState: '1' as const };
    const since = new Date(now.getTime() - JUST_NOW);
    // A double tap on the button.
    if (await isWaiting(db, { unitId: unit.id, sessionKey: sessionid, username: name, since })) return done;
    const tried = await tryOf(call, sessionid);
    if (!tried) throw tooOften(600);
    const found =
      method === 'email' || lastSent ? await byCode(call, method, lastSent, password) : await byVoucher(call, { code: typed, password });
    if (!('refusal' in found) || !GUESSED.includes(found.refusal)) await tried.succeeded();
    if (!('refusal' in found)) {
      const { guestId, deviceMac, method } = found;
      await issueToken(db, { unitId: unit.id, guestId, deviceMac, method, sessionKey: sessionid }, now);
      return done;
    }
    const { refusal: why, guestId = null } = found;
    await recordRefusal(db, { hotspotId, unitId: unit.id, deviceMac: '', now }, why, guestId);
    return { clientState: why === 'expired' ? (2 as const) : (0 as const), message: refusalForGuest(why, language) };
  };

  const identified = (call: Call, identify: (tx: Db) => Promise<Identified | Refusal>): Promise<Found> =>
    identifyIfGranted(db, whereOf(call), identify);

  /** Log-in with the code sent to an e-mail address or phone number. Trying the code uses it up, whatever the decision. */
  const byCode = async (
    call: Call,
    method: 'email' | 'sms',
    lastSent: Awaited<ReturnType<typeof lastCode>>,
    code: string,
  ): Promise<Found> => {
    const { portal, now } = call;
    const { hotspotId } = portal;
    if (method === 'email' && !hasEmail(portal)) return { refusal: 'way_off' };
    const confirmed = lastSent && (await confirmByCode(db, hotspotId, lastSent.id, code, now));
    if (!confirmed) return { refusal: 'wrong_secret' };
    const { deviceMac } = confirmed;
    return identified(call, async (tx) => {
      const guest = await upsertGuest(tx, personOf(confirmed), registering(call));
      if (guest === 'expired') return { refusal: 'expired' };
      const { guestId } = guest;
      const given = lastSent.voucherId === null ? null : await giveVoucher(tx, lastSent.voucherId, { guestId, now, zone: zoneOf(portal) });
      if (given && 'refusal' in given) return given;
      return { guestId, deviceMac, method, ...(given?.cost && { cost: given.cost }) };
    });
  };

  /** Log-in with a personal voucher (type `auth`); if a password is given, it must be the code again. */
  const byVoucher = async (call: Call, { code, password }: { code: string; password: string }): Promise<Found> => {
    if (password !== '' && password.trim().toLowerCase() !== code) return { refusal: 'wrong_secret' };
    return identified(call, async (tx) => {
      const guest = await guestOfCode(tx, code, { ...redemption(call), deviceMac: '' });
      return 'refusal' in guest ? guest : { guestId: guest.guestId, deviceMac: '', method: 'voucher' };
    });
  };

  return { logIn };
}
