import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  account,
  accountPreference,
  listAccountPreferences as preferencesQuery,
  listAccounts as listQuery,
  listSubscriptionPlans as plansQuery,
  subscriptionPlan,
  updateAccount as updateBody,
  updateAccountPreference as updatePreferenceBody,
} from '../../contract/accounts';
import { byId, done, pageOf } from '../../contract/lists';
import { allow } from '../auth/guard';
import type { Deps } from '../deps';
import { badField, forbidden, notFound } from '../errors';
import { echoSorting } from '../wire';
import {
  getAccount,
  getAccountType,
  listAccountPreferences,
  listAccounts,
  listSubscriptionPlans,
  updateAccount,
  updateAccountPreference,
} from './queries';

/** Managers, their subscription plans and preferences (spec 1 §7, spec 2 §7; API.md, "Accounts"). */
export const accountRoutes =
  ({ db, clock }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/accounts',
      { config: allow('accounts.list'), schema: { querystring: listQuery, response: { 200: pageOf(account) } } },
      async ({ query, scope }, reply) => {
        echoSorting(reply, query);
        return listAccounts(db, scope, query, clock());
      },
    );

    app.get(
      '/accounts/:id',
      { config: { ...allow('accounts.read'), ownBeforePasswordChange: true }, schema: { params: byId, response: { 200: account } } },
      async ({ params, scope }) => {
        const found = await getAccount(db, scope, params.id, clock());
        if (!found) throw notFound('No account found!');
        return found;
      },
    );

    app.put(
      '/accounts/:id',
      {
        config: { ...allow('accounts.update'), ownBeforePasswordChange: true },
        schema: { params: byId, body: updateBody, response: { 200: done } },
      },
      async ({ params, body, scope, headers }) => {
        const own = params.id === scope.accountId;
        const type = await getAccountType(db, scope, params.id);
        if (type === null) throw notFound('No account found!');
        // Nobody changes its own type, and only customers and desks have one that changes (API.md, "Who may do what").
        if (body.type !== undefined && body.type !== type && (own || (type !== 'customer' && type !== 'desk')))
          throw forbidden('Operation not permitted!');
        const outcome = await updateAccount(db, scope, params.id, body, String(headers.token));
        if (outcome === 'unknown account') throw notFound('No account found!');
        if (outcome === 'same one-time password') throw badField('password', 'must be another than the one-time password');
        return { status: 'success' as const };
      },
    );

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
        config: allow('account_preferences.read'),
        schema: { params: byId, querystring: preferencesQuery, response: { 200: z.array(accountPreference) } },
      },
      async ({ params, query, scope }, reply) => {
        const found = await listAccountPreferences(db, scope, params.id, query);
        if (!found) throw notFound('No account found!');
        echoSorting(reply, query);
        return found;
      },
    );

    app.put(
      '/preferences/accounts/:id',
      { config: allow('account_preferences.update'), schema: { params: byId, body: updatePreferenceBody, response: { 201: done } } },
      async ({ params, body, scope }, reply) => {
        const outcome = await updateAccountPreference(db, scope, params.id, body);
        if (outcome === 'unknown account') throw notFound('No account found!');
        if (outcome === 'unknown disclaimer') throw badField('value', 'is not a disclaimer of this account');
        return reply.code(201).send({ status: 'success' as const });
      },
    );
  };
