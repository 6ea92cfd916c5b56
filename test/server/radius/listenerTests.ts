import { afterAll, beforeAll, expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { unit_contacts, units, type users } from '../../../src/server/database/schema';
import { attribute, CODE, type Attribute } from '../../../src/server/radius/codec';
import type { RadiusListener } from '../../../src/server/radius/listener';
import type { Outcome } from '../../../src/server/radius/service';
import { encodeRequest } from '../../../src/server/radius/proofs';
import { RADIUS_SECRET as SECRET } from '../../support/radius/freeradius';
import { guestWithVoucher, listenOnFreePorts, setOnlyPreferences } from '../../support/radius/radius';
import { serve } from '../../support/server/server';
import { insertUnit } from '../../factories/rows';

export const failures: unknown[] = [];

export const HOTSPOT = 1;
export const NOW = new Date('2026-11-22T09:30:00Z');
export const UNIT = { uuid: 'radius-unit', mac_address: '00-11-22-33-44-55', name: 'Lobby router', secret: SECRET };

export const encoded = (attributes: Attribute[], hidden?: (authenticator: Buffer) => Attribute[]) =>
  encodeRequest(
    { code: CODE.accessRequest, id: 9, attributes: [attribute('NAS-Identifier', 'radius-unit'), ...attributes] },
    SECRET,
    hidden,
  );

/** A server that listens for RADIUS, with a unit that has a secret and one that has none. No packet may fail unexpectedly. */
export function listening() {
  let radius: RadiusListener | undefined;
  // Before the database closes.
  afterAll(async () => {
    await radius?.close();
    expect(failures).toEqual([]);
  });
  const server = serve();
  beforeAll(async () => {
    const db = server.db();
    await insertUnit(db, { ...UNIT, hotspot_id: HOTSPOT, created: NOW });
    await insertUnit(db, { ...UNIT, uuid: 'silent-unit', mac_address: '00-11-22-33-44-66', secret: '', hotspot_id: HOTSPOT, created: NOW });
    await setOnlyPreferences(db, HOTSPOT, { voucher_login: 'true' });
    radius = await listenOnFreePorts({ db, clock: () => NOW, onFailure: (error) => void failures.push(error) });
  });
  const flush = async () => radius?.flush();
  return {
    server,
    port: (service: 'authentication' | 'accounting') => {
      if (!radius) throw new Error('it listens only in tests');
      return radius.ports[service];
    },
    counted: (outcome: Outcome) => radius?.counts()[outcome] ?? 0,
    flush,
    voucher: (code: string, different: Partial<typeof users.$inferInsert> = {}) =>
      guestWithVoucher(server.db(), { hotspot_id: HOTSPOT, code, created: NOW }, different),
    /** What is known about when and how a unit was last heard. */
    contactOf: async (uuid: string) => {
      await flush();
      const rows = await server
        .db()
        .select({ contact: unit_contacts })
        .from(unit_contacts)
        .innerJoin(units, eq(units.id, unit_contacts.unit_id))
        .where(eq(units.uuid, uuid));
      return rows[0]?.contact;
    },
    newUnit: (uuid: string) =>
      server
        .db()
        .insert(units)
        .values({ ...UNIT, uuid, mac_address: uuid, name: uuid, hotspot_id: HOTSPOT, created: NOW }),
  };
}
