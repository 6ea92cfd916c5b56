/** RADIUS over UDP: one socket for log-ins, one for accounting. */
import { createHash } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { and, asc, desc, eq, ne, or } from 'drizzle-orm';
import { MAX_INTEGER } from '../../contract/wire';
import type { Db } from '../database/db';
import { units } from '../database/schema';
import { decideAccess } from '../access/queries';
import { recordReport, recordUnitRestart } from '../access/sessionStore';
import { CannotListenError } from '../http/listening';
import { kindOf, leadingMac, toldBy } from './attributes';
import { CODE, decodePacket, valueOf, type Attribute, type ReceivedPacket } from './codec';
import { keepContacts } from './contacts';
import { fairQueue } from './fairQueue';
import { answered, asked } from './login';
import { encodeAnswer, requestProof } from './proofs';

/** What became of packets. Those that weren't answered are left alone: an answer to an unproven packet would help only an attacker. */
export const OUTCOMES = [
  'answered',
  /** The first answer again. */
  'repeated',
  'malformed',
  'unknown_unit',
  'wrong_secret',
  'not_signed',
  /** There was no room, or it waited for too long, or a copy of it is being worked on. */
  'dropped',
  /** The database was away, or too slow: the unit asks again, or another server. */
  'failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface RadiusListener {
  ports: { authentication: number; accounting: number };
  counts: () => Record<Outcome, number>;
  /** Writes which units were heard, and whom they weren't, as it happens every few seconds. */
  flush: () => Promise<void>;
  /** Waits for the packets that are being worked on. */
  close: () => Promise<void>;
}

interface Options {
  db: Db;
  clock: () => Date;
  /** The zone of hotspots that have none of their own. */
  zone: string;
  host: string;
  ports: RadiusListener['ports'];
  onFailure: (error: unknown) => void;
}

type Service = keyof RadiusListener['ports'];

/**
 * Packets worked on at the same time, fewer than there are connections to the database: staff work beside. Those that wait are bounded in
 * all and for each sender.
 */
const QUEUE = { atOnce: 8, most: 4096, mostOfOne: 512 };

/** Milliseconds for which the same packet gets the same answer, and after which an answer comes too late. */
const REPEATED_WITHIN = 30_000;
const TOO_LATE = 3000;

const MAX_REMEMBERED = 10_000;

/** Milliseconds for which a unit's secret is remembered. */
const UNITS_FOR = 10_000;
const MAX_UNITS = 5000;

type Unit = Pick<typeof units.$inferSelect, 'id' | 'hotspot_id' | 'mac_address' | 'secret'>;

/** Listens on both ports. Rejects if one of them can't be used. */
export async function listenRadius({ db, clock, zone, host, ports, onFailure }: Options): Promise<RadiusListener> {
  const authentication = await bound(host, ports.authentication);
  const accounting = await bound(host, ports.accounting).catch(async (error: unknown) => {
    await closed(authentication);
    throw error;
  });
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const queue = fairQueue(QUEUE);
  const answers = forgetful<Buffer | null>(MAX_REMEMBERED, REPEATED_WITHIN);
  const known = forgetful<Unit[]>(MAX_UNITS, UNITS_FOR);
  const contacts = keepContacts(db, clock, onFailure);

  const isLate = (arrived: number) => performance.now() - arrived > TOO_LATE;

  const take = async (service: Service, socket: Socket, datagram: Buffer, from: RemoteInfo, arrived: number): Promise<Outcome> => {
    // The unit has sent it again meanwhile.
    if (isLate(arrived)) return 'dropped';
    const packet = decodePacket(datagram);
    if (typeof packet === 'string' || !EXPECTED[service].includes(packet.code)) return 'malformed';
    const key = `${service} ${from.address} ${from.port} ${createHash('sha256').update(packet.bytes).digest('base64')}`;
    const before = answers.get(key);
    if (before) return send(socket, before, from, 'repeated');
    if (before === null) return 'dropped';
    answers.set(key, null);
    const answer = await answerTo(service, packet, from).catch((error: unknown) => {
      onFailure(error);
      return 'failed' as const;
    });
    if (typeof answer === 'string') {
      answers.delete(key);
      return answer;
    }
    answers.set(key, answer);
    return isLate(arrived) ? 'failed' : send(socket, answer, from, 'answered');
  };

  const answerTo = async (service: Service, packet: ReceivedPacket, { address }: RemoteInfo): Promise<Buffer | Outcome> => {
    const candidates = await unitsOf(packet);
    if (candidates.length === 0) return 'unknown_unit';
    const proofs = candidates.map((unit) => ({ unit, proof: requestProof(packet, unit.secret) }));
    const unit = proofs.find(({ proof }) => proof === 'proven')?.unit;
    if (!unit) {
      const outcome = proofs.some(({ proof }) => proof === 'not signed') ? 'not_signed' : 'wrong_secret';
      contacts.refused(
        candidates.map(({ id }) => id),
        address,
        outcome,
      );
      return outcome;
    }
    contacts.heard({ unitId: unit.id, address, kind: kindOf(packet), clockAhead: clockAhead(packet, clock()) });
    const answer = await SERVE[service]({ db, now: clock(), zone }, packet, unit);
    return answer === null ? 'malformed' : encodeAnswer(packet, answer.code, answer.attributes, unit.secret);
  };

  /** The units that a packet names, of which its secret proves one. */
  const unitsOf = async (packet: ReceivedPacket): Promise<Unit[]> => {
    const name = valueOf(packet, 'NAS-Identifier') ?? '';
    const mac = leadingMac(valueOf(packet, 'Called-Station-Id'));
    const key = `${name} ${mac}`;
    const remembered = known.get(key);
    if (remembered) return remembered;
    const named = or(
      ...(name === '' ? [] : [eq(units.uuid, name), eq(units.name, name)]),
      ...(mac === '' ? [] : [eq(units.mac_address, mac)]),
    );
    const { id, hotspot_id, mac_address, secret } = units;
    const found = named
      ? await db
          .select({ id, hotspot_id, mac_address, secret })
          .from(units)
          .where(and(named, ne(units.secret, '')))
          // Names may be anybody's, so those of other tenants must not crowd out what is unique.
          .orderBy(desc(eq(units.uuid, name)), desc(eq(units.mac_address, mac)), asc(units.id))
          .limit(20)
      : [];
    known.set(key, found);
    return found;
  };

  const receive = (service: Service, socket: Socket) => (datagram: Buffer, from: RemoteInfo) => {
    const arrived = performance.now();
    // Nothing that a packet does may end the process.
    const work = () =>
      take(service, socket, datagram, from, arrived)
        .catch((error: unknown) => {
          onFailure(error);
          return 'failed' as const;
        })
        .then((outcome) => void (counts[outcome] += 1));
    if (!queue.add(from.address, work)) counts.dropped += 1;
  };

  authentication.on('message', receive('authentication', authentication)).on('error', onFailure);
  accounting.on('message', receive('accounting', accounting)).on('error', onFailure);
  return {
    ports: { authentication: authentication.address().port, accounting: accounting.address().port },
    counts: () => ({ ...counts }),
    flush: contacts.flush,
    close: async () => {
      for (const socket of [authentication, accounting]) socket.removeAllListeners('message');
      await queue.idle();
      await contacts.close();
      await Promise.all([closed(authentication), closed(accounting)]);
    },
  };
}

/** A readable error if the reason is known, else the error as it is. */
export function whyNoRadius(error: unknown, { host, ports }: Pick<Options, 'host' | 'ports'>): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const where = `RADIUS on ${host}, ports ${ports.authentication} and ${ports.accounting}`;
  const advice = 'Set PORTICO_RADIUS_HOST and PORTICO_RADIUS_PORTS to an address of this machine and two free ports.';
  if (code === 'EADDRINUSE') return new CannotListenError(`${where}: one of them is in use. ${advice}`);
  if (code === 'EACCES') return new CannotListenError(`${where}: this user may not listen there. ${advice}`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new CannotListenError(`${where}: this machine has no such address. ${advice}`);
  return error;
}

const EXPECTED: Record<Service, readonly number[]> = {
  authentication: [CODE.accessRequest, CODE.statusServer],
  accounting: [CODE.accountingRequest, CODE.statusServer],
};

interface Serving {
  db: Db;
  now: Date;
  zone: string;
}

interface Answer {
  code: number;
  attributes: Attribute[];
}

/** What a proven packet is answered; null if it says nothing that could be. */
const SERVE: Record<Service, (serving: Serving, packet: ReceivedPacket, unit: Unit) => Promise<Answer | null>> = {
  authentication: async ({ db, now, zone }, packet, unit) => {
    if (packet.code === CODE.statusServer) return { code: CODE.accessAccept, attributes: [] };
    const decided = await decideAccess(db, { ...asked(packet, unit.secret), unitId: unit.id, now, serverZone: zone });
    return decided && answered(packet, decided);
  },
  accounting: async ({ db, now }, packet, unit) => {
    const done = { code: CODE.accountingResponse, attributes: [] };
    if (packet.code === CODE.statusServer) return done;
    const told = toldBy(packet, now.getTime());
    if (told === null) return null;
    if (told.about === 'unit') await recordUnitRestart(db, unit.id, told.at);
    else await recordReport(db, { id: unit.id, mac: unit.mac_address, hotspotId: unit.hotspot_id }, told);
    return done;
  },
};

/** What a unit takes for now, less what we do, in seconds. A delayed packet tells nothing: its timestamp is older by the delay. */
function clockAhead(packet: ReceivedPacket, now: Date): number | null {
  const timestamp = valueOf(packet, 'Event-Timestamp');
  if (timestamp === undefined || (valueOf(packet, 'Acct-Delay-Time') ?? 0) > 0) return null;
  return Math.max(-MAX_INTEGER, Math.min(MAX_INTEGER, Math.round((timestamp.getTime() - now.getTime()) / 1000)));
}

async function send(socket: Socket, bytes: Buffer, to: RemoteInfo, outcome: Outcome): Promise<Outcome> {
  await new Promise<void>((resolve, reject) => {
    socket.send(bytes, to.port, to.address, (error) => (error ? reject(error) : resolve()));
  });
  return outcome;
}

async function bound(host: string, port: number): Promise<Socket> {
  const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' });
  try {
    socket.bind(port, host);
    await once(socket, 'listening');
    return socket;
  } catch (error) {
    await closed(socket);
    throw error;
  }
}

async function closed(socket: Socket): Promise<void> {
  const over = once(socket, 'close');
  socket.close();
  await over;
}

/** Remembers values for some milliseconds, and the newest `most` of them. */
function forgetful<T>(most: number, milliseconds: number) {
  const entries = new Map<string, { value: T; until: number }>();
  return {
    get: (key: string): T | undefined => {
      const entry = entries.get(key);
      return entry && entry.until > performance.now() ? entry.value : undefined;
    },
    set: (key: string, value: T) => {
      entries.delete(key);
      entries.set(key, { value, until: performance.now() + milliseconds });
      // In the order in which they were set.
      for (const [oldest, { until }] of entries) {
        if (entries.size <= most && until > performance.now()) break;
        entries.delete(oldest);
      }
    },
    delete: (key: string) => void entries.delete(key),
  };
}
