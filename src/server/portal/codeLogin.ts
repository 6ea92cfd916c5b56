/** Logging in with a voucher's code, or with a code of the guest's own. */
import { explainAccess, recordRefusal } from '../access/queries';
import { spendIfGranted } from '../access/spend';
import { CODE_WAYS } from '../../portal/pages';
import { guestOfCode } from './codes';
import { isSigned } from './gateways';
import { originIn, recordAgreement, sendToGateway, switchGuest } from './loginSteps';
import { eitherStateIn, redirectTo, redirectToSession, type LoginError } from './loginState';
import { countVisit, type Call } from './portalCall';
import { countTry } from '../limits/codeTries';

/** Form with a voucher's code, or a guest's own code. */
export async function logInByCode(call: Call): Promise<unknown> {
  const { deps, portal, query, request } = call;
  const { db, clock, config } = deps;
  const found = await eitherStateIn(call);
  if (!found) return call.reply;
  const { state, online } = found;
  if (!state.hasAccepted) return redirectTo(call, '/', { ...state, error: 'accept_needed' });
  const now = clock();
  const code = (query.code ?? '').slice(0, 64);
  const { unitId, hotspotId } = portal;
  const { deviceMac } = state;
  const { proven: _, ...rest } = state;
  const refuse = (error: LoginError, proven: { proven?: number } = {}) =>
    online
      ? redirectToSession(call, query.k ?? '', state.language, error)
      : redirectTo(call, '/login', { ...rest, error, code, ...proven });
  countVisit(call, 'tried', deviceMac);
  const tried = await countTry(db, { hotspotId, deviceMac, address: request.ip, isVouched: isSigned(state) }, now);
  if (!tried) return refuse('too_many');
  const allows = { normal: portal.ways.includes('voucher_login'), auth: portal.ways.some((way) => CODE_WAYS.includes(way)) };
  const asked = { hotspotId, deviceMac, arrival: state.arrival ?? '', now, zone: portal.zone || config.zone, allows };
  const about: { guestId?: number } = {};
  const guest = await spendIfGranted(
    db,
    now,
    (tx) => guestOfCode(tx, code, asked),
    async (tx, { guestId }) => {
      about.guestId = guestId;
      const credential = { way: 'portal' as const, guestId, isByVoucher: true };
      const answer = await explainAccess(tx, { unitId, credential, deviceMac, now, serverZone: config.zone, isLogIn: true });
      if (answer === null) return 'not_known';
      return 'refusal' in answer.decision ? answer.decision.refusal : null;
    },
  );
  if ('refusal' in guest) {
    await recordRefusal(db, { hotspotId, unitId, deviceMac, now }, guest.refusal, about.guestId ?? null);
    if (guest.refusal !== 'not_known') await tried.succeeded();
    return refuse(guest.refusal, guest.refusal === 'too_many_devices' && about.guestId !== undefined ? { proven: about.guestId } : {});
  }
  await tried.succeeded();
  await recordAgreement(call, { ...state, ...originIn(portal, query) }, guest.guestId);
  // Re-entering the current code changes nothing.
  if (online?.guestId === guest.guestId) return redirectToSession(call, query.k ?? '', state.language);
  if (online) return switchGuest(call, online, { ...guest, way: 'voucher' });
  return sendToGateway(call, state, { id: guest.guestId, username: guest.username }, 'voucher');
}
