import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

interface CountedAddress {
  address: string;
  wide: string;
}

/**
 * An address as the throttle counts it: IPv6 by /64, because one host may use all addresses of its /64. `wide` is the /56 that a provider
 * may assign to one customer. IPv4 is counted in full, even if it is part of an address of IPv6.
 */
export function countedAddress(address: string): CountedAddress {
  // As every packet and call asks, and most come so.
  if (isIPv4(address) || !ipaddr.isValid(address)) return inFull(address);
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return inFull(parsed.toString());
  const ipv4 = ipv4In(parsed);
  if (ipv4 !== null) return inFull(ipv4);
  const [a = 0, b = 0, c = 0, d = 0] = parsed.parts;
  const group = (parts: number[]) => parts.map((part) => part.toString(16)).join(':');
  return { address: `${group([a, b, c, d])}::/64`, wide: `${group([a, b, c, d & 0xff00])}::/56` };
}

const inFull = (address: string): CountedAddress => ({ address, wide: address });

/** The address of IPv4 from which a translator (RFC 6052) or a tunnel (6to4, RFC 3056) has made one of IPv6; null for others. */
function ipv4In({ parts: [a = 0, b = 0, ...others] }: ipaddr.IPv6): string | null {
  const [c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = others;
  const dotted = (...halves: number[]) => halves.flatMap((half) => [half >> 8, half & 0xff]).join('.');
  if (a === 0x64 && b === 0xff9b && [c, d, e, f].every((part) => part === 0)) return dotted(g, h);
  return a === 0x2002 ? dotted(b, c) : null;
}
