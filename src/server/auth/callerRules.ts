/** What a caller with a valid token may do, as access control (guard.ts) asks it before each call. */
import { may, isAllowedForIntegrations, type Permission, type Role } from '../../contract/plain/roles';
import { FRESH } from './tokens';

export interface Caller {
  accountId: number;
  role: Role;
  /** A person's session, or an integration's token. */
  type: 'login' | 'api';
  /** When it was created; for a session, when the password was entered. */
  created: Date;
  mustChangePassword: boolean;
  hasSecondFactor: boolean;
}

/** What a route says in its `config` of who may call it. */
export interface RouteRules {
  permission: Permission;
  /** Allowed while a one-time password is still in use, on the caller's own account: the `id` in the path. */
  ownBeforePasswordChange?: true | undefined;
  /** Allowed while a second factor that is required is missing; if the path has an `id`, on the caller's own account. */
  beforeSecondFactor?: true | undefined;
}

/** Why a caller may not make a call. */
export type Lack = 'own_password' | 'second_factor' | 'permission' | 'session';

/**
 * What a caller lacks for a call to a route with this `id` in its path; null if it may make it. `needsFactor`: accounts of its role must have
 * a second factor (AUTH-18).
 */
export function lackOf(caller: Caller, rules: RouteRules, id: string | undefined, needsFactor: boolean): Lack | null {
  const { permission, ownBeforePasswordChange, beforeSecondFactor } = rules;
  const isOwn = id === String(caller.accountId);
  // An integration's token goes on working: nobody signs in with it.
  const isSession = caller.type === 'login';
  if (isSession && caller.mustChangePassword) {
    if (ownBeforePasswordChange !== true || !isOwn) return 'own_password';
  } else if (isSession && needsFactor && !caller.hasSecondFactor) {
    if (beforeSecondFactor !== true || (id !== undefined && !isOwn)) return 'second_factor';
  }
  if (!may(caller.role, permission)) return 'permission';
  return caller.type === 'api' && !isAllowedForIntegrations(permission) ? 'session' : null;
}

/** Whether the password was entered just now. A person who still has to choose one has just entered the one-time password. */
export const isFresh = (
  { type, mustChangePassword, created }: Pick<Caller, 'type' | 'mustChangePassword' | 'created'>,
  now: Date,
): boolean => type === 'login' && (mustChangePassword || now.getTime() - created.getTime() < FRESH);
