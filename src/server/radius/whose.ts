/** Finds the unit of a packet: the units that it may be from, and the one whose secret proves it. */
import type { Db } from '../database/db';
import { ttlCache } from '../ttlCache';
import { plainAddress } from '../units/addresses';
import { candidateUnits, type Candidate, type SentIdentity } from '../units/identityQueries';
import { identifierOf, valueOf, type ReceivedPacket } from './codec';
import { requestProof } from './proofs';

/** Where a packet came from. */
export interface Sender {
  address: string;
  port: number;
  /** Whether the transport is reliable (TLS): such a sender doesn't retransmit a slow packet. */
  isReliable: boolean;
  /** Names proven by a client certificate; undefined without one. */
  names?: readonly string[];
}

/**
 * Cache lifetime of units and their secrets, in milliseconds. Meanwhile a unit may be replaced by another of the same name, or get another
 * secret. So if no cached unit is proven, or it turns out to have been replaced, units are looked up again; in the former case at most once
 * in this time, as anybody can send such packets.
 */
const UNITS_FOR = 10_000;
const LOOKED_UP_AGAIN_AFTER = 1000;
const MAX_UNITS = 5000;
/** Units of packets that nobody has proven are cached apart, so that invented names push out no unit. */
const MAX_UNPROVEN_LOOKUPS = 1000;

/** A packet that isn't proven to come from a unit, and the units that it may be from. */
export interface Unproven {
  sent: SentIdentity;
  candidates: readonly Candidate[];
  proofs: readonly Proof[];
}

/** Returns a function that finds the units of packets, with a cache. */
export function unitsOfPackets(db: Db) {
  const known = ttlCache<Candidate[]>(MAX_UNITS, UNITS_FOR);
  const unproven = ttlCache<Candidate[]>(MAX_UNPROVEN_LOOKUPS, UNITS_FOR);
  const lookedUpAgain = ttlCache<true>(MAX_UNITS, LOOKED_UP_AGAIN_AFTER);
  const lookups = new Map<string, Promise<Candidate[]>>();

  /**
   * Looks up units, once for all packets of a kind that say the same meanwhile: else all packets of a busy unit would, whenever the cache
   * expires. By kind, as a log-in doesn't wait as long for the database as a report.
   */
  const lookedUp = ({ code }: ReceivedPacket, key: string, sent: SentIdentity): Promise<Candidate[]> => {
    const name = `${String(code)} ${key}`;
    const lookup = lookups.get(name) ?? candidateUnits(db, sent).finally(() => lookups.delete(name));
    lookups.set(name, lookup);
    return lookup;
  };

  /**
   * Passes the proven unit of a packet to `serve`; if that finds that the unit has been replaced, looks it up again. Passes packets without
   * a proven unit to `refuse`. Null if the unit was replaced just now; it will send the packet again.
   */
  return async <A, R>(
    packet: ReceivedPacket,
    from: Sender,
    { serve, refuse }: { serve: (proven: Proof) => Promise<A | 'other unit'>; refuse: (unproven: Unproven) => R },
  ): Promise<A | R | null> => {
    const sent = sentIn(packet, from);
    const key = JSON.stringify(sent);
    const remembered = known.get(key) ?? unproven.get(key);
    if (remembered) {
      const proofs = proofsOf(packet, remembered, from);
      const proven = certain(proofs);
      if (!proven && lookedUpAgain.get(key)) return refuse({ sent, candidates: remembered, proofs });
      const answer = proven ? await serve(proven) : 'other unit';
      if (answer !== 'other unit') return answer;
      lookedUpAgain.set(key, true);
    }
    const candidates = await lookedUp(packet, key, sent);
    const proofs = proofsOf(packet, candidates, from);
    const proven = certain(proofs);
    (proven ? known : unproven).set(key, candidates);
    if (!proven) return refuse({ sent, candidates, proofs });
    const answer = await serve(proven);
    return answer === 'other unit' ? null : answer;
  };
}

/** What a packet says about its unit. */
const sentIn = (packet: ReceivedPacket, from: Sender): SentIdentity => ({
  address: plainAddress(from.address),
  name: identifierOf(packet, 'NAS-Identifier'),
  calledStation: valueOf(packet, 'Called-Station-Id') ?? '',
  location: valueOf(packet, 'WISPr-Location-ID') ?? '',
});

/** The unit among those with a proof: the first that the packet names exactly, or the only one with a similar name. */
function certain(proofs: readonly Proof[]): Proof | undefined {
  const proven = proofs.filter(({ proof }) => proof === 'proven');
  const exact = proven.find(({ unit }) => !unit.isSimilar);
  const isOnlyOne = new Set(proven.map(({ unit }) => unit.id)).size === 1;
  return exact ?? (isOnlyOne ? proven[0] : undefined);
}

/** The fixed shared secret inside TLS (RFC 6614), where certificates authenticate the unit. */
const SECRET_IN_TLS = 'radsec';

/** A unit that a packet may be from, and whether one of its secrets proves that. */
export interface Proof {
  unit: Candidate;
  secret: string;
  proof: ReturnType<typeof requestProof>;
}

/**
 * Checks a packet against the units' secrets and, over TLS, against the names in the client's certificate. A unit that can't sign its
 * Access-Requests may be exempt if it has a fixed address; unsigned requests are then accepted from that address only, unless another unit
 * proved to be there first.
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
