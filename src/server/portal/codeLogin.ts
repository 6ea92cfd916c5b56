/** Logging in with a voucher's code, or with a code of the guest's own. */
import { explainAccess, recordRefusal } from '../access/queries';
import { CODE_WAYS } from '../../portal/pages';
import { guestOfCode } from './codes';
import { originIn, recordAgreement, sendToGateway, switchGuest } from './loginSteps';
import { loginStateIn, onlineStateIn, redirectTo, type LoginError } from './loginState';
import { baseOf, countVisit, languageOf, type Call } from './portalCall';
import { countTry } from './throttle';

/** Form with a voucher's code, or a guest's own code. */
export async function logInByCode(call: Call): Promise<unknown> {
  const { deps, portal, query, request } = call;
  const { db, clock, config } = deps;
  // `k` is set if a guest who is already online enters another code.
  const online = query.k === undefined ? null : await onlineStateIn(call);
  const state = online ? { ...online, language: languageOf(call, online) } : await loginStateIn(call);
  if (!state) return call.reply;
  if (!state.hasAccepted) return redirectTo(call, '/', { ...state, error: 'accept_needed' });
  const now = clock();
  const code = (query.code ?? '').slice(0, 64);
  const { unitId, hotspotId } = portal;
  const { deviceMac } = state;
  const refuse = (error: LoginError) =>
    online
      ? call.reply.redirect(`${baseOf(call)}/online?k=${query.k ?? ''}&l=${state.language}&w=${error}`, 303)
      : redirectTo(call, '/login', { ...state, error, code });
  countVisit(call, 'tried', deviceMac);
  const tried = await countTry(db, { unitId, deviceMac, address: request.ip, now });
  if (!tried) return refuse('too_many');
  const allows = { normal: portal.ways.includes('voucher_login'), auth: portal.ways.some((way) => CODE_WAYS.includes(way)) };
  const found = await guestOfCode(db, code, { hotspotId, deviceMac, now, zone: portal.zone || config.zone, allows });
  if ('refusal' in found) {
    await recordRefusal(db, { hotspotId, unitId, deviceMac, now }, found.refusal, null);
    if (found.refusal !== 'not_known') await tried.succeeded();
    return refuse(found.refusal);
  }
  await tried.succeeded();
  const credential = { way: 'portal' as const, guestId: found.guestId, isByVoucher: true };
  const answer = await explainAccess(db, { unitId, credential, deviceMac, now, serverZone: config.zone });
  if (!answer || 'refusal' in answer.decision) {
    const refusal = answer && 'refusal' in answer.decision ? answer.decision.refusal : 'not_known';
    await recordRefusal(db, { hotspotId, unitId, deviceMac, now }, refusal, found.guestId);
    return refuse(refusal);
  }
  await recordAgreement(call, { ...state, ...originIn(portal, query) }, found.guestId);
  // Re-entering the current code changes nothing.
  if (online?.guestId === found.guestId) {
    return call.reply.redirect(`${baseOf(call)}/online?k=${query.k ?? ''}&l=${state.language}`, 303);
  }
  if (online) return switchGuest(call, online, { ...found, way: 'voucher' });
  return sendToGateway(call, state, { id: found.guestId, username: found.username }, 'voucher');
}
