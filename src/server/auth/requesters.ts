/** To whom a request is attributed before anything is looked up, so that requestGate.ts can share the server fairly. */
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

/** Cache of tokens found valid lately, with their tenants: maximum number, and lifetime in milliseconds. */
const MOST_KNOWN = 50_000;
const KNOWN_FOR = 15 * 60_000;

/** The tenants of people with a valid token. */
export interface KnownCallers {
  /** Call when a token was given out or found valid. */
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
 * Returns a function that attributes a request to a requester; null if a later stage does. A token not found valid before is ignored, since
 * anybody can invent one: its caller is a stranger at a network address.
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
    const { address: session, wide: party } = countedAddress(proxyAddress(request, isTrusted));
    return { kind: callers === 'anybody' || callers === 'staff' ? 'strangers' : callers, party, session };
  };
}

function queryOf(address: string): Record<string, string> {
  const [, query = ''] = address.split('?');
  return Object.fromEntries(new URLSearchParams(query));
}
