/**
 * Endpoints for the log-in pages of an existing back end, called from a guest's phone, and for its units. Such pages never talk to the unit:
 * they state what a session wants, and the unit polls every ten seconds for what to do. The digest is visible in every guest's address bar,
 * so it only proves that the caller is or was at the hotspot; anything meant for the unit alone requires its secret.
 */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MARKETING_DEFAULTS, TRANSLATION_KEYS } from '../../contract/plain/hotspotPreferences';
import { lookIn } from '../../portal/portalLook';
import { COUNTRIES, REASONS } from '../../portal/questions';
import { cancelPendingLogins } from '../access/tokenQueries';
import type { Deps } from '../deps';
import { withdrawConsent } from '../disclaimers/consentQueries';
import { notFound, RefusedError } from '../http/errors';
import { storedPreferences, type SettingKey } from '../preferences/queries';
import { findTexts, recordOrigin } from '../portal/queries';
import { turnsByKey } from '../turnsByKey';
import { grantTemporaryAccess } from './temporaryAccess';
import { malformed, type proofQuery } from './unitDigest';
import { isNamed, runningSession } from './queries';
import { text, anything, sessionQuery, loginQuery, registerQuery, answerIn, pollQuery, loginAnswer, pagePreferences } from './pageShapes';
import { type Proofs, pageCalls } from './pageCall';
import { pageRegistration } from './pageRegistration';
import { pageLogin } from './pageLogin';
import { waitingLogin, waitingLogins } from './waitingLogins';

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

export const pageRoutes =
  (deps: Deps, { unitOf, isSecret, onContact }: Proofs): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, endSession } = deps;
    const inTurn = turnsByKey().run;
    const calls = pageCalls(deps, unitOf);
    const { callOf, hasEmail, hasSms, usernamesOf, guestIn, admit } = calls;
    const registration = pageRegistration(deps, calls);
    const { logIn } = pageLogin(deps, calls);

    // Units, which poll, prove more than pages do and must not wait behind them.
    app.addHook('preHandler', async ({ ip, query, routeOptions: { config: route } }, reply) => {
      if (route.isPolled !== true) await admit(ip, query as z.output<typeof proofQuery>, reply.raw);
    });

    app.get('/preferences', { schema: { querystring: sessionQuery, response: { 200: pagePreferences } } }, async (request) => {
      const { portal, language } = await callOf(request);
      const { terms, privacy } = await findTexts(db, portal.hotspotUuid, language);
      const look = lookIn(await storedPreferences(db, portal.hotspotId, 'look'), language);
      const own = Object.entries(portal.settings).filter(([key]) => SHOWN.some((one) => one === key) || key in FEEDBACK_DEFAULTS);
      return {
        hotspot_id: portal.hotspotId,
        hotspot_name: portal.hotspotName,
        preferences: {
          ...FEEDBACK_DEFAULTS,
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
      async (request) => registration.byVoucher(await callOf(request), request.params.code, request.query),
    );

    app.get(
      '/register/email/:email',
      { schema: { params: z.object({ email: text }), querystring: registerQuery, response: { 200: anything } } },
      async (request) => registration.byEmail(await callOf(request), request.params.email, request.query),
    );

    app.get(
      '/register/sms/:number',
      { schema: { params: z.object({ number: text }), querystring: registerQuery, response: { 200: anything } } },
      async (request) => registration.bySms(await callOf(request), request.params.number, request.query),
    );

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

    app.get(
      '/aaa/temp',
      { schema: { querystring: loginQuery, response: { 201: z.object({ status: z.string(), skip_auth: z.boolean() }) } } },
      async (request, reply) => {
        const { unit, ip } = await callOf(request);
        const { sessionid, mac } = request.query;
        const username = unescapedName(request.query.username);
        // Also if nothing is granted, as after an SMS: the page shows the field for the code only after this answer.
        await grantTemporaryAccess(deps, unit, { email: username, mac, sessionid, pageAddress: ip });
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
        const usernames = await usernamesOf(call, unescapedName(request.query.username));
        await cancelPendingLogins(db, { unitId: unit.id, sessionKey: sessionid, ofGuests: isNamed(usernames), now });
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
        await onContact(unit, ip);
        return waitingLogins(deps, unit, query.sessionid);
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
const FEEDBACK_DEFAULTS = {
  marketing_0_reason_country: MARKETING_DEFAULTS.marketing_0_reason_country,
  marketing_1_enabled: MARKETING_DEFAULTS.marketing_1_enabled,
};

/** A guest's name from a page that doesn't escape it, so that the plus of an address or a number arrives as a space. */
function unescapedName(written: string): string {
  const name = written.trim();
  if (name.includes('@')) return name.replaceAll(' ', '+');
  return /^ \d+$/.test(written) ? `+${name}` : name;
}

/** Maximum length of a handle in characters, with some margin. */
const MAX_HANDLE = 200;

const refused = (status: number, message: string, code: string) => new RefusedError(status, { message, code });
