/** How guests reach the portal: redirected by their gateway, by openNDS with polling, by their phone, or by a voucher's QR code. */
import { randomUUID } from 'node:crypto';
import { REFUSAL_CODES } from '../../contract/plain/access';
import { VOUCHER_CODE } from '../../contract/plain/wire';
import { explainAccess } from '../access/queries';
import { authGetResponse } from '../opennds/authGet';
import { countUnsignedArrival, forgetUnsignedArrivals } from '../units/arrivalSignatureQueries';
import { isReachable, sendToGateway, type PendingLogin } from './loginSteps';
import { isOfUnit, isSigned, loginRequest, logoutUrl, parseArrival, portalOf, restartUrl, type Visit } from './gateways';
import { showLogin, showStart } from './loginPages';
import { decryptedInTime, loginStateIn, onlineStateIn, UNEXPLAINED_REFUSALS, type LoginState, type OnlineState } from './loginState';
import { baseOf, countVisit, firstValues, languageOf, ownOrigin, showPage, type Call, type Query } from './portalCall';
import { isKnownDevice, lastRefusal, noteSignedArrival } from './queries';

/**
 * A guest who scans a voucher's QR code arrives without the gateway's parameters, but only the gateway knows the device and how to log in.
 * A gateway intercepts any plain HTTP request. So the page links to an address that nobody owns (RFC 5737), with the code in its path, and
 * the gateway passes that URL on.
 */
const INTERCEPTED_ADDRESS = 'http://192.0.2.80/code/';

export async function arrive(call: Call, isPolling = false) {
  const { deps, portal, query, request } = call;
  const trusted = deps.phones && `${request.protocol}://${request.host}`;
  const url = ownOrigin(call) + deps.config.basePath + request.url;
  const visit = parseArrival(
    { query, url, secret: portal.secret, previousSecret: portal.previousSecret, trusted, isPolling },
    { mustBeSigned: portal.signsArrivals, hosts: portal.gatewayHosts },
  );
  if (visit === 'wrong_signature') await countUnsignedArrival(deps.db, portal.unitId, deps.clock());
  if (visit !== null && typeof visit === 'object') {
    if (isSigned(visit)) await forgetUnsignedArrivals(deps, portal.unitId);
    if (isSigned(visit) && !portal.signsArrivals) await noteSignedArrival(deps.db, portal);
    const wanted = wantedBefore(call, visit);
    if (!(await isReachable(call, visit))) return wanted === null ? redirectToUnit(call, visit) : refuseGateway(call, visit);
    return handleVisit(call, wanted === null ? visit : { ...visit, result: 'log_in', wanted });
  }
  const state = await loginStateIn(call);
  return state ? showStart(call, state) : call.reply;
}

/**
 * For a guest who comes from a host that the unit hasn't named, though it has named others: either somebody forges the arrival, or the
 * unit's address has changed. The guest is made to log in there with random credentials. If it is the unit, its Access-Request names the
 * host.
 */
async function redirectToUnit(call: Call, visit: Visit): Promise<unknown> {
  const { request } = call;
  if (visit.result !== 'log_in' && visit.result !== 'failed') return refuseGateway(call, visit);
  request.log.info({ gateway: visit.data.gateway }, 'a guest comes from a host that the unit has not named: asking the unit');
  const next = `${wantedUrl(call)}${encodeURIComponent(visit.wanted)}`;
  const nobody = { username: randomUUID(), token: randomUUID(), guestId: 0, faskey: '' };
  const go = loginRequest(visit, { ...nobody, next, secret: '' });
  if (go.method === 'GET') return call.reply.redirect(go.url, 303);
  return showPage(call, { page: 'go', url: go.url, fields: go.fields }, { language: languageOf(call), data: visit.data });
}

function refuseGateway(call: Call, visit: Visit): Promise<unknown> {
  call.request.log.warn(
    { gateway: visit.data.gateway, unit: call.portal.unitUuid },
    'refused a guest from a host that the unit has not named',
  );
  return showPage(call, { page: 'notice', notice: 'not_here' }, { language: languageOf(call) });
}

const wantedUrl = (call: Call) => `${ownOrigin(call)}${baseOf(call)}?wanted=`;

/** The URL that a guest requested before `askUnit` sent them through the gateway; null for other guests. */
function wantedBefore(call: Call, { wanted }: Visit): string | null {
  const ours = wantedUrl(call);
  return wanted.startsWith(ours) ? (new URL(wanted).searchParams.get('wanted') ?? '') : null;
}

/** openNDS at FAS level 4 redirects guests here, and polls for the clients to let in (`auth_get`). */
export async function arriveFromOpennds(call: Call): Promise<unknown> {
  const { deps, portal, query, reply } = call;
  if (query.auth_get === undefined) return arrive(call, true);
  const polled = { unitId: portal.unitId, now: deps.clock(), serverZone: deps.config.zone };
  return reply.type('text/plain; charset=utf-8').send(await authGetResponse(deps.db, polled, query));
}

/** `user-portal-url` of the captive portal API (RFC 8908): sends the device through its gateway to the start page. */
export async function openAtGateway(call: Call): Promise<unknown> {
  const { uamip = '', uamport = '' } = call.query;
  const { gatewayHosts: hosts } = call.portal;
  const visit = parseArrival({ query: { res: 'notyet', uamip, uamport }, url: '', secret: '' }, { hosts });
  const isOurs = visit !== null && typeof visit === 'object' && isOfUnit(visit, hosts);
  const on = isOurs ? restartUrl(visit) : null;
  if (on !== null) return call.reply.redirect(on, 303);
  return showPage(call, { page: 'notice', notice: 'not_here' }, { language: languageOf(call) });
}

/** Target of the QR code on a voucher. */
export async function showScannedCode(call: Call): Promise<unknown> {
  const language = languageOf(call);
  const { code = '' } = call.request.params as { code?: string };
  if (!VOUCHER_CODE.test(code)) return showPage(call, { page: 'notice', notice: 'not_here' }, { language });
  return showPage(call, { page: 'code', code, on: INTERCEPTED_ADDRESS + code }, { language, path: `/code/${code}` });
}

/** Handles a guest who was redirected by the gateway. */
async function handleVisit(call: Call, visit: Visit) {
  const { deps, portal, request } = call;
  const back = await onlineStateOf(call, visit);
  const language = languageOf(call, back);
  const { gatewayKind, deviceMac, data } = visit;
  const code = scannedCode(visit);
  const opened = visit.result === 'log_in' ? { opened: deps.clock().getTime() } : {};
  const state: LoginState = {
    gatewayKind,
    deviceMac,
    data,
    language,
    hasAccepted: back?.hasAccepted ?? false,
    // For a known device a new one for each arrival: a forged link could lead the device's guest here with an arrival known to the forger.
    arrival: (deviceMac === '' ? back?.arrival : undefined) ?? randomUUID(),
    ...(back?.proven !== undefined && { proven: back.proven }),
    ...(code && { code }),
    ...opened,
  };
  const pending = await pendingLoginOf(call, visit);
  if (pending && visit.result !== 'failed') {
    const { guestId, username, way: method } = pending;
    if (visit.result === 'log_in') return sendToGateway(call, { ...state, hasAccepted: true }, { id: guestId, username }, method);
    const on = visit.result === 'online' ? logoutUrl(visit, visit.wanted) : restartUrl(visit, visit.wanted);
    if (on !== null) return call.reply.redirect(on, 303);
  }
  if (visit.result === 'online') {
    if (back) return call.reply.redirect(visit.wanted, 303);
    return showPage(call, { page: 'online', redirect: portal.look.captive_1_redir, canLeave: false, canExtend: false }, { language });
  }
  if (visit.result === 'left') return showPage(call, { page: 'notice', notice: 'left', on: restartUrl(visit) }, { language });
  if (visit.result === 'failed' || isSilentlyRefused(visit, back)) {
    const last = await lastRefusal(deps.db, portal.unitId, deviceMac, deps.clock());
    const refusal = REFUSAL_CODES.find((one) => one === last && !UNEXPLAINED_REFUSALS.includes(one));
    const refused: LoginState = { ...state, error: refusal ?? 'failed' };
    return state.hasAccepted ? showLogin(call, refused) : showStart(call, refused);
  }
  countVisit(call, 'opened', deviceMac);
  const known = await knownGuest(call, deviceMac);
  if (known) {
    request.log.info('a known device is let in');
    return sendToGateway(call, state, known, 'mac');
  }
  return showStart(call, state);
}

async function onlineStateOf(call: Call, visit: Visit): Promise<OnlineState | null> {
  const found = await onlineStateIn({ ...call, query: wantedOnlineQuery(call, visit) });
  return found && (found.deviceMac === visit.deviceMac || isOnlineUnnamed(visit)) ? found : null;
}

async function pendingLoginOf(call: Call, visit: Visit): Promise<PendingLogin | null> {
  const found = await decryptedInTime<PendingLogin>(call, 'pending', wantedOnlineQuery(call, visit).p);
  return found?.deviceMac === visit.deviceMac ? found : null;
}

/** The query of our own online page, if that is what the guest requested according to the gateway; otherwise empty. */
function wantedOnlineQuery(call: Call, { wanted }: Visit): Query {
  const ours = `${ownOrigin(call)}${baseOf(call)}/online?`;
  return wanted.startsWith(ours) ? firstValues(new URLSearchParams(wanted.slice(ours.length))) : {};
}

/** The guest whom this device may log in as without credentials (MAC login); null if there is none. */
async function knownGuest({ deps: { db, clock, config }, portal: { unitId, hotspotId } }: Call, deviceMac: string) {
  if (deviceMac === '' || !(await isKnownDevice(db, hotspotId, deviceMac))) return null;
  const request = { unitId, credential: { method: 'mac' as const }, deviceMac, now: clock(), serverZone: config.zone, isLogIn: true };
  const answer = await explainAccess(db, request);
  return answer && 'grant' in answer.decision ? answer.guest : null;
}

/** The voucher code from a scanned QR code, if that was the request that the gateway intercepted; otherwise ''. */
function scannedCode({ wanted }: Visit): string {
  const code = wanted.startsWith(INTERCEPTED_ADDRESS) ? wanted.slice(INTERCEPTED_ADDRESS.length) : '';
  return VOUCHER_CODE.test(code) ? code : '';
}

/** Some gateways don't say which device is online, so its MAC address can't be compared with that in the online state. */
const isOnlineUnnamed = (visit: Visit) => visit.result === 'online' && !portalOf(visit).reportsResults;

/** Whether we refused a guest whose gateway reports no failures: then the guest comes back to log in, having requested our online page. */
const isSilentlyRefused = (visit: Visit, back: OnlineState | null) =>
  visit.result === 'log_in' && back !== null && !portalOf(visit).reportsResults;
