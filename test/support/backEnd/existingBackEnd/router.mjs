// @ts-check
import { accountRoutes, publicAccountRoutes } from './accountCalls.mjs';
import { guestRoutes, publicGuestRoutes } from './guestCalls.mjs';
import { hotspotRoutes } from './hotspotCalls.mjs';
import { partnerRoutes, publicPartnerRoutes } from './partnerCalls.mjs';
import { statsRoutes } from './statsCalls.mjs';
import { voucherRoutes } from './voucherCalls.mjs';

/** @typedef {import('./answers.mjs').Route} Route */

const PUBLIC = [...publicAccountRoutes, ...publicGuestRoutes, ...publicPartnerRoutes];
const ROUTES = [...accountRoutes, ...guestRoutes, ...hotspotRoutes, ...partnerRoutes, ...statsRoutes, ...voucherRoutes];

const TABLE = [...PUBLIC, ...ROUTES].map((route) => {
  const [method, path, handle] = route;
  return { method, path: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`), handle, isPublic: PUBLIC.includes(route) };
});

/**
 * The handler of a call and its path parameters; undefined for unknown calls.
 *
 * @param {string} method
 * @param {string} pathname
 */
export function routeOf(method, pathname) {
  const found = TABLE.find((route) => route.method === method && route.path.test(pathname));
  if (!found) return undefined;
  const params = (found.path.exec(pathname) ?? []).slice(1).map((part) => decodeURIComponent(part));
  return { handle: found.handle, isPublic: found.isPublic, params };
}

/** The path with its trailing slash added or removed, if that is a route. @param {string} method @param {string} pathname */
export function otherSpelling(method, pathname) {
  const other = pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`;
  return routeOf(method, other) ? other : undefined;
}
