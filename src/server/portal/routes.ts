/**
 * The captive portal: pages for guests who want to go online. They work without JavaScript and, except for social log-ins, without cookies
 * (browserCookie.ts), and load everything from one host. Guest state is passed between pages encrypted, in links and form fields
 * (encryptedState.ts). Errors are HTML pages, too.
 *
 * This file registers all routes; the other files handle them, grouped by what the guest does.
 */
import type { FastifyError, FastifyPluginAsync } from 'fastify';
import { preferredLanguage } from '../../portal/texts';
import type { Deps } from '../deps';
import { outcomeOf } from '../http/errors';
import { calledBy } from '../http/callers';
import { pageAdmission, pollAdmission } from './admission';
import { arrive, arriveFromOpennds, openAtGateway, showScannedCode } from './arrival';
import { logInByCode } from './codeLogin';
import { sendQuestionPicture, showQuestion, showStop, stopQuestions, takeAnswer } from './feedbackPages';
import { sendFont, sendPicture } from './files';
import { freeDevice } from './otherDevices';
import { acceptTerms, showLoginOrStart, showPrivacy, showTerms } from './loginPages';
import { withAcceptedTerms, withState } from './loginState';
import { firstValues, portalDeps, queryOf, showPage, withPortal, type Call } from './portalCall';
import { PLAIN_LOOK, rendered, type Setting } from './render';
import {
  confirmCode,
  confirmMailLink,
  sendMailCode,
  sendSmsCode,
  showMailLink,
  showMailSent,
  showSmsSent,
  startShortSession,
} from './sentCodeLogin';
import { captivePortalApi, logOut, showSession, showWaiting, takeOrigin } from './sessionPages';
import { chooseSite, goOnline, goToSite, returnFromSite, showSigned, showSocial } from './socialLogin';

/** Maximum size of a form, in bytes. */
const MAX_FORM = 16_384;

/** For pages that belong to no hotspot. */
const PLAIN: Setting = {
  base: '',
  faces: '',
  look: PLAIN_LOOK,
  hotspotName: '',
  wifi4eu: null,
  isPublicDemonstration: false,
  language: 'en',
  path: '/',
  carried: {},
};

export const portalRoutes =
  (appDeps: Deps): FastifyPluginAsync =>
  async (app) => {
    const deps = portalDeps(appDeps, app.log);
    const open = (serve: (call: Call) => Promise<unknown>) => withPortal(deps, serve);
    const hide = { schema: { hide: true } };
    app.addHook('onClose', deps.visits.close);
    calledBy(app, 'guests');

    // Guests get an HTML page for errors too, e.g. when the database is down or the rate limit is exceeded. After a GET the page reloads
    // itself, because guests don't know how to reload the window that their phone has opened.
    app.setErrorHandler(async (error: FastifyError, request, reply) => {
      const { status, retryAfter } = outcomeOf(error);
      if (status >= 500) request.log.error({ err: error }, 'a page of the portal could not be rendered');
      const asksAgain = retryAfter !== undefined && request.method === 'GET';
      if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
      if (asksAgain) reply.header('Refresh', retryAfter);
      reply.code(status);
      const language = preferredLanguage(request.headers['accept-language'] ?? '');
      return showPage({ deps, portal: null, reply }, { page: 'notice', notice: asksAgain ? 'busy' : 'wrong' }, { language });
    });
    // Load the renderer now, so that the first guest doesn't wait for it.
    app.addHook('onListen', async () => {
      await rendered(PLAIN, { page: 'notice', notice: 'not_here' });
    });
    const admit = pageAdmission(deps);
    const admitPoll = pollAdmission(deps);
    app.addHook('preHandler', async (request, reply) => {
      // openNDS also sends guests to the route that it polls.
      const isPoll = request.routeOptions.config.isPolled === true && queryOf(request).has('auth_get');
      await (isPoll ? admitPoll : admit)(request, reply);
    });
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX_FORM }, (_request, body, done) =>
      done(null, firstValues(new URLSearchParams(body as string))),
    );
    app.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    });

    // Arrival
    app.get('/:unit', hide, open(arrive));
    // Polled by gateways that ask the server themselves (openNDS, FAS level 4).
    if (deps.config.opennds) app.get('/:unit/opennds', { ...hide, config: { isPolled: true } }, open(arriveFromOpennds));
    app.get('/:unit/open', hide, open(openAtGateway));
    app.get('/:unit/code/:code', hide, open(showScannedCode));

    // First pages
    app.post('/:unit/start', hide, open(withState(acceptTerms)));
    app.get('/:unit/terms', hide, open(showTerms));
    app.get('/:unit/privacy', hide, open(showPrivacy));
    app.get('/:unit/login', hide, open(withState(showLoginOrStart)));

    // Log-in by code
    app.post('/:unit/code', { ...hide, config: { priority: 'small' } }, open(logInByCode));

    // Log-in by e-mail or SMS
    app.post('/:unit/email', hide, open(withAcceptedTerms(sendMailCode)));
    app.post('/:unit/sms', hide, open(withAcceptedTerms(sendSmsCode)));
    app.get('/:unit/sent', hide, open(withState(showMailSent)));
    app.get('/:unit/texted', hide, open(withState(showSmsSent)));
    app.post('/:unit/confirm', hide, open(confirmCode));
    app.get('/:unit/mail', hide, open(showMailLink));
    app.post('/:unit/mail', hide, open(confirmMailLink));
    app.post('/:unit/short', hide, open(withState(startShortSession)));

    // Log-in at a social site
    app.post('/:unit/social', hide, open(withAcceptedTerms(chooseSite)));
    app.get('/:unit/social', hide, open(withState(showSocial)));
    app.get('/:unit/go', hide, open(goToSite));
    app.get('/:unit/signed', hide, open(showSigned));
    app.post('/:unit/signed', hide, open(goOnline));
    app.get('/oauth/:site', hide, (request, reply) => returnFromSite(deps, request, reply));

    // Session
    app.get('/:unit/waiting', hide, open(showWaiting));
    app.get('/:unit/online', hide, open(showSession));
    app.post('/:unit/origin', hide, open(takeOrigin));
    app.post('/:unit/leave', hide, open(logOut));
    app.post('/:unit/free', hide, open(freeDevice));
    app.get('/api/:unit', hide, (request, reply) => captivePortalApi(deps, request, reply));

    // Links in mails and SMS after a stay
    app.get('/f/:token', hide, (request, reply) => showQuestion(deps, request, reply));
    app.post('/f/:token/answer', hide, (request, reply) => takeAnswer(deps, request, reply));
    app.get('/f/:token/stop', hide, (request, reply) => showStop(deps, request, reply));
    app.post('/f/:token/stop', hide, (request, reply) => stopQuestions(deps, request, reply));
    app.get('/f/:token/files/:hash', hide, (request, reply) => sendQuestionPicture(deps, request, reply));

    // Files
    app.get('/:unit/files/:hash', hide, (request, reply) => sendPicture(deps, request, reply));
    app.get('/faces/:file(^[a-z0-9-]+\\.woff2$)', hide, sendFont);
  };
