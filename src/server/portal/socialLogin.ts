/** Log-in at Facebook or LinkedIn (OAuth): the redirect there, and the return. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PortalLanguage } from '../../contract/plain/wire';
import { SOCIAL_METHODS, type SocialMethod } from '../../contract/plain/accessMethods';
import { browserOf, markBrowser } from './browserCookie';
import { isCaptiveBrowser } from './captiveBrowser';
import {
  codeRequest,
  consentsIn,
  isOffersAnswered,
  originIn,
  recordAgreement,
  sendToGateway,
  shortSessionState,
  switchGuest,
} from './loginSteps';
import { restartUrl } from './gateways';
import {
  decryptedInTime,
  eitherStateIn,
  encrypted,
  encryptedLoginState,
  encryptedOnlineState,
  problemOf,
  redirectTo,
  redirectToSession,
  withoutForms,
  type LoginError,
  type LoginState,
} from './loginState';
import { baseOf, firstValues, languageOf, offeredMethods, queryOf, registering, showPage, type Call, type PortalDeps } from './portalCall';
import { upsertGuest } from './registrationQueries';
import type { Page } from './render';
import { AWAY_FOR, confirmByReturn, type Confirmed } from './confirmedCodeQueries';
import { createCode } from './sentCodeQueries';
import { shortSecondsOf } from './shortAccess';
import { socialRedirect, type Departure, type Profile } from './social';

/** OAuth `state`, returned by the provider. */
interface SocialState extends Departure {
  unitUuid: string;
  /** Id of the single-use row with which this login began. */
  begunId: number;
  state: LoginState;
  /** Hash of the cookie of the browser that was redirected to the site. */
  browser: string;
}

/** A guest who has signed in at a site, but hasn't confirmed yet which device goes online. */
interface SignedState {
  site: SocialMethod;
  state: LoginState;
  begun: Confirmed;
  profile: Profile;
  browser: string;
}

/** Milliseconds that a guest may take to confirm. */
const CONFIRM_FOR = 5 * 60_000;

/** Form with the social site that the guest chose. */
export async function chooseSite(call: Call, state: LoginState): Promise<unknown> {
  const { portal, query } = call;
  const site = SOCIAL_METHODS.find((one) => one === query.site);
  if (!site || !offeredMethods(call).includes(`${site}_login`)) return redirectTo(call, '/login', { ...state, error: 'way_off' });
  if (!isOffersAnswered(call)) return redirectTo(call, '/login', { ...state, error: 'marketing_needed', form: 'social' });
  const { wantsMarketing, wantsSurvey } = codeRequest(call, state);
  return redirectTo(call, '/social', { ...withoutForms(state), ...originIn(portal, query), social: { site, wantsMarketing, wantsSurvey } });
}

/** Page before the social site. */
export async function showSocial(call: Call, state: LoginState): Promise<unknown> {
  const { deps, request } = call;
  if (!state.social) return redirectTo(call, '/login', state);
  const s = await encryptedLoginState(call, state);
  const page: Page = {
    page: 'social',
    site: state.social.site,
    on: `${baseOf(call)}/go?s=${s}`,
    shortSeconds: await shortSecondsOf(deps.db, registering(call), state.deviceMac),
    isMini: isCaptiveBrowser(request.headers['user-agent'] ?? ''),
    ...problemOf(state),
  };
  return showPage(call, page, { language: state.language, path: '/social', carried: { s }, data: state.data });
}

/** Redirects to the social site. */
export async function goToSite(call: Call): Promise<unknown> {
  const { deps, portal, request, reply } = call;
  const { db, clock, social } = deps;
  const found = await eitherStateIn(call);
  if (!found) return reply;
  const { state } = found;
  const { social: to } = state;
  if (!to || !offeredMethods(call).includes(`${to.site}_login`)) return redirectTo(call, '/login', { ...state, error: 'way_off' });
  const created = await createCode(db, { ...codeRequest(call, state), ...to, method: to.site, recipient: '' });
  if (typeof created === 'string') return returnWithError(call, state, 'social_too_many');
  const { error: _, ...rest } = state;
  const browser = markBrowser(call, isSecure(deps));
  const stateOf = (departure: Departure) => {
    const sent: SocialState = { ...departure, unitUuid: portal.unitUuid, begunId: created.id, state: rest, browser };
    return deps.cipher.encrypt(`social ${to.site}`, sent, new Date(clock().getTime() + AWAY_FOR));
  };
  const url = await social.leave(to.site, { redirectUri: socialRedirect(deps.config, to.site), stateOf }).catch((error: unknown) => {
    request.log.warn({ site: to.site, reason: reasonOf(error) }, 'the social site could not be reached');
    return null;
  });
  return url === null ? returnWithError(call, state, 'social_failed') : reply.redirect(url, 303);
}

/** OAuth redirect URI, where the social site sends the guest back. */
export async function returnFromSite(deps: PortalDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { db, clock, social } = deps;
  const site = SOCIAL_METHODS.find((one) => one === (request.params as { site: string }).site);
  if (!site) {
    reply.callNotFound();
    return reply;
  }
  const query = firstValues(queryOf(request));
  const found = await deps.cipher.decrypt<SocialState>(`social ${site}`, query.state ?? '', clock());
  const portal = found && (await deps.portalOf(found.value.unitUuid));
  if (!portal)
    return showPage({ deps, portal: null, reply }, { page: 'notice', notice: 'not_here' }, { language: languageOf({ query, request }) });
  const { state, begunId: startedId, verifier, nonce, browser } = found.value;
  const call: Call = { deps, portal, query, request, reply };
  if (found.isExpired) return showPage(call, { page: 'notice', notice: 'too_late', on: restartUrl(state) }, { language: state.language });
  if (!offeredMethods(call).includes(`${site}_login`)) return returnWithError(call, state, 'way_off');
  const by = browserOf(request, isSecure(deps), browser);
  if (by !== 'same') return refuseBrowser(call, by, state, state.language);
  // Use up the row before asking the site, so that concurrent returns ask it only once.
  const confirmed = await confirmByReturn(db, portal.hotspotId, startedId, clock());
  if (!confirmed) return returnWithError(call, state, 'social_failed');
  const back = { redirectUri: socialRedirect(deps.config, site), state: query.state ?? '', verifier, nonce };
  const profile = await social.comeBack(site, query, back).catch((error: unknown): Profile | null => {
    request.log.warn({ site, reason: reasonOf(error) }, 'the social site did not confirm who the guest is');
    return null;
  });
  if (!profile) return returnWithError(call, state, 'social_failed');
  const signed: SignedState = { site, state, begun: confirmed, profile, browser };
  return reply.redirect(`${baseOf(call)}/signed?c=${await encrypted(call, 'signed', signed, CONFIRM_FOR)}`, 303);
}

/** Page that shows which device goes online for the signed-in person, because they may have followed a link from somebody else's device. */
export async function showSigned(call: Call): Promise<unknown> {
  const signed = await signedStateIn(call);
  if (!signed) return call.reply;
  const { site, state, profile } = signed;
  const page: Page = { page: 'signed', site, name: profile.name, deviceMac: state.deviceMac, hotspot: call.portal.hotspotName };
  const language = languageOf(call, state);
  return showPage(call, page, { language, path: '/signed', carried: { c: call.query.c ?? '' }, data: state.data });
}

/** Form by which the guest confirms the device. */
export async function goOnline(call: Call): Promise<unknown> {
  const signed = await signedStateIn(call);
  if (!signed) return call.reply;
  const { site, begun: confirmed, profile } = signed;
  const state = { ...signed.state, language: languageOf(call, signed.state) };
  if (!offeredMethods(call).includes(`${site}_login`)) return returnWithError(call, state, 'way_off');
  const { id: username, ...about } = profile;
  const guest = await upsertGuest(call.deps.db, { ...confirmed, ...about, method: site, username }, registering(call));
  if (guest === 'expired') return returnWithError(call, state, 'expired');
  await recordAgreement(call, state, guest.guestId, consentsIn(call, confirmed, state.language));
  const short = await shortSessionState(call, state, site);
  if (short) return switchGuest(call, short, { ...guest, way: site });
  return sendToGateway(call, state, { id: guest.guestId, username: guest.username }, site);
}

/** Returns the state in the request if it is this browser that signed in. Otherwise sends a page that says so and returns null. */
async function signedStateIn(call: Call): Promise<SignedState | null> {
  const signed = await decryptedInTime<SignedState>(call, 'signed', call.query.c);
  const language = languageOf(call, signed?.state);
  if (!signed) {
    await showPage(call, { page: 'notice', notice: 'too_late' }, { language });
    return null;
  }
  const by = browserOf(call.request, isSecure(call.deps), signed.browser);
  if (by === 'same') return signed;
  await refuseBrowser(call, by, signed.state, language);
  return null;
}

/** Says what happened, and leads back to the gateway, which begins anew for whichever device asks. */
const refuseBrowser = (call: Call, by: 'other' | 'without_cookie', state: LoginState, language: PortalLanguage) =>
  showPage(call, { page: 'notice', notice: by === 'other' ? 'other_browser' : 'forgetful_browser', on: restartUrl(state) }, { language });

const isSecure = ({ config }: PortalDeps) => config.portalOrigin?.startsWith('https:') === true;

/**
 * Shows the error to a guest who returns from a social site: on the online page if a short session is running, else on the login page.
 */
async function returnWithError(call: Call, state: LoginState, error: LoginError) {
  const short = state.social && (await shortSessionState(call, state, state.social.site));
  if (!short) return redirectTo(call, '/login', { ...state, error });
  return redirectToSession(call, await encryptedOnlineState(call, short), state.language, { error, form: 'social' });
}

/** The error code of a failed social login. Messages are not logged because they may identify the guest. */
const reasonOf = (error: unknown): string => {
  const { code, error: errorName } = error as { code?: unknown; error?: unknown };
  return [errorName, code].find((one) => typeof one === 'string' && /^\w{1,60}$/.test(one))?.toString() ?? 'unknown';
};
