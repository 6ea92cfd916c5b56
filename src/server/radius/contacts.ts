/**
 * Remembers when units were last heard from, and senders that failed to authenticate. Buffered in memory and written every few seconds:
 * packets arrive faster than rows should be updated, and an attacker's packets cost no writes of their own.
 */
import type { Db } from '../database/db';
import { startJob } from '../backgroundJob';
import { unitDayNotes } from '../units/availabilityQueries';
import { clockAhead, kindOf, repeatableIdentifier, softwareIn } from './attributes';
import type { Packet } from './codec';
import { type Refusal, type OtherName, writeContacts, writeRefusals, writeOtherNames, type Contact, type Unproven } from './contactQueries';

export interface UnitContacts {
  record: (contact: Contact) => void;
  refused: (unitIds: readonly number[], address: string, outcome: Unproven) => void;
  /** Call for a packet made with the secret of these units that names none of them. */
  misnamed: (unitIds: readonly number[], from: { address: string; name: string }) => void;
  /** Writes the buffer now. */
  flush: () => Promise<void>;
  close: () => Promise<void>;
}

/** The stored part of a name: 100 characters, without half of a surrogate pair. */
const MAX_NAME = /^.{0,100}/su;

const FLUSH_EVERY = 5000;

/** Limit on senders buffered between two writes, so that spoofed addresses don't fill memory, and on senders stored per unit. */
const MAX_GATHERED = 1000;

/** What a RADIUS packet says about its unit. */
export const contactBy = (packet: Packet, { now, ...from }: Pick<Contact, 'unitId' | 'address' | 'isFresh'> & { now: Date }): Contact => ({
  ...from,
  kind: kindOf(packet),
  clockAhead: clockAhead(packet, now),
  software: softwareIn(packet),
  isHttpSigned: null,
  nasIdentifier: repeatableIdentifier(packet),
});

/** Failed writes go to `onFailure` and are not retried; losing such status data is acceptable. */
export function unitContactBuffer(db: Db, clock: () => Date, onFailure: (error: unknown) => void): UnitContacts {
  let contacts = new Map<number, Contact>();
  let refusals = new Map<string, Refusal>();
  let names = new Map<string, OtherName>();
  const noteDays = unitDayNotes(db);

  const flush = async () => {
    const [received, refused, misnamed] = [[...contacts.values()], [...refusals.values()], [...names.values()]];
    contacts = new Map();
    refusals = new Map();
    names = new Map();
    try {
      if (received.length > 0) {
        const now = clock();
        await writeContacts(db, received, now);
        await noteDays(
          received.map(({ unitId }) => unitId),
          now,
        );
      }
      if (refused.length > 0) await writeRefusals(db, refused, clock());
      if (misnamed.length > 0) await writeOtherNames(db, misnamed, clock());
    } catch (error) {
      onFailure(error);
    }
  };
  const rounds = startJob(async () => {
    await flush();
    return FLUSH_EVERY;
  }, FLUSH_EVERY);

  return {
    record: (contact) => {
      // Only some packets carry a timestamp or a software version, so keep the earlier values.
      const before = contacts.get(contact.unitId);
      const clockAhead = contact.clockAhead ?? before?.clockAhead ?? null;
      const known = before && before.address !== '' && !contact.isFresh ? before : contact;
      const isHttpSigned = contact.isHttpSigned ?? before?.isHttpSigned ?? null;
      const nasIdentifier = contact.nasIdentifier ?? before?.nasIdentifier ?? null;
      const software = contact.software || (before?.software ?? '');
      contacts.set(contact.unitId, { ...known, clockAhead, isHttpSigned, nasIdentifier, software });
    },
    refused: (unitIds, address, outcome) => {
      for (const unit_id of unitIds) {
        const key = `${unit_id} ${address} ${outcome}`;
        const before = refusals.get(key);
        if (before) before.packets += 1;
        else if (refusals.size < MAX_GATHERED) refusals.set(key, { unit_id, address, outcome, packets: 1 });
      }
    },
    misnamed: (unitIds, { address, name: whole }) => {
      const [name] = MAX_NAME.exec(whole) ?? [''];
      for (const unit_id of unitIds) {
        const key = `${unit_id} ${address} ${name}`;
        const before = names.get(key);
        if (before) before.packets += 1;
        else if (names.size < MAX_GATHERED) names.set(key, { unit_id, address, name, packets: 1 });
      }
    },
    flush,
    close: async () => {
      await rounds.stop();
      await flush();
    },
  };
}
