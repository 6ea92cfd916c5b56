import { describe, expect, test } from '@jest/globals';
import { csvText, usualSeparator } from '../../src/shared/csvFile';
import { CHANGED_TEXTS } from '../support/console/changedTexts';

const style = { separator: ';', language: 'it' } as const;

describe('a CSV file', () => {
  test('has the separator and the decimal sign of the language, after a mark for UTF-8', async () => {
    expect(usualSeparator('it')).toBe(';');
    expect(usualSeparator('en')).toBe(',');
    expect(await csvText(style, [['a;b', 'c,d', 1.5, 20_000]])).toBe('\u{feff}"a;b";c,d;1,5;20000');
    expect(await csvText({ separator: '\t', language: 'en' }, [['a', 1.5]])).toBe('\u{feff}a\t1.5');
  });

  test.each(CHANGED_TEXTS)('keeps %j as text', async (text) => {
    expect(await csvText(style, [[text]])).toBe(`\u{feff}"=""${text}"""`);
  });

  test.each([
    '0',
    '101',
    '02-16-93-16-17-13',
    '52-05-86-96-76-E6',
    'k7mw3xqa',
    '2 Mbit/s',
    '7 giorni',
    'Marco',
    'Maggie Sett',
    '€ 5',
    'a@example.com',
    '',
  ])('leaves %j as it is', async (text) => {
    expect(await csvText(style, [[text, 'x']])).toBe(`\u{feff}${text};x`);
  });

  test.each(['=1+1', '@x', '+1+1', '-2+3', '=cmd|x', '="0"&"1"'])('writes %j as no formula of its own', async (text) => {
    const [, cell = ''] = /^\u{feff}(.*)$/su.exec(await csvText(style, [[text]])) ?? [];
    expect(cell.replaceAll('"', '')).toBe(`'${text.replaceAll('"', '')}`);
  });
});
