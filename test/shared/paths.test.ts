import { expect, test } from '@jest/globals';
import { listOfHotspot } from '../../src/shared/paths';

test("the link to a hotspot's list is the list's address with a filter", () => {
  expect(listOfHotspot('guests', 7, { guests: { path: '/users' } })).toBe('/users?hotspotId=7');
});

test('no link leads to a screen that the console lacks', () => {
  expect(listOfHotspot('guests', 7, { units: { path: '/units' } })).toBeUndefined();
});
