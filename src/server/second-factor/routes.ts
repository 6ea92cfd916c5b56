import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { byId, done } from '../../contract/lists';
import {
  prepareSecondFactor,
  preparedSecondFactor,
  provedBoth,
  recoveryCodes,
  secondFactor,
  turnOnSecondFactor,
} from '../../contract/secondFactor';
import { allow } from '../auth/guard';
import { requireOwnPassword } from '../auth/ownPassword';
import { originOf } from '../auth/signInOriginQueries';
import type { Deps } from '../deps';
import { commandFor } from '../http/command';
import { badField, codeRequired, conflict, notFound, tooOften } from '../http/errors';
import { factorOf, useCode } from './proof';
import { getOwner, getSecondFactor, hasSecondFactor, prepare, replaceRecoveryCodes, turnOff, turnOffFor, turnOn } from './queries';
import { isRequiredFor } from '../auth/secondFactorRequired';
import { base32 } from './totp';

const isOn = () => conflict('The second factor is on', 'second_factor_on');
const isOff = () => conflict('There is no second factor', 'second_factor_off');

/**
 * Routes for second factors of staff (docs/wire.md#second-factor). Calls that return secrets are PUT, because responses to POST are stored
 * if there is an Idempotency-Key.
 */
export const secondFactorRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });

    app.get(
      '/accounts/:id/second_factor',
      { config: { ...allow('accounts.read'), beforeSecondFactor: true }, schema: { params: byId, response: { 200: secondFactor } } },
      async ({ params, scope }) => {
        const found = await getSecondFactor(db, scope, params.id);
        if (!found) throw notFound('No account found!');
        return { ...found, required: isRequiredFor(found.role, config) };
      },
    );

    app.put(
      '/second_factor/setup',
      {
        config: { ...allow('second_factor.on'), beforeSecondFactor: true },
        schema: { body: prepareSecondFactor, response: { 200: preparedSecondFactor } },
      },
      async (request) => {
        const { accountId, username } = request.scope;
        await requirePassword(request);
        if (await hasSecondFactor(db, accountId)) throw isOn();
        const { secret, codes, setup } = await prepare(db, accountId, clock());
        return { username, secret: base32(secret), recovery_codes: codes, setup };
      },
    );

    app.put(
      '/second_factor',
      { config: { ...allow('second_factor.on'), beforeSecondFactor: true }, schema: { body: turnOnSecondFactor, response: { 200: done } } },
      (request, reply) =>
        command(request, reply, {
          about: factorOf(request.scope.accountId),
          work: async (tx) => {
            const here = { token: String(request.headers.token), origin: originOf(request) };
            const outcome = await turnOn(tx, request.scope.accountId, request.body, here, clock());
            if (outcome === 'too late') throw badField('setup', 'is not from this account, or too old');
            if (outcome === 'wrong code') throw codeRequired();
            if (outcome === 'another is on') throw isOn();
          },
        }),
    );

    app.put(
      '/second_factor/recovery_codes',
      { config: allow('second_factor.codes'), schema: { body: provedBoth, response: { 200: recoveryCodes.extend(done.shape) } } },
      async (request, reply) => {
        await requireBoth(request);
        return command(request, reply, {
          about: factorOf(request.scope.accountId),
          work: async (tx) => {
            const codes = await replaceRecoveryCodes(tx, request.scope.accountId);
            if (!codes) throw isOff();
            return codes;
          },
          answer: (codes) => ({ recovery_codes: codes }),
        });
      },
    );

    app.put(
      '/second_factor/off',
      { config: allow('second_factor.off'), schema: { body: provedBoth, response: { 200: done } } },
      async (request, reply) => {
        await requireBoth(request);
        return command(request, reply, {
          about: factorOf(request.scope.accountId),
          work: (tx) => turnOff(tx, request.scope.accountId),
        });
      },
    );

    app.delete(
      '/accounts/:id/second_factor',
      { config: allow('accounts.second_factor_off'), schema: { params: byId, response: { 200: done } } },
      async (request, reply) => {
        const { params, scope } = request;
        // One's own is only turned off with a code: a session alone must not be enough.
        if (params.id === scope.accountId) throw codeRequired();
        return command(request, reply, {
          about: factorOf(params.id),
          work: async (tx) => {
            if (!(await turnOffFor(tx, scope, params.id))) throw notFound('No account found!');
          },
        });
      },
    );

    type Caller = Pick<FastifyRequest, 'ip' | 'headers' | 'scope'>;

    /** Always requires the password, however recent the sign-in is. */
    async function requirePassword(request: Caller & { body: { current_password: string } }): Promise<void> {
      const owner = await getOwner(db, request.scope.accountId);
      if (!owner) throw notFound('No account found!');
      await requireOwnPassword({ db, clock, config }, owner, request.body.current_password, originOf(request));
    }

    async function requireBoth(request: Caller & { body: { current_password: string; factor_code: string } }): Promise<void> {
      await requirePassword(request);
      if (!(await hasSecondFactor(db, request.scope.accountId))) throw isOff();
      const outcome = await useCode(db, request.scope, request.body.factor_code, originOf(request), clock());
      if (outcome === 'wrong code') throw codeRequired();
      if (outcome !== 'done') throw tooOften(outcome.wait);
    }
  };
