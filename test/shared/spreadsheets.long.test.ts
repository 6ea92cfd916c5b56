/**
 * Our CSV files in spreadsheets. Excel can't run here; what it does is documented: it splits by the list separator of the system, reads UTF-8
 * only after a mark, and keeps a text that a formula yields (docs/decisions/0034-csv-for-spreadsheets.md).
 *
 * @jest-environment ./test/support/run/nodeEnvironment.ts
 * @jest-environment-options {"needs": ["PORTICO_TEST_GNUMERIC", "PORTICO_TEST_LIBREOFFICE"]}
 */
import { describe, expect, test } from '@jest/globals';
import { csvText, usualSeparator } from '../../src/shared/csvFile';
import { openedByGnumeric, openedByLibreOffice } from '../support/peers/spreadsheets';

/** Cells that spreadsheets change unless they are told not to. */
const TEXTS = [
  ...[
    '00123456',
    '+390551234567',
    '+39 055 123-4567',
    '055 1234567',
    '1e3',
    '12345678901234567890',
    '1-2',
    '1/2',
    '12.10',
    '07:30',
    '192.168.100.200',
  ],
  ...[
    '2026-11-03',
    '2026-11-03T14:05:00Z',
    '3 November 2026, 14:05',
    '3 novembre 2026',
    'dec24',
    'MAR1',
    '5%',
    'TRUE',
    '(55)',
    '-5',
    '1,5',
    '1.5',
  ],
];

describe.each(['en', 'it'] as const)('a file in the language “%s”', (language) => {
  const separator = usualSeparator(language);
  const table = [['Ospite', 'Codice', 'Dati'], ...TEXTS.map((text, at) => [`Müller ${at}`, text, at + 0.5])];
  const file = () => csvText({ separator, language }, table);

  test('keeps all texts in LibreOffice, and has its numbers there', async () => {
    expect(openedByLibreOffice(await file(), separator, language)).toEqual(table);
  }, 120_000);

  test('keeps all texts in Gnumeric, and has its numbers there', async () => {
    expect(openedByGnumeric(await file())).toEqual(table);
  }, 120_000);
});
