import { isIPv6 } from 'node:net';

/** An IP address as it is compared: IPv4 as such, also where a socket for both kinds tells it as IPv6; IPv6 in its shortest form. */
export function plainAddress(address: string): string {
  const [, ofIPv4] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (ofIPv4 !== undefined) return ofIPv4;
  // Addresses with a zone are only of this machine's networks.
  return isIPv6(address) && !address.includes('%') ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}
