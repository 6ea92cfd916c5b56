import { isIPv6 } from 'node:net';

/** Normalises an IP address for comparison: IPv4-mapped IPv6 (from dual-stack sockets) becomes IPv4, other IPv6 its shortest form. */
export function plainAddress(address: string): string {
  if (!address.includes(':')) return address;
  const [, ofIPv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (ofIPv4 !== undefined) return ofIPv4;
  // Addresses with a zone id are link-local and aren't changed.
  return isIPv6(address) && !address.includes('%') ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}
