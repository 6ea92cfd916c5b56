import { describe, expect, test } from '@jest/globals';
import { latinLetter, stepByKeys } from '../../src/shared/keys';

describe('a key press', () => {
  const NONE = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

  test.each([
    [{ ctrlKey: true, key: 'z' }, 'undone'],
    [{ metaKey: true, key: 'z' }, 'undone'],
    [{ ctrlKey: true, shiftKey: true, key: 'Z' }, 'redone'],
    [{ ctrlKey: true, key: 'y' }, 'redone'],
    // Cyrillic, Greek and Hebrew layouts, at the position of Z.
    [{ ctrlKey: true, key: 'я', code: 'KeyZ' }, 'undone'],
    [{ ctrlKey: true, shiftKey: true, key: 'Я', code: 'KeyZ' }, 'redone'],
    [{ ctrlKey: true, key: 'н', code: 'KeyY' }, 'redone'],
    [{ metaKey: true, key: 'ζ', code: 'KeyZ' }, 'undone'],
    [{ ctrlKey: true, key: 'ז', code: 'KeyZ' }, 'undone'],
    // German and French layouts, which have Latin letters at other positions.
    [{ ctrlKey: true, key: 'z', code: 'KeyY' }, 'undone'],
    [{ ctrlKey: true, key: 'y', code: 'KeyZ' }, 'redone'],
    [{ ctrlKey: true, key: 'w', code: 'KeyZ' }, null],
    [{ ctrlKey: true, key: 'ч', code: 'KeyX' }, null],
    [{ key: 'z' }, null],
    [{ ctrlKey: true, altKey: true, key: 'z' }, null],
    [{ ctrlKey: true, key: 'x' }, null],
  ])('means, with %j, %s', (keys, kind) => {
    expect(stepByKeys({ ...NONE, ...keys })).toBe(kind);
  });

  test.each([
    [{ key: 'K', code: 'KeyK' }, 'k'],
    [{ key: 'л', code: 'KeyK' }, 'k'],
    [{ key: 'é', code: 'Digit2' }, 'é'],
    [{ key: 'Escape', code: 'Escape' }, 'escape'],
    [{ key: '/', code: 'Digit7' }, '/'],
  ])('is called, with %j, %s', (keys, letter) => {
    expect(latinLetter(keys)).toBe(letter);
  });
});
