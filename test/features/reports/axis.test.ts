import { describe, expect, test } from '@jest/globals';
import { createIntl } from 'react-intl';
import 'dayjs/locale/it';
import { axisLabels } from '../../../src/features/reports/axis';
import en from '../../../i18n/en.json' with { type: 'json' };
import it from '../../../i18n/it.json' with { type: 'json' };

const LANGUAGES = { en: createIntl({ locale: 'en', messages: en }), it: createIntl({ locale: 'it', messages: it }) };
const END = { lastDay: '2026-11-25', isRunning: false };

describe('names of places on an axis, as a sentence says them', () => {
  test.each([
    ['en', '00', 'between 00:00 and 01:00'],
    ['it', '00', 'tra le 00:00 e l’01:00'],
    ['it', '01', 'tra l’01:00 e le 02:00'],
    ['it', '11', 'tra le 11:00 e le 12:00'],
    ['it', '23', 'tra le 23:00 e le 00:00'],
  ] as const)('the hour in %s from %s is %s', (language, label, words) => {
    expect(axisLabels('hours', [label], END, LANGUAGES[language])[0]?.inSentence).toBe(words);
  });

  test.each([
    ['en', 'Friday 6 November'],
    ['it', 'venerdì 6 novembre'],
  ] as const)('the day in %s is %s', (language, words) => {
    expect(axisLabels('days', ['06 Nov'], END, LANGUAGES[language])[0]?.inSentence).toBe(words);
  });
});
