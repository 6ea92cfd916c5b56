/**
 * Endpoints for the log-in pages of an older back end, called from a guest's phone, and for its units. Such pages never talk to the unit:
 * they state what a session wants, and the unit polls every ten seconds for what to do. The digest is visible in every guest's address bar,
 * so it only proves that the caller is or was at the hotspot; anything meant for the unit alone requires its secret.
 */
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { macOf } from '../../contract/plain/macAddress';
import type { RefusalCode } from '../../contract/plain/access';
import type { PortalLanguage } from '../../contract/plain/wire';
import { MARKETING_DEFAULTS, TRANSLATION_KEYS } from '../../contract/plain/hotspotPreferences';
import { lookIn } from '../../portal/portalLook';
import { COUNTRIES, REASONS } from '../../portal/questions';
import { portalText, preferredLanguage } from '../../portal/texts';
import { identifyIfGranted, refusalOfGuest } from '../access/queries';
import { recordRefusal } from '../access/decisionQueries';
import { refusalForGuest } from '../access/refusals';
import type { Cost, Refusal } from '../access/spend';
import { cancelPendingLogins, issueToken, pendingLogins } from '../access/tokenQueries';
import type { LoginWay } from '../../contract/plain/accessWays';
import type { Db } from '../database/db';
import type { Deps } from '../deps';
import { withdrawConsent } from '../disclaimers/consentQueries';
import { notFound, RefusedError, tooOften } from '../http/errors';
import type { ProvenUnit } from '../units/proofQueries';
import { storedPreferences, type SettingKey } from '../preferences/queries';
import { findVoucher, giveVoucher, guestOfCode, whyNoRegistration } from '../portal/codes';
import { acceptedEmail, canonicalEmail } from '../messages/emailAddresses';
import { mailWithCode, textWithCode } from '../portal/codeMessages';
import { offeredWays } from '../portal/portalCall';
import { unavailableWays } from '../http/unavailableWays';
import { personOf, upsertGuest } from '../portal/registrationQueries';
import { confirmByCode } from '../portal/confirmedCodeQueries';
import { createCode, sendCode, type CodeRequest } from '../portal/sentCodeQueries';
import { mobileNumber } from '../portal/phones';
import { createSmsCode, smsNumber } from '../portal/smsCodes';
import { findPortal, findTexts, recordOrigin, type UnitPortal } from '../portal/queries';
import { stateCipher } from '../portal/encryptedState';
import { countTry } from '../limits/codeTries';
import { admission } from '../portal/admission';
import { networkOf } from '../portal/throttle';
import { ttlCache } from '../ttlCache';
import { turnsByKey } from '../turnsByKey';
import { grantTemporaryAccess } from './temporaryAccess';
import { malformed, proofQuery, type unitProofs } from './unitDigest';
import { guestOfConfirmed, isWaiting, lastCode, noteSession, runningSession } from './queries';

const text = z.string().max(255).default('');
const anything = z.record(z.string(), z.unknown());

const sessionQuery = z.object({ ...proofQuery.shape, sessionid: text });
const loginQuery = z.object({ ...sessionQuery.shape, username: text, password: text, mac: text });
/** Pages write `null` for "no voucher". */
const voucherCode = text.transform((code) => (code === 'null' ? '' : code));
const registerQuery = z.object({ ...sessionQuery.shape, voucher_code: voucherCode, mac: text });
/** An answer to a question of the page; the page writes `-` for none. */
const answerIn = (answers: readonly string[]) =>
  z
    .string()
    .default('')
    .transform((answer) => (answer === '-' ? '' : answer))
    .pipe(z.enum(answers));

const pollQuery = z.object({ ...sessionQuery.shape, secret: text });

/** `clientState`: "1" logged in, 0 refused, 2 expired. */
const loginAnswer = z.object({ clientState: z.union([z.literal('1'), z.literal([0, 2])]), message: z.string().optional() });

/** What the unit should do for a guest's session: `login` with name and password, or `temporary` access for some seconds without. */
const waitingLogin = z.object({
  id: z.number().int(),
  session_id: z.string(),
  session_timeout: z.number().int(),
  unit_uuid: z.string(),
  user_id: z.number().int(),
  username: z.string(),
  password: z.string(),
  type: z.enum(['login', 'temporary']),
  updated: z.string(),
});

const pagePreferences = z.object({
  hotspot_id: z.number().int(),
  hotspot_name: z.string(),
  preferences: z.record(z.string(), z.string()),
  disclaimers: z.object({ terms_of_use: z.string(), marketing_use: z.string() }),
  socials: z.object({ facebook_client_id: z.string(), linkedin_client_id: z.string() }),
  integrations: z.array(z.object({ pre_auth_redirect_url: z.string(), post_auth_redirect_url: z.string() })),
});

/** The preferences that a page gets, in addition to the look. */
const SHOWN: readonly SettingKey[] = [
  ...(['sms_login', 'email_login', 'email_login_skip_auth', 'facebook_login', 'facebook_login_page', 'linkedin_login'] as const),
  ...(['voucher_login', 'temp_code_login', 'temp_session_duration', 'user_expiration_days', 'auto_login', 'auth_renew'] as const),
  ...(['bypass_macaddress_check', 'check_marketing', 'check_email_domain'] as const),
  ...(['wifi4eu_enabled', 'wifi4eu_id', 'wifi4eu_lang', 'wifi4eu_zdebug'] as const),
  ...(['CoovaChilli-Bandwidth-Max-Down', 'CoovaChilli-Bandwidth-Max-Up'] as const),
  ...(['CoovaChilli-Max-Navigation-Time', 'CoovaChilli-Max-Total-Octets', 'time_zone', 'guest_language'] as const),
];

/** Ways to log in that are not supported here, whatever the hotspot's preferences. */
const NOT_SERVED = ['facebook_login', 'linkedin_login', 'email_login_skip_auth'];

/** Encrypted reference a page keeps: to a code whose address isn't confirmed yet, or to a guest with a voucher. */
type Handle = { codeId: number } | { guestId: number };

/** Milliseconds. */
const HANDLE_FOR = 3_600_000;
const VENUE_FOR = 600_000;

const MAX_VENUES = 10_000;

const JUST_NOW = 60_000;

/** User name given to the unit for temporary access; it reports no session for it. */
const TEMPORARY = 'temporary';

type Proofs = ReturnType<typeof unitProofs> & { heard: (unit: ProvenUnit, ip: string) => Promise<void> };

/** A guest's request, with the unit it is about. */
interface Call {
  unit: ProvenUnit;
  portal: UnitPortal;
  language: PortalLanguage;
  ip: string;
  now: Date;
}

export const pageRoutes =
  (deps: Deps, { unitOf, isSecret, heard }: Proofs): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, clock, config, endSession } = deps;
    const cipher = stateCipher(db);
    const inTurn = turnsByKey().run;

    /** For valid digests, the networks of their hotspots. */
    const venues = ttlCache<readonly string[]>(MAX_VENUES, VENUE_FOR);
    // A valid digest proves that the page is of a hotspot, but nothing about the device.
    const admit = admission(async (address, { uuid, digest }: z.output<typeof proofQuery>) => ({
      isVenue: venues.get(`${digest} ${uuid}`)?.includes(networkOf(address)) === true,
      device: null,
    }));
    // Units, which poll, prove more than pages do and must not wait behind them.
    app.addHook('preHandler', async ({ ip, query, routeOptions: { config: route } }, reply) => {
      if (route.isPolled !== true) await admit(ip, query as z.output<typeof proofQuery>, reply.raw);
    });

    const callOf = async ({ query, ip, headers }: FastifyRequest): Promise<Call> => {
      const proof = query as z.output<typeof proofQuery>;
      const unit = await unitOf(proof, ip);
      const portal = await findPortal(db, unit.uuid);
      if (!portal) throw notFound('hotspot not found');
      venues.set(`${proof.digest} ${proof.uuid}`, portal.networks);
      return { unit, portal, language: preferredLanguage(headers['accept-language'] ?? ''), ip, now: clock() };
    };

    const offers = (portal: UnitPortal, way: 'email_login' | 'sms_login') =>
      offeredWays({ deps: { unavailableWays: unavailableWays(deps) }, portal }).includes(way);
    const hasEmail = (portal: UnitPortal) => offers(portal, 'email_login');
    const hasSms = (portal: UnitPortal) => offers(portal, 'sms_login');
    const numberOf = ({ portal, language }: Call, typed: string) => mobileNumber(typed, { zone: zoneOf(portal), language });
    /**
     * The names under which a guest's session may run: as typed, an e-mail address in lower case, a code in upper case, a number with
     * prefix.
     */
    const usernamesOf = async (call: Call, typed: string) => {
      const number = await numberOf(call, typed);
      return [typed, typed.toLowerCase(), typed.toUpperCase(), ...(number === null ? [] : [number])];
    };
    const zoneOf = ({ zone }: UnitPortal) => zone || config.zone;
    const registering = ({ portal, now }: Call) => ({
      hotspotId: portal.hotspotId,
      settings: portal.settings,
      zone: zoneOf(portal),
      now,
    });

    /** Counts a try of a code under the page's session rather than its device, whose address the page can make up. */
    const tryOf = ({ portal, ip, now }: Pick<Call, 'portal' | 'ip' | 'now'>, session: string) =>
      countTry(db, { hotspotId: portal.hotspotId, deviceMac: `session ${session}`, address: ip, isVouched: false }, now);

    const handleOf = async ({ unit, now }: Call, handle: Handle) =>
      cipher.encrypt(`page ${unit.uuid}`, handle, new Date(now.getTime() + HANDLE_FOR));

    /** The guest a page's handle refers to; null if it is invalid, expired or not confirmed. */
    const guestIn = async ({ unit, portal, now }: Call, token: string): Promise<number | null> => {
      const found = await cipher.decrypt<Handle>(`page ${unit.uuid}`, token, now);
      if (!found || found.isExpired) return null;
      return 'guestId' in found.value ? found.value.guestId : guestOfConfirmed(db, portal.hotspotId, found.value.codeId);
    };

    app.get('/preferences', { schema: { querystring: sessionQuery, response: { 200: pagePreferences } } }, async (request) => {
      const { portal, language } = await callOf(request);
      const { terms, privacy } = await findTexts(db, portal.hotspotUuid, language);
      const look = lookIn(await storedPreferences(db, portal.hotspotId, 'look'), language);
      const own = Object.entries(portal.settings).filter(([key]) => SHOWN.some((one) => one === key) || key in ASKED);
      return {
        hotspot_id: portal.hotspotId,
        hotspot_name: portal.hotspotName,
        preferences: {
          ...ASKED,
          ...Object.fromEntries(own),
          ...Object.fromEntries(NOT_SERVED.map((key) => [key, 'false'])),
          email_login: String(hasEmail(portal)),
          sms_login: String(hasSms(portal)),
          ...Object.fromEntries(Object.entries(look).filter(([key]) => !TRANSLATION_KEYS.some((one) => one === key))),
        },
        disclaimers: { terms_of_use: terms.body, marketing_use: privacy.body },
        socials: { facebook_client_id: '', linkedin_client_id: '' },
        integrations: [],
      };
    });

    app.get(
      '/register/voucher/:code',
      { schema: { params: z.object({ code: text }), querystring: registerQuery, response: { 200: anything } } },
      async (request) => {
        const call = await callOf(request);
        const { portal, language, now } = call;
        const refuse = (refusal: RefusalCode) => refused(401, refusalForGuest(refusal, language), refusal);
        const tried = await tryOf(call, request.query.sessionid);
        if (!tried) throw tooOften(600);
        const voucher = await findVoucher(db, request.params.code, portal.hotspotId);
        if (!voucher) throw refuse('not_known');
        await tried.succeeded();
        const answer = { message: 'Voucher is valid', code: voucher.code, type: voucher.type };
        if (voucher.type === 'normal') {
          const refusal = portal.ways.includes('voucher_login') ? whyNoRegistration(voucher, now) : 'way_off';
          if (refusal !== null) throw refuse(refusal);
          return { ...answer, user_db_id: '' };
        }
        const guest = await guestOfCode(db, voucher.code, { ...asking(call), deviceMac: '' });
        if ('refusal' in guest) throw refuse(guest.refusal);
        const refusal = await refusalOfGuest(db, { ...whereOf(call), guestId: guest.guestId, deviceMac: '' });
        if (refusal !== null) throw refuse(refusal);
        return { ...answer, user_db_id: await handleOf(call, { guestId: guest.guestId }) };
      },
    );

    app.get(
      '/register/email/:email',
      { schema: { params: z.object({ email: text }), querystring: registerQuery, response: { 200: anything } } },
      async (request) => {
        const call = await callOf(request);
        const { portal, language } = call;
        if (!hasEmail(portal)) throw notRegistered(refusalForGuest('way_off', language));
        const accepted = acceptedEmail(request.params.email, portal.settings);
        if ('refusal' in accepted) throw notRegistered(portalText(language, accepted.refusal));
        const { email } = accepted;
        const { hotspotName } = portal;
        return codeFor(call, request.query, 'email', email, ({ code }) => mailWithCode({ language, code, hotspotName }));
      },
    );

    app.get(
      '/register/sms/:number',
      { schema: { params: z.object({ number: text }), querystring: registerQuery, response: { 200: anything } } },
      async (request) => {
        const call = await callOf(request);
        const { portal, language } = call;
        if (!hasSms(portal)) throw notRegistered(refusalForGuest('way_off', language));
        const found = await smsNumber(db, request.params.number, { portal, zone: zoneOf(portal), language, now: call.now });
        if ('refusal' in found) throw notRegistered(portalText(language, found.refusal));
        const { number } = found;
        return codeFor(call, request.query, 'sms', number, ({ code }) => textWithCode({ portal, language, code }));
      },
    );

    /** Creates a code and sends it. The answer is the same for known and unknown guests. */
    const codeFor = async (
      call: Call,
      { sessionid, voucher_code, mac }: z.output<typeof registerQuery>,
      way: 'email' | 'sms',
      recipient: string,
      messageOf: NonNullable<CodeRequest['messageOf']>,
    ) => {
      const { portal, language, ip, now } = call;
      if (sessionid === '') throw malformed('sessionid required');
      const voucherId = voucher_code === '' ? null : await usableVoucher(call, voucher_code, sessionid);
      const deviceMac = macOf(mac);
      const consents = { wantsMarketing: false, wantsSurvey: false };
      const codeRequest = {
        hotspotId: portal.hotspotId,
        recipient,
        deviceMac,
        address: ip,
        isVouched: false,
        isHere: portal.networks.includes(networkOf(ip)),
        now,
        messageOf,
        ...consents,
      };
      const createdCode =
        way === 'sms'
          ? await createSmsCode(db, { portal, zone: zoneOf(portal) }, codeRequest)
          : await createCode(db, { ...codeRequest, way });
      if (typeof createdCode === 'string')
        throw notRegistered(portalText(language, way === 'sms' ? `sms_${createdCode}` : 'email_too_many'));
      await noteSession(db, createdCode.id, { sessionKey: sessionid, voucherId });
      if (!(await sendCode(deps, createdCode))) throw notRegistered(portalText(language, `${way}_not_sent`));
      return { user_id: recipient, user_db_id: await handleOf(call, { codeId: createdCode.id }) };
    };

    // Not supported: such a page passes a token that any other site could have obtained from its own users.
    app.get('/register/social/:network/:code', { schema: { querystring: registerQuery } }, async (request) => {
      await callOf(request);
      throw new RefusedError(501, { message: 'This way to log in is not served', code: 'not_served' });
    });

    app.get(
      '/aaa/login',
      {
        config: { priority: 'small' },
        schema: {
          querystring: loginQuery,
          response: { 201: loginAnswer },
        },
      },
      async (request, reply) => {
        const call = await callOf(request);
        const { sessionid } = request.query;
        void reply.code(201);
        if (sessionid === '') throw malformed('sessionid required');
        // Phones send a request again if its answer is late: the second one must find what the first has done.
        return inTurn(`${call.unit.id} ${sessionid}`, async () => logIn(call, request.query));
      },
    );

    const logIn = async (
      call: Call,
      { sessionid, username, password }: z.output<typeof loginQuery>,
    ): Promise<z.input<typeof loginAnswer>> => {
      const { unit, portal, language, now } = call;
      const typed = username.trim().toLowerCase();
      const way = typed.includes('@') ? 'email' : 'sms';
      const recipient = way === 'email' ? canonicalEmail(typed) : hasSms(portal) ? await numberOf(call, typed) : null;
      const { hotspotId } = portal;
      const lastSent = recipient === null ? null : await lastCode(db, { hotspotId, way, recipient, sessionKey: sessionid, now });
      const name = (lastSent && recipient) ?? typed;
      const done = { clientState: '1' as const };
      const since = new Date(now.getTime() - JUST_NOW);
      // A double tap on the button.
      if (await isWaiting(db, { unitId: unit.id, sessionKey: sessionid, username: name, since })) return done;
      const tried = await tryOf(call, sessionid);
      if (!tried) throw tooOften(600);
      const found =
        way === 'email' || lastSent ? await byCode(call, way, lastSent, password) : await byVoucher(call, { code: typed, password });
      if (!('refusal' in found) || !GUESSED.includes(found.refusal)) await tried.succeeded();
      if (!('refusal' in found)) {
        const { guestId, deviceMac, way } = found;
        await issueToken(db, { unitId: unit.id, guestId, deviceMac, way, sessionKey: sessionid }, now);
        return done;
      }
      const { refusal: why, guestId = null } = found;
      await recordRefusal(db, { hotspotId, unitId: unit.id, deviceMac: '', now }, why, guestId);
      return { clientState: why === 'expired' ? (2 as const) : (0 as const), message: refusalForGuest(why, language) };
    };

    /** A guest who may be logged in, with what that costs; or a refusal, with the guest if one was identified. */
    type Identified = { guestId: number; deviceMac: string; way: LoginWay; cost?: Cost };
    type Found = Identified | (Refusal & { guestId?: number });
    const identified = (call: Call, identify: (tx: Db) => Promise<Identified | Refusal>): Promise<Found> =>
      identifyIfGranted(db, whereOf(call), identify);
    const whereOf = ({ unit, now }: Call) => ({ unitId: unit.id, now, serverZone: config.zone });

    /** Log-in with the code sent to an e-mail address or phone number. Trying the code uses it up, whatever the decision. */
    const byCode = async (
      call: Call,
      way: 'email' | 'sms',
      lastSent: Awaited<ReturnType<typeof lastCode>>,
      code: string,
    ): Promise<Found> => {
      const { portal, now } = call;
      const { hotspotId } = portal;
      if (way === 'email' && !hasEmail(portal)) return { refusal: 'way_off' };
      const confirmed = lastSent && (await confirmByCode(db, hotspotId, lastSent.id, code, now));
      if (!confirmed) return { refusal: 'wrong_secret' };
      const { deviceMac } = confirmed;
      return identified(call, async (tx) => {
        const guest = await upsertGuest(tx, personOf(confirmed), registering(call));
        if (guest === 'expired') return { refusal: 'expired' };
        const { guestId } = guest;
        const given =
          lastSent.voucherId === null ? null : await giveVoucher(tx, lastSent.voucherId, { guestId, now, zone: zoneOf(portal) });
        if (given && 'refusal' in given) return given;
        return { guestId, deviceMac, way, ...(given?.cost && { cost: given.cost }) };
      });
    };

    /** Log-in with a personal voucher (type `auth`); if a password is given, it must be the code again. */
    const byVoucher = async (call: Call, { code, password }: { code: string; password: string }): Promise<Found> => {
      if (password !== '' && password.trim().toLowerCase() !== code) return { refusal: 'wrong_secret' };
      return identified(call, async (tx) => {
        const guest = await guestOfCode(tx, code, { ...asking(call), deviceMac: '' });
        return 'refusal' in guest ? guest : { guestId: guest.guestId, deviceMac: '', way: 'voucher' };
      });
    };

    /** A voucher for anybody (type `normal`) isn't enough to log in here: pages ask for an e-mail address as well. */
    const asking = ({ portal, now }: Call) => ({
      hotspotId: portal.hotspotId,
      now,
      zone: zoneOf(portal),
      allows: { normal: false, auth: portal.ways.some((way) => way === 'voucher_login' || way === 'temp_code_login') },
    });

    /** Id of the voucher for anybody (type `normal`) that a guest registers with. Throws if it can't be used. */
    const usableVoucher = async ({ portal, language, ip, now }: Call, code: string, sessionKey: string): Promise<number> => {
      const tried = await tryOf({ portal, ip, now }, sessionKey);
      if (!tried) throw tooOften(600);
      const voucher = await findVoucher(db, code, portal.hotspotId);
      const refusal = voucher === null ? 'not_known' : portal.ways.includes('voucher_login') ? whyNoRegistration(voucher, now) : 'way_off';
      if (refusal !== 'not_known') await tried.succeeded();
      if (voucher === null || refusal !== null) throw notRegistered(refusalForGuest(refusal ?? 'not_known', language));
      return voucher.id;
    };

    app.get(
      '/aaa/temp',
      { schema: { querystring: loginQuery, response: { 201: z.object({ status: z.string(), skip_auth: z.boolean() }) } } },
      async (request, reply) => {
        const { unit } = await callOf(request);
        const { sessionid, mac } = request.query;
        const username = unescapedName(request.query.username);
        // Also if nothing is granted, as after an SMS: the page shows the field for the code only after this answer.
        await grantTemporaryAccess(deps, unit, { email: username, mac, sessionid, isByPage: true });
        return reply.code(201).send({ status: 'success', skip_auth: false });
      },
    );

    app.get(
      '/aaa/logout',
      { schema: { querystring: loginQuery, response: { 201: z.object({ status: z.string() }) } } },
      async (request, reply) => {
        const call = await callOf(request);
        const { unit, now } = call;
        const { sessionid } = request.query;
        await cancelPendingLogins(db, unit.id, sessionid, now);
        const usernames = await usernamesOf(call, unescapedName(request.query.username));
        const running = await runningSession(db, { unitId: unit.id, sessionKey: sessionid, usernames });
        // Not awaited: the unit may take seconds to answer, and the page only needs to know that it was asked.
        void (running && endSession?.(running))?.catch((error: unknown) => {
          request.log.error({ err: error }, 'a unit could not be asked to end a session');
        });
        return reply.code(201).send({ status: 'success' });
      },
    );

    app.get(
      '/aaa/auth',
      {
        config: { isPolled: true },
        logLevel: 'warn',
        schema: { querystring: pollQuery, response: { 200: z.union([z.array(waitingLogin), waitingLogin]) } },
      },
      async ({ query, ip }) => {
        const unit = await unitOf(query, ip);
        if (!(await isSecret(unit, query.secret, ip))) throw refused(401, 'Invalid secret for this unit', 'invalid_secret');
        await heard(unit, ip);
        const all = await pendingLogins(db, unit.id, clock());
        const portal = all.some(({ way }) => way === 'short') ? await findPortal(db, unit.uuid) : null;
        const logins = all.map(({ id, sessionKey, guestId, username, token, way, created }) => ({
          id,
          session_id: sessionKey,
          unit_uuid: unit.uuid,
          user_id: guestId,
          updated: created.toISOString(),
          ...(way === 'short'
            ? {
                type: 'temporary' as const,
                username: TEMPORARY,
                password: '',
                session_timeout: Number(portal?.settings.temp_session_duration),
              }
            : { type: 'login' as const, username, password: token, session_timeout: 0 }),
        }));
        if (query.sessionid === '') {
          if (logins.length === 0) throw notFound('No auths found for this unit!');
          return logins;
        }
        const one = logins.find(({ session_id }) => session_id === query.sessionid);
        if (!one) throw notFound('No auth found for this session id!');
        return one;
      },
    );

    const byHandle = z.object({ guest: z.string().max(MAX_HANDLE) });
    const success = { status: 'success' };
    const doneAnswer = z.object({ status: z.string() });

    app.put(
      '/additional/:guest',
      {
        schema: {
          params: byHandle,
          querystring: sessionQuery,
          body: z.object({ reason: answerIn(['', ...REASONS]), country: answerIn(['', ...COUNTRIES]) }),
          response: { 200: doneAnswer },
        },
      },
      async (request) => {
        const call = await callOf(request);
        const { reason, country } = request.body;
        const isAnswered = reason !== '' || country !== '';
        if (isAnswered && call.portal.settings.marketing_0_reason_country !== 'true') throw malformed('this hotspot does not ask');
        const guestId = await guestIn(call, request.params.guest);
        if (guestId === null) throw notFound('No user found!');
        await recordOrigin(db, guestId, { reason, country });
        return success;
      },
    );

    for (const [path, purpose] of [
      ['/marketings/:guest', 'marketing'],
      ['/surveys/:guest', 'survey'],
    ] as const) {
      app.delete(path, { schema: { params: byHandle, querystring: sessionQuery, response: { 200: doneAnswer } } }, async (request) => {
        const call = await callOf(request);
        const guestId = await guestIn(call, request.params.guest);
        if (guestId === null) throw notFound('No user found!');
        await withdrawConsent(db, guestId, purpose, call.now);
        return success;
      });
    }
  };

/** Feedback settings that pages use, with their defaults. */
const ASKED = {
  marketing_0_reason_country: MARKETING_DEFAULTS.marketing_0_reason_country,
  marketing_1_enabled: MARKETING_DEFAULTS.marketing_1_enabled,
};

/** A guest's name from a page that doesn't escape it, so that the plus of an address or a number arrives as a space. */
function unescapedName(written: string): string {
  const name = written.trim();
  if (name.includes('@')) return name.replaceAll(' ', '+');
  return /^ \d+$/.test(written) ? `+${name}` : name;
}

/** Refusals that count as a wrong guess. */
const GUESSED: readonly RefusalCode[] = ['not_known', 'wrong_secret'];

/** Maximum length of a handle in characters, with some margin. */
const MAX_HANDLE = 200;

const notRegistered = (message: string) => refused(400, message, 'not_registered');

const refused = (status: number, message: string, code: string) => new RefusedError(status, { message, code });
