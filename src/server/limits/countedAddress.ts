import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * An address as the throttle counts it: IPv6 by /64, because one host may use all addresses of its /64. `wide` is the /56 that a provider
 * may assign to one customer. IPv4 is counted in full, even if mapped into IPv6.
 */
export function countedAddress(address: string): { address: string; wide: string } {
  // As every packet and call asks, and most come so.
  if (isIPv4(address)) return { address, wide: address };
  if (!ipaddr.isValid(address)) return { address, wide: address };
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return { address: parsed.toString(), wide: parsed.toString() };
  const [a = 0, b = 0, c = 0, d = 0] = parsed.parts;
  const group = (parts: number[]) => parts.map((part) => part.toString(16)).join(':');
  return { address: `${group([a, b, c, d])}::/64`, wide: `${group([a, b, c, d & 0xff00])}::/56` };
}
