import { describe, expect, test } from '@jest/globals';
import { listTag, okOrNothingFound, onSuccess, pageOrNothing, rowTags } from '../../src/shared/api';
import { readExchanges } from '../support/recordings';

const answer = (status: number) => new Response(null, { status });

describe('the older back end says 404 for an empty list', () => {
  const empties = readExchanges().filter(({ status, response }) => {
    const { message } = (response ?? {}) as { message?: string };
    return status === 404 && message !== undefined;
  });

  test.each([...new Set(empties.map(({ response }) => (response as { message: string }).message))])('"%s"', (message) => {
    expect(okOrNothingFound(answer(404), { message })).toBe(/^No /.test(message));
  });

  test.each([
    ['a mistyped path', 404, { message: 'Route GET:/api/hotspot not found', error: 'Not Found', statusCode: 404 }],
    ["a proxy's page", 404, '<html>No page found!</html>'],
    ['nothing said', 404, null],
    ['a message that is no text', 404, { message: 7 }],
    ['another status with these words', 500, { message: 'No hotspots found!' }],
  ])('but %s stays an error', (_what, status, body) => {
    expect(okOrNothingFound(answer(status), body)).toBe(false);
  });

  test('an answer is an answer', () => {
    expect(okOrNothingFound(answer(200), { data: [], total: 0 })).toBe(true);
  });

  test('it becomes a page without rows', () => {
    expect(pageOrNothing({ message: 'No hotspots found!' })).toEqual({ data: [], total: 0 });
    expect(pageOrNothing({ data: [{ id: 1 }], total: 9 })).toEqual({ data: [{ id: 1 }], total: 9 });
  });
});

test('a list goes stale as a whole and by each of its rows', () => {
  expect(rowTags('Hotspot', [{ id: 7 }])).toEqual([
    { type: 'Hotspot', id: 'LIST' },
    { type: 'Hotspot', id: 7 },
  ]);
  expect(rowTags('Hotspot', undefined)).toEqual([listTag('Hotspot')]);
});

test('after a refusal nothing changed, so nothing is asked for again', () => {
  const tags = onSuccess(listTag('Hotspot'));
  expect(tags(undefined, undefined)).toEqual([listTag('Hotspot')]);
  expect(tags(undefined, { status: 409, data: null })).toEqual([]);
});
