import { expect, test } from '@jest/globals';
import { listTag, onSuccess, rowTags } from '../../src/shared/api';

test('tags a list as a whole and by each of its rows', () => {
  expect(rowTags('Hotspot', [{ id: 7 }])).toEqual([
    { type: 'Hotspot', id: 'LIST' },
    { type: 'Hotspot', id: 7 },
  ]);
  expect(rowTags('Hotspot', undefined)).toEqual([listTag('Hotspot')]);
});

test('invalidates nothing after a refused change', () => {
  const tags = onSuccess(listTag('Hotspot'));
  expect(tags(undefined, undefined)).toEqual([listTag('Hotspot')]);
  expect(tags(undefined, { status: 409, data: null })).toEqual([]);
});
