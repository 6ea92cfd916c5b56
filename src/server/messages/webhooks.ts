/**
 * Calls to user-supplied URLs, which must not reach hosts that only this machine can (SSRF). The name is resolved once, every address it
 * resolves to is checked, and the call goes to a checked one, which also defeats DNS rebinding.
 */
import { createHmac } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import dns from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublic } from '../http/publicAddress';

export interface Target {
  url: string;
  /** Shared with the receiver. Sent as it is for older receivers, and used to sign the body. */
  secret: string;
}

/** The receiver's status, and for how many milliseconds it asks to wait, if it does; or why there was no response. */
export type Outcome = { status: number; body: string; after?: number } | { failed: 'refused' | 'unreachable' | 'too_slow' };

export interface Webhooks {
  /**
   * Posts JSON. Follows no redirect, waits at most ten seconds, reads at most a few kilobytes of the response. Never throws. `id` stays the
   * same if a call is repeated.
   */
  post: (target: Target, body: unknown, id: string) => Promise<Outcome>;
  /**
   * Why a URL can't be chosen: it leads to a private address, or guests' data would go over the internet unencrypted. Null if it can. The
   * name is resolved and checked again at each call, which go on for URLs with http that were stored before.
   */
  refusalOf: (url: string) => Promise<'private' | 'unencrypted' | null>;
}

/** Milliseconds for the whole exchange. */
const TIMEOUT = 10_000;
const LONGEST_ANSWER = 4_096;

class RefusedTarget extends Error {}

interface Options {
  /** For receivers on the operator's own network, and for tests. */
  allowPrivate: boolean;
  /** Whether URLs with http may be chosen for receivers on the internet. */
  allowHttp?: boolean;
  timeout?: number;
  /** Resolves a name; replaced in tests. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
  /** Opens the connection; replaced in tests. */
  connect?: http.Agent['createConnection'];
}

const resolveByDns = (hostname: string) => dns.lookup(hostname, { all: true });

export function createWebhooks({
  allowPrivate,
  allowHttp = false,
  timeout = TIMEOUT,
  resolve: resolver = resolveByDns,
  connect,
}: Options): Webhooks {
  const addressesOf = async (hostname: string): Promise<LookupAddress[]> => {
    const addresses = await resolver(hostname);
    if (addresses.length === 0 || (!allowPrivate && !addresses.every(({ address }) => isPublic(address)))) throw new RefusedTarget();
    return addresses;
  };
  const lookup: LookupFunction = (hostname, options, answer) => {
    addressesOf(hostname).then(
      (addresses) => {
        const [{ address, family } = { address: '', family: 0 }] = addresses;
        if (options.all) answer(null, addresses);
        else answer(null, address, family);
      },
      (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };

  /** The parsed URL; null if it is invalid, or a literal address that may not be called (DNS lookup never sees those). */
  const allowed = (text: string): URL | null => {
    const url = parse(text);
    return url && (allowPrivate || isIP(hostOf(url)) === 0 || isPublic(hostOf(url))) ? url : null;
  };

  const post = (target: Target, body: unknown, id: string): Promise<Outcome> => {
    const url = allowed(target.url);
    if (!url) return Promise.resolve({ failed: 'refused' });
    return send(url, { lookup, timeout, connect, secret: target.secret, id }, JSON.stringify(body));
  };

  /** The addresses to which a URL leads, none if its name can't be resolved now; null if it may not lead there. */
  const destinationsOf = (url: URL): Promise<string[] | null> =>
    isIP(hostOf(url)) !== 0
      ? Promise.resolve([hostOf(url)])
      : addressesOf(hostOf(url)).then(
          (addresses) => addresses.map(({ address }) => address),
          (error: unknown) => (error instanceof RefusedTarget ? null : []),
        );

  const refusalOf = async (text: string) => {
    const url = allowed(text);
    const destinations = url && (await destinationsOf(url));
    if (!url || !destinations) return 'private';
    if (url.protocol === 'https:' || allowHttp) return null;
    const isOnOwnNetwork = destinations.length > 0 && !destinations.some(isPublic);
    return isOnOwnNetwork ? null : 'unencrypted';
  };
  return { post, refusalOf };
}

/** The host name, without the brackets of IPv6. */
const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '');

function parse(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}

function send(
  url: URL,
  {
    lookup,
    timeout,
    connect,
    secret,
    id,
  }: { lookup: LookupFunction; timeout: number; connect: Options['connect']; secret: string; id: string },
  body: string,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const { request: begin, Agent } = url.protocol === 'https:' ? https : http;
    const agent = new Agent();
    if (connect) agent.createConnection = connect;
    const request = begin(url, {
      method: 'POST',
      lookup,
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Portico',
        'webhook-id': id,
        'x-portico-webhook-token': secret,
        'x-portico-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
    });
    const settle = (outcome: Outcome) => {
      clearTimeout(patience);
      resolve(outcome);
      request.destroy();
    };
    // One timeout for the whole exchange, so that a receiver can't stretch it by sending slowly.
    const patience = setTimeout(() => settle({ failed: 'too_slow' }), timeout);
    request.on('error', (error) => settle({ failed: error instanceof RefusedTarget ? 'refused' : 'unreachable' }));
    request.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8');
      const after = retryAfter(response.headers['retry-after']);
      const done = () => settle({ status: response.statusCode ?? 0, body: answer, ...(after !== undefined && { after }) });
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

/** Milliseconds that a Retry-After header asks for, as seconds or as a date. */
export function retryAfter(header: string | null | undefined, now = Date.now()): number | undefined {
  if (header === null || header === undefined || header.trim() === '') return undefined;
  const milliseconds = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
