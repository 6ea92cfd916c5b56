import { describe, expect, test } from '@jest/globals';
import type { Voucher } from '../../../src/contract/vouchers';
import { PAPER_FORMATS } from '../../../src/contract/plain/paperModel';
import { PAPER_NAMES } from '../../../src/contract/plain/paperNames';
import type { Box, Rect } from '../../../src/features/printing/layout/drawing';
import type { Look } from '../../../src/features/printing/layout/layout';
import { isUsable } from '../../../src/contract/plain/voucherState';
import { contains, outside, overlap, overlapping, rectOf } from './boxes';
import { codeOf, linesOf, madeUpVoucher, madeUpVouchers, paperOf } from './paperMadeUp';

const SIZES = ['a4', 'letter'] as const;
const LOGO = { dataUrl: 'data:image/png;base64,', width: 400, height: 100 };
const CSS_PIXEL = 25.4 / 96;

/** A voucher with every field set, and the longest texts. */
const FULL: Partial<Voucher> = {
  type: 'auth',
  user_name: 'WWWWWWWWWWWWWWWW',
  expires: '2026-09-30T21:59:00Z',
  duration: 0,
  remain_use: 2_147_483_647,
  bandwidth_down: 999_999,
  bandwidth_up: 999_999,
  max_traffic: 5_368_709_123,
  max_time: 359_999,
  code: 'w'.repeat(32),
};

const TITLES: [what: string, title: string][] = [
  ['one character', 'X'],
  ['a usual name', 'Grand Hotel Città di Bologna – piscina'],
  ['300 characters', 'Grand Hotel Excelsior '.repeat(14).slice(0, 300)],
  ['300 characters without a space', 'M'.repeat(300)],
  ['1,000 characters', 'Largest description there is. '.repeat(34).slice(0, 1000)],
  ['emoji', '😀'.repeat(300)],
  ['right to left', 'فندق المدينة '.repeat(23)],
  ['Chinese', '山田旅館'.repeat(75)],
];

const LOOKS: [what: string, look: Partial<Look>][] = [
  ['with nothing else', {}],
  ['with a logo', { pictures: { '': LOGO } }],
  ['with a QR code that opens the portal', { portal_url: 'https://portal.example/?code={code}' }],
  ['with a QR code, a logo and a network', { pictures: { '': LOGO }, ssid: 'W'.repeat(32) }],
];

const partsOf = (box: Box): Rect[] => [...box.shapes, ...box.texts.map(rectOf), ...box.qrs, ...box.pictures];

/** Parts that overlap, and parts outside the box. */
const faultsOf = (box: Box) => [...outside(box, partsOf(box)), ...overlapping(partsOf(box))];

describe.each(SIZES)('the layout on %s', (paper) => {
  test.each([
    [1, [1]],
    [2, [2]],
    [10, [10]],
    [11, [10, 1]],
    [1000, Array.from({ length: 100 }, () => 10)],
  ])('puts %d vouchers two in a row and ten on a page, each once and in order', (count, perPage) => {
    const pages = paperOf(madeUpVouchers(count), { paper });

    expect(pages.map(({ boxes }) => boxes.length)).toEqual(perPage);
    const codes = pages.flatMap((page) => page.boxes.map((_, index) => codeOf(page, index)));
    expect(codes).toEqual(madeUpVouchers(count).map(({ code }) => code));
    for (const { width, height, boxes } of pages) {
      expect({ width, height }).toEqual(PAPER_FORMATS[paper].page);
      const columns = new Set(boxes.map(({ x }) => x));
      const rows = new Set(boxes.map(({ y }) => y));
      expect(columns.size).toBe(Math.min(2, boxes.length));
      expect(rows.size).toBe(Math.ceil(boxes.length / 2));
      for (const [index, box] of boxes.entries()) {
        // Printers can't print up to the edge.
        expect(contains({ x: 8, y: 8, width: width - 16, height: height - 16 }, box)).toBe(true);
        expect(boxes.slice(index + 1).filter((other) => overlap(box, other))).toEqual([]);
      }
    }
  });

  test('has the same positions on every page', () => {
    const [first, second] = paperOf(madeUpVouchers(20), { paper });
    const positions = (boxes: Box[] = []) => boxes.map(({ x, y, width, height }) => ({ x, y, width, height }));
    expect(positions(second?.boxes)).toEqual(positions(first?.boxes));
  });

  describe.each(LOOKS)('a ticket %s', (_look, look) => {
    test.each(TITLES)('fits a title of %s without overlaps', (_what, title) => {
      for (const voucher of [madeUpVoucher(), madeUpVoucher(FULL)]) {
        for (const language of ['en', 'it'] as const) {
          const [page] = paperOf([voucher], { paper, title, ...look, language });
          const box = page!.boxes[0]!;
          expect(faultsOf(box)).toEqual([]);
          const written = linesOf(page).join('').replaceAll(/\s/g, '');
          expect(written).toContain(title.replaceAll(/\s/g, ''));
          expect(written).toContain(voucher.code);
          // At least seven points. A title of a thousand characters has its own rule (VCH-15), and so have the code and name that it leaves
          // little room for.
          const others = box.texts.filter(({ text, face }) => !title.includes(text) && face !== 'code' && !/^W+$/.test(text));
          expect(Math.min(...others.map(({ size }) => size))).toBeGreaterThan(2.469);
        }
      }
    });
  });
});

describe('the title of a ticket', () => {
  test.each([
    [1, 20],
    [22, 20],
    [23, 450 / 23],
    [30, 15],
    [45, 10],
  ])('with %d characters is %d pixels high: 450 ÷ its length, at most 20', (length, pixels) => {
    const [page] = paperOf([madeUpVoucher()], { title: 'i'.repeat(length) });
    expect(page?.boxes[0]?.texts[0]?.size).toBeCloseTo(pixels * CSS_PIXEL, 6);
  });

  test('wraps when it would be too small to read', () => {
    const [page] = paperOf([madeUpVoucher()], { title: 'Long name '.repeat(18).trim() });
    const lines = page!.boxes[0]!.texts.filter(({ text }) => text.startsWith('Long'));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines[0]?.size).toBeCloseTo(8 * CSS_PIXEL, 6);
  });
});

/** With a QR code, whose caption takes two lines. */
const NETWORK = { ssid: 'Guests' };

describe('the text of a ticket', () => {
  test.each<[what: string, change: Partial<Voucher>, en: string[], it: string[]]>([
    [
      'a week from the first use',
      {},
      ['Valid 7 days after the day of first use', 'Unlimited uses', 'No limit on speed, traffic or time'],
      ['Valido 7 giorni dopo quello del primo uso', 'Utilizzi illimitati', 'Nessun limite di velocità, traffico o tempo'],
    ],
    [
      'a single use within a day',
      { duration: 1, remain_use: 1, max_traffic: 2 ** 31 },
      ['Valid 1 day after the day of first use', '1 use', '2 GB of traffic'],
      ['Valido 1 giorno dopo quello del primo uso', '1 utilizzo', '2 GB di traffico'],
    ],
    [
      'every limit',
      { remain_use: 3, bandwidth_down: 10_240, bandwidth_up: 512, max_traffic: 500 * 1_048_576, max_time: 5400 },
      [
        'Valid 7 days after the day of first use',
        '3 uses',
        '10 Mbit/s down · 512 kbit/s up · 500 MB of',
        'traffic · 1 hour, 30 minutes online',
      ],
      [
        'Valido 7 giorni dopo quello del primo uso',
        '3 utilizzi',
        '10 Mbit/s in download · 512 kbit/s in',
        'upload · 500 MB di traffico · 1 ora e 30 minuti',
        'online',
      ],
    ],
  ])('describes %s in both languages', (_what, change, en, it) => {
    const factsOf = (language: 'en' | 'it') =>
      linesOf(paperOf([madeUpVoucher(change)], { language, has_english: false, ...NETWORK })[0])
        .slice(4, -2)
        .filter((line) => !/browser|Enter your code$|Inserisci il tuo codice$/.test(line));
    expect(factsOf('en')).toEqual(en);
    expect(factsOf('it').join(' ').split(' · ')).toHaveLength(it.join(' ').split(' · ').length);
    expect(factsOf('it').slice(0, 2)).toEqual(it.slice(0, 2));
  });

  test('shows the last day once there is one, in the hotspot’s zone', () => {
    const lineIn = (zone: string) => linesOf(paperOf([madeUpVoucher({ expires: '2026-12-24T12:00:00Z' })], { zone })[0]);
    expect(lineIn('Europe/Rome')).toContain('Valid until 24 December 2026, 13:00');
    expect(lineIn('America/St_Johns')).toContain('Valid until 24 December 2026, 08:30');
    expect(lineIn('Pacific/Auckland')).toContain('Valid until 25 December 2026, 01:00');
  });

  test('shows a guest’s name, cut after 12 of its letters', () => {
    const names = ['Alessandra Bevilacqua', 'Zoë', '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧'];
    const written = names.map((user_name) => linesOf(paperOf([madeUpVoucher({ type: 'auth', user_name })])[0])[1]);
    expect(written).toEqual(['Alessandra B…', 'Zoë', `${'👩‍👩‍👧'.repeat(12)}…`]);
  });

  test('shows the room beside the name, and alone on a voucher for anyone', () => {
    const line = (change: Partial<Voucher>) => linesOf(paperOf([madeUpVoucher(change)], { language: 'it', has_english: false })[0])[1];
    expect(line({ type: 'auth', user_name: 'Alessandra Bevilacqua', room: '204' })).toBe('Alessandra B… · Camera 204');
    expect(line({ room: 'B 12' })).toBe('B 12');
    expect(line({ room: '12' })).toBe('Camera 12');
  });

  test('shows no name on a voucher for anyone', () => {
    const [page] = paperOf([madeUpVoucher({ type: 'normal', user_name: 'Somebody' })]);
    expect(linesOf(page).join(' ')).not.toContain('Somebody');
  });

  test('prints the network’s password, the footer, and the validity in English, where they are set', () => {
    const set = {
      ssid: 'Guests',
      security: 'wpa',
      wifi_password: 'pool-2026',
      footer: 'Reception: 9',
      language: 'it',
      has_english: true,
    } as const;
    const lines = linesOf(paperOf([madeUpVoucher()], set)[0]).join(' ');
    for (const words of [
      'password “pool-2026”',
      'Valido 7 giorni dopo quello del primo uso',
      'Valid 7 days after the day of first use',
      'Reception: 9',
    ])
      expect(lines).toContain(words);
  });

  test('has a QR code of 28 mm and its code in groups of four', () => {
    const [page] = paperOf([madeUpVoucher({ code: 'abcd1234' })], { ...NETWORK, pictures: { '': LOGO } });
    expect(page?.boxes[0]?.qrs[0]?.width).toBeCloseTo(28, 6);
    expect(linesOf(page).filter((line) => ['abcd', '1234'].includes(line))).toEqual(['abcd', '1234']);
  });

  test.each(PAPER_NAMES)('has no text under 7 points, and a QR code of 16 mm, on %s', (paper) => {
    const [page] = paperOf([madeUpVoucher({ max_time: 3600 })], { paper, ...NETWORK, pictures: { '': LOGO }, footer: 'Reception: 9' });
    const box = page!.boxes[0]!;
    const title = box.texts[0]!.text;
    expect(Math.min(...box.texts.filter(({ text }) => text !== title).map(({ size }) => size))).toBeGreaterThan(2.469);
    expect(faultsOf(box)).toEqual([]);
    expect(box.qrs[0]?.width).toBeGreaterThan(15.9);
  });

  test('names the network where it is given', () => {
    expect(linesOf(paperOf([madeUpVoucher()], { ssid: 'Hotel; "Süd"' })[0])).toContain('WiFi network: Hotel; "Süd"');
  });
});

describe('sheets of labels, as others report them', () => {
  test.each(['labels_3x8', 'labels_2x7'] as const)('“%s” ends as far from the edges as it begins (prawn-labels 40)', (paper) => {
    const { page, columns, rows, cell, origin, gap } = PAPER_FORMATS[paper];
    expect(origin.x + columns * cell.width + (columns - 1) * gap.x).toBeCloseTo(page.width - origin.x, 1);
    expect(origin.y + rows * cell.height + (rows - 1) * gap.y).toBeCloseTo(page.height - origin.y, 1);
    const { boxes } = paperOf(madeUpVouchers(columns * rows), { paper, cut: 'none' })[0]!;
    for (const [index, box] of boxes.entries()) {
      const top = origin.y + Math.floor(index / columns) * cell.height;
      expect(box.y).toBeGreaterThanOrEqual(top - 0.001);
      expect(box.y + box.height).toBeLessThanOrEqual(top + cell.height + 0.001);
    }
  });

  test('begin at the chosen position on the first sheet only (bambuddy 2918)', () => {
    const pages = paperOf(madeUpVouchers(26), { paper: 'labels_3x8', start: 24, cut: 'none' });
    expect(pages.map(({ boxes }) => boxes.length)).toEqual([1, 24, 1]);
    expect(pages[1]!.boxes[0]!.y).toBeLessThan(pages[0]!.boxes[0]!.y);
    expect(pages[2]!.boxes[0]!.y).toBe(pages[1]!.boxes[0]!.y);
  });

  test('show the code and all other lines beside the longest name (snipe-it 1108)', () => {
    const user_name = 'CollaborationCoffeeMachineOnTheSecondFloor';
    const voucher = madeUpVoucher({ type: 'auth', user_name });
    const lines = linesOf(paperOf([voucher], { paper: 'labels_3x8', ssid: 'Guests', design: 'compact' })[0]).join(' ');
    expect(lines.replaceAll(' ', '')).toContain(user_name);
    expect(lines).toContain('h0te');
    expect(lines).toContain('Guests');
  });
});

test('emoji and scripts that the embedded typeface lacks are recognized, as are accents and € that it has', () => {
  const drawable = (user_name: string) => paperOf([madeUpVoucher({ type: 'auth', user_name })])[0]?.boxes[0]?.texts[1]?.isDrawable;
  expect(['Zoë Müller', 'Čapek €5', 'Ελένη', 'Иван', 'Zoe\u0308'].map(drawable)).toEqual([true, true, true, true, true]);
  expect(['😀 Ada', 'محمد', 'דוד', '山田'].map(drawable)).toEqual([false, false, false, false]);
});

test('exhausted and expired vouchers are not printed', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const printable = [
    madeUpVoucher(),
    madeUpVoucher({ remain_use: 1 }),
    madeUpVoucher({ expires: '2026-11-21T12:00:01Z' }),
    madeUpVoucher({ remain_use: 0 }),
    madeUpVoucher({ expires: '2026-11-21T12:00:00Z' }),
  ].map((voucher) => isUsable(voucher, now));
  expect(printable).toEqual([true, true, true, false, false]);
});

test('an empty list of vouchers has no pages', () => {
  expect(paperOf([])).toEqual([]);
});
