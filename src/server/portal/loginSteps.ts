/**
 * Steps that all login methods share: recording the guest's consents, and sending the guest to the gateway with a login token. Also ends
 * sessions, because a device that is online as another guest has to be logged out first.
 */
import type { PortalLanguage } from '../../contract/plain/wire';
import { MARKETING_TEXTS } from '../../portal/LoginPage';
import { COUNTRIES, REASONS } from '../../portal/questions';
import { portalText } from '../../portal/texts';
import type { GuestText } from '../disclaimers/queries';
import { opaqueName } from '../access/opaqueNames';
import { cancelPendingLogins, isLoginConfirmed, issueToken } from '../access/tokenQueries';
import type { LoginMethod } from '../../contract/plain/accessMethods';
import { recordConsents } from '../disclaimers/consentQueries';
import { fasKey } from '../units/openndsProofs';
import { isOfUnit, isSigned, loginRequest, logoutUrl, pollingClientId, portalOf, restartUrl, secretOfGateway } from './gateways';
import { gatewayHostsOf } from '../radius/gatewayHostQueries';
import { encrypted, encryptedOnlineState, LOGIN_STATE_FOR, type LoginState, type OnlineState } from './loginState';
import { baseOf, ownOrigin, showPage, type Call, type Query } from './portalCall';
import { findTexts, recordOrigin, runningSessions, type Origin, type UnitPortal } from './queries';
import type { Confirmed } from './confirmedCodeQueries';
import { shortName } from './shortAccessQueries';
import { isAmong, isElsewhere } from '../limits/networks';

/** A guest waiting for the gateway to poll for the clients it should let in. */
export interface WaitingState extends OnlineState {
  token: string;
  /** When the guest started waiting, in milliseconds. */
  since: number;
}

/**
 * A guest who is allowed online but has to go through the gateway again, because another guest is, or was, online there with the same
 * device.
 */
export interface PendingLogin {
  guestId: number;
  username: string;
  deviceMac: string;
  way: LoginMethod;
}

/** Ways in which a guest proves nothing: by a device's address, which can be forged, or an e-mail address that was only typed. */
const UNPROVEN_METHODS: readonly LoginMethod[] = ['mac', 'short'];

/** Lifetime of a pending login, in milliseconds. */
const PENDING_LOGIN_FOR = 3 * 60_000;

/**
 * Issues a login token for a guest who may go online, and sends the guest to the gateway with it. `isProven`: the guest's identity is
 * proven.
 */
export async function sendToGateway(
  call: Call,
  state: LoginState,
  guest: { id: number; username: string },
  method: LoginMethod,
  { isProven = !UNPROVEN_METHODS.includes(method) }: { isProven?: boolean } = {},
) {
  const { deps, portal, reply } = call;
  const { db, clock } = deps;
  if (!(await isReachable(call, state))) return showPage(call, { page: 'notice', notice: 'not_here' }, { language: state.language });
  const now = clock();
  // A known device logs in automatically, so there is no time to measure.
  const opened = state.opened === undefined || method === 'mac' ? null : new Date(state.opened);
  const faskey = fasKey(await deps.openndsKey(), portal.unitUuid);
  const client = pollingClientId(state, faskey);
  const sessionKey = client ?? '';
  if (client !== null && method !== 'mac') await cancelPendingLogins(db, { unitId: portal.unitId, sessionKey: client, now });
  const about = { unitId: portal.unitId, guestId: guest.id, deviceMac: state.deviceMac };
  const token = await issueToken(
    db,
    { ...about, method, opened, sessionKey, ...(state.arrival !== undefined && { arrival: state.arrival }) },
    now,
  );
  const { error: _error, code: _code, mail, phone: _phone, social: site, opened: _opened, proven: _proven, ...rest } = state;
  const open = method === 'short' && { ...(mail && { mail }), ...(site && { social: site }) };
  const proven = isProven && { proven: guest.id };
  const online: OnlineState = { ...rest, ...open, ...proven, hasAccepted: true, guestId: guest.id, way: method };
  if (client !== null) {
    const waiting: WaitingState = { ...online, token, since: now.getTime() };
    return reply.redirect(`${baseOf(call)}/waiting?k=${await encrypted(call, 'waiting', waiting, LOGIN_STATE_FOR)}`, 303);
  }
  const next = `${ownOrigin(call)}${baseOf(call)}/online?k=${await encryptedOnlineState(call, online)}`;
  const username = await opaqueName(db, about);
  const go = loginRequest(state, { username, token, next, secret: secretOfGateway(state, portal), faskey, guestId: guest.id });
  if (go.method === 'GET') return reply.redirect(go.url, 303);
  return showPage(call, { page: 'go', url: go.url, fields: go.fields }, { language: state.language, data: state.data });
}

/**
 * Logs in a device that is already online as another guest: the gateway has to end that session first. `isProven`: the guest has proven
 * that the first session is theirs, too.
 */
export async function switchGuest(
  call: Call,
  online: OnlineState,
  guest: Omit<PendingLogin, 'deviceMac'>,
  { isProven = false }: { isProven?: boolean } = {},
) {
  const { reply } = call;
  const { deviceMac, language } = online;
  if (!(await isReachable(call, online))) return showPage(call, { page: 'notice', notice: 'not_here' }, { language });
  const p = await encryptedPendingLogin(call, deviceMac, guest);
  const next = `${ownOrigin(call)}${baseOf(call)}/online?p=${p}`;
  const out = portalOf(online).returnsAfterLogout ? logoutUrl(online, next) : null;
  if (out !== null) return reply.redirect(out, 303);
  if (isProven || (await isConfirmed(call, online))) await endSessions(call, online);
  const again = restartUrl(online, next);
  if (again !== null && !portalOf(online).endsLate) return reply.redirect(again, 303);
  return showPage(call, { page: 'notice', notice: 'again', on: again }, { language, data: online.data });
}

/** Whether a guest's gateway belongs to the unit, which may have named its host only a moment ago, or another host since. */
export async function isReachable(
  { deps, portal, request }: Pick<Call, 'deps' | 'portal' | 'request'>,
  gateway: Pick<LoginState, 'gatewayKind' | 'data'>,
): Promise<boolean> {
  const trusted = deps.phones && `${request.protocol}://${request.host}`;
  return isOfUnit(gateway, portal.gatewayHosts, trusted) || isOfUnit(gateway, await gatewayHostsOf(deps.db, portal.unitId), trusted);
}

export const encryptedPendingLogin = (call: Call, deviceMac: string, guest: Omit<PendingLogin, 'deviceMac'>) =>
  encrypted(call, 'pending', { ...guest, deviceMac }, PENDING_LOGIN_FOR);

/** Whether the unit has confirmed the login of this state. Until then it may be that of a stranger who forged the arrival. */
export const isConfirmed = async (
  { deps: { db }, portal: { unitId } }: Pick<Call, 'deps' | 'portal'>,
  { guestId, arrival = '' }: OnlineState,
) => isLoginConfirmed(db, { unitId, guestId, arrival });

/** Asks the unit to disconnect this guest's sessions on this device. True if none is left running. */
export async function endSessions(
  { deps: { db, clock, endSession }, portal, request }: Call,
  { deviceMac, guestId }: OnlineState,
): Promise<boolean> {
  let areEnded = true;
  for (const { userId, guestName: _, ...session } of await runningSessions(db, portal.unitId, deviceMac, clock())) {
    if (userId !== guestId) continue;
    const disconnecting = (session.address === '' ? undefined : endSession?.(session))?.catch((error: unknown) => {
      request.log.error({ err: error }, 'a unit could not be asked to end a session');
    });
    const outcome = (await disconnecting)?.outcome;
    areEnded &&= outcome === 'acknowledged' || outcome === 'unknown there';
  }
  return areEnded;
}

/** Records the guest's answers and consents. */
export async function recordAgreement(
  { deps: { db, clock }, portal }: Call,
  { deviceMac, language, origin }: LoginState,
  guestId: number,
  more: { marketing?: GuestText; survey?: GuestText } = {},
) {
  const { hotspotId, unitId, hotspotUuid } = portal;
  const texts = { ...(await findTexts(db, hotspotUuid, language)), ...more };
  if (origin) await recordOrigin(db, guestId, origin);
  await recordConsents(db, { hotspotId, guestId, unitId, deviceMac, language, at: clock() }, texts);
}

/** The guest's answers to the country and reason questions, if the hotspot asks them; values that aren't in the lists are dropped. */
export function originIn(portal: UnitPortal, { country = '', reason = '' }: Query): { origin?: Origin } {
  if (!portal.loginOptions.asksOrigin) return {};
  return { origin: { country: COUNTRIES.includes(country) ? country : '', reason: REASONS.find((one) => one === reason) ?? '' } };
}

/** The text of each optional consent the guest gave, as shown on the page. */
export function consentsIn(
  { portal: { loginOptions } }: Pick<Call, 'portal'>,
  { method, wantsMarketing, wantsSurvey }: Pick<Confirmed, 'method' | 'wantsMarketing' | 'wantsSurvey'>,
  language: PortalLanguage,
): { marketing?: GuestText; survey?: GuestText } {
  const { tick, question } = MARKETING_TEXTS[method];
  const marketing = loginOptions.mustAnswerOffers
    ? `${portalText(language, question)} ${portalText(language, 'yes')}`
    : portalText(language, tick);
  return {
    ...(wantsMarketing && { marketing: { body: marketing, language } }),
    ...(wantsSurvey && { survey: { body: portalText(language, 'survey'), language } }),
  };
}

/** Whether a form contains the answer to offers, yes or no, if the hotspot requires one. */
export const isOffersAnswered = ({ portal: { loginOptions }, query: { marketing } }: Pick<Call, 'portal' | 'query'>): boolean =>
  !loginOptions.mustAnswerOffers || marketing === 'yes' || marketing === 'no';

/** The requester and the consents, in the form that `createCode` takes. */
export const codeRequest = ({ deps: { clock }, portal: { hotspotId, networks }, query, request }: Call, state: LoginState) => ({
  hotspotId,
  deviceMac: state.deviceMac,
  address: request.ip,
  isVouched: isSigned(state),
  now: clock(),
  isHere: isSigned(state) || isAmong(request.ip, networks),
  wantsMarketing: query.marketing === 'yes',
  wantsSurvey: query.survey === 'yes',
});

/**
 * Whether a guest isn't at the unit in whose name they ask: it hasn't signed their arrival, and they aren't in a network of the hotspot.
 * False while no network is known; a code's `isHere` is false then, too, because only what is proven raises its limits.
 */
export const isGuestElsewhere = ({ portal, request }: Call, state: LoginState): boolean =>
  !isSigned(state) && isElsewhere(request.ip, portal.networks);

/**
 * The state of a short session still running on this device, if it was opened for this e-mail address or social site. Needed because a
 * guest may go back to an earlier page.
 */
export async function shortSessionState(
  { deps: { db, clock }, portal }: Call,
  state: LoginState,
  who: string,
): Promise<OnlineState | null> {
  const running = await runningSessions(db, portal.unitId, state.deviceMac, clock());
  const short = running.find(({ guestName }) => guestName === shortName(who, state.deviceMac));
  return short ? { ...state, guestId: short.userId } : null;
}
