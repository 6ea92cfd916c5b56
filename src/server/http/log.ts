/** Log lines for requests and for the start of a server. */
import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { macOf } from '../../contract/plain/macAddress';
import { VERSION } from '../version';

/** Whether a path segment identifies a person: a MAC address, URL-encoded or not, or an e-mail address. */
const isPersonal = (segment: string) => /@|%40/.test(segment) || macOf(segment.replaceAll(/%3a/gi, ':')) !== '';

/**
 * A request without personal data: path values that aren't plain numbers are left out (MAC addresses, say), and so is the query, which
 * may contain a digest or a guest's name. Headers aren't logged at all.
 */
export function callAsLogged(request: FastifyRequest): { method: string; path: string; ip: string } {
  const { method, ip } = request;
  return { method, path: pathAsLogged(request), ip };
}

function pathAsLogged({ url, params, routeOptions }: FastifyRequest): string {
  const route = routeOptions.url;
  if (route?.includes(':') === true) {
    const values = params as Record<string, unknown>;
    return route.replaceAll(/:(\w+)/g, (name, key: string) => (/^\d+$/.test(String(values[key])) ? String(values[key]) : name));
  }
  const [path = ''] = url.split('?');
  const segments = path.split('/').map((segment) => (isPersonal(segment) ? ':personal' : segment));
  return segments.join('/');
}

/** The first line of a server's log: its version, Node's, and the location of its data. */
export function firstLine(data: string): string {
  const { pid, version: node } = process;
  const msg = `Portico ${VERSION} starts with ${data}`;
  return `${JSON.stringify({ level: 30, time: Date.now(), pid, hostname: hostname(), version: VERSION, node, data, msg })}\n`;
}
