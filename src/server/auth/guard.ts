/**
 * Access control: every route below /api names the permission it needs in its `config`, or that it is open. One hook turns the Token
 * header into a Scope and checks the role. A route that does neither fails at startup.
 */
import type { FastifyInstance } from 'fastify';
import { may, type Permission } from '../../contract/plain/roles';
import { withPriority } from '../database/queryQueue';
import type { Deps } from '../deps';
import { forbidden, secondFactorMissing, unauthenticated, type RefusedError } from '../http/errors';
import { isFromOwnConsole } from '../http/ownConsole';
import { isFresh, lackOf, type Lack, type RouteRules } from './callerRules';
import type { Scope } from './tenancy';
import { findToken } from './queries';
import { isRequiredFor } from './secondFactorRequired';

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RouteRules> {
    open?: true;
  }
  interface FastifyRequest {
    /** The caller's scope. Only routes with a permission may read it. */
    scope: Scope;
    /** Whether the password was entered just now. Changing one's own e-mail or password needs that, or the password again. */
    isFresh: boolean;
  }
}

/** For a route's `config`: the caller's role must have this permission. */
export const allow = (permission: Permission) => ({ permission });

/** For a route's `config`: needs no token. */
export const open = { open: true } as const;

const REFUSALS: Record<Lack, () => RefusedError> = {
  own_password: () => forbidden('Change the one-time password first', 'must_change_password'),
  second_factor: secondFactorMissing,
  permission: () => forbidden(),
  session: () => forbidden('An integration only reads', 'integration_reads'),
};

export function guard(app: FastifyInstance, { db, clock, config, callers }: Pick<Deps, 'db' | 'clock' | 'config' | 'callers'>): void {
  app.addHook('onRoute', ({ config, method, url }) => {
    if (config?.permission === undefined && config?.open !== true) throw new Error(`${String(method)} ${url} names no permission`);
  });

  app.addHook('onRequest', async (request) => {
    const { permission, ownBeforePasswordChange, beforeSecondFactor } = request.routeOptions.config;
    if (permission === undefined) return;
    const token = request.headers.token;
    if (typeof token !== 'string' || token === '') throw unauthenticated('API token required');
    const found = await withPriority('small', () => findToken(db, token, clock()));
    if (found === 'unknown') throw unauthenticated('API token is invalid');
    if (found === 'expired') throw unauthenticated('API token is expired');
    callers?.seen(token, found.tenantId);
    const { accountId, role } = found.scope;
    const { id } = request.params as { id?: string };
    const rules = { permission, ownBeforePasswordChange, beforeSecondFactor };
    const lack = lackOf({ ...found, accountId, role }, rules, id, isRequiredFor(role, config));
    if (lack === 'permission' || lack === 'session')
      request.log.info({ account: accountId, permission }, 'an account lacks the permission for a call');
    if (lack !== null) throw REFUSALS[lack]();
    const getsSecrets = may(role, 'units.show_secret') && !isFromOwnConsole(request);
    request.scope = { ...found.scope, getsSecrets };
    request.isFresh = isFresh(found, clock());
  });
}
