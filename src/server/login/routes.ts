import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountSession, credentials, login, requestReset, resetPassword } from '../../contract/auth';
import { byId, done } from '../../contract/lists';
import { getSubscription } from '../accounts/subscriptionQueries';
import type { Ref } from '../audit/descriptionQueries';
import type { Deps } from '../deps';
import { commandFor } from '../http/command';
import { badField, conflict, forbidden, notFound, sameOneTimePassword, tooOften, unauthenticated, weakPassword } from '../http/errors';
import { isoOf } from '../database/listQueries';
import { allow, open } from '../auth/guard';
import { finishReset, startReset } from './passwordResetQueries';
import { isPassword } from '../auth/passwords';
import { originOf, rememberOrigin } from '../auth/signInOriginQueries';
import { countedAddress } from '../limits/countedAddress';
import { deleteLogin, findCredentials, insertLogin } from '../auth/queries';
import { useCode } from '../second-factor/proof';
import { isRequiredFor } from '../auth/secondFactorRequired';
import { deleteAccountSession, deleteOtherAccountSessions, deleteSessionsOf, listAccountSessions } from './sessionQueries';
import { countOne, startAttempt } from '../auth/throttle';

/** Never with the name that was typed, which may be a password. */
const logFailure = ({ log }: FastifyRequest, account: number | null) => log.info({ account }, 'a sign-in failed');

/** Signing in and out. */
export const authRoutes =
  ({ db, clock, config, mailer, outbox, callers }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });

    app.post(
      '/login',
      { config: { ...open, priority: 'small', callers: 'signIns' }, schema: { body: credentials, response: { 201: login } } },
      async (request, reply) => {
        const { username, password, factor_code: code = '' } = request.body;
        const origin = originOf(request);
        const attempt = await startAttempt(db, { what: 'login', username, ...origin }, config.loginLimit, clock());
        if ('wait' in attempt) throw tooOften(attempt.wait);

        // The two messages reveal whether a name exists. They are required (AUTH-06, AUTH-07); the throttle limits guessing.
        const found = await findCredentials(db, username);
        if (!found || !(await isPassword(found.passwordHash, password))) {
          logFailure(request, found?.id ?? null);
          throw found
            ? unauthenticated('Password is invalid', 'invalid_password')
            : unauthenticated('No username found!', 'invalid_username');
        }
        await attempt.succeeded();
        if (found.mustChangePassword && found.oneTimeUntil !== null && found.oneTimeUntil <= clock()) {
          logFailure(request, found.id);
          throw unauthenticated('The one-time password was not used in time', 'one_time_password_ended');
        }
        if (found.hasSecondFactor) {
          if (code === '') throw unauthenticated('A code of the second factor is required', 'second_factor_required');
          const scope = { accountId: found.id, username: found.username, role: found.type, hotspotId: 0 };
          const outcome = await useCode(db, scope, code, origin, clock());
          if (outcome === 'wrong code') {
            logFailure(request, found.id);
            throw unauthenticated('The code is wrong, or was used before', 'invalid_code');
          }
          if (outcome !== 'done') throw tooOften(outcome.wait);
        }
        await rememberOrigin(db, found.id, origin, clock());
        const { token, expires } = await insertLogin(db, found.id, origin, clock());
        callers?.seen(token, found.tenantId);
        return reply.code(201).send({
          id: found.id,
          token,
          expires: isoOf(expires),
          account_type: found.type,
          subscription: await getSubscription(db, found.id, clock()),
          status: 'success' as const,
          ...(found.mustChangePassword && { must_change_password: true as const }),
          ...(!found.hasSecondFactor && isRequiredFor(found.type, config) && { second_factor_missing: true as const }),
        });
      },
    );

    app.post('/logout', { config: { ...open, priority: 'small' }, schema: { response: { 200: done } } }, async (request) => {
      const token = request.headers.token;
      if (typeof token !== 'string' || !(await deleteLogin(db, token))) throw unauthenticated('Token is invalid', 'invalid_token');
      return { status: 'success' as const };
    });

    // Same response and same work whether or not the account exists or has an address, so that neither reveals it.
    app.post('/password_reset', { config: open, schema: { body: requestReset, response: { 200: done } } }, async (request) => {
      const { body } = request;
      if (!mailer.isConfigured) throw conflict('No mail server is configured', 'no_mail_server');
      const attempt = await startAttempt(db, { what: 'reset', ...body, ...originOf(request) }, config.loginLimit, clock());
      if ('wait' in attempt) throw tooOften(attempt.wait);
      await startReset(db, body.username, config.console.product, clock());
      // Not awaited: the time it takes would reveal that the account exists.
      outbox.wake();
      return { status: 'success' as const };
    });

    app.put('/password_reset', { config: open, schema: { body: resetPassword, response: { 200: done } } }, async (request) => {
      const { body, ip } = request;
      const outcome = await finishReset(db, body, { request, product: config.console.product }, clock());
      if (typeof outcome === 'object') throw weakPassword(outcome.shortest);
      if (outcome === 'same one-time password') throw sameOneTimePassword();
      if (outcome === 'done') return { status: 'success' as const };
      // Correct codes are never throttled: 98 bits can't be guessed, and strangers must not use up the owner's attempts.
      const wait = config.loginLimit === 0 ? 0 : await countOne(db, `codes ${countedAddress(ip).address}`, config.loginLimit, clock());
      throw wait > 0 ? tooOften(wait) : badField('token', 'is wrong, used or too old');
    });

    app.get(
      '/account_sessions',
      { config: allow('account_sessions'), schema: { response: { 200: z.object({ data: z.array(accountSession) }) } } },
      async ({ scope, headers }) => ({ data: await listAccountSessions(db, scope, String(headers.token)) }),
    );

    app.delete(
      '/account_sessions',
      { config: allow('account_sessions'), schema: { response: { 200: done } } },
      async ({ scope, headers }) => {
        await deleteOtherAccountSessions(db, scope, String(headers.token));
        return { status: 'success' as const };
      },
    );

    app.delete(
      '/account_sessions/:id',
      { config: allow('account_sessions'), schema: { params: byId, response: { 200: done } } },
      async ({ params, scope }) => {
        if (!(await deleteAccountSession(db, scope, params.id))) throw notFound('No session found!');
        return { status: 'success' as const };
      },
    );

    app.delete(
      '/accounts/:id/account_sessions',
      { config: allow('accounts.sign_out'), schema: { params: byId, response: { 200: done } } },
      async (request, reply) => {
        const { params, scope } = request;
        // They end one by one, or all but the present one.
        if (params.id === scope.accountId) throw forbidden('Your own sessions end in your profile', 'own_account');
        const about: Ref = { kind: 'account', id: params.id, fields: {} };
        return command(request, reply, {
          about,
          work: async (tx) => {
            const ended = await deleteSessionsOf(tx, scope, params.id);
            if (ended === null) throw notFound('No account found!');
            return ended;
          },
          becomes: (ended) => (ended === 0 ? about : { ...about, details: { sessions: ended } }),
        });
      },
    );
  };
