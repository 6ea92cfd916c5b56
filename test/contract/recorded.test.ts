import { expect, test } from '@jest/globals';
import { readExchanges } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { NOT_YET } from './notYet';
import { RECORDED_WEBHOOKS, replay, surprisesIn, type Endpoints } from './replay';

const server = serve({ webhooks: RECORDED_WEBHOOKS });

test('the recorded exchanges are answered as recorded, except for listed gaps', async () => {
  const endpoints = await replay(server, readExchanges());
  report(endpoints);
  expect(surprisesIn(endpoints)).toEqual([]);
  expect(Object.keys(NOT_YET).filter((endpoint) => !endpoints.has(endpoint))).toEqual([]);
}, 300_000);

/** Prints the figures by endpoint, and which deliberate differences were applied how often. */
function report(endpoints: Endpoints): void {
  const lines = [...endpoints].sort().map(([endpoint, replayed]) => {
    const failed = replayed.filter(({ problems }) => problems.length > 0).length;
    const why = failed > 0 ? `, ${failed} not yet: ${NOT_YET[endpoint]?.because ?? 'not listed!'}` : '';
    return `  ${endpoint.padEnd(50)} ${replayed.length - failed} passed${why}`;
  });
  const all = [...endpoints.values()].flat();
  const passed = all.filter(({ problems }) => problems.length === 0);
  const reasons = passed.flatMap(({ expected }) => expected.because);
  const differently = [...new Set(reasons)].map(
    (says) => `  ${String(reasons.filter((reason) => reason === says).length).padStart(4)} ${says}`,
  );
  process.stderr.write(
    [
      `Recorded exchanges on ${globalThis.PORTICO_TEST_ENGINE}:`,
      ...lines,
      `${passed.length} of ${all.length} passed. Of these, other than recorded because docs/wire.md says:`,
      ...differently,
      '',
    ].join('\n'),
  );
}
