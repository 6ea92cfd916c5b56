/**
 * Access control: every route below /api names the permission it needs in its `config`, or that it is open. One hook turns the Token
 * header into a Scope and checks the role. A route that does neither fails at startup.
 */
import type { FastifyInstance } from 'fastify';
import { may, isAllowedForIntegrations, type Permission } from '../../contract/plain/roles';
import { withPriority } from '../database/queryQueue';
import type { Deps } from '../deps';
import { forbidden, secondFactorMissing, unauthenticated } from '../http/errors';
import { isFromOwnConsole } from '../http/ownConsole';
import type { Scope } from './tenancy';
import { findToken } from './queries';
import { isRequiredFor } from './secondFactorRequired';
import { FRESH } from './tokens';

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission;
    open?: true;
    /** Allowed while a one-time password is still in use, on the caller's own account: the `id` in the path. */
    ownBeforePasswordChange?: true;
    /** Allowed while a second factor that is required is missing; if the path has an `id`, on the caller's own account. */
    beforeSecondFactor?: true;
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
    const { id } = request.params as { id?: string };
    const isOwn = id === String(found.scope.accountId);
    if (found.mustChangePassword) {
      if (ownBeforePasswordChange !== true || !isOwn) throw forbidden('Change the one-time password first', 'must_change_password');
    } else if (found.type === 'login' && !found.hasSecondFactor && isRequiredFor(found.scope.role, config)) {
      if (beforeSecondFactor !== true || (id !== undefined && !isOwn)) throw secondFactorMissing();
    }
    const { accountId, role } = found.scope;
    const isForRole = may(role, permission);
    if (!isForRole || (found.type === 'api' && !isAllowedForIntegrations(permission))) {
      request.log.info({ account: accountId, permission }, 'an account lacks the permission for a call');
      throw isForRole ? forbidden('An integration only reads', 'integration_reads') : forbidden();
    }
    const getsSecrets = may(role, 'units.show_secret') && !isFromOwnConsole(request);
    request.scope = { ...found.scope, getsSecrets };
    // A caller who still has to choose a password has just entered the one-time password.
    request.isFresh = found.mustChangePassword || clock().getTime() - found.created.getTime() < FRESH;
  });
}
