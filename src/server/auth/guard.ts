/**
 * The door of the API: every route below /api names the permission it needs, or says that it is open, in its `config`; one hook
 * turns the Token header into a Scope and checks the role. A route that says neither does not start.
 */
import type { FastifyInstance } from 'fastify';
import { may, mayIntegration, type Permission } from '../../contract/roles';
import { withUrgency } from '../database/gate';
import type { Deps } from '../deps';
import { forbidden, unauthenticated } from '../http/errors';
import type { Scope } from './tenancy';
import { findToken } from './queries';
import { FRESH } from './tokens';

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission;
    open?: true;
    /** Also answers while a one-time password has not been changed: about the caller's own account, the `id` in its path. */
    ownBeforePasswordChange?: true;
  }
  interface FastifyRequest {
    /** Who asks. Only routes with a permission may read it. */
    scope: Scope;
    /** Whether its password was given just now: what concerns the own log-in needs that, or the password again. */
    isFresh: boolean;
  }
}

/** For a route's `config`: the caller's role must have this permission. */
export const allow = (permission: Permission) => ({ permission });

/** For a route's `config`: anybody may call it. */
export const open = { open: true } as const;

export function guard(app: FastifyInstance, { db, clock }: Deps): void {
  app.addHook('onRoute', ({ config, method, url }) => {
    if (config?.permission === undefined && config?.open !== true) throw new Error(`${String(method)} ${url} names no permission`);
  });

  app.addHook('onRequest', async (request) => {
    const { permission, ownBeforePasswordChange } = request.routeOptions.config;
    if (permission === undefined) return;
    const token = request.headers.token;
    if (typeof token !== 'string' || token === '') throw unauthenticated('API token required');
    const found = await withUrgency('small', () => findToken(db, token, clock()));
    if (found === 'unknown') throw unauthenticated('API token is invalid');
    if (found === 'expired') throw unauthenticated('API token is expired');
    const isOwn = (request.params as { id?: string }).id === String(found.scope.accountId);
    if (found.mustChangePassword && !(ownBeforePasswordChange === true && isOwn)) {
      throw forbidden('Change the one-time password first', 'must_change_password');
    }
    if (!may(found.scope.role, permission)) throw forbidden();
    if (found.type === 'api' && !mayIntegration(permission)) throw forbidden('An integration only reads', 'integration_reads');
    request.scope = found.scope;
    // Who has to choose a password has just used the one that was given.
    request.isFresh = found.mustChangePassword || clock().getTime() - found.created.getTime() < FRESH;
  });
}
