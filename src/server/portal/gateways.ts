/**
 * The gateways' side of the portal: parses how guests come from a gateway, and sends them back with a login token, for any kind of gateway
 * (src/gateways). The gateway's parameters arrive through the guest's browser and can be forged, so guests are only sent to hosts that
 * their unit has named, or, as long as it has named none, to addresses in local networks.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { UNIT_KINDS, type UnitKind } from '../../contract/plain/wire';
import type {
  Arrival,
  GatewayData,
  GatewayPortal,
  GatewayTools,
  LoginParameters,
  LoginRequest,
  ParsedArrival,
} from '../../gateways/gateway';
import { GATEWAYS } from '../../gateways/gateways';
import { hostOf } from '../radius/gatewayHostQueries';
import { secretHash } from '../units/secretQueries';
import { customOf, returnedHid } from '../units/openndsProofs';

/** The parsed request of a guest who comes from a gateway. */
export interface Visit extends ParsedArrival {
  gatewayKind: UnitKind;
}

/**
 * Parses the request of a guest; null if it doesn't come from a known kind of gateway. `mustBeSigned`: the unit signs arrivals, so one
 * without its signature is forged, even if it looks like one from a kind that can't sign.
 */
export function parseArrival(
  { previousSecret = '', ...arrival }: Arrival & { previousSecret?: string },
  { mustBeSigned = false, hosts = [] }: { mustBeSigned?: boolean; hosts?: readonly string[] } = {},
): Visit | 'untrusted' | 'wrong_signature' | null {
  const expected = { mustBeSigned, tools: hosts.length === 0 ? GATEWAY_TOOLS : toolsWith(hosts) };
  const found = parsedArrival(arrival, expected);
  if (found !== 'wrong_signature' || previousSecret === '') return found;
  return parsedArrival({ ...arrival, secret: previousSecret }, expected);
}

/**
 * Whether a guest came from the unit's gateway: the unit signed the arrival, or has named the host that the guest came from. As long as it
 * has named none, any local address may be the unit's.
 */
export const isOfUnit = (gateway: Gateway, hosts: readonly string[], trusted?: string): boolean => {
  const { gateway: address = '' } = gateway.data;
  return (
    hosts.length === 0 || isSigned(gateway) || hosts.includes(hostOf(address)) || (trusted !== undefined && address.startsWith(trusted))
  );
};

/** The unit's secret to use for a guest: the one that signed the guest's arrival, if it is still valid, else the current one. */
export const secretOfGateway = (
  { data }: Pick<Gateway, 'data'>,
  { secret, previousSecret }: { secret: string; previousSecret: string },
): string => [secret, previousSecret].find((one) => one !== '' && secretHash(one) === data.signedBy) ?? secret;

function parsedArrival(
  arrival: Arrival,
  { mustBeSigned, tools }: { mustBeSigned: boolean; tools: GatewayTools },
): Visit | 'untrusted' | 'wrong_signature' | null {
  for (const gatewayKind of UNIT_KINDS) {
    const { portal } = GATEWAYS[gatewayKind];
    const parsed = typeof portal === 'string' ? null : portal.parseArrival(arrival, tools);
    if (typeof parsed === 'string') return parsed;
    const visit = parsed && withSigner({ gatewayKind, ...parsed }, arrival.secret);
    if (visit) return mustBeSigned && !isSigned(visit) ? 'wrong_signature' : visit;
  }
  return null;
}

const withSigner = (visit: Visit, secret: string): Visit =>
  visit.data.isSigned === 'yes' ? { ...visit, data: { ...visit.data, signedBy: secretHash(secret) } } : visit;

/** Whether a unit has signed this arrival with its secret. */
export const isSigned = ({ gatewayKind, data }: Pick<Visit, 'gatewayKind' | 'data'>): boolean =>
  GATEWAYS[gatewayKind].abilities.signsArrivals && data.isSigned === 'yes';

/** The gateway that a guest came from, and its parameters. */
interface Gateway {
  gatewayKind: UnitKind;
  data: GatewayData;
}

/** The portal part of a kind that sends guests to the portal; other kinds can't occur here. */
export function portalOf({ gatewayKind }: Pick<Gateway, 'gatewayKind'>): GatewayPortal {
  const { portal } = GATEWAYS[gatewayKind];
  if (typeof portal === 'string') throw new Error(`a unit of kind ${gatewayKind} sends no guests`);
  return portal;
}

export const loginRequest = (gateway: Gateway, login: LoginParameters): LoginRequest =>
  portalOf(gateway).loginRequest(gateway.data, login, GATEWAY_TOOLS);
/** The gateway's own id of the client, if the gateway polls for the clients to let in; null if the browser logs in instead. */
export const pollingClientId = (gateway: Gateway, faskey: string): string | null =>
  portalOf(gateway).pollingClientId?.(gateway.data, faskey, GATEWAY_TOOLS) ?? null;
export const logoutUrl = (gateway: Gateway, next = ''): string | null => portalOf(gateway).logoutUrl(gateway.data, next);
export const restartUrl = (gateway: Gateway, next = ''): string | null => portalOf(gateway).restartUrl(gateway.data, next);

export const GATEWAY_TOOLS: GatewayTools = {
  md5: (...parts) => {
    const hash = createHash('md5');
    for (const part of parts) hash.update(part);
    return hash.digest();
  },
  isSame: (one, other) => one.length === other.length && timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1')),
  isLocal,
  localAddress: (address, trusted) => localAddress(address, { trusted, isLocal }),
  opennds: { returnedHid, custom: customOf },
};

/** Also accepts hosts that the unit has named, which may have public names. */
function toolsWith(hosts: readonly string[]): GatewayTools {
  const isListedHost = (host: string) => hosts.includes(host.toLowerCase()) || isLocal(host);
  return {
    ...GATEWAY_TOOLS,
    isLocal: isListedHost,
    localAddress: (address, trusted) => localAddress(address, { trusted, isLocal: isListedHost }),
  };
}

/** The URL without its query if its host is local or its origin is `trusted`; otherwise null. */
function localAddress(address: string, rules: { trusted: string | undefined; isLocal: (host: string) => boolean }): string | null {
  if (address.length > 500 || !URL.canParse(address)) return null;
  const { protocol, hostname, origin, pathname, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return null;
  return origin === rules.trusted || rules.isLocal(hostname.replace(/^\[|\]$/g, '')) ? origin + pathname : null;
}

/** Address ranges that aren't routed on the internet. Controllers use 192.0.2.1 and 1.1.1.1 as virtual addresses. */
const LOCAL_RANGES = ['private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];
const VIRTUAL_ADDRESSES = ['192.0.2.1', '1.1.1.1'];

/** Names that resolve only in local networks, and those of all Aruba controllers. */
const LOCAL_NAME = /(?:^|\.)(?:lan|local|localdomain|internal|hotspot|home\.arpa)$/i;
const CONTROLLER_NAMES = ['securelogin.arubanetworks.com', 'captiveportal-login.arubanetworks.com'];

function isLocal(host: string): boolean {
  if (isIP(host) !== 0) return VIRTUAL_ADDRESSES.includes(host) || LOCAL_RANGES.includes(ipaddr.process(host).range());
  return LOCAL_NAME.test(host) || CONTROLLER_NAMES.includes(host.toLowerCase()) || /^[a-z\d-]+$/i.test(host);
}
