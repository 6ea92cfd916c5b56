/** What is done with RADIUS packets, whatever they came through. */
import { createHash } from 'node:crypto';
import { and, asc, desc, eq, ne, or } from 'drizzle-orm';
import type { Db } from '../database/db';
import { BusyError, withUrgency } from '../database/gate';
import { units } from '../database/schema';
import { decideAccess } from '../access/queries';
import { recordReport, recordUnitRestart } from '../access/sessionStore';
import { plainAddress } from './addresses';
import { clockAhead, kindOf, leadingMac, softwareIn, toldBy } from './attributes';
import { CODE, decodePacket, valueOf, type Attribute, type ReceivedPacket } from './codec';
import { keepContacts } from './contacts';
import { fairQueue } from './fairQueue';
import { forgetful } from '../forgetful';
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
  /** The database was away: the unit asks again, or another server. */
  'failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Where a packet came from. */
export interface Sender {
  address: string;
  port: number;
  /** Whether what is sent arrives: such a sender doesn't repeat a packet that takes long. */
  isReliable: boolean;
  /** Names that a certificate proved, for a connection that needs no other proof; undefined for all others. */
  names?: readonly string[];
}

export interface RadiusService {
  /**
   * Takes a packet in, and answers it by `reply` if it is proven. `service` is what the port is for, or null for both. Resolves when it is
   * done with, answered or not; never rejects.
   */
  receive: (service: Service | null, bytes: Buffer, from: Sender, reply: (answer: Buffer) => Promise<void>) => Promise<void>;
  counts: () => Record<Outcome, number>;
  /** Writes which units were heard, and whom they weren't, as it happens every few seconds. */
  flush: () => Promise<void>;
  /** Waits for the packets that are being worked on. */
  close: () => Promise<void>;
}

export interface ServiceOptions {
  db: Db;
  clock: () => Date;
  /** The zone of hotspots that have none of their own. */
  zone: string;
  onFailure: (error: unknown) => void;
}

type Service = 'authentication' | 'accounting';

/**
 * Packets worked on at the same time, fewer than there are connections to the database: staff work beside. Those that wait are bounded in
 * all and for each sender.
 */
const QUEUE = { atOnce: 8, most: 4096, mostOfOne: 512 };

/** Milliseconds for which the same packet gets the same answer, and after which one that waited isn't begun any more. */
const REPEATED_WITHIN = 30_000;
const TOO_LATE = 3000;

const MAX_REMEMBERED = 10_000;

/** Proven packets that are known again, and for how many milliseconds: whoever sends one from elsewhere may have recorded it. */
const MAX_KNOWN_AGAIN = 50_000;
const KNOWN_AGAIN_FOR = 24 * 3_600_000;

/**
 * Unproven packets of one address a second that are looked at: proving takes longer than receiving, and what the socket has no room for
 * meanwhile is lost for everybody.
 */
const MAX_UNPROVEN = 500;
const UNPROVEN: ReadonlySet<Outcome> = new Set(['unknown_unit', 'wrong_secret', 'not_signed']);

/** Milliseconds for which a unit's secret is remembered. */
const UNITS_FOR = 10_000;
const MAX_UNITS = 5000;

type Unit = Pick<
  typeof units.$inferSelect,
  'id' | 'hotspot_id' | 'mac_address' | 'secret' | 'uuid' | 'kind' | 'address' | 'may_be_unsigned'
>;

export function radiusService({ db, clock, zone, onFailure }: ServiceOptions): RadiusService {
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const queue = fairQueue(QUEUE);
  const answers = forgetful<Buffer | null>(MAX_REMEMBERED, REPEATED_WITHIN);
  const known = forgetful<Unit[]>(MAX_UNITS, UNITS_FOR);
  const heardBefore = forgetful<true>(MAX_KNOWN_AGAIN, KNOWN_AGAIN_FOR);
  const contacts = keepContacts(db, clock, onFailure);

  const take = async (
    port: Service | null,
    bytes: Buffer,
    from: Sender,
    { arrived, reply }: { arrived: number; reply: (answer: Buffer) => Promise<void> },
  ): Promise<Outcome> => {
    // The unit has sent it again meanwhile.
    if (!from.isReliable && performance.now() - arrived > TOO_LATE) return 'dropped';
    const packet = decodePacket(bytes);
    if (typeof packet === 'string') return 'malformed';
    const service = port ?? (packet.code === CODE.accountingRequest ? 'accounting' : 'authentication');
    if (!EXPECTED[service].includes(packet.code)) return 'malformed';
    const key = `${service} ${from.address} ${from.port} ${createHash('sha256').update(packet.bytes).digest('base64')}`;
    const before = answers.get(key);
    if (before) {
      await reply(before);
      return 'repeated';
    }
    if (before === null) return 'dropped';
    answers.set(key, null);
    const answer = await withUrgency(URGENCY[service], () => answerTo(service, packet, from)).catch((error: unknown) => {
      if (isBusy(error)) return 'dropped' as const;
      onFailure(error);
      return 'failed' as const;
    });
    if (typeof answer === 'string') {
      answers.delete(key);
      return answer;
    }
    answers.set(key, answer);
    // However late: the copies that came meanwhile were dropped, and their sender still waits.
    await reply(answer);
    return 'answered';
  };

  const answerTo = async (service: Service, packet: ReceivedPacket, from: Sender): Promise<Buffer | Outcome> => {
    const address = plainAddress(from.address);
    const candidates = await unitsOf(packet, address);
    if (candidates.length === 0) return 'unknown_unit';
    const proofs = candidates.flatMap((unit) => proofsOf(packet, unit, address, from.names));
    const proven = proofs.find(({ proof }) => proof === 'proven');
    if (!proven) {
      const outcome = proofs.some(({ proof }) => proof === 'not signed') ? 'not_signed' : 'wrong_secret';
      contacts.refused(
        candidates.map(({ id }) => id),
        address,
        outcome,
      );
      return outcome;
    }
    const { unit, secret } = proven;
    if (isNews(packet)) {
      contacts.heard({
        ...{ unitId: unit.id, address, kind: kindOf(packet), clockAhead: clockAhead(packet, clock()) },
        software: softwareIn(packet),
      });
    }
    const answer = await SERVE[service]({ db, now: clock(), zone }, packet, { ...unit, secret });
    return answer === null ? 'malformed' : encodeAnswer(packet, answer.code, answer.attributes, secret);
  };

  /** Whether a proven packet comes for the first time. Another time it is no word from the unit, and says nothing of where that is. */
  const isNews = ({ authenticator }: ReceivedPacket): boolean => {
    const key = authenticator.toString('base64');
    const isKnown = heardBefore.get(key) === true;
    if (!isKnown) heardBefore.set(key, true);
    return !isKnown;
  };

  /** The units that a packet names, or that have its sender's address, of which its secret proves one. */
  const unitsOf = async (packet: ReceivedPacket, address: string): Promise<Unit[]> => {
    const name = valueOf(packet, 'NAS-Identifier') ?? '';
    const mac = leadingMac(valueOf(packet, 'Called-Station-Id'));
    const key = `${address} ${mac} ${name}`;
    const remembered = known.get(key);
    if (remembered) return remembered;
    const named = or(
      ...(name === '' ? [] : [eq(units.uuid, name), eq(units.name, name)]),
      ...(mac === '' ? [] : [eq(units.mac_address, mac)]),
      and(ne(units.address, ''), eq(units.address, address)),
    );
    const { id, hotspot_id, mac_address, secret, uuid, kind, may_be_unsigned } = units;
    const found = await db
      .select({ id, hotspot_id, mac_address, secret, uuid, kind, address: units.address, may_be_unsigned })
      .from(units)
      .where(and(named, ne(units.secret, '')))
      // Names and addresses may be anybody's, so those of other tenants must not crowd out what is unique.
      .orderBy(desc(eq(units.uuid, name)), desc(eq(units.mac_address, mac)), asc(units.id))
      .limit(20);
    known.set(key, found);
    return found;
  };

  const unproven = perSecond();

  return {
    receive: (service, bytes, from, reply) => {
      const arrived = performance.now();
      if (unproven.of(from.address, arrived) >= MAX_UNPROVEN) {
        counts.dropped += 1;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const end = (outcome: Outcome) => {
          counts[outcome] += 1;
          if (UNPROVEN.has(outcome)) unproven.add(from.address, performance.now());
          resolve();
        };
        // Nothing that a packet does may end the process.
        const work = () =>
          take(service, bytes, from, { arrived, reply })
            .catch((error: unknown) => {
              onFailure(error);
              return 'failed' as const;
            })
            .then(end);
        if (!queue.add(from.address, work)) end('dropped');
      });
    },
    counts: () => ({ ...counts }),
    flush: contacts.flush,
    close: async () => {
      await queue.idle();
      await contacts.close();
    },
  };
}

/** Counts for each name, since the second began. */
function perSecond() {
  const counts = new Map<string, number>();
  let second = 0;
  const now = (milliseconds: number) => {
    const current = Math.floor(milliseconds / 1000);
    if (current === second) return;
    second = current;
    counts.clear();
  };
  return {
    of: (name: string, at: number): number => {
      now(at);
      return counts.get(name) ?? 0;
    },
    add: (name: string, at: number) => {
      now(at);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
  };
}

/** A guest waits for the log-in, and a unit asks again after seconds; nobody waits for a report. */
const URGENCY = { authentication: 'small', accounting: 'usual' } as const;

/** Too much waits for the database, which is no fault: the unit asks again. */
const isBusy = (error: unknown): boolean => error instanceof BusyError || (error instanceof Error && isBusy(error.cause));

/** What everybody's secret is inside of TLS (RFC 6614), where certificates prove who it is. */
const SECRET_IN_TLS = 'radsec';

/**
 * A unit is proven by its secret, or by its certificate, which names it. A unit that can't sign its log-ins may be excepted where it has
 * a fixed address: from there they are taken as they are.
 */
function proofsOf(packet: ReceivedPacket, unit: Unit, address: string, names: readonly string[] | undefined) {
  const isUnsignedAllowed = unit.may_be_unsigned && unit.address !== '' && unit.address === address;
  const byCertificate = names?.includes(unit.uuid) === true;
  return [
    { unit, secret: unit.secret, proof: requestProof(packet, unit.secret, { isUnsignedAllowed }) },
    ...(byCertificate ? [{ unit, secret: SECRET_IN_TLS, proof: requestProof(packet, SECRET_IN_TLS, { isUnsignedAllowed: true }) }] : []),
  ];
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
    return decided && answered(packet, decided, kindOf(packet, unit.kind));
  },
  accounting: async ({ db, now }, packet, unit) => {
    const done = { code: CODE.accountingResponse, attributes: [] };
    if (packet.code === CODE.statusServer) return done;
    const told = toldBy(packet, now.getTime(), kindOf(packet, unit.kind));
    if (told === null) return null;
    if (told.about === 'unit') await recordUnitRestart(db, unit.id, told.at);
    else await recordReport(db, { id: unit.id, mac: unit.mac_address, hotspotId: unit.hotspot_id }, told);
    return done;
  },
};
