/** Concurrent changes based on the same version: one wins, and the others are refused. */
import { expect, test } from '@jest/globals';
import { accountIdOf, fixture } from '../../support/backEnd/recordings';
import { serve } from '../../support/server/server';

const server = serve();

test.each<[string, string, (n: number) => object]>([
  ['hotspots', '/api/hotspots/1', (n) => ({ description: `Change ${n}` })],
  ['hotspots by their disclaimers', '/api/hotspots/2', (n) => ({ privacy_disclaimer_id: 1, business_dpo: `Change ${n}` })],
  ['accounts', `/api/accounts/${accountIdOf('desk11')}`, (n) => ({ name: `Change ${n}` })],
  ['guests', '/api/users/1', (n) => ({ kbps_down: 1000 + n })],
  ['archived guests', `/api/users_expired/${Number(fixture.tables.user_histories?.[0]?.id)}`, (n) => ({ name: `Change ${n}` })],
  ['disclaimers', '/api/disclaimers/1', (n) => ({ title: `Change ${n}` })],
])('one of twelve concurrent changes with the same ETag succeeds on %s', async (_what, path, change) => {
  const seen = (await server.as('admin').get(path)).headers.get('ETag') ?? '';
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => server.as('admin').put(path, change(n), { 'If-Match': seen })));
  const winners = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []));
  expect(winners).toHaveLength(1);
  const now = await server.as('admin').get(path);
  expect(now.body).toMatchObject(change(winners[0] ?? -1));
  // Whether an account has a second factor changes by itself.
  const { second_factor: _, ...current } = now.body as { second_factor?: boolean };
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(answer).toMatchObject({
      status: 412,
      body: { code: 'stale', current, etag: now.headers.get('ETag') },
    });
  }
});
