import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { guessShade } from '../../../src/app/initialGuess';
import { showShade } from '../../../src/app/shownShade';

const { matchMedia } = window;
const prefer = (scheme: 'dark' | 'light') => {
  window.matchMedia = (query) => ({ matches: query.includes(scheme) }) as MediaQueryList;
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  window.matchMedia = matchMedia;
});

test.each([
  ['dark', 'light', 'dark'],
  ['light', 'dark', 'light'],
  ['system', 'dark', 'dark'],
  ['system', 'light', 'light'],
] as const)('a page with the theme %j stored is first shown to a browser that prefers %j in %s', (theme, preferred, shown) => {
  prefer(preferred);
  localStorage.setItem('persist:preferences', JSON.stringify({ theme: JSON.stringify(theme) }));
  showShade(guessShade());
  expect(document.documentElement.dataset.shade).toBe(shown);
  expect(document.documentElement.style.colorScheme).toBe(shown);
  expect(document.documentElement.style.getPropertyValue('--ground')).toBe(shown === 'dark' ? '#0d141d' : '#f5f7f9');
});

test.each(['{', '{"theme":"violet"}', '{"theme":"\\"violet\\""}'])(
  'a page with %s stored is first shown as the browser prefers',
  (stored) => {
    prefer('dark');
    localStorage.setItem('persist:preferences', stored);
    expect(guessShade()).toBe('dark');
  },
);
