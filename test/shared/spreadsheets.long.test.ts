/**
 * Our CSV files in spreadsheets. Excel can't run here, but its behaviour is documented: it splits by the system's list separator, reads
 * UTF-8 only after a byte order mark, and keeps a text that a formula returns (docs/decisions/0034-csv-for-spreadsheets.md).
 *
 * @jest-environment ./test/support/run/nodeEnvironment.ts
 */
import { describe, expect } from '@jest/globals';
import { csvText, usualSeparator } from '../../src/shared/csvFile';
import { CHANGED_TEXTS } from '../support/console/changedTexts';
import { openedByGnumeric, openedByLibreOffice } from '../support/peers/spreadsheets';
import { needing } from '../support/run/needing';

const test = needing('PORTICO_TEST_GNUMERIC', 'PORTICO_TEST_LIBREOFFICE');

describe.each(['en', 'it'] as const)('a file in the language “%s”', (language) => {
  const separator = usualSeparator(language);
  const table = [['Ospite', 'Codice', 'Dati'], ...CHANGED_TEXTS.map((text, at) => [`Müller ${at}`, text, at + 0.5])];
  const file = () => csvText({ separator, language }, table);

  test('keeps all texts in LibreOffice, and has its numbers there', async () => {
    expect(openedByLibreOffice(await file(), separator, language)).toEqual(table);
  }, 120_000);

  test('keeps all texts in Gnumeric, and has its numbers there', async () => {
    expect(openedByGnumeric(await file())).toEqual(table);
  }, 120_000);
});
