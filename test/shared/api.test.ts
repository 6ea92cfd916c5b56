import { expect, test } from '@jest/globals';
import { listTag, onSuccess, rowTags } from '../../src/shared/api';

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
