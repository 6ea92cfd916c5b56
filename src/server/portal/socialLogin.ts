/** Logging in at Facebook or LinkedIn (OAuth): the way there, and the way back. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SOCIAL_WAYS, type SocialWay } from '../access/ways';
import { isCaptiveBrowser } from './captiveBrowser';
import { decryptState, encryptState } from './encryptedState';
import { agree, asking, consentsIn, originIn, sendToGateway, shortKey, switchGuest } from './loginSteps';
import { restartUrl } from './gateways';
import { encryptedKey, encryptedState, goTo, keyIn, problemOf, stateIn, type State, type Wrong } from './loginState';
import { baseOf, flat, languageOf, queryOf, registering, show, waysOf, type Call, type PortalDeps } from './portalCall';
import { shortSecondsOf, upsertGuest } from './registration';
import type { Page } from './render';
import { AWAY_FOR, confirmByReturn, createCode } from './sentCodes';
import type { Left, Profile } from './social';

/** OAuth `state`, returned by the provider. */
interface Away extends Left {
  unitUuid: string;
  /** Id of the single-use row that this login began with. */
  begunId: number;
  state: State;
}

/** Form with the social site that the guest chose. */
export async function chooseSite(call: Call, state: State): Promise<unknown> {
  const { portal, query } = call;
  const site = SOCIAL_WAYS.find((one) => one === query.site);
  if (!site || !waysOf(call).includes(`${site}_login`)) return goTo(call, '/login', { ...state, wrong: 'way_off' });
  const { wantsMarketing, wantsSurvey } = asking(call, state);
  const { wrong: _, mail: _mail, phone: _phone, ...rest } = state;
  return goTo(call, '/social', { ...rest, ...originIn(portal, query), social: { site, wantsMarketing, wantsSurvey } });
}

/** Page before the social site. */
export async function showSocial(call: Call, state: State): Promise<unknown> {
  const { deps, request } = call;
  if (!state.social) return goTo(call, '/login', state);
  const s = await encryptedState(call, state);
  const page: Page = {
    ...{ page: 'social', site: state.social.site, on: `${baseOf(call)}/go?s=${s}` },
    shortSeconds: await shortSecondsOf(deps.db, registering(call), state.deviceMac),
    isMini: isCaptiveBrowser(request.headers['user-agent'] ?? ''),
    ...problemOf(state),
  };
  return show(call, page, { language: state.language, place: '/social', carried: { s }, data: state.data });
}

/** Redirects to the social site. */
export async function goToSite(call: Call): Promise<unknown> {
  const { deps, portal, request, reply } = call;
  const { db, clock, social } = deps;
  const online = call.query.k === undefined ? null : await keyIn(call);
  const state: State | null = online ? { ...online, language: languageOf(call, online) } : await stateIn(call);
  if (!state) return reply;
  const { social: to } = state;
  if (!to || !waysOf(call).includes(`${to.site}_login`)) return goTo(call, '/login', { ...state, wrong: 'way_off' });
  const made = await createCode(db, { ...asking(call, state), ...to, way: to.site, recipient: '' });
  if (!made) return backWith(call, state, 'social_too_many');
  const stateKey = await deps.stateKey();
  const { wrong: _, ...rest } = state;
  const stateOf = (left: Left) => {
    const away: Away = { ...left, unitUuid: portal.unitUuid, begunId: made.id, state: rest };
    return encryptState(stateKey, `social ${to.site}`, away, new Date(clock().getTime() + AWAY_FOR));
  };
  const url = await social.leave(to.site, { redirectUri: redirectUri(deps, to.site), stateOf }).catch((error: unknown) => {
    request.log.warn({ site: to.site, reason: reasonOf(error) }, 'another site could not be asked');
    return null;
  });
  return url === null ? backWith(call, state, 'social_failed') : reply.redirect(url, 303);
}

/** OAuth redirect URI, where the social site sends the guest back. */
export async function returnFromSite(deps: PortalDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { db, clock, social } = deps;
  const site = SOCIAL_WAYS.find((one) => one === (request.params as { site: string }).site);
  if (!site) {
    reply.callNotFound();
    return reply;
  }
  const query = flat(queryOf(request));
  const found = decryptState<Away>(await deps.stateKey(), `social ${site}`, query.state ?? '', clock());
  const portal = found && (await deps.portalOf(found.value.unitUuid));
  if (!portal)
    return show({ deps, portal: null, reply }, { page: 'notice', notice: 'not_here' }, { language: languageOf({ query, request }) });
  const { state, begunId, verifier, nonce } = found.value;
  const call: Call = { deps, portal, query, request, reply };
  if (found.isExpired) return show(call, { page: 'notice', notice: 'too_late', on: restartUrl(state) }, { language: state.language });
  if (!waysOf(call).includes(`${site}_login`)) return backWith(call, state, 'way_off');
  // Spend the login before asking the site, so that concurrent returns ask it only once.
  const begun = await confirmByReturn(db, portal.hotspotId, begunId, clock());
  if (!begun) return backWith(call, state, 'social_failed');
  const back = { redirectUri: redirectUri(deps, site), state: query.state ?? '', verifier, nonce };
  const profile = await social.comeBack(site, query, back).catch((error: unknown): Profile | null => {
    request.log.warn({ site, reason: reasonOf(error) }, 'another site did not confirm who somebody is');
    return null;
  });
  if (!profile) return backWith(call, state, 'social_failed');
  const { id: username, ...about } = profile;
  const guest = await upsertGuest(db, { ...begun, ...about, way: site, username }, registering(call));
  if (guest === 'expired') return backWith(call, state, 'expired');
  await agree(call, state, guest.guestId, consentsIn(begun, state.language));
  const short = await shortKey(call, state, site);
  if (short) return switchGuest(call, short, { ...guest, way: site });
  return sendToGateway(call, state, { id: guest.guestId, username: guest.username }, site);
}

/**
 * Shows the error to a guest who returns from a social site: on the online page if a short session is running, else on the login page.
 */
async function backWith(call: Call, state: State, wrong: Wrong) {
  const short = state.social && (await shortKey(call, state, state.social.site));
  if (!short) return goTo(call, '/login', { ...state, wrong });
  return call.reply.redirect(`${baseOf(call)}/online?k=${await encryptedKey(call, short)}&l=${state.language}&w=${wrong}`, 303);
}

const redirectUri = ({ config }: PortalDeps, site: SocialWay) => `${config.portalOrigin ?? ''}${config.basePath}/portal/oauth/${site}`;

/** The error code of a failed social login. Messages are not logged because they may identify the guest. */
const reasonOf = (error: unknown): string => {
  const { code, error: named } = error as { code?: unknown; error?: unknown };
  return [named, code].find((one) => typeof one === 'string' && /^\w{1,60}$/.test(one))?.toString() ?? 'unknown';
};
