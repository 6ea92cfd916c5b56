import { describe, expect, test } from '@jest/globals';
import { lowContrastOf, readColour } from '../../../src/features/portal-designer/contrast';
import { textOn } from '../../../src/portal/colour';
import { lookOf } from '../../../src/portal/portalLook';
import { HOTSPOT_PREFERENCE_DEFAULTS } from '../../../src/contract/plain/hotspotPreferences';

type Change = Partial<Record<keyof typeof HOTSPOT_PREFERENCE_DEFAULTS, string>>;

const look = (change: Change) =>
  lookOf(Object.entries({ ...HOTSPOT_PREFERENCE_DEFAULTS, ...change }).map(([key, value]) => ({ key, value })));
const text = (change: Change) => lowContrastOf(look(change), 'captive_84_text_color');
const title = (change: Change) => lowContrastOf(look(change), 'captive_83_title_color');

describe('parsing colours', () => {
  test.each([
    ['#1f6feb', { r: 31, g: 111, b: 235, a: 1 }],
    ['#FFF', { r: 255, g: 255, b: 255, a: 1 }],
    ['#0008', { r: 0, g: 0, b: 0, a: 136 / 255 }],
    ['#ffffffee', { r: 255, g: 255, b: 255, a: 238 / 255 }],
  ])('accepts %s', (written, colour) => {
    expect(readColour(written)?.toRgb()).toEqual(colour);
  });

  test.each(['', 'red', '#12', '#12345', 'rgb(0,0,0)', '#ggg', 'url(x)'])('rejects "%s"', (written) => {
    expect(readColour(written)).toBeNull();
  });

  test.each(['#1f6feb', '#ffffffee', '#00000000'])('writes %s as it was read', (written) => {
    expect(readColour(written)?.toHexString()).toBe(written);
  });

  test.each([
    ['#ffffff', '#000000'],
    ['#0b4f6c', '#ffffff'],
    ['#ffd400', '#000000'],
    ['nothing', '#000000'],
  ])('puts on %s the text colour %s', (ground, expected) => {
    expect(textOn(ground)).toBe(expected);
  });
});

describe('contrast', () => {
  test('the default look of a hotspot is legible', () => {
    expect(text({})).toBeNull();
    expect(title({})).toBeNull();
  });

  test('#767676 on white passes for text and #777777 fails, without rounding up', () => {
    expect(text({ captive_84_text_color: '#767676' })).toBeNull();
    expect(text({ captive_84_text_color: '#777777' })).toEqual({ ratio: 4.4, needed: 4.5 });
  });

  test('the title passes at 3 to 1, because it is large and bold', () => {
    expect(title({ captive_83_title_color: '#949494' })).toBeNull();
    expect(title({ captive_83_title_color: '#aaaaaa' })).toEqual({ ratio: 2.3, needed: 3 });
  });

  test('counts the background behind a translucent container', () => {
    const black = { captive_84_text_color: '#000000', captive_82_container_bg_color: '#ffffff00' };
    expect(text({ ...black, captive_7_background: '#ffffff' })).toBeNull();
    expect(text({ ...black, captive_7_background: '#101010' })).toMatchObject({ ratio: 1.1 });
  });

  test('assumes both a light and a dark picture behind a translucent container', () => {
    const through = { captive_82_container_bg_color: '#ffffff80', captive_7_background: '#ffffff', captive_84_text_color: '#4a4a4a' };
    expect(text(through)).toBeNull();
    expect(text({ ...through, captive_81_bg_image: 'data:image/png;base64,AAAA' })).toMatchObject({ ratio: 2.2 });
    expect(text({ captive_81_bg_image: 'data:image/png;base64,AAAA' })).toBeNull();
  });

  test('reports no contrast for an invalid colour', () => {
    expect(text({ captive_84_text_color: 'grey' })).toBeNull();
  });
});
