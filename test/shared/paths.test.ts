import { expect, test } from '@jest/globals';
import { listOfHotspot } from '../../src/shared/paths';

test('a list of one hotspot is where the list is, narrowed', () => {
  expect(listOfHotspot('guests', 7, { guests: { path: '/users' } })).toBe('/users?hotspotId=7');
});

test('to a screen that the console does not have, nothing leads', () => {
  expect(listOfHotspot('guests', 7, { units: { path: '/units' } })).toBeUndefined();
});
