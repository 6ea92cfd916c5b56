import { expect, test } from '@jest/globals';
import { existingConsoleOf } from '../support/backEnd/existingConsole';
import { readExistingReads, type Exchange } from '../support/backEnd/recordings';
import { serve } from '../support/server/server';
import { isRecord } from './compare';

const server = serve();
const existing = existingConsoleOf(server.url);

/**
 * Not compared: pages that our server refuses, orders that existing back ends ignore, and ids of 0, which mean "all" to our server
 * (docs/wire.md#paging-sorting-totals).
 */
const NOT_COMPARED = /[?&](page|limit)=(0|-|abc)|[?&](hotspot|user|unit)=0(&|$)|[?&](sort|order)=/;
/** Recorded searches are in the order of the join that found the rows. */
const SEARCHED = /[?&]q=[^&]/;
/** Existing back ends don't sort: only pages that don't contain all rows are in the order of an index, by hotspot and id. */
const isFull = ({ path, response }: Exchange) => idsIn(response).length === Number(/[?&]limit=(\d+)/.exec(path)?.[1]);

test('pages of sessions hold the recorded rows in their order if the query names none', async () => {
  const recorded = readExistingReads().filter(
    (each) => /^\/api\/(sessions|histories)\?/.test(each.path) && each.status === 200 && isFull(each),
  );
  const compared = recorded.filter(({ path }) => !NOT_COMPARED.test(path) && !SEARCHED.test(path));
  expect(compared.length).toBeGreaterThan(15);
  const wrong: unknown[] = [];
  for (const { as, path, response } of compared) {
    const { body } = await existing(as).get(path);
    const [expected, actual] = [idsIn(response), idsIn(body)];
    if (JSON.stringify(expected) !== JSON.stringify(actual)) wrong.push({ as, path, expected, actual });
  }
  expect(wrong).toEqual([]);
}, 120_000);

test('our own console gets the newest first', async () => {
  const { body, headers } = await server.as('admin').get('/api/histories?limit=50');
  const starts = (body as { data: { start_time: string }[] }).data.map(({ start_time }) => start_time);
  expect(starts).toEqual([...starts].sort().reverse());
  expect([headers.get('X-Sort'), headers.get('X-Order')]).toEqual(['start_time', 'desc']);
});

test('an order that the query names is used', async () => {
  const { body, headers } = await existing('admin').get('/api/histories?limit=50&order=desc');
  expect([headers.get('X-Sort'), headers.get('X-Order')]).toEqual(['start_time', 'desc']);
  // The rows themselves differ: only the existing console gets secrets of units.
  expect(idsIn(body)).toEqual(idsIn((await server.as('admin').get('/api/histories?limit=50')).body));
  expect(idsIn(body)).toHaveLength(50);
});

const idsIn = (answer: unknown): unknown[] => {
  const rows: unknown[] = isRecord(answer) && Array.isArray(answer.data) ? answer.data : [];
  return rows.map((row) => (isRecord(row) ? row.id : row));
};
