/** Replays recorded exchanges, and compares what is answered with what was recorded. */
import { existingConsoleOf } from '../support/backEnd/existingConsole';
import type { Exchange } from '../support/backEnd/recordings';
import type { Answer, TestServer } from '../support/server/server';
import type { Webhooks } from '../../src/server/messages/webhooks';
import { differences, isRecord, refusalDifferences } from './compare';
import { expectationOf, type Expectation } from './expectations';
import { NOT_YET } from './notYet';

interface Replayed {
  exchange: Exchange;
  expected: Expectation;
  problems: string[];
}

/** What was replayed, by method and path without ids. An export counts apart from its list. */
export type Endpoints = Map<string, Replayed[]>;

/** The recorded integration platforms: one accepts, one fails. */
export const RECORDED_WEBHOOKS: Webhooks = {
  post: async ({ url }) => ({ status: url.endsWith('/hook-bad') ? 500 : 200, body: '' }),
  refusalOf: async () => null,
};

/** Sends the exchanges in their order. `between` runs once, before the exchange with this number. */
export async function replay(
  server: Pick<TestServer, 'url'>,
  exchanges: readonly Exchange[],
  between?: { before: number; run: () => Promise<void> },
): Promise<Endpoints> {
  const existing = existingConsoleOf(server.url);
  const endpoints: Endpoints = new Map();
  for (const [nth, exchange] of exchanges.entries()) {
    if (between?.before === nth) await between.run();
    const endpoint = endpointOf(exchange);
    const { as: recordedAs, method, path, body } = exchange;
    // Recorded without a token, which our server demands: docs/wire.md.
    const as = recordedAs === null && path.startsWith('/wax/register/mac/') ? 'reseller1' : recordedAs;
    const expected = expectationOf(exchange);
    const problems = problemsOf(exchange, expected, await existing(as).call(method, path, body));
    endpoints.set(endpoint, [...(endpoints.get(endpoint) ?? []), { exchange, expected, problems }]);
  }
  return endpoints;
}

/** Exactly as many gaps as listed: one more is a bug, and if one works now, the list must be shortened. */
export function surprisesIn(endpoints: Endpoints) {
  const failures = [...endpoints].map(([endpoint, replayed]) => ({
    endpoint,
    listed: NOT_YET[endpoint]?.exchanges ?? 0,
    failed: replayed.filter(({ problems }) => problems.length > 0),
  }));
  return failures
    .filter(({ listed, failed }) => failed.length !== listed)
    .map(({ endpoint, listed, failed }) => ({
      endpoint,
      listed,
      failed: failed.map(({ exchange, problems }) => [`${exchange.name}, as ${exchange.as ?? 'nobody'}`, ...problems]),
    }));
}

function problemsOf({ path }: Exchange, { status, response }: Expectation, answer: Answer): string[] {
  // An unknown route answers 404 like a missing object; only the message tells them apart.
  if (isRecord(answer.body) && answer.body.message === 'API not found' && path !== '/api/nope') return ['not built'];
  if (answer.status !== status) return [`status ${status} expected, got ${answer.status} ${JSON.stringify(answer.body)}`];
  return status >= 400 ? refusalDifferences(response, answer.body) : differences(response, answer.body);
}

function endpointOf({ method, path }: Exchange): string {
  const [pathname = '', query = ''] = path.split('?');
  const pattern = pathname
    .replace(/\/\d+(?=\/|$)/g, '/:id')
    .replace(/\/mac\/[^/]+/, '/mac/:mac')
    .replace(/\/privacy\/[^/]+/, '/privacy/:uuid');
  return `${method} ${pattern}${query.includes('csv=true') ? '?csv' : ''}`;
}
