/**
 * Calls to addresses that somebody typed into a form: they must not reach what only this machine can (DESIGN.md §6). The name is
 * resolved once, every address that it resolves to is checked, and the call goes to a checked one: a name that resolves to
 * something else a moment later gains nothing.
 */
import { createHmac } from 'node:crypto';
import dns, { type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface Target {
  url: string;
  /** Shared with the receiver: sent as it is for older ones, and as a signature of the body. */
  secret: string;
}

/** What came of a call: the receiver's status, or why there was none. */
export type Outcome = { status: number; body: string } | { failed: 'refused' | 'unreachable' | 'too_slow' };

export interface Webhooks {
  /** Posts JSON. Follows no redirect, waits at most ten seconds, reads at most a few kilobytes of the answer. Never throws. */
  post: (target: Target, body: unknown) => Promise<Outcome>;
  /** Whether an address may be called, as far as can be said now: what its name leads to is looked at again at each call. */
  mayCall: (url: string) => Promise<boolean>;
}

/** Milliseconds. */
const TIMEOUT = 10_000;
const LONGEST_ANSWER = 4_096;

/** Addresses that are not the internet's: this machine, its networks, link-local with the clouds' metadata, multicast, reserved. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address is none of the internet's; IPv4 dressed as IPv6 is looked at as what it is. */
export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return isPrivate(mapped);
  const family = isIP(address);
  // The hexadecimal way to write an IPv4 address in IPv6: ::ffff:7f00:1.
  if (family === 6 && /^::ffff:/i.test(address)) return true;
  return family === 0 || PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

class RefusedTarget extends Error {}

/** `allowPrivate` is for platforms inside one's own network, and for tests. */
export function createWebhooks({ allowPrivate, timeout = TIMEOUT }: { allowPrivate: boolean; timeout?: number }): Webhooks {
  const lookup: LookupFunction = (hostname, options, answer) => {
    dns.lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses: LookupAddress[] = error ? [] : found;
      const isRefused = !allowPrivate && addresses.some(({ address }) => isPrivate(address));
      const [first] = addresses;
      if (error || isRefused || !first) answer(error ?? new RefusedTarget(), '', 0);
      else if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };

  /** The address, unless it stands in the URL and is one that may not be called: such a one is never looked up. */
  const allowed = (text: string): URL | null => {
    const url = parse(text);
    return url && (allowPrivate || isIP(hostOf(url)) === 0 || !isPrivate(hostOf(url))) ? url : null;
  };

  const post = (target: Target, body: unknown): Promise<Outcome> => {
    const url = allowed(target.url);
    if (!url) return Promise.resolve({ failed: 'refused' });
    return send(url, { lookup, timeout, secret: target.secret }, JSON.stringify(body));
  };

  const mayCall = (text: string): Promise<boolean> => {
    const url = allowed(text);
    if (!url) return Promise.resolve(false);
    // A name that cannot be resolved now may be later; it leads nowhere meanwhile.
    return new Promise((resolve) => lookup(hostOf(url), {}, (error) => resolve(!(error instanceof RefusedTarget))));
  };
  return { post, mayCall };
}

/** Without the brackets of IPv6. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

function parse(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}

function send(
  url: URL,
  { lookup, timeout, secret }: { lookup: LookupFunction; timeout: number; secret: string },
  body: string,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      lookup,
      agent: false,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Portico',
        'x-portico-webhook-token': secret,
        'x-portico-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
    });
    const settle = (outcome: Outcome) => {
      clearTimeout(patience);
      resolve(outcome);
      request.destroy();
    };
    // One limit for the whole exchange: a receiver that drips its answer does not outlast it.
    const patience = setTimeout(() => settle({ failed: 'too_slow' }), timeout);
    request.on('error', (error) => settle({ failed: error instanceof RefusedTarget ? 'refused' : 'unreachable' }));
    request.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8');
      const done = () => settle({ status: response.statusCode ?? 0, body: answer });
      response.on('data', (part: string) => {
        answer = (answer + part).slice(0, LONGEST_ANSWER);
        if (answer.length === LONGEST_ANSWER) done();
      });
      response.on('end', done);
      response.on('error', () => settle({ failed: 'unreachable' }));
    });
    request.end(body);
  });
}
