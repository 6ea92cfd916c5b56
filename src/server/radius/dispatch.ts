/** Answers authenticated packets: log-ins, reports, and Status-Server. */
import type { Db } from '../database/db';
import { OtherUnitError } from '../access/sessionQueries';
import type { Candidate } from '../units/identityQueries';
import { takeReport, type ReportedSession } from './accountingRequest';
import { answerAccessRequest } from './accessRequest';
import { kindOf } from './attributes';
import { CODE, type Attribute, type ReceivedPacket } from './codec';

export type Service = 'authentication' | 'accounting';

/** Priority by port: a guest waits for a log-in, and the unit gives up after seconds; nobody waits for accounting. */
export const URGENCY = { authentication: 'small', accounting: 'usual' } as const;

/** The kinds of packets that each port takes. */
export const EXPECTED: Record<Service, readonly number[]> = {
  authentication: [CODE.accessRequest, CODE.statusServer],
  accounting: [CODE.accountingRequest, CODE.statusServer],
};

interface Serving {
  db: Db;
  now: Date;
  zone: string;
  /** IP address of the sender. */
  address: string;
  /** Whether it is proven that the unit sent the packet; a unit that can't sign may be exempt from that. */
  isVouched: boolean;
}

export interface Served {
  /** Null if the packet can't be processed. */
  answer: { code: number; attributes: Attribute[] } | null;
  /**
   * Whether the packet contains anything that the database doesn't know: a replayed report contains nothing new, on any replica. Other
   * packets may be replays, which can't be recognised.
   */
  novelty: 'certain' | 'possible' | 'none';
  /** The running session about which it reported something new. */
  reported?: ReportedSession;
}

/** Serves an authenticated packet; `other unit` if the unit has been replaced since it was looked up. */
export const SERVE: Record<Service, (serving: Serving, packet: ReceivedPacket, unit: Candidate) => Promise<Served | 'other unit'>> = {
  authentication: async ({ db, now, zone, address, isVouched }, packet, unit) => {
    if (packet.code === CODE.statusServer) return { answer: { code: CODE.accessAccept, attributes: [] }, novelty: 'possible' };
    const answer = await answerAccessRequest(db, packet, unit, { secret: unit.secret, address, isVouched, now, zone });
    return answer === null ? 'other unit' : { answer, novelty: 'possible' };
  },
  accounting: async ({ db, now, zone }, packet, unit) => {
    const answer = { code: CODE.accountingResponse, attributes: [] };
    if (packet.code === CODE.statusServer) return { answer, novelty: 'possible' };
    const taking = { now, zone, kind: kindOf(packet, unit.kind), distinction: packet.authenticator };
    const reporting = { id: unit.id, uuid: unit.uuid, mac: unit.mac_address, hotspotId: unit.hotspot_id };
    const taken = await takeReport(db, reporting, packet, taking).catch((error: unknown) => {
      if (error instanceof OtherUnitError) return 'other unit' as const;
      throw error;
    });
    if (taken === 'other unit') return taken;
    if (taken === null) return { answer: null, novelty: 'none' };
    const { about, isNew, running } = taken;
    if (about === 'unit') return { answer, novelty: 'possible' };
    return { answer, novelty: isNew ? 'certain' : 'none', ...(isNew && running && { reported: running }) };
  },
};
