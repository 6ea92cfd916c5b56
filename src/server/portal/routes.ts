/**
 * The captive portal: pages for guests who want to go online. They work without JavaScript and cookies and load everything from one host.
 * Guest state travels between pages encrypted, in links and form fields (encryptedState.ts). Errors are HTML pages too.
 */
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import {
  EMAIL,
  MAC_ADDRESS,
  MAX_LENGTH,
  PORTAL_LANGUAGES,
  toWireMac,
  UNIT_UUID,
  VOUCHER_CODE,
  type PortalLanguage,
} from '../../contract/wire';
import type { Way } from '../../portal/portalLook';
import { CODE_WAYS, MARKETING_TEXTS } from '../../portal/pages';
import { COUNTRIES, REASONS } from '../../portal/questions';
import type { PortalPlace } from '../../portal/PortalFrame';
import { REFUSAL_CODES, type RefusalCode } from '../../contract/access';
import { portalText, preferredLanguage, type PortalText } from '../../portal/texts';
import { explainAccess, recordRefusal } from '../access/queries';
import { refusalForGuest } from '../access/refusals';
import { serverKey } from '../access/serverKeys';
import { portalVisits } from '../access/portalFigures';
import { tokenOutcome, cancelPendingLogins, issueToken, TOKEN_VALID_FOR } from '../access/tokens';
import { FAS_KEY, fasKey } from '../opennds/proofs';
import { authGetResponse } from '../opennds/authGet';
import { SOCIAL_WAYS, type LoginWay, type SocialWay } from '../access/ways';
import type { Deps } from '../deps';
import { outcomeOf, tooOften } from '../http/errors';
import { guestOfCode } from './codes';
import { fontFile } from './fontFiles';
import { pollingClientId, loginRequest, parseArrival, restartUrl, logoutUrl, type GatewayKind, type Visit } from './gateways';
import { MAX_PHONE, mobileNumber } from './phones';
import { smallPicture } from './pictures';
import {
  findPicture,
  findPortal,
  findTexts,
  isKnownDevice,
  lastRefusal,
  recordConsents,
  recordOrigin,
  runningSessions,
  type Origin,
  type UnitPortal,
} from './queries';
import { isCaptiveBrowser } from './captiveBrowser';
import { personOf, upsertGuest, shortGuest, shortName, shortSecondsOf } from './registration';
import { PLAIN_LOOK, rendered, type Page, type Setting } from './render';
import { decryptState, encryptState } from './encryptedState';
import { AWAY_FOR, confirmByCode, confirmByLink, confirmByReturn, LINK_FOR, createCode, type Confirmed, type MadeCode } from './sentCodes';
import type { Left, Profile } from './social';
import { textCode } from './textCode';
import { countTry, pageLimit } from './throttle';
import { unavailableWays } from './unavailableWays';

/** State of a guest who is logging in; encrypted into links and forms. */
interface State {
  gatewayKind: GatewayKind;
  deviceMac: string;
  data: Readonly<Record<string, string>>;
  language: PortalLanguage;
  hasAccepted: boolean;
  /** Error of the guest's last action, and the code that was typed. */
  wrong?: Wrong;
  code?: string;
  /** The code sent by e-mail, and the address it went to. */
  mail?: { id: number; email: string };
  /** The code sent by SMS; if the input was no valid number, `number` is the raw input. */
  phone?: { id: number; number: string };
  /** The social login provider that the guest chose. */
  social?: { site: SocialWay; wantsMarketing: boolean; wantsSurvey: boolean };
  /** Answers to the country and reason questions; '' for an unanswered one. */
  origin?: Origin;
  /** When the guest opened the portal, in epoch milliseconds. */
  opened?: number;
}

/** OAuth `state`, returned by the provider. */
interface Away extends Left {
  unitUuid: string;
  /** Id of the single-use row that this login began with. */
  begunId: number;
  state: State;
}

/** State in the confirmation link of an e-mail. */
interface MailLink extends Omit<State, 'hasAccepted'> {
  codeId: number;
}

const WRONG_TEXTS = [
  ...(['accept_needed', 'too_many', 'failed'] as const),
  ...(['email_bad', 'email_domain', 'email_not_sent', 'email_too_many', 'email_code_wrong', 'short_used'] as const),
  ...(['sms_bad', 'sms_not_sent', 'sms_too_many', 'sms_code_wrong', 'social_failed', 'social_too_many'] as const),
] as const;
type Wrong = RefusalCode | (typeof WRONG_TEXTS)[number];

/** State of a guest who has logged in: grants access to the page that shows what is left of the session and logs out. */
interface Key extends State {
  guestId: number;
}

/** A guest waiting for the gateway to poll for the clients it should let in. */
interface Waiting extends Key {
  token: string;
  /** Milliseconds. */
  since: number;
}

/**
 * A guest who is allowed online but has to go through the gateway again, because another guest is, or was, online there with the same
 * device.
 */
interface Pending {
  guestId: number;
  username: string;
  deviceMac: string;
  way: LoginWay;
}

/** Milliseconds. */
const PENDING_FOR = 3 * 60_000;
const STATE_FOR = 15 * 60_000;
const KEY_FOR = 24 * 3_600_000;

/** Seconds between refreshes of the waiting page. */
const LOOKS_EVERY = 2;

/** Polled by gateways that ask the server themselves (openNDS, FAS level 4). */
const ASKING_PATH = '/:unit/opennds';

/** Refusals that would confuse a guest who typed a valid code, e.g. because the token came too late; shown as 'failed'. */
const UNTOLD: readonly RefusalCode[] = ['not_known', 'wrong_secret', 'registration_needed'];

/** Characters of a URL including its query; gateways send a few hundred. */
const MAX_ADDRESS = 8000;
const MAX_FORM = 16_384;

/** Cache of units' portals: time to live in milliseconds, and maximum entries. */
const KNOWN_FOR = 3000;
const MAX_KNOWN = 500;

/**
 * A guest who scans a voucher's QR code arrives without the gateway's parameters, and only the gateway knows the device and how to log in.
 * The gateway intercepts any plain HTTP request, so the page links to an address nobody owns (RFC 5737); the gateway passes that URL on,
 * with the code in it.
 */
const CAUGHT = 'http://192.0.2.80/code/';

/** For pages that belong to no hotspot. */
const PLAIN: Setting = { base: '', faces: '', look: PLAIN_LOOK, hotspotName: '', language: 'en', place: '/', carried: {} };

type Query = Record<string, string>;

/** A guest's request to an existing portal. */
interface Call {
  portal: UnitPortal;
  query: Query;
  request: FastifyRequest;
  reply: FastifyReply;
}

export const portalRoutes =
  (deps: Deps): FastifyPluginAsync =>
  async (app) => {
    const { db, clock, config, mailer, sms, social, endSession, phones } = deps;
    const key = lazily(() => serverKey(db, 'portal'));
    const openndsKey = lazily(() => serverKey(db, FAS_KEY));
    const visits = portalVisits(db, clock, (error) => app.log.error({ err: error }, 'visits of the portal could not be counted'));
    app.addHook('onClose', visits.close);
    const portalOf = remembered((uuid: string) => findPortal(db, uuid), clock);
    const ownOrigin = (request: FastifyRequest) => config.portalOrigin ?? `${request.protocol}://${request.host}`;
    const baseOf = (uuid: string) => `${config.basePath}/portal/${encodeURIComponent(uuid)}`;

    // Guests get an HTML page for errors too, e.g. when the database is down or the rate limit is exceeded.
    app.setErrorHandler(async (error: FastifyError, request, reply) => {
      const { status, retryAfter } = outcomeOf(error);
      if (status >= 500) request.log.error({ err: error }, 'a page of the portal could not be made');
      if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
      reply.code(status);
      const language = preferredLanguage(request.headers['accept-language'] ?? '');
      return show({ portal: null, reply }, { page: 'notice', notice: 'wrong' }, { language });
    });
    // Load the renderer now, so that the first guest doesn't wait for it.
    app.addHook('onListen', async () => {
      await rendered(PLAIN, { page: 'notice', notice: 'not_here' });
    });
    const mayHavePage = pageLimit();
    // Routers poll constantly from the same address as their guests, so they have a limit of their own.
    const mayAsk = pageLimit();
    app.addHook('onRequest', async ({ ip, routeOptions }) => {
      if (!(routeOptions.url?.endsWith(ASKING_PATH) === true ? mayAsk : mayHavePage)(ip)) throw tooOften(60);
    });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX_FORM }, (_request, body, done) =>
      done(null, flat(new URLSearchParams(body as string))),
    );
    app.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    });

    const languageOf = ({ query, request }: Pick<Call, 'query' | 'request'>, state?: Pick<State, 'language'> | null): PortalLanguage =>
      PORTAL_LANGUAGES.find((one) => one === query.l) ?? state?.language ?? preferredLanguage(request.headers['accept-language'] ?? '');

    /** Sends a page. With a gateway in `data`, the CSP allows forms to submit to it. */
    const show = async (
      { portal, reply }: Pick<Call, 'reply'> & { portal: UnitPortal | null },
      page: Page,
      {
        language,
        place = '/',
        carried = {},
        data = {},
      }: { language: PortalLanguage; place?: Setting['place']; carried?: Query; data?: State['data'] },
    ) => {
      const setting = {
        ...{
          base: portal ? baseOf(portal.unitUuid) : '',
          faces: `${config.basePath}/portal/faces`,
          look: portal?.look ?? PLAIN_LOOK,
          hotspotName: portal?.hotspotName ?? '',
        },
        ...{ language, place, carried },
      };
      const { html, style, script } = await rendered(setting, page);
      const gateway = data.gateway === undefined ? '' : ` ${new URL(data.gateway).origin}`;
      // The demonstration shows the portal in a frame, as the screen of a phone.
      const frames = phones ? "'self'" : "'none'";
      const policy = [
        ...["default-src 'none'", "img-src 'self'", `style-src ${style}`, `script-src ${script}`],
        ...["font-src 'self'", `form-action 'self'${gateway}`, "base-uri 'none'", `frame-ancestors ${frames}`],
      ];
      return reply
        .header('Content-Security-Policy', policy.join(';'))
        .header('Content-Language', language)
        .type('text/html; charset=utf-8')
        .send(html);
    };

    const encryptedState = async (portal: UnitPortal, state: State, now: Date) =>
      encryptState(await key(), `state ${portal.unitUuid}`, state, new Date(now.getTime() + STATE_FOR));

    /** Returns the state in the request. If it is missing or expired, sends a page that says so and returns null. */
    const stateIn = async (call: Call): Promise<State | null> => {
      const found = decryptState<State>(await key(), `state ${call.portal.unitUuid}`, call.query.s ?? '', clock());
      if (found && !found.isExpired) return { ...found.value, language: languageOf(call, found.value) };
      const notice = found ? 'too_late' : 'not_here';
      const on = found && restartUrl(found.value);
      await show(call, { page: 'notice', notice, on }, { language: languageOf(call, found?.value) });
      return null;
    };

    const keyIn = async ({ portal, query }: Pick<Call, 'portal' | 'query'>): Promise<Key | null> => {
      const found = decryptState<Key>(await key(), `online ${portal.unitUuid}`, query.k ?? '', clock());
      return found && !found.isExpired ? found.value : null;
    };

    /** The query of our own online page, if that is the address the gateway says the guest wanted; otherwise empty. */
    const wantedBack = ({ portal, request }: Call, { wanted }: Visit): Query => {
      const ours = `${ownOrigin(request)}${baseOf(portal.unitUuid)}/online?`;
      return wanted.startsWith(ours) ? flat(new URLSearchParams(wanted.slice(ours.length))) : {};
    };

    const keyBack = async (call: Call, visit: Visit): Promise<Key | null> => {
      const found = await keyIn({ portal: call.portal, query: wantedBack(call, visit) });
      return found && (found.deviceMac === visit.deviceMac || isOnlineThere(visit)) ? found : null;
    };

    const pendingBack = async (call: Call, visit: Visit): Promise<Pending | null> => {
      const found = decryptState<Pending>(await key(), `pending ${call.portal.unitUuid}`, wantedBack(call, visit).p ?? '', clock());
      return found && !found.isExpired && found.value.deviceMac === visit.deviceMac ? found.value : null;
    };

    const pendingFor = async ({ unitUuid }: UnitPortal, deviceMac: string, guest: Omit<Pending, 'deviceMac'>) =>
      encryptState(await key(), `pending ${unitUuid}`, { ...guest, deviceMac }, new Date(clock().getTime() + PENDING_FOR));

    /** Logs in a device that is already online as another guest: the gateway has to end the first session before. */
    const switchGuest = async (call: Call, online: Key, guest: Omit<Pending, 'deviceMac'>) => {
      const { portal, request, reply } = call;
      const { deviceMac, language } = online;
      const p = await pendingFor(portal, deviceMac, guest);
      const next = `${ownOrigin(request)}${baseOf(portal.unitUuid)}/online?p=${p}`;
      const out = comesBack(online) ? logoutUrl(online, next) : null;
      if (out !== null) return reply.redirect(out, 303);
      await endSessions(call, online);
      const again = restartUrl(online, next);
      // openNDS takes up to a minute to end the session, and its login page is of no use until then.
      const isLater = online.gatewayKind === 'opennds';
      if (again !== null && !isLater) return reply.redirect(again, 303);
      return show(call, { page: 'notice', notice: 'again', on: again }, { language, data: online.data });
    };

    /** Asks the unit to disconnect this guest's sessions on this device. True if none is left running. */
    const endSessions = async ({ portal, request }: Call, { deviceMac, guestId }: Key): Promise<boolean> => {
      let areEnded = true;
      for (const { userId, ...session } of await runningSessions(db, portal.unitId, deviceMac, clock())) {
        if (userId !== guestId) continue;
        const asked = (session.address === '' ? undefined : endSession?.(session))?.catch((error: unknown) => {
          request.log.error({ err: error }, 'a unit could not be asked to end a session');
        });
        const outcome = (await asked)?.outcome;
        areEnded &&= outcome === 'acknowledged' || outcome === 'unknown there';
      }
      return areEnded;
    };

    const encryptedKey = async ({ unitUuid }: UnitPortal, online: Key) =>
      encryptState(await key(), `online ${unitUuid}`, online, new Date(clock().getTime() + KEY_FOR));

    /** Issues a login token for a guest who is allowed online, and sends the guest to the gateway with it. */
    const sendToGateway = async (call: Call, state: State, guest: { id: number; username: string }, way: LoginWay) => {
      const { portal, request, reply } = call;
      const now = clock();
      // A known device logs in without any action by the guest, so there is no time to measure.
      const opened = state.opened === undefined || way === 'mac' ? null : new Date(state.opened);
      const faskey = fasKey(await openndsKey(), portal.unitUuid);
      const client = pollingClientId(state, faskey);
      const sessionKey = client ?? '';
      if (client !== null && way !== 'mac') await cancelPendingLogins(db, portal.unitId, client, now);
      const about = { unitId: portal.unitId, guestId: guest.id, deviceMac: state.deviceMac };
      const token = await issueToken(db, { ...about, way, opened, sessionKey }, now);
      const { wrong: _wrong, code: _code, mail, phone: _phone, social: site, opened: _opened, ...rest } = state;
      const open = way === 'short' && { ...(mail && { mail }), ...(site && { social: site }) };
      const online: Key = { ...rest, ...open, hasAccepted: true, guestId: guest.id };
      if (client !== null) {
        const waiting: Waiting = { ...online, token, since: now.getTime() };
        const w = encryptState(await key(), `waiting ${portal.unitUuid}`, waiting, new Date(now.getTime() + PENDING_FOR));
        return reply.redirect(`${baseOf(portal.unitUuid)}/waiting?k=${w}`, 303);
      }
      const next = `${ownOrigin(request)}${baseOf(portal.unitUuid)}/online?k=${await encryptedKey(portal, online)}`;
      const go = loginRequest(state, { username: guest.username, token, next, secret: portal.secret, faskey, guestId: guest.id });
      if (go.method === 'GET') return reply.redirect(go.url, 303);
      return show(call, { page: 'go', url: go.url, fields: go.fields }, { language: state.language, data: state.data });
    };

    const showStart = async (call: Call, state: State) => {
      const carried = { s: await encryptedState(call.portal, state, clock()) };
      return show(call, { page: 'start', ...problemOf(state) }, { language: state.language, carried, data: state.data });
    };

    const showLogin = async (call: Call, state: State) => {
      const carried = { s: await encryptedState(call.portal, state, clock()) };
      const page: Page = {
        ...{ page: 'login', ways: waysOf(call.portal), code: state.code ?? '' },
        ...{ email: state.mail?.email ?? '', phone: state.phone?.number ?? '' },
        ...{ ...call.portal.asking, ...problemOf(state) },
      };
      return show(call, page, { language: state.language, place: '/login', carried, data: state.data });
    };

    const off: readonly Way[] = unavailableWays({ config, mailer, sms, social });
    const waysOf = ({ ways }: UnitPortal) => ways.filter((way) => !off.includes(way));

    /** Records the guest's answers and consents. */
    const agree = async (
      { portal }: Call,
      { deviceMac, language, origin }: State,
      guestId: number,
      more: { marketing?: string; survey?: string } = {},
    ) => {
      const { hotspotId, unitId, hotspotUuid } = portal;
      const texts = { ...(await findTexts(db, hotspotUuid)), ...more };
      if (origin) await recordOrigin(db, guestId, origin);
      await recordConsents(db, { hotspotId, guestId, unitId, deviceMac, language, at: clock() }, texts);
    };

    /** The requester and the consents, as `makeCode` takes them. */
    const asking = ({ portal: { hotspotId }, query, request }: Call, { deviceMac }: State) => ({
      ...{ hotspotId, deviceMac, address: request.ip, now: clock() },
      ...{ wantsMarketing: query.marketing === 'yes', wantsSurvey: query.survey === 'yes' },
    });

    const registering = ({ hotspotId, settings, zone }: UnitPortal) => ({ hotspotId, settings, zone: zone || config.zone, now: clock() });

    /**
     * The key of a short session still running on this device, if it was opened for this e-mail address or social site. Needed because a
     * guest may go back to an earlier page.
     */
    const shortKey = async ({ portal }: Call, state: State, who: string): Promise<Key | null> => {
      const running = await runningSessions(db, portal.unitId, state.deviceMac, clock());
      const short = running.find(({ username }) => username === shortName(who, state.deviceMac));
      return short ? { ...state, guestId: short.userId } : null;
    };

    /** Logs in the guest whose e-mail address or phone number has been confirmed. */
    const letInByCode = async (call: Call, state: State, online: Key | null, confirmed: Confirmed) => {
      const guest = await upsertGuest(db, personOf(confirmed), registering(call.portal));
      if (guest === 'expired') return goTo(call, '/login', { ...state, wrong: 'expired' });
      await agree(call, state, guest.guestId, consentsIn(confirmed, state.language));
      const { way } = confirmed;
      const short = online ?? (await shortKey(call, state, confirmed.recipient));
      if (short) return switchGuest(call, short, { ...guest, way });
      return sendToGateway(call, state, { id: guest.guestId, username: guest.username }, way);
    };

    /** E-mails a code, and also a confirmation link if `portalOrigin` is configured. True if the mail was sent. */
    const mailCode = async (
      { portal }: Call,
      { wrong: _, mail: _mail, hasAccepted: _accepted, ...state }: State,
      email: string,
      made: MadeCode,
    ) => {
      const { language } = state;
      const m = encryptState(await key(), `mail ${portal.unitUuid}`, { ...state, codeId: made.id }, new Date(clock().getTime() + LINK_FOR));
      const say = (text: PortalText, values: Record<string, string>) => portalText(language, text, values);
      const { code } = made;
      const link =
        config.portalOrigin === undefined
          ? []
          : [say('email_mail_link', { link: `${config.portalOrigin}${baseOf(portal.unitUuid)}/mail?m=${m}` })];
      const text = [say('email_mail_code', { code, hotspot: portal.hotspotName }), ...link].join('\n\n');
      return (await mailer.send({ to: email, subject: say('email_mail_subject', { code }), text })) === 'sent';
    };

    /** Redirect after a form (303), so that going back and reloading submit nothing twice. */
    const goTo = async ({ portal, reply }: Call, place: PortalPlace, state: State) =>
      reply.redirect(`${baseOf(portal.unitUuid)}${place === '/' ? '' : place}?s=${await encryptedState(portal, state, clock())}`, 303);

    const showOnline = async (call: Call, online: Key, { problem: wrong, ...more }: { language: PortalLanguage; problem?: string }) => {
      const { portal } = call;
      const credential = { way: 'portal' as const, guestId: online.guestId };
      const about = { unitId: portal.unitId, deviceMac: online.deviceMac, now: clock(), serverZone: config.zone };
      const answer = await explainAccess(db, { ...about, credential });
      if (!answer || 'refusal' in answer.decision) {
        const problem = answer && 'refusal' in answer.decision ? wordsOf(answer.decision.refusal, more.language) : undefined;
        const on = restartUrl(online);
        return show(call, { page: 'notice', notice: 'refused', on, ...(problem !== undefined && { problem }) }, more);
      }
      const { seconds, why, bytes } = answer.decision.grant;
      // Ten years or more count as unlimited.
      const isEndless = why === 'validity' && seconds > 3650 * 86_400;
      const canLeave = logoutUrl(online) !== null || endSession !== undefined;
      const page: Page = {
        ...{ page: 'online', seconds: isEndless ? null : seconds, bytes, redirect: portal.look.captive_1_redir, canLeave },
        ...{
          canExtend: portal.ways.some((way) => CODE_WAYS.includes(way)),
          canConfirm: online.mail !== undefined,
          ...(online.social && { toSite: { site: online.social.site, on: `${baseOf(portal.unitUuid)}/go?k=${call.query.k ?? ''}` } }),
          ...(wrong !== undefined && { problem: wrong }),
        },
      };
      return show(call, page, { ...more, place: '/online', carried: { k: call.query.k ?? '' }, data: online.data });
    };

    /** Handles a guest who arrives from the gateway. */
    const arrive = async (call: Call, visit: Visit) => {
      const { portal, request } = call;
      const back = await keyBack(call, visit);
      const language = languageOf(call, back);
      const { gatewayKind, deviceMac, data } = visit;
      const code = scannedCode(visit);
      const opened = visit.result === 'log_in' ? { opened: clock().getTime() } : {};
      const state: State = {
        gatewayKind,
        deviceMac,
        data,
        language,
        hasAccepted: back?.hasAccepted ?? false,
        ...(code && { code }),
        ...opened,
      };
      const pending = await pendingBack(call, visit);
      if (pending && visit.result !== 'failed') {
        const { guestId, username, way } = pending;
        if (visit.result === 'log_in') return sendToGateway(call, { ...state, hasAccepted: true }, { id: guestId, username }, way);
        const on = visit.result === 'online' ? logoutUrl(visit, visit.wanted) : restartUrl(visit, visit.wanted);
        if (on !== null) return call.reply.redirect(on, 303);
      }
      if (visit.result === 'online') {
        if (back) return call.reply.redirect(visit.wanted, 303);
        return show(call, { page: 'online', redirect: portal.look.captive_1_redir, canLeave: false, canExtend: false }, { language });
      }
      if (visit.result === 'left') return show(call, { page: 'notice', notice: 'left', on: restartUrl(visit) }, { language });
      if (visit.result === 'failed' || isRefusedThere(visit, back)) {
        const last = await lastRefusal(db, portal.unitId, deviceMac, clock());
        const refusal = REFUSAL_CODES.find((one) => one === last && !UNTOLD.includes(one));
        const refused: State = { ...state, wrong: refusal ?? 'failed' };
        return state.hasAccepted ? showLogin(call, refused) : showStart(call, refused);
      }
      seen(call, 'opened', deviceMac);
      const known = await knownGuest(portal, deviceMac);
      if (known) {
        request.log.info('a known device is let in');
        return sendToGateway(call, state, known, 'mac');
      }
      return showStart(call, state);
    };

    /** Counts a guest opening the portal or trying to log in, for the portal's statistics. */
    const seen = ({ portal, request }: Call, what: 'opened' | 'tried', deviceMac: string) =>
      visits.seen(what, { hotspotId: portal.hotspotId, zone: portal.zone || config.zone }, deviceMac || request.ip);

    /** The guest whom this device may log in as without credentials (MAC login); null if there is none. */
    const knownGuest = async ({ unitId, hotspotId }: UnitPortal, deviceMac: string) => {
      if (deviceMac === '' || !(await isKnownDevice(db, hotspotId, deviceMac))) return null;
      const answer = await explainAccess(db, { unitId, credential: { way: 'mac' }, deviceMac, now: clock(), serverZone: config.zone });
      return answer && 'grant' in answer.decision ? answer.guest : null;
    };

    /** Runs `serve` if the portal exists; otherwise sends a 404 page. */
    const open =
      (serve: (call: Call) => Promise<unknown>) =>
      async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
        const { unit = '' } = request.params as { unit?: string };
        const query = { ...flat(queryOf(request)), ...(request.body as Query | null) };
        const portal = UNIT_UUID.test(unit) && request.url.length <= MAX_ADDRESS ? await portalOf(unit) : null;
        if (!portal) {
          reply.code(404);
          return show({ portal: null, reply }, { page: 'notice', notice: 'not_here' }, { language: languageOf({ query, request }) });
        }
        return serve({ portal, query, request, reply });
      };

    /** Like `open`, with the state from the request. If there is none, `stateIn` has already replied. */
    const withState = (run: (call: Call, state: State) => Promise<unknown>) =>
      open(async (call) => {
        const state = await stateIn(call);
        return state ? run(call, state) : call.reply;
      });

    /** Like `withState`, for guests who have accepted the terms; others go back to the start page. */
    const accepted = (run: (call: Call, state: State) => Promise<unknown>) =>
      withState(async (call, state) => (state.hasAccepted ? run(call, state) : goTo(call, '/', { ...state, wrong: 'accept_needed' })));

    const hide = { schema: { hide: true } };

    const welcome = async (call: Call, isPolling = false) => {
      const { portal, query, request } = call;
      const trusted = phones && `${request.protocol}://${request.host}`;
      const url = ownOrigin(request) + config.basePath + request.url;
      const visit = parseArrival({ query, url, secret: portal.secret, trusted, isPolling });
      if (visit !== null && visit !== 'untrusted') return arrive(call, visit);
      const state = await stateIn(call);
      return state ? showStart(call, state) : call.reply;
    };

    app.get(
      '/:unit',
      hide,
      open((call) => welcome(call)),
    );

    /** Where openNDS with FAS level 4 sends guests, and polls for the clients to let in (`auth_get`). */
    if (config.opennds)
      app.get(
        ASKING_PATH,
        hide,
        open(async (call) => {
          const { portal, query, reply } = call;
          if (query.auth_get === undefined) return welcome(call, true);
          const asking = { unitId: portal.unitId, now: clock(), serverZone: config.zone };
          return reply.type('text/plain; charset=utf-8').send(await authGetResponse(db, asking, query));
        }),
      );

    /** Waiting page, shown until the gateway has polled and its script has reported that the client is in. */
    app.get(
      '/:unit/waiting',
      hide,
      open(async (call) => {
        const { portal, query, reply } = call;
        const now = clock();
        const found = decryptState<Waiting>(await key(), `waiting ${portal.unitUuid}`, query.k ?? '', now);
        const language = languageOf(call, found?.value);
        if (!found) return show(call, { page: 'notice', notice: 'not_here' }, { language });
        const { token, since, ...online } = { ...found.value, language };
        const { unitId } = portal;
        const { guestId, deviceMac } = online;
        const refuse = (wrong: Wrong) => showLogin(call, { ...online, wrong });
        const decided = await tokenOutcome(db, { unitId, guestId, deviceMac, token }, now);
        if (decided === '') return reply.redirect(`${baseOf(portal.unitUuid)}/online?k=${await encryptedKey(portal, online)}`, 303);
        if (decided !== null) return refuse(REFUSAL_CODES.find((one) => one === decided && !UNTOLD.includes(one)) ?? 'failed');
        if (now.getTime() - since > TOKEN_VALID_FOR) return refuse('failed');
        void reply.header('Refresh', LOOKS_EVERY);
        return show(call, { page: 'waiting' }, { language, place: '/waiting', carried: { k: query.k ?? '' } });
      }),
    );

    /** `user-portal-url` of the RFC 8908 answer: sends the device through its gateway to the start page. */
    app.get(
      '/:unit/open',
      hide,
      open(async (call) => {
        const { uamip = '', uamport = '' } = call.query;
        const visit = parseArrival({ query: { res: 'notyet', uamip, uamport }, url: '', secret: '' });
        const on = visit === null || visit === 'untrusted' ? null : restartUrl(visit);
        if (on !== null) return call.reply.redirect(on, 303);
        return show(call, { page: 'notice', notice: 'not_here' }, { language: languageOf(call) });
      }),
    );

    /** Target of the QR code on a voucher. */
    app.get(
      '/:unit/code/:code',
      hide,
      open(async (call) => {
        const language = languageOf(call);
        const { code = '' } = call.request.params as { code?: string };
        if (!VOUCHER_CODE.test(code)) return show(call, { page: 'notice', notice: 'not_here' }, { language });
        return show(call, { page: 'code', code, on: CAUGHT + code }, { language, place: `/code/${code}` });
      }),
    );

    app.post(
      '/:unit/start',
      hide,
      withState(async (call, state) => {
        const { wrong: _, ...rest } = state;
        const hasAccepted = call.query.accept === 'yes';
        return goTo(call, hasAccepted ? '/login' : '/', { ...rest, hasAccepted, ...(!hasAccepted && { wrong: 'accept_needed' }) });
      }),
    );

    app.get(
      '/:unit/login',
      hide,
      withState(async (call, state) => {
        return state.hasAccepted ? showLogin(call, state) : showStart(call, { ...state, wrong: 'accept_needed' });
      }),
    );

    for (const what of ['terms', 'privacy'] as const) {
      // These must be readable without any state, from any page.
      app.get(
        `/:unit/${what}`,
        hide,
        open(async (call) => {
          const { portal, query } = call;
          const found = decryptState<State>(await key(), `state ${portal.unitUuid}`, query.s ?? '', clock());
          const language = languageOf(call, found?.value);
          const texts = await findTexts(db, portal.hotspotUuid);
          const html = texts[what] === '' ? portalText(language, 'no_text') : texts[what];
          const carried: Query =
            found && !found.isExpired ? { s: await encryptedState(portal, { ...found.value, language }, clock()) } : {};
          return show(call, { page: 'text', what, html }, { language, place: `/${what}`, carried });
        }),
      );
    }

    app.post(
      '/:unit/code',
      hide,
      open(async (call) => {
        const { portal, query, request } = call;
        // `k` is set if a guest who is already online enters another code.
        const online = query.k === undefined ? null : await keyIn(call);
        const state = online ? { ...online, language: languageOf(call, online) } : await stateIn(call);
        if (!state) return call.reply;
        if (!state.hasAccepted) return goTo(call, '/', { ...state, wrong: 'accept_needed' });
        const now = clock();
        const code = (query.code ?? '').slice(0, 64);
        const { unitId, hotspotId } = portal;
        const { deviceMac } = state;
        const refuse = (wrong: Wrong) =>
          online
            ? call.reply.redirect(`${baseOf(portal.unitUuid)}/online?k=${query.k ?? ''}&l=${state.language}&w=${wrong}`, 303)
            : goTo(call, '/login', { ...state, wrong, code });
        seen(call, 'tried', deviceMac);
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
        await agree(call, { ...state, ...originIn(portal, query) }, found.guestId);
        // Re-entering the current code changes nothing.
        if (online?.guestId === found.guestId) {
          return call.reply.redirect(`${baseOf(portal.unitUuid)}/online?k=${query.k ?? ''}&l=${state.language}`, 303);
        }
        if (online) return switchGuest(call, online, { ...found, way: 'voucher' });
        return sendToGateway(call, state, { id: found.guestId, username: found.username }, 'voucher');
      }),
    );

    app.post(
      '/:unit/email',
      hide,
      accepted(async (call, state) => {
        const { portal, query } = call;
        const email = (query.email ?? '')
          .trim()
          .toLowerCase()
          .slice(0, MAX_LENGTH.email + 1);
        const refuse = (wrong: Wrong) => goTo(call, '/login', { ...state, wrong, mail: { id: 0, email } });
        seen(call, 'tried', state.deviceMac);
        if (!waysOf(portal).includes('email_login')) return refuse('way_off');
        if (!EMAIL.test(email) || email.length > MAX_LENGTH.email) return refuse('email_bad');
        if (!isWelcome(email, portal.settings)) return refuse('email_domain');
        const made = await createCode(db, { ...asking(call, state), way: 'email', recipient: email });
        if (!made) return refuse('email_too_many');
        const { wrong: _, phone: _phone, ...rest } = state;
        const sent: State = { ...rest, ...originIn(portal, query) };
        if (!(await mailCode(call, sent, email, made))) {
          await made.forget();
          return refuse('email_not_sent');
        }
        return goTo(call, '/sent', { ...sent, mail: { id: made.id, email } });
      }),
    );

    app.post(
      '/:unit/sms',
      hide,
      accepted(async (call, state) => {
        const { portal, query } = call;
        const typed = (query.phone ?? '').slice(0, MAX_PHONE);
        const refuse = (wrong: Wrong) => goTo(call, '/login', { ...state, wrong, phone: { id: 0, number: typed } });
        if (!waysOf(portal).includes('sms_login')) return refuse('way_off');
        const number = await mobileNumber(typed, { zone: portal.zone || config.zone, language: state.language });
        if (number === null) return refuse('sms_bad');
        const made = await createCode(db, { ...asking(call, state), way: 'sms', recipient: number });
        if (!made) return refuse('sms_too_many');
        const { wrong: _, mail: _mail, ...rest } = state;
        const sent: State = { ...rest, ...originIn(portal, query) };
        if (!(await textCode(deps, { portal, language: state.language, number, code: made.code }, call.request.log))) {
          await made.forget();
          return refuse('sms_not_sent');
        }
        return goTo(call, '/texted', { ...sent, phone: { id: made.id, number } });
      }),
    );

    app.get(
      '/:unit/sent',
      hide,
      withState(async (call, state) => {
        if (!state.mail) return goTo(call, '/login', state);
        const shortSeconds = await shortSecondsOf(db, registering(call.portal), state.deviceMac);
        const carried = { s: await encryptedState(call.portal, state, clock()) };
        const page: Page = { page: 'sent', email: state.mail.email, shortSeconds, ...problemOf(state) };
        return show(call, page, { language: state.language, place: '/sent', carried, data: state.data });
      }),
    );

    app.get(
      '/:unit/texted',
      hide,
      withState(async (call, state) => {
        if (!state.phone) return goTo(call, '/login', state);
        const carried = { s: await encryptedState(call.portal, state, clock()) };
        // No short session: an SMS arrives without internet access.
        const page: Page = { page: 'sent', number: state.phone.number, shortSeconds: 0, ...problemOf(state) };
        return show(call, page, { language: state.language, place: '/texted', carried, data: state.data });
      }),
    );

    app.post(
      '/:unit/social',
      hide,
      accepted(async (call, state) => {
        const { portal, query } = call;
        const site = SOCIAL_WAYS.find((one) => one === query.site);
        if (!site || !waysOf(portal).includes(`${site}_login`)) return goTo(call, '/login', { ...state, wrong: 'way_off' });
        const { wantsMarketing, wantsSurvey } = asking(call, state);
        const { wrong: _, mail: _mail, phone: _phone, ...rest } = state;
        return goTo(call, '/social', { ...rest, ...originIn(portal, query), social: { site, wantsMarketing, wantsSurvey } });
      }),
    );

    app.get(
      '/:unit/social',
      hide,
      withState(async (call, state) => {
        const { portal, request } = call;
        if (!state.social) return goTo(call, '/login', state);
        const s = await encryptedState(portal, state, clock());
        const page: Page = {
          ...{ page: 'social', site: state.social.site, on: `${baseOf(portal.unitUuid)}/go?s=${s}` },
          shortSeconds: await shortSecondsOf(db, registering(portal), state.deviceMac),
          isMini: isCaptiveBrowser(request.headers['user-agent'] ?? ''),
          ...problemOf(state),
        };
        return show(call, page, { language: state.language, place: '/social', carried: { s }, data: state.data });
      }),
    );

    const redirectUri = (site: SocialWay) => `${config.portalOrigin ?? ''}${config.basePath}/portal/oauth/${site}`;

    /**
     * Shows the error to a guest who returns from a social site: on the online page if a short session is running, else on the login page.
     */
    const backWith = async (call: Call, state: State, wrong: Wrong) => {
      const short = state.social && (await shortKey(call, state, state.social.site));
      if (!short) return goTo(call, '/login', { ...state, wrong });
      const { unitUuid } = call.portal;
      return call.reply.redirect(
        `${baseOf(unitUuid)}/online?k=${await encryptedKey(call.portal, short)}&l=${state.language}&w=${wrong}`,
        303,
      );
    };

    /** Redirects to the social site. */
    app.get(
      '/:unit/go',
      hide,
      open(async (call) => {
        const { portal, request, reply } = call;
        const online = call.query.k === undefined ? null : await keyIn(call);
        const state: State | null = online ? { ...online, language: languageOf(call, online) } : await stateIn(call);
        if (!state) return reply;
        const { social: to } = state;
        if (!to || !waysOf(portal).includes(`${to.site}_login`)) return goTo(call, '/login', { ...state, wrong: 'way_off' });
        const made = await createCode(db, { ...asking(call, state), ...to, way: to.site, recipient: '' });
        if (!made) return backWith(call, state, 'social_too_many');
        const stateKey = await key();
        const { wrong: _, ...rest } = state;
        const stateOf = (left: Left) => {
          const away: Away = { ...left, unitUuid: portal.unitUuid, begunId: made.id, state: rest };
          return encryptState(stateKey, `social ${to.site}`, away, new Date(clock().getTime() + AWAY_FOR));
        };
        const url = await social.leave(to.site, { redirectUri: redirectUri(to.site), stateOf }).catch((error: unknown) => {
          request.log.warn({ site: to.site, reason: reasonOf(error) }, 'another site could not be asked');
          return null;
        });
        return url === null ? backWith(call, state, 'social_failed') : reply.redirect(url, 303);
      }),
    );

    /** OAuth redirect URI. */
    app.get('/oauth/:site', hide, async (request, reply): Promise<unknown> => {
      const site = SOCIAL_WAYS.find((one) => one === (request.params as { site: string }).site);
      if (!site) {
        reply.callNotFound();
        return reply;
      }
      const query = flat(queryOf(request));
      const found = decryptState<Away>(await key(), `social ${site}`, query.state ?? '', clock());
      const portal = found && (await portalOf(found.value.unitUuid));
      if (!portal)
        return show({ portal: null, reply }, { page: 'notice', notice: 'not_here' }, { language: languageOf({ query, request }) });
      const { state, begunId, verifier, nonce } = found.value;
      const call: Call = { portal, query, request, reply };
      if (found.isExpired) return show(call, { page: 'notice', notice: 'too_late', on: restartUrl(state) }, { language: state.language });
      if (!waysOf(portal).includes(`${site}_login`)) return backWith(call, state, 'way_off');
      // Spend the login before asking the site, so that concurrent returns ask it only once.
      const begun = await confirmByReturn(db, portal.hotspotId, begunId, clock());
      if (!begun) return backWith(call, state, 'social_failed');
      const back = { redirectUri: redirectUri(site), state: query.state ?? '', verifier, nonce };
      const profile = await social.comeBack(site, query, back).catch((error: unknown): Profile | null => {
        request.log.warn({ site, reason: reasonOf(error) }, 'another site did not confirm who somebody is');
        return null;
      });
      if (!profile) return backWith(call, state, 'social_failed');
      const { id: username, ...about } = profile;
      const guest = await upsertGuest(db, { ...begun, ...about, way: site, username }, registering(portal));
      if (guest === 'expired') return backWith(call, state, 'expired');
      await agree(call, state, guest.guestId, consentsIn(begun, state.language));
      const short = await shortKey(call, state, site);
      if (short) return switchGuest(call, short, { ...guest, way: site });
      return sendToGateway(call, state, { id: guest.guestId, username: guest.username }, site);
    });

    app.post(
      '/:unit/short',
      hide,
      withState(async (call, state) => {
        const { mail, social: site } = state;
        const who = mail ? { way: 'email' as const, who: mail.email } : site && { way: site.site, who: site.site };
        if (!who) return goTo(call, '/login', state);
        const seconds = await shortSecondsOf(db, registering(call.portal), state.deviceMac);
        if (seconds === 0) return goTo(call, mail ? '/sent' : '/social', { ...state, wrong: 'short_used' });
        const guest = await shortGuest(db, registering(call.portal), who, state.deviceMac, seconds);
        await agree(call, state, guest.guestId);
        return sendToGateway(call, state, { id: guest.guestId, username: guest.username }, 'short');
      }),
    );

    app.post(
      '/:unit/confirm',
      hide,
      open(async (call) => {
        const { portal, query } = call;
        const online = query.k === undefined ? null : await keyIn(call);
        const state = online ? { ...online, language: languageOf(call, online) } : await stateIn(call);
        if (!state) return call.reply;
        const sent = state.mail ?? state.phone;
        if (!sent) return goTo(call, '/login', state);
        const confirmed = await confirmByCode(db, portal.hotspotId, sent.id, query.code ?? '', clock());
        if (confirmed) return letInByCode(call, state, online, confirmed);
        if (!online && state.phone) return goTo(call, '/texted', { ...state, wrong: 'sms_code_wrong' });
        if (!online) return goTo(call, '/sent', { ...state, wrong: 'email_code_wrong' });
        return call.reply.redirect(`${baseOf(portal.unitUuid)}/online?k=${query.k ?? ''}&l=${state.language}&w=email_code_wrong`, 303);
      }),
    );

    const mailLinkIn = async ({ portal, query }: Call): Promise<MailLink | null> => {
      const found = decryptState<MailLink>(await key(), `mail ${portal.unitUuid}`, query.m ?? '', clock());
      return found && !found.isExpired ? found.value : null;
    };

    app.get(
      '/:unit/mail',
      hide,
      open(async (call) => {
        const link = await mailLinkIn(call);
        const language = languageOf(call, link);
        if (!link) return show(call, { page: 'notice', notice: 'too_late' }, { language });
        return show(call, { page: 'mail' }, { language, carried: { m: call.query.m ?? '' } });
      }),
    );

    app.post(
      '/:unit/mail',
      hide,
      open(async (call) => {
        const { portal } = call;
        const link = await mailLinkIn(call);
        const language = languageOf(call, link);
        const confirmed = link && (await confirmByLink(db, portal.hotspotId, link.codeId, clock()));
        const guest = confirmed && (await upsertGuest(db, personOf(confirmed), registering(portal)));
        if (!link || !confirmed || !guest || guest === 'expired') return show(call, { page: 'notice', notice: 'too_late' }, { language });
        const state: State = { ...link, language, hasAccepted: true };
        await agree(call, state, guest.guestId, consentsIn(confirmed, language));
        // The link may be opened on another device than the one at the gateway, so show a page instead of redirecting.
        const p = await pendingFor(portal, link.deviceMac, { ...guest, way: 'email' });
        const next = `${ownOrigin(call.request)}${baseOf(portal.unitUuid)}/online?p=${p}`;
        const on = (comesBack(link) ? logoutUrl(link, next) : null) ?? restartUrl(link, next);
        return show(call, { page: 'notice', notice: 'confirmed', on }, { language, data: link.data });
      }),
    );

    app.get(
      '/:unit/online',
      hide,
      open(async (call) => {
        const online = await keyIn(call);
        const language = languageOf(call, online);
        if (!online) return show(call, { page: 'notice', notice: 'not_here' }, { language });
        const wrong = [...WRONG_TEXTS, ...REFUSAL_CODES].find((one) => one === call.query.w);
        return showOnline(call, online, { language, ...(wrong && problemOf({ ...online, wrong, language })) });
      }),
    );

    app.post(
      '/:unit/leave',
      hide,
      open(async (call) => {
        const online = await keyIn(call);
        const language = languageOf(call, online);
        if (!online) return show(call, { page: 'notice', notice: 'not_here' }, { language });
        const out = logoutUrl(online);
        if (comesBack(online) && out !== null) return call.reply.redirect(out, 303);
        const isDone = await endSessions(call, online);
        if (!isDone && out !== null) return call.reply.redirect(out, 303);
        return show(call, { page: 'notice', notice: isDone ? 'left' : 'wrong', on: restartUrl(online) }, { language });
      }),
    );

    app.get('/:unit/files/:hash', hide, async (request, reply): Promise<unknown> => {
      const { unit, hash } = request.params as { unit: string; hash: string };
      const portal = UNIT_UUID.test(unit) && /^[0-9a-f]{32}$/.test(hash) ? await portalOf(unit) : null;
      const found = portal && (await findPicture(db, portal.hotspotId, hash));
      if (!found) {
        reply.callNotFound();
        return reply;
      }
      const takesWebp = /\bimage\/webp\b/.test(request.headers.accept ?? '');
      const { type, bytes } = await smallPicture(found.key, found.value, hash, takesWebp);
      return reply.header('Cache-Control', 'public, max-age=31536000, immutable').header('Vary', 'Accept').type(type).send(bytes);
    });

    app.get('/faces/:file(^[a-z0-9-]+\\.woff2$)', hide, async (request, reply): Promise<unknown> => {
      const { file } = request.params as { file: string };
      const bytes = await fontFile(file);
      if (!bytes) {
        reply.callNotFound();
        return reply;
      }
      return reply.header('Cache-Control', 'public, max-age=31536000, immutable').type('font/woff2').send(bytes);
    });

    /** RFC 8908 captive portal API. The gateway puts the device's MAC address into the query. */
    app.get('/api/:unit', hide, async (request, reply): Promise<unknown> => {
      const { unit } = request.params as { unit: string };
      const portal = UNIT_UUID.test(unit) ? await portalOf(unit) : null;
      if (!portal) {
        reply.callNotFound();
        return reply;
      }
      const { mac = '', uamip = '', uamport = '' } = flat(queryOf(request));
      const deviceMac = MAC_ADDRESS.test(mac) ? toWireMac(mac) : '';
      const now = clock();
      const [session] = await runningSessions(db, portal.unitId, deviceMac, now);
      const about = { unitId: portal.unitId, deviceMac, now, serverZone: config.zone };
      const answer = session && (await explainAccess(db, { ...about, credential: { way: 'portal', guestId: session.userId } }));
      const grant = answer && 'grant' in answer.decision ? answer.decision.grant : null;
      reply.header('Cache-Control', 'private, no-store').type('application/captive+json');
      return reply.send(
        JSON.stringify({
          captive: session === undefined,
          // Only the gateway can identify the client, so the URL leads through it.
          ...(uamip !== '' && {
            'user-portal-url': `${ownOrigin(request)}${baseOf(portal.unitUuid)}/open?${new URLSearchParams({ uamip, uamport }).toString()}`,
          }),
          'venue-info-url': portal.look.captive_1_redir || undefined,
          'can-extend-session': false,
          ...(grant && { 'seconds-remaining': grant.seconds, ...(grant.bytes !== null && { 'bytes-remaining': grant.bytes }) }),
        }),
      );
    });
  };

/** The voucher code from a scanned QR code, if that was the request that the gateway intercepted; otherwise ''. */
function scannedCode({ wanted }: Visit): string {
  const code = wanted.startsWith(CAUGHT) ? wanted.slice(CAUGHT.length) : '';
  return VOUCHER_CODE.test(code) ? code : '';
}

const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

/** For repeated parameters the first value wins. Strips NUL characters, which PostgreSQL rejects. */
function flat(values: URLSearchParams): Query {
  const found = new Map<string, string>();
  for (const [name, value] of values) if (!found.has(name)) found.set(name, value.replaceAll('\0', ''));
  return Object.fromEntries(found);
}

/** Whether the gateway's logout URL redirects the browser back to us, so that sending it there is enough to end the session. */
const comesBack = ({ gatewayKind }: Pick<State, 'gatewayKind'>) => gatewayKind === 'coovachilli';

/** For a client that is already online openNDS doesn't say which device it is, so its MAC address can't be compared with the key's. */
const isOnlineThere = ({ gatewayKind, result }: Visit) => gatewayKind === 'opennds' && result === 'online';

/** openNDS reports no failure: a guest we refused arrives as one who has to log in, but on the way to our online page. */
const isRefusedThere = ({ gatewayKind, result }: Visit, back: Key | null) =>
  gatewayKind === 'opennds' && result === 'log_in' && back !== null;

/** The guest's answers, if the hotspot asks; values that aren't in the lists are dropped. */
function originIn(portal: UnitPortal, { country = '', reason = '' }: Query): { origin?: Origin } {
  if (!portal.asking.asksOrigin) return {};
  return { origin: { country: COUNTRIES.includes(country) ? country : '', reason: REASONS.find((one) => one === reason) ?? '' } };
}

/** The text of each optional consent the guest gave, as shown on the page. */
function consentsIn({ way, wantsMarketing, wantsSurvey }: Confirmed, language: PortalLanguage): { marketing?: string; survey?: string } {
  return {
    ...(wantsMarketing && { marketing: portalText(language, MARKETING_TEXTS[way]) }),
    ...(wantsSurvey && { survey: portalText(language, 'survey') }),
  };
}

/** Whether the hotspot accepts e-mail addresses of this domain. */
export function isWelcome(email: string, { check_email_domain, check_email_domain_list = '' }: UnitPortal['settings']): boolean {
  if (check_email_domain !== 'true' || check_email_domain_list === '') return true;
  return check_email_domain_list.split(',').includes(email.slice(email.lastIndexOf('@') + 1));
}

/** The error code of a failed social login. Messages are not logged because they may identify the guest. */
const reasonOf = (error: unknown): string => {
  const { code, error: named } = error as { code?: unknown; error?: unknown };
  return [named, code].find((one) => typeof one === 'string' && /^\w{1,60}$/.test(one))?.toString() ?? 'unknown';
};

const isText = (wrong: Wrong): wrong is (typeof WRONG_TEXTS)[number] => WRONG_TEXTS.some((one) => one === wrong);

function problemOf({ wrong, language, mail, phone, social }: Pick<State, 'wrong' | 'language' | 'mail' | 'phone' | 'social'>): {
  problem?: string;
} {
  if (wrong === undefined) return {};
  // No voucher code was typed, so don't use the wording about codes.
  if (wrong === 'expired' && (mail ?? phone ?? social)) return { problem: refusalForGuest(wrong, language) };
  return { problem: isText(wrong) ? portalText(language, wrong) : wordsOf(wrong, language) };
}

/** The text of a refusal for a page on which a code was typed. */
function wordsOf(refusal: RefusalCode, language: PortalLanguage): string {
  if (refusal === 'not_known' || refusal === 'wrong_secret') return portalText(language, 'code_unknown');
  return refusal === 'expired' ? portalText(language, 'code_expired') : refusalForGuest(refusal, language);
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      // Retry on the next call.
      made = undefined;
      throw error;
    });
    return made;
  };
}

/**
 * Caches results for `KNOWN_FOR`: a thousand phones open the same portal. Caches promises, so concurrent callers share a query; failures
 * are not kept.
 */
function remembered<T>(find: (name: string) => Promise<T>, clock: () => Date): (name: string) => Promise<T> {
  const known = new Map<string, { found: Promise<T>; until: number; clockUntil: number }>();
  return (name) => {
    const before = known.get(name);
    // Checked against both clocks: the server's may be frozen in tests and demonstrations.
    if (before && before.until > performance.now() && before.clockUntil > clock().getTime()) return before.found;
    const found = find(name);
    known.delete(name);
    known.set(name, { found, until: performance.now() + KNOWN_FOR, clockUntil: clock().getTime() + KNOWN_FOR });
    found.catch(() => known.delete(name));
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
    return found;
  };
}
