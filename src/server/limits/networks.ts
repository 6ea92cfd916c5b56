/** The networks that a hotspot's units come from, by which a request is known as one from the house or from elsewhere. */
import { countedAddress } from './countedAddress';

/** The network of an address: for IPv6 the one that a provider assigns to one customer, for IPv4 the address. */
export const networkOf = (address: string): string => countedAddress(address).wide;

/** The networks of a unit: of its fixed address (empty if it has none), and of the one where its last contact came from (null before that). */
export const networksOf = (unit: { fixed: string; contactAddress: string | null }): string[] =>
  [unit.fixed, unit.contactAddress ?? ''].filter((address) => address !== '').map(networkOf);

/** Whether an address is in one of the networks. */
export const isAmong = (address: string, networks: readonly string[]): boolean => networks.includes(networkOf(address));

/** Whether an address is in none of the networks of a hotspot's units. False if none is known, as before a unit's first report. */
export const isElsewhere = (address: string, networks: readonly string[]): boolean => networks.length > 0 && !isAmong(address, networks);
