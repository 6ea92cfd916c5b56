import { expect, test } from '@jest/globals';
import { linesOf, linesOfFile, shownMac } from '../../../src/features/mac-auth/macForm';

const NOTATIONS = ['00:1a:2b:3c:4d:5e', '00-1A-2B-3C-4D-5E', '00.1a.2b.3c.4d.5e', '001a.2b3c.4d5e', '001a2b3c4d5E'];

test.each(NOTATIONS)('shows and sends %s in upper case with dashes', (written) => {
  expect(shownMac(` ${written} `)).toBe('00-1A-2B-3C-4D-5E');
  expect(linesOf(`${written} Printer`)).toEqual([{ text: `${written} Printer`, mac: '00-1A-2B-3C-4D-5E', name: 'Printer', problem: null }]);
});

test.each(['', '00:1a:2b:3c:4d', '00:1a-2b:3c:4d:5e', '00:1g:2b:3c:4d:5e', 'printer'])(
  'leaves the invalid address %j as typed',
  (written) => expect(shownMac(written)).toBe(written),
);

test.each([' ', ', ', ';', '\t'])('accepts %j between address and description', (between) => {
  expect(linesOf(`00:1a:2b:3c:4d:5e${between}Back office, left`)[0]?.name).toBe('Back office, left');
});

test('ignores empty lines and uses the address as a missing description', () => {
  const lines = linesOf('\r\n00:1a:2b:3c:4d:5e\r\n\r\n  001a2b3c4d5f   Till 2\r\n');
  expect(lines.map(({ mac, name, problem }) => [mac, name, problem])).toEqual([
    ['00-1A-2B-3C-4D-5E', '00-1A-2B-3C-4D-5E', null],
    ['00-1A-2B-3C-4D-5F', 'Till 2', null],
  ]);
});

test('reports an invalid line, a duplicate and a long description separately', () => {
  const lines = linesOf(`Printer\n00:1a:2b:3c:4d:5e A\n00-1A-2B-3C-4D-5E B\n001a2b3c4d5f ${'x'.repeat(256)}`);
  expect(lines.map(({ problem }) => problem)).toEqual(['mac_auth.not_a_mac', null, 'mac_auth.twice', 'form.too_long']);
});

test('reads the lines of a file in any encoding, with any separator, the address in any column, and without headings', async () => {
  const csv = '\u{feff}Name;Address\r\n"Till, left";00:1a:2b:3c:4d:5e\r\n\r\n"=""0204""";001A.2B3C.4D5F\r\n';
  expect(await linesOfFile(new Blob([csv]))).toBe('00:1a:2b:3c:4d:5e Till, left\n001A.2B3C.4D5F 0204');
  expect(await linesOfFile(new Blob(['001a2b3c4d5e Printer\nnonsense\n']))).toBe('001a2b3c4d5e Printer\nnonsense');
  expect(await linesOfFile(new Blob(['%PDF-1.7']))).toEqual({ id: 'import.is_pdf' });
});
