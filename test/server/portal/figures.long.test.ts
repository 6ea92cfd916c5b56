/** How guests get through the portal: counters per hotspot and day. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { portalVisits } from '../../../src/server/access/portalVisits';
import { portal_figures, portal_tries } from '../../../src/server/database/schema';
import { serve } from '../../support/server/server';

const server = serve({ config: { freeradiusToken: 'token-of-the-portal-8', zone: 'Europe/Rome' } });

beforeEach(async () => {
  await server.db().delete(portal_figures);
  await server.db().delete(portal_tries);
});

describe('stored figures', () => {
  test('are a few rows for a million opens by a bot, which cost little more than a look-up', async () => {
    server.clock.now = new Date('2026-11-23T09:00:00Z');
    const errors: unknown[] = [];
    const visits = portalVisits(
      server.db(),
      () => server.clock.now,
      (error) => void errors.push(error),
    );
    const at = { hotspotId: 2, zone: 'Europe/Rome' };
    const startedAt = performance.now();
    for (let nth = 0; nth < 1_000_000; nth += 1) visits.seen('opened', at, `bot ${nth}`);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    await visits.close();
    expect(errors).toEqual([]);
    const rows = await server.db().select().from(portal_figures).where(eq(portal_figures.hotspot_id, 2));
    expect(rows).toEqual([{ hotspot_id: 2, day: '2026-11-23', what: 'opened', count: 20_000 }]);
  }, 30_000);
});
