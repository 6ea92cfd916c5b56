/** Parses reports of a router's script: an openNDS event, or the list of all clients. */
import { MAC_ADDRESS, macOf, toWireMac } from '../../contract/plain/macAddress';
import { z } from 'zod';
import type { AccountingEvent } from '../access/accountingEvent';
import { TRAFFIC_LIMIT } from '../access/terminateCauseQueries';

/** A client that openNDS has let in, or has removed since. */
export interface ClientReport {
  /**
   * Session id: openNDS' client token, new each time a client connects. The start time is not part of it, because openNDS reports the
   * session's start in its client list and at the end, but the time of the event when it lets a client in.
   */
  key: string;
  deviceMac: string;
  address: string;
  custom: string;
  event: AccountingEvent;
}

type Content =
  /** Asks whether a client may go online. */
  | { about: 'log in'; deviceMac: string; custom: string }
  | { about: 'session'; client: ClientReport }
  /** All clients that are online. */
  | { about: 'clients'; clients: ClientReport[]; software: string };

/** `now` is the time by the router's own clock, in seconds. */
export type Report = Content & { now: number };

/** Events that end a session, with the cause as RADIUS names it; for a used-up quota, with our own. */
const ENDS: Partial<Record<string, string>> = {
  client_deauth: 'user_request',
  idle_deauth: 'idle_timeout',
  timeout_deauth: 'session_timeout',
  downquota_deauth: TRAFFIC_LIMIT,
  upquota_deauth: TRAFFIC_LIMIT,
  ndsctl_deauth: 'admin_reset',
  shutdown_deauth: 'nas_reboot',
};

/** `ndsctl_auth`: a client was let in manually at the router. */
const STARTS = ['client_auth', 'ndsctl_auth'];

/** openNDS writes all numbers as strings. */
const number = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** The fields that are used of a client in `ndsctl json`. Traffic is in kB. */
const client = z.object({
  mac: z.string().regex(MAC_ADDRESS),
  ip: z.string().max(45).default(''),
  token: z.string().regex(/^[\da-f]{8,64}$/i),
  state: z.string(),
  session_start: number,
  download_this_session: number,
  upload_this_session: number,
  custom: z.string().max(400).default(''),
  version: z.string().max(20).default(''),
});

const clients = z.object({ clients: z.record(z.string(), z.unknown()) });

/** openNDS' kB in bytes. */
export const KILOBYTE = 1024;

/**
 * Parses a report. Uses only differences between the router's times, because its clock may be wrong. `arrived` is in milliseconds. Null if
 * the body is invalid.
 */
export function reportIn(body: string, arrived: number): Report | null {
  const now = number.safeParse(/^now=(\d+)$/m.exec(body)?.[1]).data;
  const content = now === undefined ? null : contentOf(body, now, arrived);
  return now === undefined || content === null ? null : { ...content, now };
}

function contentOf(body: string, now: number, arrived: number): Content | null {
  const [head = '', ...rest] = body.split('\n\n');
  const fields = new Map(
    head
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  const text = (name: string) => fields.get(name) ?? '';
  const whole = (name: string) => number.safeParse(text(name)).data ?? null;
  const ago = (moment: number) => Math.max(0, now - moment);
  const at = (moment: number) => arrived - ago(moment) * 1000;
  const event = text('event');
  if (event === 'clients') return clientsIn(rest.join('\n\n'), now, arrived);

  const deviceMac = macOf(text('mac'));
  const about = { deviceMac, address: text('ip').slice(0, 45), custom: text('custom').slice(0, 400) };
  if (deviceMac === '') return null;
  if (event === 'auth_client') return { about: 'log in', deviceMac, custom: about.custom };
  const [start, end, incoming, outgoing] = [whole('start'), whole('end'), whole('incoming'), whole('outgoing')];
  const cause = ENDS[event];
  if (start === null || !/^[\da-f]{8,64}$/i.test(text('token')) || (cause === undefined && !STARTS.includes(event))) return null;
  const key = text('token').toLowerCase();
  if (cause === undefined) {
    const startReport = { kind: 'start' as const, at: at(start), seconds: 0, up: 0, down: 0, isWide: true, cause: '' };
    return { about: 'session', client: { ...about, key, event: startReport } };
  }
  const stopped = { kind: 'stop' as const, at: at(end ?? now), seconds: Math.max(0, (end ?? now) - start) };
  return { about: 'session', client: { ...about, key, event: { ...stopped, up: outgoing, down: incoming, isWide: true, cause } } };
}

function clientsIn(text: string, now: number, arrived: number): Content | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const all = clients.safeParse(json).data;
  if (!all) return null;
  const known = Object.values(all.clients).flatMap((one) => client.safeParse(one).data ?? []);
  const [first] = known;
  const online = known
    .filter(({ state }) => state === 'Authenticated')
    .map((one): ClientReport => {
      const seconds = Math.max(0, now - one.session_start);
      const [up, down] = [one.upload_this_session * KILOBYTE, one.download_this_session * KILOBYTE];
      return {
        key: one.token.toLowerCase(),
        deviceMac: toWireMac(one.mac),
        address: one.ip,
        custom: one.custom,
        event: { kind: 'interim', at: arrived, seconds, up, down, isWide: true, cause: '' },
      };
    });
  return { about: 'clients', clients: online, software: first && first.version !== '' ? `openNDS ${first.version}` : '' };
}
