import { expect, test } from '@jest/globals';
import { startExistingBackEnd } from '../support/existingBackEnd';
import { passwordOf, readExchanges } from '../support/recordings';
import { callerOf, login, serve, type Caller } from '../support/server';
import { differences } from './compare';
import { expectationOf } from './expectations';

const server = serve();

/** What the stand-in takes back. What is left are differences of who may see what, of secrets and of order. */
const TAKEN_BACK = [
  'Empty list: 200',
  'Empty list: 200 (the two sets of expired guests)',
  'Unset time: null',
  'GET /api/hotspots/{id} has the two disclaimer ids too',
];

test('what journeys take for an existing back end answers every recorded read as that did', async () => {
  const existing = await startExistingBackEnd(server.url());
  const tokens = new Map<string, Promise<string>>();
  const callerFor = (as: string | null): Caller => {
    const nobody = callerOf(() => existing.url);
    if (as === null) return nobody;
    const token = tokens.get(as) ?? (as === '__bad__' ? Promise.resolve('wrong') : login(nobody, as, passwordOf(as)));
    tokens.set(as, token);
    return callerOf(
      () => existing.url,
      () => token,
    );
  };
  // Reads come first in the recording, of the rows as the fixture has them; a unit that registers a device ends that.
  const exchanges = readExchanges().filter(({ path }) => !/log(in|out)$/.test(path));
  const reads = exchanges.slice(
    0,
    exchanges.findIndex(({ method, path }) => method !== 'GET' || path.startsWith('/wax/register/')),
  );
  expect(reads.length).toBeGreaterThan(300);
  const wrong: unknown[] = [];
  for (const exchange of reads) {
    const { status, response } = expectationOf(exchange, TAKEN_BACK);
    const answer = await callerFor(exchange.as).get(exchange.path);
    const problems =
      answer.status === status ? differences(response, answer.body, status >= 400 ? ['error'] : []) : [`status ${answer.status}`];
    if (problems.length > 0) wrong.push([`${exchange.path} as ${String(exchange.as)}`, ...problems]);
    for (const header of ['x-total-count', 'x-sort', 'x-order', 'etag']) expect(answer.headers.get(header)).toBeNull();
  }
  await existing.close();
  expect(wrong).toEqual([]);
});
