/** The IP addresses of a session as its unit reports them, each with the time during which the session had it. */
import { hash as hashOf } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { Family, SessionAddress } from '../database/jsonColumns';

export interface ReportedAddress {
  family: Family;
  /** An address, or a prefix such as `2001:db8:1::/64`; IPv6 in its shortest form. */
  address: string;
  /**
   * A short hash for comparing addresses of several reports. Only the hash is part of a session's state, which outlives an erased guest.
   */
  hash: string;
}

/** Placeholders (RFC 2865 § 5.8) and addresses that no device has. */
const NO_ADDRESS: readonly string[] = ['0.0.0.0', '255.255.255.254', '255.255.255.255', '::', '::/0'];

/** Maximum number of addresses: taken from one report, stored for one session, and remembered in its state. */
const MOST_REPORTED = 8;
const MOST_STORED = 500;
const MOST_REMEMBERED = 16;

/** Characters of a hash; few suffice, because only addresses of the same session are compared. */
const HASH_LENGTH = 6;

/** Addresses as a unit reports them, without placeholders, duplicates, and texts that are no address. */
export function reportedAddresses(reported: readonly { family: Family; address: string | undefined }[]): ReportedAddress[] {
  const byText = new Map<string, ReportedAddress>();
  for (const { family, address: text } of reported) {
    const address = canonicalAddress(text ?? '');
    if (address === '' || NO_ADDRESS.includes(address)) continue;
    const hash = hashOf('sha256', address, 'base64url').slice(0, HASH_LENGTH);
    byText.set(`${family} ${address}`, { family, address, hash });
  }
  return [...byText.values()].slice(0, MOST_REPORTED);
}

/** IPv6 in its shortest form, also before a prefix length; empty for a text that is no IP address or prefix. */
export function canonicalAddress(text: string): string {
  const [, address = '', , length] = /^([^/]*)(\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const bits = length === undefined ? '' : `/${Number(length)}`;
  if (isIPv4(address)) return Number(length ?? 0) <= 32 ? address + bits : '';
  if (!isIPv6(address) || address.includes('%') || Number(length ?? 0) > 128) return '';
  return new URL(`http://[${address}]`).hostname.slice(1, -1) + bits;
}

/** The address to show where there is room for one: IPv4 first, because people know it; empty if there is none. */
export function mainAddress(addresses: readonly Pick<ReportedAddress, 'family' | 'address'>[]): string {
  return FAMILIES.flatMap((family) => addresses.filter((each) => each.family === family))[0]?.address ?? '';
}

const FAMILIES: readonly Family[] = ['ipv4', 'ipv6', 'prefix', 'delegated'];

/** The hash of the address to show, among those that a session has now; null if there is none. */
export function currentMain(addresses: readonly SessionAddress[]): string | null {
  const current = addresses.filter(({ until }) => until === null).sort((one, other) => other.from - one.from);
  return FAMILIES.flatMap((family) => current.filter((each) => each.family === family))[0]?.hash ?? null;
}

/**
 * The addresses of a session after a report of some at `at`. The newest report says which ones the session has now; an older one only that
 * it had these at that time. Returns the same array if nothing changed.
 */
export function withAddresses(
  known: readonly SessionAddress[],
  reported: readonly Pick<ReportedAddress, 'family' | 'hash'>[],
  { at, isNewest }: { at: number; isNewest: boolean },
): readonly SessionAddress[] {
  const families = new Set(reported.map(({ family }) => family));
  const is = (one: Pick<SessionAddress, 'family' | 'hash'>) => (other: Pick<SessionAddress, 'family' | 'hash'>) =>
    one.family === other.family && one.hash === other.hash;
  const isOver = (each: SessionAddress) => each.until === null && families.has(each.family) && !reported.some(is(each));
  const closed =
    isNewest && known.some(isOver) ? known.map((each) => (isOver(each) ? { ...each, until: Math.max(at, each.from) } : each)) : known;
  return bounded(
    reported.reduce((all, each) => (all.some((one) => is(each)(one) && covers(one, at)) ? all : added(all, each, at, isNewest)), closed),
  );
}

const covers = ({ from, until }: SessionAddress, at: number) => from <= at && (until === null || until >= at);

/** Adds an address that the session isn't known to have had at `at`. If it is the session's next address, that is dated back to `at`. */
function added(
  all: readonly SessionAddress[],
  { family, hash }: Pick<SessionAddress, 'family' | 'hash'>,
  at: number,
  isNewest: boolean,
): readonly SessionAddress[] {
  const nth = Math.max(-1, ...all.map((each) => each.nth)) + 1;
  if (isNewest) return nth < MOST_STORED ? [...all, { nth, family, hash, from: at, until: null }] : all;
  const later = all.filter((each) => each.family === family && each.from > at).sort((one, other) => one.from - other.from);
  const [next] = later;
  if (next?.hash === hash)
    return all.map((each) => (each === next ? { ...each, from: at } : isReplaced(each, next, at) ? { ...each, until: at } : each));
  return nth < MOST_STORED ? [...all, { nth, family, hash, from: at, until: next?.from ?? at }] : all;
}

/** Whether an address was assumed to be in use until the next one, which is now known to have been in use earlier. */
const isReplaced = ({ family, from, until }: SessionAddress, next: SessionAddress, at: number) =>
  family === next.family && until === next.from && from <= at;

/** Drops the oldest addresses that are no longer in use; they are stored. */
function bounded(all: readonly SessionAddress[]): readonly SessionAddress[] {
  const excess = all.length - MOST_REMEMBERED;
  if (excess <= 0) return all;
  const over = all.filter(({ until }) => until !== null).sort((one, other) => one.nth - other.nth);
  const forgotten = new Set(over.slice(0, excess));
  return all.filter((each) => !forgotten.has(each));
}
