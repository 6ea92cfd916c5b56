import { setImmediate as turn } from 'node:timers/promises';
import { ACCOUNT_TEXTS } from '../../../src/contract/plain/accountFields';
import { each } from '../../../src/contract/plain/fields';
import type { Account, Subscription } from '../../../src/contract/accounts';
import type { Login } from '../../../src/contract/auth';
import type { Role } from '../../../src/contract/plain/roles';
import type { LoggedUser } from '../../../src/features/auth/slice';
import { SERVER } from './answers';

export const DEMO_PASSWORD = 'portico-demo';

const NO_SUBSCRIPTION: Subscription = {
  id: 0,
  account_id: 0,
  valid_from: null,
  valid_until: null,
  created: null,
  expired: true,
  subscription_plan: {
    id: 0,
    code: '',
    name: '',
    description: '',
    price: 0,
    period: 0,
    included_sms: 0,
    max_units: 0,
    advanced_report: false,
    wings_customization: false,
    social_analytics: false,
  },
};

const IDS: Record<Role, number> = { admin: 1, reseller: 2, customer: 3, desk: 4 };

/** A made-up account, for answers from a table. Customer and desk belong to hotspot 7. */
export function madeUpAccount(type: Role, change: Partial<Account> = {}): Account {
  const isOfOneHotspot = type === 'customer' || type === 'desk';
  return {
    id: IDS[type],
    creator_id: 1,
    uuid: '',
    type,
    ...each(ACCOUNT_TEXTS, () => ''),
    name: 'Ada Ricci',
    username: type,
    email: 'ada@example.com',
    privacy_name: type === 'reseller' ? 'Ricci S.r.l.' : '',
    privacy_vat: type === 'reseller' ? '01234560371' : '',
    privacy_address: type === 'reseller' ? 'Via Roma 1, Bologna' : '',
    privacy_email: type === 'reseller' ? 'privacy@example.com' : '',
    privacy_dpo: '',
    privacy_dpo_mail: '',
    created: '2025-03-04T09:30:00Z',
    hotspot_id: isOfOneHotspot ? 7 : 0,
    hotspot_name: isOfOneHotspot ? 'city-library' : '',
    subscription_plan_id: 0,
    subscription_plan_name: '',
    subscription: NO_SUBSCRIPTION,
    tokens: [],
    sms_threshold: 0,
    ...change,
  };
}

/** A made-up account's login. */
export function madeUp(role: Role, change: Partial<LoggedUser> = {}): LoggedUser {
  const info = madeUpAccount(role);
  const token = `token-of-${role}`;
  return { id: info.id, token, account_type: role, info, subscription: NO_SUBSCRIPTION, must_change_password: false, ...change };
}

const logins = new Map<string, Promise<LoggedUser>>();

/** A demonstration account, logged in to the real server once per test file. */
export function loggedIn(username: string): Promise<LoggedUser> {
  const login = logins.get(username) ?? logIn(username);
  logins.set(username, login);
  return login;
}

/** Like `loggedIn` with a fresh login, for tests that end it. */
export async function logIn(username: string, password = DEMO_PASSWORD): Promise<LoggedUser> {
  const login = (await callApi('POST', '/api/login', { body: { username, password } })) as Login;
  const { id, token, account_type, subscription } = login;
  const info = (await callApi('GET', `/api/accounts/${id}`, { token })) as Account;
  return { id, token, account_type, info, subscription, must_change_password: false };
}

/** Takes note of kept connections that the server closed while this process was busy, as when it loads a file: a call on them fails. */
async function noticeClosed() {
  // One turn to read that they have ended, one to see them closed.
  await turn();
  await turn();
}

/** Calls the real server directly, outside the console; throws if it refuses. */
export async function callApi(method: string, path: string, { token, body }: { token?: string; body?: unknown } = {}): Promise<unknown> {
  await noticeClosed();
  const answer = await fetch(SERVER + path, {
    method,
    headers: { ...(token !== undefined && { Token: token }), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
