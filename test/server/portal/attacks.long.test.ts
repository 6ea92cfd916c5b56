import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { access_events, login_tokens, portal_tries, users } from '../../../src/server/database/schema';
import { serve } from '../../support/server/server';
import { UNIT, OTHER, prepare, watchedBy } from './attacksTests';

const server = serve({ config: { freeradiusToken: 'token-of-the-portal-2', trustProxy: ['loopback'] } });

beforeAll(async () => {
  await prepare(server, [UNIT, OTHER]);
});
beforeEach(async () => {
  server.clock.now = new Date(server.clock.now.getTime() + 11 * 60_000);
  await server.db().delete(portal_tries);
});

const watched = watchedBy(server);
describe('the pages of the portal', () => {
  test('store nothing when they are opened again and again', async () => {
    const count = async () => [
      await server.db().$count(portal_tries),
      await server.db().$count(login_tokens),
      await server.db().$count(users),
      await server.db().$count(access_events),
    ];
    const before = await count();
    const { chilli } = watched();
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        Array.from({ length: 20 }, async () =>
          (await fetch(chilli.open(), { headers: { 'X-Forwarded-For': '203.0.113.77' } })).arrayBuffer(),
        ),
      );
    expect(await count()).toEqual(before);
  });
});
