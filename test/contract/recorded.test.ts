import { expect, test } from '@jest/globals';
import { readExchanges, type Exchange } from '../support/backEnd/recordings';
import { existingConsoleOf } from '../support/backEnd/existingConsole';
import { serve, type Answer } from '../support/server/server';
import { differences, isRecord, refusalDifferences } from './compare';
import { expectationOf, type Expectation } from './expectations';
import { NOT_YET } from './notYet';

/** The recorded integration platforms: one accepts, one fails. */
const server = serve({
  webhooks: { post: async ({ url }) => ({ status: url.endsWith('/hook-bad') ? 500 : 200, body: '' }), mayCall: async () => true },
});

test('the recorded exchanges are answered as recorded, except for listed gaps', async () => {
  const endpoints = new Map<string, Replayed[]>();
  for (const exchange of readExchanges()) {
    const endpoint = endpointOf(exchange);
    const expected = expectationOf(exchange);
    const problems = problemsOf(exchange, expected, await send(exchange));
    endpoints.set(endpoint, [...(endpoints.get(endpoint) ?? []), { exchange, expected, problems }]);
  }
  report(endpoints);

  const failures = [...endpoints].map(([endpoint, replayed]) => ({
    endpoint,
    failed: replayed.filter(({ problems }) => problems.length > 0),
  }));
  // Exactly as many as listed: one more is a bug, and if one works now, the list must be shortened.
  const surprises = failures.filter(({ endpoint, failed }) => failed.length !== (NOT_YET[endpoint]?.exchanges ?? 0));
  expect(
    surprises.map(({ endpoint, failed }) => ({
      endpoint,
      listed: NOT_YET[endpoint]?.exchanges ?? 0,
      failed: failed.map(({ exchange, problems }) => [`${exchange.name}, as ${exchange.as ?? 'nobody'}`, ...problems]),
    })),
  ).toEqual([]);
  expect(Object.keys(NOT_YET).filter((endpoint) => !endpoints.has(endpoint))).toEqual([]);
}, 300_000);

interface Replayed {
  exchange: Exchange;
  expected: Expectation;
  problems: string[];
}

const existing = existingConsoleOf(server.url);

function send({ as: recordedAs, method, path, body }: Exchange): Promise<Answer> {
  // Recorded without a token, which our server demands: docs/wire.md.
  const as = recordedAs === null && path.startsWith('/wax/register/mac/') ? 'reseller1' : recordedAs;
  return existing(as).call(method, path, body);
}

function problemsOf({ path }: Exchange, { status, response }: Expectation, answer: Answer): string[] {
  // An unknown route answers 404 like a missing object; only the message tells them apart.
  if (isRecord(answer.body) && answer.body.message === 'API not found' && path !== '/api/nope') return ['not built'];
  if (answer.status !== status) return [`status ${status} expected, got ${answer.status} ${JSON.stringify(answer.body)}`];
  return status >= 400 ? refusalDifferences(response, answer.body) : differences(response, answer.body);
}

/** An exchange's method and path without its ids. An export counts apart from its list. */
function endpointOf({ method, path }: Exchange): string {
  const [pathname = '', query = ''] = path.split('?');
  const pattern = pathname
    .replace(/\/\d+(?=\/|$)/g, '/:id')
    .replace(/\/mac\/[^/]+/, '/mac/:mac')
    .replace(/\/privacy\/[^/]+/, '/privacy/:uuid');
  return `${method} ${pattern}${query.includes('csv=true') ? '?csv' : ''}`;
}

/** Prints the figures by endpoint, and which deliberate differences were applied how often. */
function report(endpoints: Map<string, Replayed[]>): void {
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
