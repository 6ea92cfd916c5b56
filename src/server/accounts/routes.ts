import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  account,
  accountPreference,
  listAccountPreferences as preferencesQuery,
  createAccount as createBody,
  CREATED_TYPES,
  listAccounts as listQuery,
  listSubscriptionPlans as plansQuery,
  subscriptionPlan,
  updateAccount as updateBody,
  updateAccountPreference as updatePreferenceBody,
  updateSubscription as updateSubscriptionBody,
  type Account,
  type UpdateAccount,
} from '../../contract/accounts';
import { byId, created, done, pageOf } from '../../contract/lists';
import { may, type Role } from '../../contract/plain/roles';
import { allow } from '../auth/guard';
import { requireOwnPassword } from '../auth/ownPassword';
import { isStrongEnough, shortestPassword } from '../auth/passwordFloor';
import { originOf } from '../auth/signInOriginQueries';
import { DELETE_BY_ID, deletionFor } from '../deleted/deletion';
import { commandFor } from '../http/command';
import type { Deps } from '../deps';
import {
  badField,
  conflict,
  duplicate,
  forbidden,
  notFound,
  passwordRequired,
  RefusedError,
  sameOneTimePassword,
  weakPassword,
} from '../http/errors';
import { emptyAs, isFromOwnConsole } from '../http/ownConsole';
import { etagOf } from '../http/etag';
import { whoHasSecondFactor } from '../second-factor/queries';
import { echoSorting } from '../database/listQueries';
import { deleteAccount, getAccount, getChanged, insertAccount, listAccounts, lockAccount, updateAccount } from './queries';
import { listAccountPreferences, updateAccountPreference } from './preferenceQueries';
import { listSubscriptionPlans, updateSubscription } from './subscriptionQueries';

/** Types between which an account can change. */
const TIED_TYPES: readonly Role[] = ['customer', 'desk'];

/** Managers, their subscription plans and preferences. */
export const accountRoutes =
  ({ db, clock, config }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const command = commandFor({ db, clock });
    const deletion = deletionFor({ db, clock });

    app.get(
      '/accounts',
      {
        config: { ...allow('accounts.list'), ...emptyAs('No accounts found!') },
        schema: { querystring: listQuery, response: { 200: pageOf(account) } },
      },
      async (request, reply) => {
        const { query, scope } = request;
        echoSorting(reply, query);
        const page = await listAccounts(db, scope, query, clock());
        return { ...page, data: await withSecondFactors(request, page.data) };
      },
    );

    app.get(
      '/accounts/:id',
      { config: { ...allow('accounts.read'), ownBeforePasswordChange: true }, schema: { params: byId, response: { 200: account } } },
      async (request, reply) => {
        const { params, scope } = request;
        const found = await getAccount(db, scope, params.id, clock());
        if (!found) throw notFound('No account found!');
        // Not of the second factor, which isn't edited with the account.
        reply.header('ETag', etagOf(found));
        const [shown] = await withSecondFactors(request, [found]);
        return shown ?? found;
      },
    );

    app.post(
      '/accounts',
      { config: allow('accounts.create'), schema: { body: createBody, response: { 201: created } } },
      async (request, reply) => {
        const { body, scope } = request;
        const type = CREATED_TYPES.find((one) => one === body.type);
        if (type === undefined) {
          throw new RefusedError(400, {
            message: 'Unsupported account type',
            code: 'unsupported_type',
            fields: { type: 'is not offered' },
          });
        }
        if (type === 'reseller' && scope.role !== 'admin') throw forbidden('Permission denied');
        if (scope.role === 'admin' && body.uuid === '') throw badField('uuid', 'is required');
        if (type === 'reseller' && body.subscription_plan_id === 0) throw badField('subscription_plan_id', 'is required');
        if (type !== 'reseller' && body.hotspot_id === 0) throw badField('hotspot_id', 'is required');
        await requireStrength(request, { ...body, type }, body.password);
        return command(request, reply.code(201), {
          work: async (tx) => {
            const outcome = await insertAccount(tx, scope, { ...body, type }, clock());
            if (outcome === 'unknown hotspot') throw notFound('No hotspot found!');
            if (outcome === 'unknown plan') throw badField('subscription_plan_id', 'is not a plan');
            if (outcome === 'duplicate') throw duplicate('account already exists');
            return outcome;
          },
          becomes: (id) => ({ kind: 'account', id }),
          answer: (id) => ({ id }),
        });
      },
    );

    app.delete('/accounts/:id', { config: allow('accounts.delete'), schema: DELETE_BY_ID }, (request, reply) =>
      deletion(request, reply, {
        about: { kind: 'account', id: request.params.id },
        unknown: 'No account found!',
        work: async (tx, copies) => {
          const outcome = await deleteAccount(tx, request.scope, request.params.id, copies);
          if (outcome === 'unknown account') throw notFound('No account found!');
          if (outcome === 'own account') throw forbidden('You cannot delete your own account', 'own_account');
          if (outcome === 'last admin') throw conflict('The last admin cannot be deleted', 'last_admin');
          if (outcome === 'owns hotspots') throw conflict('The account, or one it created, still owns hotspots', 'owns_hotspots');
          return 1;
        },
      }),
    );

    app.put(
      '/accounts/:id/subscription',
      { config: allow('accounts.subscription'), schema: { params: byId, body: updateSubscriptionBody, response: { 200: done } } },
      (request, reply) =>
        command(request, reply, {
          about: { kind: 'account', id: request.params.id },
          work: async (tx) => {
            const outcome = await updateSubscription(tx, request.scope, request.params.id, request.body, clock());
            if (outcome === 'unknown account') throw notFound('No reseller found!');
            if (outcome === 'unknown plan') throw badField('subscription_plan_id', 'is not a plan');
          },
        }),
    );

    app.put(
      '/accounts/:id',
      {
        config: { ...allow('accounts.update'), ownBeforePasswordChange: true },
        schema: { params: byId, body: updateBody, response: { 200: done } },
      },
      async (request, reply) => {
        const { params, body, scope, headers } = request;
        const own = params.id === scope.accountId;
        const before = await getChanged(db, scope, params.id);
        if (before === null) throw notFound('No account found!');
        // Nobody may change their own type, and only that of a customer or desk can change at all (docs/wire.md#who-may-do-what).
        if (body.type !== undefined && body.type !== before.type) {
          if (!TIED_TYPES.includes(body.type)) throw badField('type', 'is neither customer nor desk');
          if (own || !TIED_TYPES.includes(before.type)) throw forbidden('Operation not permitted!');
        }
        if (body.one_time_password && (own || !body.password))
          throw badField('one_time_password', 'comes with a password for another account');
        if (own) await requirePassword(request, before);
        if (body.password) await requireStrength(request, before, body.password);
        return command(request, reply, {
          about: { kind: 'account', id: params.id },
          shown: {
            schema: account,
            lock: (tx) => lockAccount(tx, scope, params.id),
            read: (tx) => getAccount(tx, scope, params.id, clock()),
          },
          work: async (tx) => {
            const here = own ? { token: String(headers.token), origin: originOf(request) } : undefined;
            const outcome = await updateAccount(tx, scope, params.id, body, clock(), here);
            if (outcome === 'unknown account') throw notFound('No account found!');
            if (outcome === 'same one-time password') throw sameOneTimePassword();
          },
        });
      },
    );

    /** Says of each whether it has a second factor, to our own console of who may turn it off. */
    async function withSecondFactors(request: Pick<FastifyRequest, 'scope' | 'headers'>, found: Account[]): Promise<Account[]> {
      if (!isFromOwnConsole(request) || !may(request.scope.role, 'accounts.second_factor_off')) return found;
      const having = await whoHasSecondFactor(
        db,
        found.map(({ id }) => id),
      );
      return found.map((one) => ({ ...one, second_factor: having.has(one.id) }));
    }

    async function requireStrength(
      request: Pick<FastifyRequest, 'headers'>,
      { type, username, name, email }: { type: Role; username: string; name: string; email: string },
      password: string,
    ): Promise<void> {
      const shortest = shortestPassword(type, request);
      const own = [username, name, email, config.console.product];
      if (password.length < shortest || !(await isStrongEnough(type, password, own))) throw weakPassword(shortest);
    }

    /**
     * Refuses a change of one's own password or e-mail address (to which password resets are mailed) without a fresh sign-in or the
     * current password.
     */
    async function requirePassword(
      request: Pick<FastifyRequest, 'ip' | 'headers' | 'isFresh'> & { body: UpdateAccount },
      owner: { username: string; email: string; passwordHash: string },
    ): Promise<void> {
      const { body, isFresh } = request;
      const given = body.current_password ?? '';
      if (!body.password && (!body.email || body.email === owner.email)) return;
      if (given === '' && (isFresh || !config.confirmsPassword)) return;
      if (given === '') throw passwordRequired('is required: you signed in more than five minutes ago');
      await requireOwnPassword({ db, clock, config }, owner, given, originOf(request));
    }

    app.get(
      '/subscription_plans',
      { config: allow('subscription_plans.list'), schema: { querystring: plansQuery, response: { 200: z.array(subscriptionPlan) } } },
      async ({ query }, reply) => {
        echoSorting(reply, query);
        return listSubscriptionPlans(db, query);
      },
    );

    app.get(
      '/preferences/accounts/:id',
      {
        config: { ...allow('account_preferences.read'), ...emptyAs('No preference found') },
        schema: { params: byId, querystring: preferencesQuery, response: { 200: z.array(accountPreference) } },
      },
      async ({ params, query, scope }, reply) => {
        const found = await listAccountPreferences(db, scope, params.id, query);
        if (!found) throw notFound('No preference found');
        echoSorting(reply, query);
        return found;
      },
    );

    app.put(
      '/preferences/accounts/:id',
      { config: allow('account_preferences.update'), schema: { params: byId, body: updatePreferenceBody, response: { 201: done } } },
      (request, reply) =>
        command(request, reply.code(201), {
          about: { kind: 'account', id: request.params.id },
          work: async (tx) => {
            const outcome = await updateAccountPreference(tx, request.scope, request.params.id, request.body);
            if (outcome === 'unknown account') throw notFound('No account found!');
            if (outcome === 'unknown disclaimer') throw badField('value', 'is not a disclaimer of this account');
          },
        }),
    );
  };
