/** Whom a request is counted for before anything is looked up (requestGate.ts). */
import type { IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import { countedAddress } from '../limits/countedAddress';
import { hashToken } from './tokens';
import type { Config } from '../config';
import { ttlCache } from '../ttlCache';
import { withoutBase } from '../http/behindProxy';
import type { Requester } from '../http/waitingRequests';
import type { KnownRoutes } from '../http/callers';
import { priorityOf } from '../http/requestPriority';

/** Tokens that have been right lately, and whose they are: how many are remembered, and for how many milliseconds. */
const MOST_KNOWN = 50_000;
const KNOWN_FOR = 15 * 60_000;

/** Tenants by the tokens of their people. */
export interface KnownCallers {
  /** A token was right: its caller belongs to a tenant. */
  seen: (token: string, tenantId: number) => void;
  tenantOf: (token: string) => number | undefined;
}

export function knownCallers(): KnownCallers {
  const tenants = ttlCache<number>(MOST_KNOWN, KNOWN_FOR);
  return {
    seen: (token, tenantId) => tenants.set(hashToken(token), tenantId),
    tenantOf: (token) => tenants.get(hashToken(token)),
  };
}

/**
 * Returns a function that says whom a request is counted for; null if it has its turn later. A token that hasn't been right counts for
 * nothing, as anybody can invent one: its caller is a stranger at an address.
 */
export function requesters(
  config: Pick<Config, 'basePath' | 'trustProxy'>,
  { tenantOf }: Pick<KnownCallers, 'tenantOf'>,
  { configOf }: Pick<KnownRoutes, 'configOf'>,
): (request: IncomingMessage) => Requester | null {
  const pathOf = withoutBase(config);
  const isTrusted = proxyAddress.compile(config.trustProxy);
  return (request) => {
    const address = pathOf(request);
    const route = configOf(request.method ?? '', address) ?? {};
    const { callers = 'anybody' } = route;
    if (callers === 'guests') return null;
    const { token } = request.headers;
    const tenant = typeof token === 'string' && callers === 'staff' ? tenantOf(token) : undefined;
    if (tenant !== undefined) {
      const isLong = priorityOf(route, () => queryOf(address)) === 'long';
      return { kind: isLong ? 'long' : 'staff', party: String(tenant), session: String(token) };
    }
    const network = countedAddress(proxyAddress(request, isTrusted)).address;
    return { kind: callers === 'health' || callers === 'units' ? callers : 'strangers', party: network, session: '' };
  };
}

function queryOf(address: string): Record<string, string> {
  const [, query = ''] = address.split('?');
  return Object.fromEntries(new URLSearchParams(query));
}
