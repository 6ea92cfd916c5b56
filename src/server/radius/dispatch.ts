/** What answers an authenticated packet: log-ins, reports, and questions whether we are there. */
import type { Db } from '../database/db';
import { OtherUnitError } from '../access/sessionQueries';
import type { Candidate } from '../units/identityQueries';
import { takeReport, type ReportedSession } from './accountingRequest';
import { answerAccessRequest } from './accessRequest';
import { kindOf } from './attributes';
import { CODE, type Attribute, type ReceivedPacket } from './codec';

export type Service = 'authentication' | 'accounting';

/** A guest waits for the log-in, and a unit gives up after seconds; nobody waits for accounting. */
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
  /** Of the sender. */
  address: string;
  /** Whether the packet proves that the unit sent it; a unit that can't sign may be exempted from that. */
  isVouched: boolean;
}

export interface Served {
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
export const SERVE: Record<Service, (serving: Serving, packet: ReceivedPacket, unit: Candidate) => Promise<Served | 'other unit'>> = {
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
