/** Pages for guests who are online or soon will be: waiting for the gateway, the rest of the session, logging out, and the RFC 8908 API. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { macOf } from '../../contract/plain/macAddress';
import { REFUSAL_CODES } from '../../contract/plain/access';
import { UNIT_UUID, type PortalLanguage } from '../../contract/plain/wire';
import { TYPED_CODE_METHODS } from '../../portal/LoginPage';
import { ONLINE_FORMS, type OnlineForm } from '../../portal/OnlinePage';
import { explainAccess } from '../access/queries';
import { TOKEN_VALID_FOR, tokenOutcome } from '../access/tokenQueries';
import { endSessions, isConfirmed, originIn, type WaitingState } from './loginSteps';
import { logoutUrl, portalOf, restartUrl } from './gateways';
import { showLogin } from './loginPages';
import {
  currentStateIn,
  encryptedOnlineState,
  ERROR_TEXTS,
  onlineStateIn,
  problemOf,
  redirectToSession,
  refusalText,
  UNEXPLAINED_REFUSALS,
  type LoginError,
  type OnlineState,
} from './loginState';
import { otherDevicesOf } from './otherDevices';
import { baseOf, firstValues, languageOf, ownOrigin, queryOf, showPage, type Call, type PortalDeps } from './portalCall';
import { hasOrigin, recordOrigin, runningSessions } from './queries';
import type { Page } from './render';

/** Seconds between refreshes of the waiting page. */
const REFRESH_AFTER = 2;

/** Waiting page, shown until the gateway has polled and its script has reported that the client is in. */
export async function showWaiting(call: Call): Promise<unknown> {
  const { deps, portal, query, reply } = call;
  const now = deps.clock();
  const waiting = await currentStateIn<WaitingState>(call, 'waiting', query.k);
  if (!waiting) return reply;
  const { token, since, ...online } = waiting;
  const { unitId } = portal;
  const { guestId, deviceMac, language } = online;
  const refuse = (error: LoginError) => showLogin(call, { ...online, error });
  const decided = await tokenOutcome(deps.db, { unitId, guestId, deviceMac, token }, now);
  if (decided === '') return reply.redirect(`${baseOf(call)}/online?k=${await encryptedOnlineState(call, online)}`, 303);
  if (decided !== null) return refuse(REFUSAL_CODES.find((one) => one === decided && !UNEXPLAINED_REFUSALS.includes(one)) ?? 'failed');
  if (now.getTime() - since > TOKEN_VALID_FOR) return refuse('failed');
  void reply.header('Refresh', REFRESH_AFTER);
  return showPage(call, { page: 'waiting' }, { language, path: '/waiting', carried: { k: query.k ?? '' } });
}

export async function showSession(call: Call): Promise<unknown> {
  const online = await onlineStateIn(call);
  const language = languageOf(call, online);
  if (!online) return showPage(call, { page: 'notice', notice: 'not_here' }, { language });
  const error = [...ERROR_TEXTS, ...REFUSAL_CODES].find((one) => one === call.query.w);
  const form = ONLINE_FORMS.find((one) => one === call.query.f) ?? null;
  return showOnline(call, online, { language, form, ...(error && problemOf({ ...online, error, language, form })) });
}

interface OnlineOptions {
  language: PortalLanguage;
  form: OnlineForm | null;
  problem?: string;
}

async function showOnline(call: Call, online: OnlineState, { problem: error, form, ...more }: OnlineOptions) {
  const { deps, portal } = call;
  const { db, clock, config, endSession } = deps;
  const carried = { k: call.query.k ?? '' };
  const next = {
    canExtend: portal.methods.some((method) => TYPED_CODE_METHODS.includes(method)),
    canConfirm: online.mail !== undefined,
    // Guests in a short session are asked once they have logged in.
    asksOrigin: portal.loginOptions.asksOrigin && online.way !== 'short' && !(await hasOrigin(db, online.guestId)),
    ...(online.social && { toSite: { site: online.social.site, on: `${baseOf(call)}/go?k=${carried.k}` } }),
    ...(error !== undefined && { problem: error, form }),
  };
  const facebookPage = online.way === 'facebook' ? portal.settings.facebook_login_page : '';
  const redirect = facebookPage || portal.look.captive_1_redir;
  if (!(await isConfirmed(call, online))) {
    const page: Page = { page: 'online', redirect, canLeave: false, ...next, asksOrigin: false };
    return showPage(call, page, { ...more, path: '/online', carried, data: online.data });
  }
  const credential = { method: 'portal' as const, guestId: online.guestId };
  const about = { unitId: portal.unitId, deviceMac: online.deviceMac, now: clock(), serverZone: config.zone };
  const answer = await explainAccess(db, { ...about, credential });
  if (!answer || 'refusal' in answer.decision) {
    const problem = answer && 'refusal' in answer.decision ? refusalText(answer.decision.refusal, more.language) : undefined;
    const on = restartUrl(online);
    return showPage(call, { page: 'notice', notice: 'refused', on, ...(problem !== undefined && { problem }) }, more);
  }
  const { seconds, why, bytes } = answer.decision.grant;
  // Ten years or more count as unlimited.
  const isEndless = why === 'validity' && seconds > 3650 * 86_400;
  const canLeave = logoutUrl(online) !== null || endSession !== undefined;
  const devices = await otherDevicesOf(call, online.guestId, { ...online, language: more.language });
  const page: Page = { page: 'online', devices, seconds: isEndless ? null : seconds, bytes, redirect, canLeave, ...next };
  return showPage(call, page, { ...more, path: '/online', carried, data: online.data });
}

/** Form with the guest's country and the reason of the stay. */
export async function takeOrigin(call: Call): Promise<unknown> {
  const { deps, portal, query } = call;
  const online = await onlineStateIn(call);
  const language = languageOf(call, online);
  if (!online) return showPage(call, { page: 'notice', notice: 'not_here' }, { language });
  const { origin } = originIn(portal, query);
  // Until the unit has confirmed the log-in, it may be a stranger's.
  if (origin && (await isConfirmed(call, online))) await recordOrigin(deps.db, online.guestId, origin);
  return redirectToSession(call, query.k ?? '', language);
}

/** Form that logs the guest out. */
export async function logOut(call: Call): Promise<unknown> {
  const online = await onlineStateIn(call);
  const language = languageOf(call, online);
  if (!online) return showPage(call, { page: 'notice', notice: 'not_here' }, { language });
  const out = logoutUrl(online);
  if (portalOf(online).returnsAfterLogout && out !== null) return call.reply.redirect(out, 303);
  const isDone = (await isConfirmed(call, online)) && (await endSessions(call, online));
  if (!isDone && out !== null) return call.reply.redirect(out, 303);
  return showPage(call, { page: 'notice', notice: isDone ? 'left' : 'wrong', on: restartUrl(online) }, { language });
}

/**
 * RFC 8908 captive portal API. The gateway puts the device's MAC address into the query. Details of a session are only returned to the
 * holder of its online state (`k`), because anybody could send a MAC address.
 */
export async function captivePortalApi(deps: PortalDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { db, clock, config } = deps;
  const { unit } = request.params as { unit: string };
  const portal = UNIT_UUID.test(unit) ? await deps.portalOf(unit) : null;
  if (!portal) {
    reply.callNotFound();
    return reply;
  }
  const query = firstValues(queryOf(request));
  const { mac = '', uamip = '', uamport = '' } = query;
  const deviceMac = macOf(mac);
  const now = clock();
  const [session] = await runningSessions(db, portal.unitId, deviceMac, now);
  const online = await onlineStateIn({ deps, portal, query });
  const isTheirs = online?.guestId === session?.userId && online?.deviceMac === deviceMac && (await isConfirmed({ deps, portal }, online));
  const about = { unitId: portal.unitId, deviceMac, now, serverZone: config.zone };
  const answer = session && isTheirs && (await explainAccess(db, { ...about, credential: { method: 'portal', guestId: session.userId } }));
  const grant = answer && 'grant' in answer.decision ? answer.decision.grant : null;
  reply.header('Cache-Control', 'private, no-store').type('application/captive+json');
  return reply.send(
    JSON.stringify({
      captive: session === undefined,
      // Only the gateway can identify the client, so the URL leads through it.
      ...(uamip !== '' && {
        'user-portal-url': `${ownOrigin({ deps, request })}${baseOf({ deps, portal })}/open?${new URLSearchParams({ uamip, uamport }).toString()}`,
      }),
      'venue-info-url': portal.look.captive_1_redir || undefined,
      'can-extend-session': false,
      ...(grant && { 'seconds-remaining': grant.seconds, ...(grant.bytes !== null && { 'bytes-remaining': grant.bytes }) }),
    }),
  );
}
