import { expect, test } from '@jest/globals';
import { isPreferences, preferencesSlice } from '../../src/shared/preferences';

const whole = preferencesSlice.getInitialState();

test('what a browser stored before there was paper is kept', () => {
  const { paper_size: _size, paper_of_hotspots: _hotspots, ...older } = whole;
  expect(isPreferences({ ...older, language: 'it' })).toBe(true);
  expect(isPreferences({ ...whole, paper_size: 'letter', paper_of_hotspots: { 7: { hasQr: false, ssid: 'Hotel' } } })).toBe(true);
});

test.each([
  ['a paper that is not offered', { paper_size: 'a3' }],
  ['no list of hotspots', { paper_of_hotspots: null }],
  ['a hotspot without its paper', { paper_of_hotspots: { 7: null } }],
  ['a network that is no text', { paper_of_hotspots: { 7: { hasQr: true, ssid: 5 } } }],
])('%s is not', (_what, broken) => {
  expect(isPreferences({ ...whole, ...broken })).toBe(false);
});
