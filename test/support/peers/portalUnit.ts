import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { hotspot_preferences } from '../../../src/server/database/schema';
import type { RadiusListener } from '../../../src/server/radius/listener';
import { listenOnFreePorts, setOnlyPreferences } from '../radius/radius';
import type { TestServer } from '../server/server';
import { insertUnit } from '../../factories/rows';

const HOTSPOT = 1;
const FIRST = new Date('2026-11-22T09:30:00Z');

/** Sets preferences of a hotspot. */
export async function setPreferences(server: TestServer, hotspot_id: number, values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values))
    await server
      .db()
      .insert(hotspot_preferences)
      .values({ hotspot_id, key, value })
      .onConflictDoUpdate({ target: [hotspot_preferences.hotspot_id, hotspot_preferences.key], set: { value } });
}

/**
 * A unit of the first hotspot that uses RADIUS and nothing else. The hotspot has only these preferences; the others have their defaults.
 */
export function portalUnit(server: TestServer, preferences: Record<string, string> = {}) {
  const UNIT = { uuid: 'portal-unit', mac: '00-11-22-33-44-55', secret: 'secret of the portal unit' };
  const failures: unknown[] = [];
  let radius: RadiusListener | undefined;

  const later = (seconds: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000);
  };
  /** Sets preferences, and moves the clock until the cached ones have expired. */
  const prefer = async (values: Record<string, string>) => {
    await setPreferences(server, HOTSPOT, values);
    later(5);
  };
  const listen = (secondsBehind = 0) =>
    listenOnFreePorts({
      db: server.db(),
      clock: () => new Date(server.clock.now.getTime() - secondsBehind * 1000),
      onFailure: (error) => void failures.push(error),
    });

  beforeAll(async () => {
    server.clock.now = FIRST;
    await insertUnit(server.db(), {
      hotspot_id: HOTSPOT,
      uuid: UNIT.uuid,
      mac_address: UNIT.mac,
      name: 'Portal unit',
      secret: UNIT.secret,
      created: FIRST,
    });
    await setOnlyPreferences(server.db(), HOTSPOT, preferences);
    radius = await listen();
  });
  afterEach(() => {
    expect(failures).toEqual([]);
  });
  afterAll(() => radius?.close());

  return {
    HOTSPOT,
    FIRST,
    UNIT,
    later,
    prefer,
    /** The options for a simulated gateway of this unit, by the phone's MAC address. */
    gatewayOf: (deviceMac: string) => ({
      portal: server.url,
      ports: () => radius?.ports ?? { authentication: 0, accounting: 0 },
      unit: UNIT,
      deviceMac,
    }),
    /** Runs `work` while the unit uses another server, whose clock may be behind. */
    withAnotherServer: async (work: () => Promise<void>, { secondsBehind = 0 } = {}) => {
      const first = radius;
      radius = await listen(secondsBehind);
      try {
        await work();
      } finally {
        await radius.close();
        radius = first;
      }
    },
  };
}
