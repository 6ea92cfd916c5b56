/** Collects facts about the network that Portico depends on: one request each, with a time-out of a few seconds. */
import { X509Certificate } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect as connectTcp, createServer, isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { createTransport } from 'nodemailer';
import type { Config } from '../config';
import { LOOPBACK } from '../loopback';
import { transportOf } from '../messages/mailer';
import { unreadPackets } from '../radius/unreadPackets';
import type { NetworkFacts, SiteFacts } from './examined';

/** Milliseconds for each answer. */
const PATIENCE = 5_000;

/** Any port: no packet is sent there. */
const RADIUS_PORT = 1812;

interface Running {
  /** Whether a server with this configuration is running, so that it is that which has the ports. */
  isServing: boolean;
  /** The proxy that this server has noticed without trusting it. */
  unnamedProxy?: string | null;
  /** Fixed addresses of units. */
  unitAddresses?: readonly string[];
}

/** Collects the facts. */
export async function networkFacts(config: Config, { isServing, unnamedProxy = null, unitAddresses = [] }: Running): Promise<NetworkFacts> {
  const [takenPorts, unroutable, publicSite, radsecCertificateEnds, mailProblem, smsProblem] = await Promise.all([
    isServing ? [] : takenPortsOf(config),
    unroutableOf(config, unitAddresses),
    config.publicUrl === undefined ? null : siteFacts(`${config.publicUrl}${config.basePath}`),
    config.radsec === undefined ? null : endOf(config.radsec.cert),
    mailProblemOf(config),
    smsProblemOf(config),
  ]);
  const unread = config.radius ? unreadPackets([config.radius.ports.authentication, config.radius.ports.accounting]) : null;
  return { takenPorts, unnamedProxy, unroutable, unread, publicSite, radsecCertificateEnds, mailProblem, smsProblem };
}

async function takenPortsOf({ host, port, radius, radsec }: Config): Promise<NetworkFacts['takenPorts']> {
  const taken: NetworkFacts['takenPorts'] = [];
  if (await isTakenTcp(host, port)) taken.push({ setting: 'PORT', port });
  if (radius) {
    for (const udp of [radius.ports.authentication, radius.ports.accounting])
      if (await isTakenUdp(radius.host, udp)) taken.push({ setting: 'PORTICO_RADIUS_PORTS', port: udp });
    if (radsec && (await isTakenTcp(radius.host, radius.ports.tls)))
      taken.push({ setting: 'PORTICO_RADIUS_PORTS', port: radius.ports.tls });
  }
  return taken;
}

async function isTakenTcp(host: string, port: number): Promise<boolean> {
  if (port === 0) return false;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    await once(server.close(), 'close');
    return false;
  } catch (error) {
    return isInUse(error);
  }
}

async function isTakenUdp(host: string, port: number): Promise<boolean> {
  if (port === 0) return false;
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  try {
    socket.bind(port, host);
    await once(socket, 'listening');
    return false;
  } catch (error) {
    return isInUse(error);
  } finally {
    socket.close();
  }
}

/** The addresses to which the system knows no way from where RADIUS listens. Asking it sends no packet. */
async function unroutableOf({ radius }: Config, addresses: readonly string[]): Promise<string[]> {
  if (!radius || LOOPBACK.test(radius.host)) return [];
  const unroutable: string[] = [];
  for (const address of addresses.filter((one) => isIP(one) !== 0)) if (!(await hasRoute(radius.host, address))) unroutable.push(address);
  return unroutable;
}

async function hasRoute(from: string, to: string): Promise<boolean> {
  const socket = createSocket(isIP(to) === 6 ? 'udp6' : 'udp4');
  try {
    if (isIP(from) === isIP(to)) {
      socket.bind(0, from);
      await once(socket, 'listening');
    }
    socket.connect(RADIUS_PORT, to);
    await once(socket, 'connect');
    return true;
  } catch (error) {
    // With an address that this machine lacks, the server doesn't start, and says so.
    return (error as NodeJS.ErrnoException).code === 'EADDRNOTAVAIL';
  } finally {
    socket.close();
  }
}

const isInUse = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

async function siteFacts(url: string): Promise<SiteFacts> {
  const { hostname, protocol, port } = new URL(url);
  const facts = { problem: null, isUnknownName: false, hasIpv6Address: false, isOurs: false, policy: null, certificateEnds: null };
  const name = hostname.replace(/^\[|\]$/g, '');
  const addresses = await Promise.race([lookup(name, { all: true }).catch(() => []), pause(PATIENCE, [], { ref: false })]);
  if (addresses.length === 0) return { ...facts, isUnknownName: true };
  const hasIpv6Address = addresses.some(({ family }) => family === 6);
  const certificateEnds = protocol === 'https:' ? await certificateEndOf(name, Number(port) || 443) : null;
  try {
    const answer = await fetch(`${url}/config.json`, { signal: AbortSignal.timeout(PATIENCE), redirect: 'manual' });
    const text = await answer.text();
    const isOurs = answer.ok && text.startsWith('{') && text.includes('"backend":"portico"');
    return { ...facts, hasIpv6Address, certificateEnds, isOurs, policy: answer.headers.get('content-security-policy') };
  } catch (error) {
    return { ...facts, hasIpv6Address, certificateEnds, problem: messageOf(error) };
  }
}

/** When the certificate of a server ends, valid or not; null if there is none. */
async function certificateEndOf(host: string, port: number): Promise<Date | null> {
  // Accepts any certificate, also an expired one; the request to the site shows whether browsers would.
  const socket = connectTls({ host, port, rejectUnauthorized: false, ...(/[a-z]/i.test(host) && { servername: host }) });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(PATIENCE) });
    const { valid_to: ends } = socket.getPeerCertificate();
    return new Date(ends);
  } catch {
    // That nobody answers is a fault of its own.
    return null;
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

async function endOf(file: string): Promise<Date | null> {
  try {
    return new Date(new X509Certificate(await readFile(file)).validTo);
  } catch {
    // That it can't be read is a fault of its own.
    return null;
  }
}

async function mailProblemOf({ smtpUrl }: Config): Promise<string | null> {
  if (smtpUrl === undefined) return null;
  const transport = createTransport(transportOf(smtpUrl, PATIENCE));
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return messageOf(error);
  } finally {
    transport.close();
  }
}

/** Checks only whether the gateway's host accepts connections: anything more would require sending an SMS. */
async function smsProblemOf({ sms }: Config): Promise<string | null> {
  if (sms === undefined || sms.gateway === 'sink') return null;
  const { protocol, hostname, port } = new URL(sms.gateway === 'template' ? sms.url : sms.origin);
  const socket = connectTcp(Number(port) || (protocol === 'https:' ? 443 : 80), hostname.replace(/^\[|\]$/g, ''));
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE) });
    return null;
  } catch (error) {
    return messageOf(error);
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}

/** An error's message without the URL, which may contain a password. */
function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  const { name, message = '', code, cause } = error as { name?: string; message?: string; code?: unknown; cause?: unknown };
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer in ${PATIENCE / 1000} seconds`;
  if (cause !== undefined) return messageOf(cause);
  return message === '' ? String(code) : message;
}
