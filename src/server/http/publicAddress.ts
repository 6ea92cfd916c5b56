import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Allocated global unicast IPv6; everything else is private, maps IPv4, or is unassigned. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is a public unicast one. Everything else is refused: loopback, private networks, link-local (cloud metadata),
 * multicast, documentation, and all forms of IPv4 embedded in IPv6.
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GIVEN_OUT));
}
