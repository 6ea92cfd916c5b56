import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { credentials, login } from '../../contract/auth';
import { done } from '../../contract/lists';
import { getSubscription } from '../accounts/queries';
import type { Deps } from '../deps';
import { tooOften, unauthenticated } from '../errors';
import { isoOf } from '../wire';
import { open } from './guard';
import { isPassword } from './passwords';
import { deleteLogin, findCredentials, insertLogin } from './queries';
import { startAttempt } from './throttle';

/** Signing in and out (spec 1 §4, §7; API.md, "The calls"). */
export const authRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.post('/login', { config: open, schema: { body: credentials, response: { 201: login } } }, async (request, reply) => {
      const { username, password } = request.body;
      const attempt = await startAttempt(db, { username, address: request.ip }, config.loginLimit, clock());
      if ('wait' in attempt) throw tooOften(attempt.wait);

      // The two messages tell whether a name exists; the specification has them (spec 1 §8), and the throttle bounds the guessing.
      const found = await findCredentials(db, username);
      if (!found || !(await isPassword(found.passwordHash, password))) {
        throw found
          ? unauthenticated('Password is invalid', 'invalid_password')
          : unauthenticated('No username found!', 'invalid_username');
      }
      await attempt.succeeded();
      const { token, expires } = await insertLogin(db, found.id, clock());
      return reply.code(201).send({
        id: found.id,
        token,
        expires: isoOf(expires),
        account_type: found.type,
        subscription: await getSubscription(db, found.id, clock()),
        status: 'success' as const,
        ...(found.mustChangePassword && { must_change_password: true as const }),
      });
    });

    app.post('/logout', { config: open, schema: { response: { 200: done } } }, async (request) => {
      const token = request.headers.token;
      if (typeof token !== 'string' || !(await deleteLogin(db, token))) throw unauthenticated('Token is invalid', 'invalid_token');
      return { status: 'success' as const };
    });
  };
