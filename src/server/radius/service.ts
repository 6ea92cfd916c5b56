/** Processes RADIUS packets from any transport. */
import type { Db } from '../database/db';
import { isBusy, withPriority } from '../database/queryQueue';
import { storeGatewayHost } from './gatewayHostQueries';
import { comparableIdentifier } from '../units/identifiers';
import { plainAddress } from '../units/addresses';
import { answersBefore, firstSeen, repetitionKey } from './duplicates';
import { EXPECTED, SERVE, URGENCY, type Service } from './dispatch';
import { unprovenPackets, type Party } from './flood';
import { unitsOfPackets, type Proof, type Sender, type Unproven } from './whose';
import { CODE, decodePacket, PacketError, type ReceivedPacket } from './codec';
import { contactBy, unitContactBuffer } from './contacts';
import { fairQueue } from './fairQueue';
import type { RefusedPacket } from './refusals';
import { otherNames } from './otherNames';
import type { ReportedSession } from './accountingRequest';
import { encodeAnswer, isSigned } from './proofs';

/** The outcome of a packet. Unauthenticated packets are never answered, because an answer would only help an attacker. */
export const OUTCOMES = [
  'answered',
  /** A retransmission that got the first answer again. */
  'repeated',
  'malformed',
  'unknown_unit',
  'wrong_secret',
  'not_signed',
  /** The queue or the database was full, it waited too long, a copy of it is being processed, or its sender is flooding. */
  'dropped',
  /** An unexpected error, such as a lost database connection: the unit retries, or asks another server. */
  'failed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface RadiusService {
  /**
   * Processes a packet, and if it is authenticated sends the answer through `reply`. `service` is the port's purpose, or null for both.
   * Resolves with the outcome once the packet has been processed; never rejects.
   */
  receive: (service: Service | null, bytes: Buffer, from: Sender, reply: (answer: Buffer) => Promise<void>) => Promise<Outcome>;
  counts: () => Record<Outcome, number>;
  /** Waits for work that reports have started, and writes buffered contacts and authentication failures now. */
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
  /** Called for a packet that isn't proven to come from a unit. */
  onRefused?: ((packet: RefusedPacket) => void) | undefined;
}

/**
 * Packets processed concurrently, whose statements are batched (database/batches.ts); and maximum packets waiting: as many as PostgreSQL
 * answers before they are too late. A gateway or a controller reports all its sessions at once when it has been away.
 */
const QUEUE = { atOnce: 48, most: 8192 };

/** Milliseconds after which a queued packet is dropped unprocessed. */
const TOO_LATE = 3000;

/**
 * Log-ins and reports of a network take turns, so that nobody waits to get online until a gateway that was away has reported all its sessions;
 * and so do its units and everybody else there.
 */
const turnOf = (bytes: Buffer, { network, isProven }: Party) =>
  `${bytes[0] === CODE.accountingRequest ? 'reports' : 'log-ins'} of ${isProven ? 'units' : 'others'} ${network}`;

const UNPROVEN: ReadonlySet<Outcome> = new Set(['unknown_unit', 'wrong_secret', 'not_signed']);

export function radiusService({ db, clock, zone, onFailure, onReport, onRefused }: ServiceOptions): RadiusService {
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  const queue = fairQueue(QUEUE);
  const answers = answersBefore();
  const answeredByUnit = unitsOfPackets(db);
  const isFirst = firstSeen();
  const unproven = unprovenPackets();
  const contacts = unitContactBuffer(db, clock, onFailure);
  const misnamed = otherNames(db, contacts.misnamed, onFailure);

  const take = async (
    port: Service | null,
    bytes: Buffer,
    from: Sender,
    { arrived, party, reply }: { arrived: number; party: Party; reply: (answer: Buffer) => Promise<void> },
  ): Promise<Outcome> => {
    const now = performance.now();
    // The unit has retransmitted it meanwhile.
    if (!from.isReliable && now - arrived > TOO_LATE) return 'dropped';
    if (unproven.isFlood(party, now)) return 'dropped';
    const packet = decodePacket(bytes);
    if (typeof packet === 'string') return 'malformed';
    const service = port ?? (packet.code === CODE.accountingRequest ? 'accounting' : 'authentication');
    if (!EXPECTED[service].includes(packet.code)) return 'malformed';
    const key = repetitionKey(service, packet, from);
    const before = answers.get(key);
    if (before) {
      await reply(before);
      return 'repeated';
    }
    if (before === null) return 'dropped';
    answers.set(key, null);
    const answer = await withPriority(URGENCY[service], () => answerTo(service, packet, from)).catch((error: unknown) => {
      // Not an error: the unit will retry.
      if (isBusy(error)) return 'dropped' as const;
      // With the request's Proxy-State, the answer would be too long.
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
    const answer = await answeredByUnit(packet, from, {
      serve: (proven) => served(service, packet, from, proven),
      refuse: refused(packet),
    });
    return answer ?? 'dropped';
  };

  /** Records a packet that isn't proven to come from a unit, for the units it may be from, so that staff see it. */
  const refused =
    (packet: ReceivedPacket) =>
    ({ sent: { address, name }, candidates, proofs }: Unproven): Outcome => {
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

  /** Serves a unit's packet, and records that the unit was heard. */
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
    const { answer, novelty, reported } = serving;
    if (isFirst(packet) && novelty !== 'none') {
      unproven.hasProven(from);
      contacts.record(contactBy(packet, { unitId: unit.id, address, isFresh: novelty === 'certain', now: clock() }));
    }
    if (reported !== undefined && onReport) follow(onReport(reported));
    return answer === null ? 'malformed' : encodeAnswer(packet, answer.code, answer.attributes, secret);
  };

  const following = new Set<Promise<void>>();
  /** Makes `flush` and `close` wait for this work. */
  const follow = (work: Promise<void>) => {
    const done = work.finally(() => following.delete(done));
    following.add(done);
  };

  return {
    receive: (service, bytes, from, reply) => {
      const arrived = performance.now();
      const party = unproven.partyOf(from);
      if (unproven.isFlood(party, arrived)) {
        counts.dropped += 1;
        return Promise.resolve('dropped');
      }
      return new Promise((resolve) => {
        const end = (outcome: Outcome) => {
          counts[outcome] += 1;
          if (UNPROVEN.has(outcome)) unproven.add(party, performance.now());
          resolve(outcome);
        };
        // No packet may crash the process.
        const work = () =>
          take(service, bytes, from, { arrived, party, reply })
            .catch((error: unknown) => {
              onFailure(error);
              return 'failed' as const;
            })
            .then(end);
        if (!queue.add(turnOf(bytes, party), work)) end('dropped');
      });
    },
    counts: () => ({ ...counts }),
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
