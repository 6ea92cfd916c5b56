import { expect, test } from '@jest/globals';
import { isFresh, lackOf, type Caller, type RouteRules } from '../../../src/server/auth/callerRules';

const NOW = new Date('2026-11-03T12:00:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);
const RESELLER: Caller = {
  accountId: 2,
  role: 'reseller',
  type: 'login',
  created: ago(3600),
  mustChangePassword: false,
  hasSecondFactor: false,
};
const WITH_ONE_TIME_PASSWORD = { ...RESELLER, mustChangePassword: true };
const INTEGRATION: Caller = { ...RESELLER, type: 'api' };

const READ: RouteRules = { permission: 'accounts.read' };
const CHANGE: RouteRules = { permission: 'accounts.update' };
const ADMIN_ONLY: RouteRules = { permission: 'accounts.subscription' };

test.each([
  ['may do what its role may', RESELLER, READ, '9', null],
  ['lacks the permission of another role', RESELLER, ADMIN_ONLY, '2', 'permission'],
  ['may change things in a session', RESELLER, CHANGE, '2', null],
  ['only reads as an integration', INTEGRATION, { permission: 'hotspots.list' }, undefined, null],
  ['changes nothing as an integration', INTEGRATION, { permission: 'hotspots.update' }, '1', 'session'],
  ['lacks the permission of another role as an integration, too', INTEGRATION, ADMIN_ONLY, '2', 'permission'],
] as const)('a caller %s', (_, caller, rules, id, lack) => {
  expect(lackOf(caller, rules, id, false)).toBe(lack);
});

test.each([
  ['first changes it', WITH_ONE_TIME_PASSWORD, READ, '2', 'own_password'],
  ['may change it', WITH_ONE_TIME_PASSWORD, { ...CHANGE, ownBeforePasswordChange: true }, '2', null],
  ['may not change that of another', WITH_ONE_TIME_PASSWORD, { ...CHANGE, ownBeforePasswordChange: true }, '3', 'own_password'],
  [
    'does nothing else before, even without a second factor',
    WITH_ONE_TIME_PASSWORD,
    { ...CHANGE, beforeSecondFactor: true },
    '2',
    'own_password',
  ],
  ['goes on reading as an integration', { ...WITH_ONE_TIME_PASSWORD, type: 'api' }, { permission: 'hotspots.list' }, undefined, null],
  ['may still only do what its role may', WITH_ONE_TIME_PASSWORD, { ...ADMIN_ONLY, ownBeforePasswordChange: true }, '2', 'permission'],
] as const)('a caller with a one-time password %s', (_, caller, rules, id, lack) => {
  expect(lackOf(caller, rules, id, true)).toBe(lack);
});

const SET_UP: RouteRules = { permission: 'second_factor.on', beforeSecondFactor: true };
test.each([
  ['first sets it up', RESELLER, READ, '2', 'second_factor'],
  ['may set it up', RESELLER, SET_UP, undefined, null],
  ['may read its own account', RESELLER, { ...READ, beforeSecondFactor: true }, '2', null],
  ['may not read that of another', RESELLER, { ...READ, beforeSecondFactor: true }, '3', 'second_factor'],
  ['may do anything once it has one', { ...RESELLER, hasSecondFactor: true }, READ, '3', null],
  ['may do as an integration what integrations may', INTEGRATION, { permission: 'hotspots.list' }, undefined, null],
] as const)('a caller who needs a second factor %s', (_, caller, rules, id, lack) => {
  expect(lackOf(caller, rules, id, true)).toBe(lack);
});

test.each([
  ['299.999 seconds ago', { created: ago(299.999) }, true],
  ['five minutes ago', { created: ago(300) }, false],
  ['an hour ago, as a one-time password', { mustChangePassword: true }, true],
  ['never, by a new token of an integration,', { type: 'api', created: NOW }, false],
  ['never, by a token of an account with a one-time password,', { type: 'api', mustChangePassword: true }, false],
] as const)('a password entered %s counts as entered just now: %j', (_, its, expected) => {
  expect(isFresh({ ...RESELLER, ...its }, NOW)).toBe(expected);
});
