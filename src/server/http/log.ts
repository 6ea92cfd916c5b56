/** What a line of the log tells of a call, and of an end. */
import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';

/** Segments of unknown paths that somebody may be told by: a device's address, also as a URL writes it, and an e-mail address. */
const PERSONAL = /^(?:[\da-f]{2}(?:[:.-]|%3a)?){5}[\da-f]{2}$|^(?:[\da-f]{4}\.){2}[\da-f]{4}$|@|%40/i;

/**
 * A call without what it tells of people: of its path the values are left out that are no plain numbers, like the address of a device,
 * and its query, which may hold a digest or a guest's name. Headers are not logged at all.
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
  const segments = path.split('/').map((segment) => (PERSONAL.test(segment) ? ':personal' : segment));
  return segments.join('/');
}

/** The end of a server, or of its start, as a line of its log. */
export function lastLine(message: string): string {
  return `${JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, hostname: hostname(), msg: message })}\n`;
}
