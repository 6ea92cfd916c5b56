/**
 * Gateway adapters: how each kind of gateway sends guests to the portal, and how the browser returns to it with a login token.
 * The gateway's parameters arrive through the guest's browser and can be forged, so guests are only sent to addresses in local networks.
 */
import { macOf } from '../../contract/macAddress';
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { customOf, returnedHid } from '../opennds/proofs';

export const GATEWAY_KINDS = ['coovachilli', 'mikrotik', 'aruba', 'wlc', 'omada', 'ruckus', 'pfsense', 'opennds'] as const;
export type GatewayKind = (typeof GATEWAY_KINDS)[number];

/** What sending the guest back to the gateway needs. Travels in the encrypted state. */
type GatewayData = Readonly<Record<string, string>>;

/** A parsed request of a guest who comes from a gateway. */
export interface Visit {
  gatewayKind: GatewayKind;
  /** Why the gateway sent the guest: to log in, after a successful or failed login, or after logging out. */
  result: 'log_in' | 'online' | 'failed' | 'left';
  /** Wire form; empty if the gateway doesn't send it. */
  deviceMac: string;
  data: GatewayData;
  /** The URL the guest requested. Only used if it is one of our own that we gave the gateway. */
  wanted: string;
}

/** The request by which the gateway sent the guest. */
interface Arrival {
  query: Readonly<Record<string, string>>;
  /** The full URL exactly as the gateway wrote it; the signature covers it. */
  url: string;
  /** The secret of the unit. */
  secret: string;
  /** Origin of this server, if its demonstration simulates the gateway. */
  trusted?: string | undefined;
  /** Whether the gateway polls for the clients to let in. */
  isPolling?: boolean;
}

/** The request that logs the browser in at the gateway. */
export type LoginRequest = { method: 'GET'; url: string } | { method: 'POST'; url: string; fields: Readonly<Record<string, string>> };

interface LoginParameters {
  username: string;
  token: string;
  /** Where the gateway sends the guest afterwards. */
  next: string;
  secret: string;
  /** The key shared with the unit's openNDS. */
  faskey: string;
  guestId: number;
}

interface GatewayAdapter {
  /** Null if it isn't this kind of gateway; 'untrusted' if it is, but its parameters can't be genuine. */
  parseArrival: (arrival: Arrival) => Omit<Visit, 'gatewayKind'> | 'untrusted' | null;
  loginRequest: (data: GatewayData, login: LoginParameters) => LoginRequest;
  /** The gateway's own id of the client, if the gateway polls for the clients to let in; null if the browser logs in instead. */
  pollingClientId?: (data: GatewayData, faskey: string) => string | null;
  /** Logout URL, which returns to `next` if the gateway supports that; null if the gateway has none. */
  logoutUrl: (data: GatewayData, next: string) => string | null;
  /** URL at which the gateway restarts the login, passing `next` on as the requested URL; null if the gateway has none. */
  restartUrl: (data: GatewayData, next: string) => string | null;
}

const ADAPTERS: Record<GatewayKind, GatewayAdapter> = {
  /** UAM protocol, with or without a signature (`md`), which gateways with a `uamsecret` add. */
  coovachilli: {
    parseArrival: ({ query, url, secret }) => {
      const { res = '', uamip = '', uamport = '', challenge = '', mac = '', userurl = '' } = query;
      if (res === '' || uamip === '' || uamport === '') return null;
      const signature = signed(url, secret);
      const isPort = /^\d{1,5}$/.test(uamport) && Number(uamport) <= 65_535;
      if (signature === 'wrong' || isIP(uamip) === 0 || !isLocal(uamip) || !isPort) return 'untrusted';
      const host = isIP(uamip) === 6 ? `[${uamip}]` : uamip;
      return {
        result: COOVACHILLI_RESULTS[res] ?? 'log_in',
        deviceMac: macOf(mac),
        data: {
          gateway: `http://${host}:${uamport}`,
          challenge: /^[0-9a-f]{32}$/i.test(challenge) ? challenge.toLowerCase() : '',
          isSigned: signature === 'right' ? 'yes' : '',
        },
        wanted: userurl,
      };
    },
    loginRequest: ({ gateway = '', challenge = '', isSigned = '' }, { username, token, next, secret }) => {
      const proof = challenge === '' ? { password: token } : { response: uamResponse(challenge, token, isSigned === '' ? null : secret) };
      return { method: 'GET', url: withQuery(`${gateway}/logon`, { username, ...proof, userurl: next }) };
    },
    logoutUrl: ({ gateway = '' }, next) => withQuery(`${gateway}/logoff`, next === '' ? {} : { userurl: next }),
    restartUrl: ({ gateway = '' }, next) => withQuery(`${gateway}/prelogin`, next === '' ? {} : { userurl: next }),
  },

  /** A login page on the router passes its variables under their own names (docs/operations.md#captive-portal). */
  mikrotik: {
    parseArrival: ({ query, trusted }) => {
      const link = query['link-login-only'] ?? '';
      if (link === '') return null;
      const gateway = localAddress(link, trusted);
      if (gateway === null) return 'untrusted';
      const id = octets(query['chap-id'] ?? '');
      const challenge = octets(query['chap-challenge'] ?? '');
      const hasChap = id?.length === 1 && challenge !== null && challenge.length > 0;
      return {
        result: (query.error ?? '') === '' ? 'log_in' : 'failed',
        deviceMac: macOf(query.mac ?? ''),
        data: { gateway, ...(hasChap && { id: id.toString('hex'), challenge: challenge.toString('hex') }) },
        wanted: query['link-orig'] ?? '',
      };
    },
    loginRequest: ({ gateway = '', id = '', challenge = '' }, { username, token, next }) => {
      const password = challenge === '' ? token : md5(Buffer.from(id, 'hex'), token, Buffer.from(challenge, 'hex')).toString('hex');
      return { method: 'GET', url: withQuery(gateway, { username, password, dst: next, popup: 'false' }) };
    },
    // The logout page is next to the login page.
    logoutUrl: ({ gateway = '' }) => new URL('logout', gateway).href,
    restartUrl: ({ gateway = '' }, next) => withQuery(gateway, next === '' ? {} : { dst: next }),
  },

  aruba: {
    parseArrival: ({ query: { cmd = '', switchip = '', mac = '', url = '' } }) => {
      if (cmd !== 'login' || switchip === '') return null;
      const gateway = localAddress(`https://${switchip}/cgi-bin/login`);
      return gateway === null ? 'untrusted' : { result: 'log_in', deviceMac: macOf(mac), data: { gateway }, wanted: url };
    },
    loginRequest: ({ gateway = '' }, { username, token, next }) => ({
      method: 'POST',
      url: gateway,
      fields: { user: username, password: token, cmd: 'authenticate', url: next },
    }),
    logoutUrl: ({ gateway = '' }) => withQuery(gateway, { cmd: 'logout' }),
    restartUrl: () => null,
  },

  wlc: {
    parseArrival: ({ query: { switch_url = '', client_mac = '', redirect = '', statusCode = '' } }) => {
      if (switch_url === '') return null;
      const gateway = localAddress(switch_url);
      if (gateway === null) return 'untrusted';
      const result = { 1: 'online' as const, 5: 'failed' as const }[statusCode] ?? 'log_in';
      return { result, deviceMac: macOf(client_mac), data: { gateway }, wanted: redirect };
    },
    loginRequest: ({ gateway = '' }, { username, token, next }) => ({
      method: 'POST',
      url: gateway,
      fields: { username, password: token, redirect_url: next, err_flag: '0', buttonClicked: '4' },
    }),
    logoutUrl: ({ gateway = '' }) => new URL('/logout.html', gateway).href,
    restartUrl: () => null,
  },

  /** Configured with an external RADIUS server and an external web portal. */
  omada: {
    parseArrival: ({ query }) => {
      const { target = '', targetPort = '', clientMac = '', redirectUrl = '' } = query;
      if (target === '' || targetPort === '' || clientMac === '') return null;
      const gateway = localAddress(`http://${target}:${targetPort}/portal/radius/browserauth`);
      if (gateway === null) return 'untrusted';
      const about = Object.fromEntries(
        OMADA_PARAMETERS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name].slice(0, 255)]])),
      );
      return { result: 'log_in', deviceMac: macOf(clientMac), data: { ...about, gateway }, wanted: redirectUrl };
    },
    loginRequest: ({ gateway = '', ...about }, { username, token, next }) => ({
      method: 'POST',
      url: gateway,
      fields: { ...about, authType: '2', username, password: token, originUrl: next },
    }),
    logoutUrl: () => null,
    restartUrl: () => null,
  },

  /** ZoneDirector and Unleashed. */
  ruckus: {
    parseArrival: ({ query: { sip = '', client_mac = '', url = '' } }) => {
      if (sip === '') return null;
      const gateway = localAddress(`http://${sip}:9997/login`);
      return gateway === null ? 'untrusted' : { result: 'log_in', deviceMac: macOf(client_mac), data: { gateway }, wanted: url };
    },
    loginRequest: ({ gateway = '' }, { username, token, next }) => ({
      method: 'POST',
      url: gateway,
      fields: { username, password: token, redirect: next },
    }),
    logoutUrl: ({ gateway = '' }) => new URL('/logout', gateway).href,
    restartUrl: () => null,
  },

  /** A page on the firewall passes `$PORTAL_ACTION$`, `$CLIENT_MAC$` and `$PORTAL_ZONE$`. */
  pfsense: {
    parseArrival: ({ query: { portal_action = '', zone = '', clientmac = '', redirurl = '', message = '' } }) => {
      if (portal_action === '') return null;
      const gateway = localAddress(portal_action);
      if (gateway === null) return 'untrusted';
      const result = message === '' ? 'log_in' : 'failed';
      return { result, deviceMac: macOf(clientmac), data: { gateway, zone: zone.slice(0, 64) }, wanted: redirurl };
    },
    loginRequest: ({ gateway = '', zone = '' }, { username, token, next }) => ({
      method: 'POST',
      url: gateway,
      fields: { auth_user: username, auth_pass: token, zone, redirurl: next, accept: 'Continue' },
    }),
    logoutUrl: () => null,
    restartUrl: ({ gateway = '' }) => gateway,
  },

  /** FAS (forward authentication) level 1 or 4, which differ only in how openNDS learns of a login. Its parameters are in one, `fas`. */
  opennds: {
    parseArrival: ({ query, isPolling = false }) => {
      // The guest is already online and followed a login URL again.
      if (query.status === 'authenticated' && query.tok !== undefined)
        return { result: 'online', deviceMac: '', data: {}, wanted: query.redir ?? '' };
      const fas = fasIn(query.fas ?? '');
      if (fas === null) return null;
      const { hid = '', clientmac = '', gatewayaddress = '', originurl = '' } = fas;
      const gateway = localAddress(`http://${gatewayaddress}`);
      if (gateway === null || /[/?#]/.test(gatewayaddress) || !/^[\da-f]{64}$/.test(hid)) return 'untrusted';
      const wanted = /^http:\/\/[^/]+\/(?:login)?\?redir=(.*)$/.exec(originurl)?.[1] ?? originurl;
      const data = { gateway: new URL(gateway).origin, hid, ...(isPolling && { level: '4' }) };
      return { result: 'log_in', deviceMac: macOf(clientmac), data, wanted };
    },
    pollingClientId: ({ hid = '', level }, faskey) => (level === '4' ? returnedHid(hid, faskey) : null),
    loginRequest: ({ gateway = '', hid = '' }, { token, next, faskey, guestId }) => ({
      method: 'GET',
      url: withQuery(`${gateway}/opennds_auth/`, { tok: returnedHid(hid, faskey), redir: next, custom: customOf(guestId, token) }),
    }),
    logoutUrl: ({ gateway }) => (gateway === undefined ? null : `${gateway}/opennds_deny/`),
    // While the guest is online, openNDS answers this URL with a page of its own.
    restartUrl: ({ gateway }, next) => (gateway === undefined ? null : withQuery(`${gateway}/login`, next === '' ? {} : { redir: next })),
  },
};

/** Parses `fas` of openNDS: base64 of comma-separated `name=value` pairs with URL-encoded values; null if it is anything else. */
function fasIn(fas: string): Record<string, string> | null {
  // Query parsing turned each `+` of the base64 into a space.
  const text = Buffer.from(fas.replaceAll(' ', '+'), 'base64').toString('latin1');
  if (fas === '' || fas.length > 6000 || !text.startsWith('hid=')) return null;
  const pairs = text.split(', ').map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return Object.fromEntries(pairs.map(([name, value]) => [name, decoded(value)]));
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
}

const OMADA_PARAMETERS = [
  'clientMac',
  'clientIp',
  'apMac',
  'ap',
  'gatewayMac',
  'ssid',
  'ssidName',
  'radioId',
  'vid',
  'site',
  'redirectUrl',
];

/** Values of CoovaChilli's `res`; any other means that the guest has to log in. */
const COOVACHILLI_RESULTS: Partial<Record<string, Visit['result']>> = {
  success: 'online',
  already: 'online',
  failed: 'failed',
  logoff: 'left',
};

/** Parses the request of a guest; null if it doesn't come from a known kind of gateway. */
export function parseArrival(arrival: Arrival): Visit | 'untrusted' | null {
  for (const gatewayKind of GATEWAY_KINDS) {
    const visit = ADAPTERS[gatewayKind].parseArrival(arrival);
    if (visit === 'untrusted') return visit;
    if (visit) return { gatewayKind, ...visit };
  }
  return null;
}

/** The gateway that a guest came from. */
interface Gateway {
  gatewayKind: GatewayKind;
  data: GatewayData;
}

export const loginRequest = ({ gatewayKind, data }: Gateway, login: LoginParameters): LoginRequest =>
  ADAPTERS[gatewayKind].loginRequest(data, login);
/** The gateway's own id of the client, if the gateway polls for the clients to let in; null if the browser logs in instead. */
export const pollingClientId = ({ gatewayKind, data }: Gateway, faskey: string): string | null =>
  ADAPTERS[gatewayKind].pollingClientId?.(data, faskey) ?? null;
export const logoutUrl = ({ gatewayKind, data }: Gateway, next = ''): string | null => ADAPTERS[gatewayKind].logoutUrl(data, next);
export const restartUrl = ({ gatewayKind, data }: Gateway, next = ''): string | null => ADAPTERS[gatewayKind].restartUrl(data, next);

const md5 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** CHAP response; with a `uamsecret` the challenge is hashed with it first. */
function uamResponse(challenge: string, token: string, uamsecret: string | null): string {
  const plain = Buffer.from(challenge, 'hex');
  return md5(Buffer.of(0), token, uamsecret === null ? plain : md5(plain, uamsecret)).toString('hex');
}

/** Checks `md`: upper-case hex MD5 of the URL as the gateway wrote it, up to the signature, followed by the secret. */
function signed(url: string, secret: string): 'right' | 'wrong' | 'not signed' {
  const [before, md, ...rest] = url.split('&md=');
  if (before === undefined || md === undefined) return 'not signed';
  const right = md5(before, secret).toString('hex').toUpperCase();
  const isRight = secret !== '' && rest.length === 0 && md.length === right.length && timingSafeEqual(Buffer.from(md), Buffer.from(right));
  return isRight ? 'right' : 'wrong';
}

/** Parses bytes written by routers as octal escapes (`\117\003…`) or as hex; null for anything else. */
function octets(text: string): Buffer | null {
  if (/^(?:\\[0-3][0-7]{2})+$/.test(text)) return Buffer.from((text.match(/[0-7]{3}/g) ?? []).map((digits) => parseInt(digits, 8)));
  return /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : null;
}

function withQuery(address: string, values: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

/** The URL without its query if its host is local or its origin is `trusted`; otherwise null. */
function localAddress(address: string, trusted?: string): string | null {
  if (address.length > 500 || !URL.canParse(address)) return null;
  const { protocol, hostname, origin, pathname, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return null;
  return origin === trusted || isLocal(hostname.replace(/^\[|\]$/g, '')) ? origin + pathname : null;
}

/** Ranges that aren't routed on the internet. Controllers use 192.0.2.1 and 1.1.1.1 as virtual addresses. */
const LOCAL_RANGES = ['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];
const VIRTUAL_ADDRESSES = ['192.0.2.1', '1.1.1.1'];

/** Names that only resolve in local networks, and those that all Aruba controllers answer to. */
const LOCAL_NAME = /(?:^|\.)(?:lan|local|localdomain|internal|hotspot|home\.arpa)$/i;
const CONTROLLER_NAMES = ['securelogin.arubanetworks.com', 'captiveportal-login.arubanetworks.com'];

function isLocal(host: string): boolean {
  if (isIP(host) !== 0) return VIRTUAL_ADDRESSES.includes(host) || LOCAL_RANGES.includes(ipaddr.process(host).range());
  return LOCAL_NAME.test(host) || CONTROLLER_NAMES.includes(host.toLowerCase()) || /^[a-z\d-]+$/i.test(host);
}
