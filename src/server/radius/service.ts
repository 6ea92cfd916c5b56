/** Processes RADIUS packets, whatever the transport. */
import { createHash } from 'node:crypto';
import type { Db } from '../database/db';
import { isBusy, withPriority } from '../database/queryQueue';
import { storeGatewayHost } from './gatewayHosts';
import { candidateUnits, type Candidate, type SentIdentity } from '../units/identify';
import { comparableIdentifier } from '../units/identifiers';
import { OtherUnitError } from '../access/sessionStore';
import { plainAddress } from '../units/addresses';
import { clockAhead, kindOf, softwareIn } from './attributes';
import { CODE, decodePacket, identifierOf, PacketError, valueOf, type Attribute, type ReceivedPacket } from './codec';
import { unitContactBuffer } from './contacts';
import { fairQueue } from './fairQueue';
import type { RefusedPacket } from './refusedPackets';
import { otherNames } from './otherNames';
import { ttlCache } from '../ttlCache';
import { takeReport, type ReportedSession } from './accountingRequest';
import { answerAccessRequest } from './accessRequest';
import { encodeAnswer, isSigned, requestProof } from './proofs';

/** What became of a packet. Unauthenticated packets are never answered: an answer would help only an attacker. */
export const OUTCOMES = [
  'answered',
  /** A retransmission that got the first answer again. */
  'repeated',
  'malformed',
  'unknown_unit',
  'wrong_secret',
  'not_signed',
  /** The queue or the database was full, it waited too long, a copy of it is in progress, or its sender exceeded MAX_UNPROVEN. */
  'dropped',
  /** An unexpected error, such as a lost database connection: the unit retries, or asks another server. */
  'failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Where a packet came from. */
export interface Sender {
  address: string;
  port: number;
  /** Whether the transport is reliable (TLS): such a sender doesn't retransmit a slow packet. */
  isReliable: boolean;
  /** Names proven by a client certificate; undefined without one. */
  names?: readonly string[];
}

export interface RadiusService {
  /**
   * Processes a packet and sends the answer through `reply` if the packet is authenticated. `service` is the port's purpose, or null for
   * both. Resolves when the packet is done with, answered or not, with what became of it; never rejects.
   */
  receive: (service: Service | null, bytes: Buffer, from: Sender, reply: (answer: Buffer) => Promise<void>) => Promise<Outcome>;
  counts: () => Record<Outcome, number>;
  /** The NAS-Identifier a unit last sent to this process; empty if it sent none, or hasn't been heard from. */
  nasIdentifierOf: (unitId: number) => string;
  /** Waits for what follows reports, and writes the buffered contacts and authentication failures now instead of at the next interval. */
  flush: () => Promise<void>;
  /** Waits for packets still being processed. */
  close: () => Promise<void>;
}

export interface ServiceOptions {
  db: Db;
  clock: () => Date;
  /** Time zone of hotspots that have none of their own. */
  zone: string;
  onFailure: (error: unknown) => void;
  /** Called after a report of a running session is stored; must not reject. */
  onReport?: ((reported: ReportedSession) => Promise<void>) | undefined;
  /** Called for a packet that no unit has proven to be its own. */
  onRefused?: ((packet: RefusedPacket) => void) | undefined;
}

type Service = 'authentication' | 'accounting';

/**
 * Packets processed concurrently, whose statements are sent together (database/batches.ts). Waiting packets are bounded in total and per
 * sender.
 */
const QUEUE = { atOnce: 48, most: 4096, mostOfOne: 512 };

/** Milliseconds for which a retransmission gets the cached answer, and after which a queued packet is dropped unprocessed. */
const REPEATED_WITHIN = 30_000;
const TOO_LATE = 3000;

const MAX_REMEMBERED = 10_000;

/**
 * Authenticated packets remembered to detect replays, and for how many milliseconds: a replay from another address must not count as the
 * unit.
 */
const MAX_KNOWN_AGAIN = 50_000;
const KNOWN_AGAIN_FOR = 24 * 3_600_000;

/**
 * Unauthenticated packets per address and second before more are dropped unseen. Verifying takes longer than receiving, and a full socket
 * buffer loses packets of everybody.
 */
const MAX_UNPROVEN = 500;
const UNPROVEN: ReadonlySet<Outcome> = new Set(['unknown_unit', 'wrong_secret', 'not_signed']);

/**
 * Cache lifetime of units and their secrets, in milliseconds. Meanwhile a unit may be replaced by another of the same name, or get another
 * secret: what isn't proven or isn't the same unit's any more is looked up again, but the former as rarely as this, as anybody can send it.
 */
const UNITS_FOR = 10_000;
const LOOKED_UP_AGAIN_AFTER = 1000;
const MAX_UNITS = 5000;

export function radiusService({ db, clock, zone, onFailure, onReport, onRefused }: ServiceOptions): RadiusService {
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const queue = fairQueue(QUEUE);
  const answers = ttlCache<Buffer | null>(MAX_REMEMBERED, REPEATED_WITHIN);
  const known = ttlCache<Candidate[]>(MAX_UNITS, UNITS_FOR);
  const lookedUpAgain = ttlCache<true>(MAX_UNITS, LOOKED_UP_AGAIN_AFTER);
  const heardBefore = ttlCache<true>(MAX_KNOWN_AGAIN, KNOWN_AGAIN_FOR);
  const identifiers = ttlCache<string>(MAX_UNITS, KNOWN_AGAIN_FOR);
  const contacts = unitContactBuffer(db, clock, onFailure);
  const misnamed = otherNames(db, contacts.misnamed, onFailure);

  const take = async (
    port: Service | null,
    bytes: Buffer,
    from: Sender,
    { arrived, reply }: { arrived: number; reply: (answer: Buffer) => Promise<void> },
  ): Promise<Outcome> => {
    // By now the unit has retransmitted it.
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
    const answer = await withPriority(URGENCY[service], () => answerTo(service, packet, from)).catch((error: unknown) => {
      // Not a fault: the unit retries.
      if (isBusy(error)) return 'dropped' as const;
      // The answer doesn't fit beside the request's Proxy-State.
      if (error instanceof PacketError) return 'malformed' as const;
      onFailure(error);
      return 'failed' as const;
    });
    if (typeof answer === 'string') {
      answers.delete(key);
      return answer;
    }
    answers.set(key, answer);
    // Answer however late: retransmissions in the meantime were dropped, and the sender is still waiting.
    await reply(answer);
    return 'answered';
  };

  const answerTo = async (service: Service, packet: ReceivedPacket, from: Sender): Promise<Buffer | Outcome> => {
    const sent = sentIn(packet, from);
    const key = JSON.stringify(sent);
    const remembered = known.get(key);
    if (remembered) {
      const proofs = proofsOf(packet, remembered, from);
      const proven = certain(proofs);
      if (!proven && lookedUpAgain.get(key)) return refused(packet, sent, remembered, proofs);
      const answer = proven ? await served(service, packet, from, proven) : 'other unit';
      if (answer !== 'other unit') return answer;
      lookedUpAgain.set(key, true);
    }
    const candidates = await candidateUnits(db, sent);
    known.set(key, candidates);
    const proofs = proofsOf(packet, candidates, from);
    const proven = certain(proofs);
    if (!proven) return refused(packet, sent, candidates, proofs);
    const answer = await served(service, packet, from, proven);
    // Replaced this moment: it will be sent again.
    return answer === 'other unit' ? 'dropped' : answer;
  };

  /** Tells staff of a packet that no unit has proven to be its own, as far as it says whose it may be. */
  const refused = (packet: ReceivedPacket, sent: SentIdentity, candidates: readonly Candidate[], proofs: readonly Proof[]): Outcome => {
    const { address, name } = sent;
    misnamed.seen(packet, { address, name: comparableIdentifier(name) === '' ? '' : name.trim() });
    const isUnknown = candidates.length === 0 || proofs.some(({ proof }) => proof === 'proven');
    if (isUnknown) {
      onRefused?.({ address, name });
      return 'unknown_unit';
    }
    const outcome = proofs.some(({ proof }) => proof === 'not signed') ? 'not_signed' : 'wrong_secret';
    contacts.refused(
      candidates.map(({ id }) => id),
      address,
      outcome,
    );
    return outcome;
  };

  /** Serves a packet of a unit, and notes that it was heard. */
  const served = async (
    service: Service,
    packet: ReceivedPacket,
    from: Sender,
    { unit, secret }: Proof,
  ): Promise<Buffer | 'malformed' | 'other unit'> => {
    const address = plainAddress(from.address);
    const isVouched = from.names?.includes(unit.uuid) === true || isSigned(packet);
    const serving = await SERVE[service]({ db, now: clock(), zone, address, isVouched }, packet, { ...unit, secret });
    if (serving === 'other unit') return serving;
    if (isVouched && packet.code === CODE.accessRequest) await storeGatewayHost(db, unit, packet);
    const { answer, news, reported } = serving;
    if (isNews(packet) && news !== 'none') {
      identifiers.set(String(unit.id), repeatableIdentifier(packet));
      contacts.heard({
        ...{ unitId: unit.id, address, kind: kindOf(packet), clockAhead: clockAhead(packet, clock()) },
        ...{ software: softwareIn(packet), isFresh: news === 'certain', isHttpSigned: null },
      });
    }
    if (reported !== undefined && onReport) follow(onReport(reported));
    return answer === null ? 'malformed' : encodeAnswer(packet, answer.code, answer.attributes, secret);
  };

  const following = new Set<Promise<void>>();
  /** Waited for before this ends. */
  const follow = (work: Promise<void>) => {
    const done = work.finally(() => following.delete(done));
    following.add(done);
  };

  /** Whether an authenticated packet is seen for the first time. A replay shows neither that the unit is alive nor where it is. */
  const isNews = ({ authenticator }: ReceivedPacket): boolean => {
    const key = authenticator.toString('base64');
    const isKnown = heardBefore.get(key) === true;
    if (!isKnown) heardBefore.set(key, true);
    return !isKnown;
  };

  const unproven = perSecond();

  return {
    receive: (service, bytes, from, reply) => {
      const arrived = performance.now();
      if (unproven.of(from.address, arrived) >= MAX_UNPROVEN) {
        counts.dropped += 1;
        return Promise.resolve('dropped');
      }
      return new Promise((resolve) => {
        const end = (outcome: Outcome) => {
          counts[outcome] += 1;
          if (UNPROVEN.has(outcome)) unproven.add(from.address, performance.now());
          resolve(outcome);
        };
        // No packet may crash the process.
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
    nasIdentifierOf: (unitId) => identifiers.get(String(unitId)) ?? '',
    flush: async () => {
      await Promise.all(following);
      await misnamed.idle();
      await contacts.flush();
    },
    close: async () => {
      await queue.idle();
      await Promise.all(following);
      await misnamed.idle();
      await contacts.close();
    },
  };
}

/** What a packet says of its unit. */
const sentIn = (packet: ReceivedPacket, from: Sender): SentIdentity => ({
  address: plainAddress(from.address),
  name: identifierOf(packet, 'NAS-Identifier'),
  calledStation: valueOf(packet, 'Called-Station-Id') ?? '',
  location: valueOf(packet, 'WISPr-Location-ID') ?? '',
});

/** Of the units that a packet is proven to be of: the first that it names exactly, or the only one with a similar name. */
function certain(proofs: readonly Proof[]): Proof | undefined {
  const proven = proofs.filter(({ proof }) => proof === 'proven');
  const exact = proven.find(({ unit }) => !unit.isSimilar);
  const isOnlyOne = new Set(proven.map(({ unit }) => unit.id)).size === 1;
  return exact ?? (isOnlyOne ? proven[0] : undefined);
}

/** The NAS-Identifier as a unit expects it in requests of ours; empty if it can't be repeated to the byte. */
function repeatableIdentifier(packet: ReceivedPacket): string {
  const text = valueOf(packet, 'NAS-Identifier') ?? '';
  return text.includes('\uFFFD') ? '' : text;
}

/** Counts per name within the current second. */
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

/** A guest waits for the log-in, and a unit gives up after seconds; nobody waits for accounting. */
const URGENCY = { authentication: 'small', accounting: 'usual' } as const;

/** The fixed shared secret inside TLS (RFC 6614), where certificates authenticate the unit. */
const SECRET_IN_TLS = 'radsec';

/** A unit that a packet may be of, and whether it is proven by one of its secrets. */
interface Proof {
  unit: Candidate;
  secret: string;
  proof: ReturnType<typeof requestProof>;
}

/**
 * Checks a packet against the secrets of units and, over TLS, their certificates, which name the unit. A unit that can't sign its
 * Access-Requests may be exempted if it has a fixed address; unsigned ones are then accepted from that address only, unless another unit proved
 * to be there first.
 */
function proofsOf(packet: ReceivedPacket, candidates: readonly Candidate[], { address: from, names }: Sender): Proof[] {
  const address = plainAddress(from);
  return candidates.flatMap((unit) => {
    const isUnsignedAllowed = unit.may_be_unsigned && unit.address !== '' && unit.address === address && unit.holdsAddress;
    const byCertificate = names?.includes(unit.uuid) === true;
    return [
      { unit, secret: unit.secret, proof: requestProof(packet, unit.secret, { isUnsignedAllowed }) },
      ...(byCertificate ? [{ unit, secret: SECRET_IN_TLS, proof: requestProof(packet, SECRET_IN_TLS, { isUnsignedAllowed: true }) }] : []),
    ];
  });
}

const EXPECTED: Record<Service, readonly number[]> = {
  authentication: [CODE.accessRequest, CODE.statusServer],
  accounting: [CODE.accountingRequest, CODE.statusServer],
};

interface Serving {
  db: Db;
  now: Date;
  zone: string;
  /** Of the sender. */
  address: string;
  /** Whether the packet proves that the unit sent it; a unit that can't sign may be exempted from that. */
  isVouched: boolean;
}

interface Served {
  /** Null if the packet can't be processed. */
  answer: { code: number; attributes: Attribute[] } | null;
  /**
   * Whether the packet says something that the database doesn't know: a replayed report says nothing new, at any replica. Other packets may
   * be replays, which nothing tells.
   */
  news: 'certain' | 'possible' | 'none';
  /** The running session of which it told something new. */
  reported?: ReportedSession;
}

/** Serves an authenticated packet, unless its unit isn't the one any more that was looked up. */
const SERVE: Record<Service, (serving: Serving, packet: ReceivedPacket, unit: Candidate) => Promise<Served | 'other unit'>> = {
  authentication: async ({ db, now, zone, address, isVouched }, packet, unit) => {
    if (packet.code === CODE.statusServer) return { answer: { code: CODE.accessAccept, attributes: [] }, news: 'possible' };
    const answer = await answerAccessRequest(db, packet, unit, { secret: unit.secret, address, isVouched, now, zone });
    return answer === null ? 'other unit' : { answer, news: 'possible' };
  },
  accounting: async ({ db, now, zone }, packet, unit) => {
    const answer = { code: CODE.accountingResponse, attributes: [] };
    if (packet.code === CODE.statusServer) return { answer, news: 'possible' };
    const taking = { now, zone, kind: kindOf(packet, unit.kind), distinction: packet.authenticator };
    const reporting = { id: unit.id, uuid: unit.uuid, mac: unit.mac_address, hotspotId: unit.hotspot_id };
    const taken = await takeReport(db, reporting, packet, taking).catch((error: unknown) => {
      if (error instanceof OtherUnitError) return 'other unit' as const;
      throw error;
    });
    if (taken === 'other unit') return taken;
    if (taken === null) return { answer: null, news: 'none' };
    const { about, isNews, running } = taken;
    if (about === 'unit') return { answer, news: 'possible' };
    return { answer, news: isNews ? 'certain' : 'none', ...(isNews && running && { reported: running }) };
  },
};
