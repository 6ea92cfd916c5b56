/** Log-in with a voucher's code, or with the code of a personal voucher. */
import { identifyIfGranted } from '../access/queries';
import { recordRefusal } from '../access/decisionQueries';
import { TYPED_CODE_METHODS } from '../../portal/LoginPage';
import { guestOfCode } from './codes';
import { isSigned } from './gateways';
import { originIn, recordAgreement, sendToGateway, switchGuest } from './loginSteps';
import { eitherStateIn, redirectTo, redirectToSession, type LoginError } from './loginState';
import { countVisit, type Call } from './portalCall';
import { countTry } from '../limits/codeTries';

/** Form with a code. */
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
  const { proven: _, typed: _typed, ...rest } = state;
  const refuse = (error: LoginError, proven: { proven?: number } = {}) =>
    online
      ? redirectToSession(call, query.k ?? '', state.language, { error, form: 'code' })
      : redirectTo(call, '/login', { ...rest, error, form: 'code', code, ...proven });
  countVisit(call, 'tried', deviceMac);
  const tried = await countTry(db, { hotspotId, deviceMac, address: request.ip, isVouched: isSigned(state) }, now);
  if (!tried) return refuse('too_many');
  const allows = {
    normal: portal.methods.includes('voucher_login'),
    auth: portal.methods.some((method) => TYPED_CODE_METHODS.includes(method)),
  };
  const context = { hotspotId, deviceMac, arrival: state.arrival ?? '', now, zone: portal.zone || config.zone, allows };
  const guest = await identifyIfGranted(db, { unitId, now, serverZone: config.zone }, async (tx) => {
    const found = await guestOfCode(tx, code, context);
    return 'refusal' in found ? found : { ...found, deviceMac };
  });
  if ('refusal' in guest) {
    const { refusal, guestId } = guest;
    await recordRefusal(db, { hotspotId, unitId, deviceMac, now }, refusal, guestId ?? null);
    if (refusal !== 'not_known') await tried.succeeded();
    return refuse(refusal, refusal === 'too_many_devices' && guestId !== undefined ? { proven: guestId } : {});
  }
  await tried.succeeded();
  await recordAgreement(call, { ...state, ...originIn(portal, query) }, guest.guestId);
  // The code of the guest who is already online changes nothing.
  if (online?.guestId === guest.guestId) return redirectToSession(call, query.k ?? '', state.language);
  if (online) return switchGuest(call, online, { ...guest, way: 'voucher' });
  return sendToGateway(call, state, { id: guest.guestId, username: guest.username }, 'voucher');
}
