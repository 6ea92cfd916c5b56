import dayjs from 'dayjs';
import { beforeEach, expect, test } from '@jest/globals';
import { parse } from 'papaparse';
import { createIntl } from 'react-intl';
import en from '../../../i18n/en.json' with { type: 'json' };
import it from '../../../i18n/it.json' with { type: 'json' };
import type { Voucher } from '../../../src/contract/vouchers';
import { TOO_MANY_ROWS } from '../../../src/contract/plain/csv';
import { toTable } from '../../../src/features/vouchers/voucherCsv';
import { ownZone } from '../../../src/shared/format/ownZone';
import { setConfig } from '../../../src/shared/config';
import { saveCsv } from '../../../src/shared/csvFile';
import { lastDayText, sentenceOf } from '../../../src/features/vouchers/voucherTexts';
import { bandwidthText } from '../../../src/shared/format/amounts';
import { madeUpVoucher } from '../../support/console/answersMadeUp';
import { watchFiles } from '../../support/console/savedFiles';

const intl = createIntl({ locale: 'en', messages: en });
const now = Date.parse('2026-11-20T10:00:00Z');

beforeEach(() => setConfig({ backend: 'portico' }));

/** The rows of the file that is saved, as a spreadsheet reads them. */
async function read(vouchers: Voucher[], as = intl) {
  const files = watchFiles();
  const { headings, rows } = toTable(as, vouchers, now, ownZone()) ?? { headings: [], rows: [] };
  await saveCsv({ separator: ',', language: as.locale }, headings, rows, 'vouchers');
  expect(files[0]?.name).toBe('vouchers.csv');
  const csv = (await files[0]?.text()) ?? '';
  expect(csv.startsWith('\uFEFF')).toBe(true);
  return parse<Record<string, string>>(csv.slice(1), { header: true }).data;
}

test('a CSV parser reads the values of the table with units and accents', async () => {
  const limits = { bandwidth_down: 2048, bandwidth_up: 512, max_traffic: 1_610_612_736, max_time: 5400, auto_login: false, remain_use: 3 };
  const [row] = await read([
    madeUpVoucher({ ...limits, type: 'auth', user_name: 'Zoë, "Ada" Müller', user_mail: 'zoe@example.com', room: '0204', printed: true }),
  ]);
  expect(row).toEqual({
    Code: 'k7mw3xqa',
    Type: 'For a guest',
    Guest: 'Zoë, "Ada" Müller',
    'Guest’s e-mail': 'zoe@example.com',
    Room: '="0204"',
    Download: '2 Mbit/s',
    Upload: '512 kbit/s',
    Traffic: '1.5 GB',
    'Time online': '90 minutes',
    'Automatic login': 'No',
    Duration: '7 days',
    Expires: '',
    Uses: '3 left',
    Printed: 'Yes',
    Created: expect.stringMatching(/^="20 November 2026, \d\d:30"$/),
  });
});

test('only usable vouchers are exported, neither used up nor expired', async () => {
  const rows = await read([
    madeUpVoucher({ code: 'good' }),
    madeUpVoucher({ code: 'spent', remain_use: 0 }),
    madeUpVoucher({ code: 'late', expires: '2026-11-19T00:00:00Z' }),
    madeUpVoucher({ code: 'running', expires: '2026-11-21T00:00:00Z' }),
  ]);
  expect(rows.map(({ Code }) => Code)).toEqual(['good', 'running']);
});

test.each(['=HYPERLINK("http://x")', '+1+1', '-2+3', '@SUM(A1)', '\tx', '\r=1', '＝1', '＋1+1', '－1+1', '＠x'])(
  'a spreadsheet reads the name %j as text',
  async (user_name) => {
    expect((await read([madeUpVoucher({ type: 'auth', user_name })]))[0]?.Guest).toBe(`'${user_name}`);
  },
);

test('a telephone number is no formula, and stays text', async () => {
  expect((await read([madeUpVoucher({ type: 'auth', user_name: '+393331234567' })]))[0]?.Guest).toBe('="+393331234567"');
});

test('an Italian export has Italian headings and values', async () => {
  const [row] = await read([madeUpVoucher({ max_time: 7200 })], createIntl({ locale: 'it', messages: it }));
  expect(row).toMatchObject({
    Codice: 'k7mw3xqa',
    Tipo: 'Per chiunque',
    'Tempo online': '2 ore',
    Download: 'Nessun limite',
    Durata: '7 giorni',
  });
});

test('4999 usable vouchers are exported, and 5000 are too many', async () => {
  const many = Array.from({ length: TOO_MANY_ROWS }, (_, id) => madeUpVoucher({ id }));
  expect(await read(many.slice(1))).toHaveLength(4999);
  expect(toTable(intl, many, now, ownZone())).toBeNull();
  expect(await read([madeUpVoucher({ remain_use: 0 }), ...many.slice(1)])).toHaveLength(4999);
});

test.each([
  [0, 'No limit'],
  [512, '512 kbit/s'],
  [1024, '1 Mbit/s'],
  [1500, '1.5 Mbit/s'],
  [2000, '2 Mbit/s'],
  [2048, '2 Mbit/s'],
  [102_400, '100 Mbit/s'],
])('a bandwidth of %i kbps reads as %s', (kbps, words) => expect(bandwidthText(intl, kbps)).toBe(words));

test('a last day ends at midnight, and on an existing back end at the hour of creation', () => {
  const now = dayjs('2026-11-20T14:05').valueOf();
  setConfig({ backend: 'portico' });
  expect(lastDayText(intl, '2026-12-05', now)).toBe('5 December 2026');
  setConfig({ backend: 'existing' });
  expect(lastDayText(intl, '2026-12-05', now)).toBe('5 December 2026, 14:05');
  expect(lastDayText(intl, '', now)).toBe('…');
});

test('the summary names all that a voucher grants, and nothing else', () => {
  const nothing = {
    duration: 7,
    until: null,
    remain_use: -1,
    bandwidth_down: 0,
    bandwidth_up: 0,
    max_traffic: 0,
    max_time: 0,
    auto_login: false,
  };
  expect(sentenceOf(intl, nothing)).toBe('Valid 7 days after the day of first use, unlimited uses');
  expect(sentenceOf(intl, { ...nothing, remain_use: 3, bandwidth_down: 2048 })).toBe(
    'Valid 7 days after the day of first use, 3 uses, 2 Mbit/s down',
  );
  expect(
    sentenceOf(intl, { ...nothing, until: '4 December 2026', remain_use: 1, max_traffic: 524_288_000, max_time: 3600, auto_login: true }),
  ).toBe('Valid until 4 December 2026, 1 use, 500 MB of traffic, 1 hour online, automatic login');
  expect(sentenceOf(intl, { ...nothing, duration: 0 })).toBe('Never expires, unlimited uses');
});
