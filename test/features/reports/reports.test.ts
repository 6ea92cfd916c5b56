import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createIntl } from 'react-intl';
import en from '../../../i18n/en.json' with { type: 'json' };
import it from '../../../i18n/it.json' with { type: 'json' };
import { loadLanguage } from '../../../src/app/messages';
import { placesOf } from '../../../src/features/reports/axis';
import { chartRow } from '../../../src/features/reports/charts';
import { compared, meanBefore } from '../../../src/features/reports/compare';
import { chartDataOf, formatValue, summaryOf } from '../../../src/features/reports/chartData';
import { COLOURS, DASHES, chartStyleOf, MARKS, ON_PAPER } from '../../../src/features/reports/chartStyle';
import { daysBefore, faultOf, periodIn, todayAt, previousPeriodQuery, periodQuery } from '../../../src/features/reports/chosenPeriod';
import { specOf } from '../../../src/features/reports/spec';
import { ticksUpTo } from '../../../src/features/reports/ticks';
import { setConfig } from '../../../src/shared/config';
import { formatDuration } from '../../../src/shared/format/durations';
import { contrast } from '../../support/contrast';

const english = createIntl({ locale: 'en', messages: en });
const italian = createIntl({ locale: 'it', messages: it });
const TODAY = '2026-11-21';

beforeAll(async () => {
  // Loads dayjs's Italian month names.
  await loadLanguage('it');
});
beforeEach(() => setConfig({ backend: 'portico' }));

const MONTHS_TO_NOVEMBER = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'];

describe('the days of a report', () => {
  test.each([
    { range: '7', from: '2026-11-14' },
    { range: '15', from: '2026-11-06' },
    { range: '30', from: '2026-10-22' },
    { range: '8', from: '2026-11-14' },
    { range: 'x', from: '2026-11-14' },
  ])('range $range begins on $from and ends today', ({ range, from }) => {
    expect(periodIn({ range }, TODAY)).toMatchObject({ from, to: TODAY });
  });

  test.each([
    { from: '2026-11-21', to: '2026-11-21', fault: null },
    { from: '2025-11-22', to: '2026-11-21', fault: null },
    { from: '2025-11-21', to: '2026-11-21', fault: 'reports.too_long' },
    { from: '2024-01-01', to: '2024-12-31', fault: null },
    { from: '2026-11-20', to: '2026-11-19', fault: 'reports.backwards' },
    { from: '2026-11-20', to: '2026-11-22', fault: 'reports.in_future' },
    { from: '2026-02-30', to: '2026-03-01', fault: 'reports.no_day' },
    { from: '', to: '2026-03-01', fault: 'reports.no_day' },
  ])('from $from to $to: $fault', ({ from, to, fault }) => {
    expect(faultOf(from, to, TODAY)).toBe(fault);
    expect(periodIn({ from, to }, TODAY).choice).toBe(fault === null ? 'custom' : 7);
  });

  test('an older back end is asked for days until now alone, and for twice as many to compare them', () => {
    const own = { from: '2026-03-01', to: '2026-03-31' };
    expect(periodQuery(periodIn(own, TODAY))).toEqual(own);
    setConfig({ backend: 'existing' });
    const period = periodIn({ ...own, range: '15' }, TODAY);
    expect([periodQuery(period), previousPeriodQuery(period), daysBefore(period)]).toEqual([{ range: 15 }, { range: 30 }, 15]);
  });

  test('the days before end where the period begins, over new year and the change of clocks too', () => {
    expect(previousPeriodQuery(periodIn({ range: '7' }, TODAY))).toEqual({ from: '2026-11-07', to: '2026-11-13' });
    const overNewYear = periodIn({ from: '2026-01-01', to: '2026-01-10' }, TODAY);
    expect([previousPeriodQuery(overNewYear), daysBefore(overNewYear)]).toEqual([{ from: '2025-12-22', to: '2025-12-31' }, 10]);
    const overClocks = periodIn({ from: '2026-10-20', to: '2026-10-30' }, TODAY);
    expect([previousPeriodQuery(overClocks), daysBefore(overClocks)]).toEqual([{ from: '2026-10-09', to: '2026-10-19' }, 11]);
  });

  test('today is a day of UTC where the back end knows no zones', () => {
    setConfig({ backend: 'existing' });
    expect(todayAt(Date.parse('2026-11-21T23:59:59Z'))).toBe('2026-11-21');
  });
});

describe('the names at an axis', () => {
  test('days have the year they are of, over new year and 29 February', () => {
    const full = (labels: string[], last: string) => placesOf('days', labels, last, english).map((place) => place.full);
    expect(full(['30 Dec', '31 Dec', '01 Jan', '02 Jan'], '2027-01-02')).toEqual([
      'Wed 30 Dec 2026',
      'Thu 31 Dec 2026',
      'Fri 1 Jan 2027',
      'Sat 2 Jan 2027',
    ]);
    // The server's clock is still in the old year.
    expect(full(['30 Dec', '31 Dec'], '2027-01-01')).toEqual(['Wed 30 Dec 2026', 'Thu 31 Dec 2026']);
    expect(full(['28 Feb', '29 Feb', '01 Mar'], '2028-03-01')).toEqual(['Mon 28 Feb 2028', 'Tue 29 Feb 2028', 'Wed 1 Mar 2028']);
  });

  test('days, months and hours are in the chosen language', () => {
    expect(placesOf('days', ['14 Jan'], '2026-01-14', italian)).toEqual([{ short: '14 gen', full: 'mer 14 gen 2026' }]);
    expect(placesOf('months', ['January', 'December'], TODAY, italian)[0]).toEqual({ short: 'gen', full: 'gennaio' });
    expect(placesOf('hours', ['09', '23'], TODAY, english)).toEqual([
      { short: '09:00', full: '09:00–10:00' },
      { short: '23:00', full: '23:00–00:00' },
    ]);
  });

  test('account types have their names; what nobody knows stays what it is', () => {
    const names = placesOf('types', ['whatsapp', 'telegram', '', 'constructor'], TODAY, english).map(({ full }) => full);
    expect(names).toEqual(['WhatsApp', 'telegram', 'Unknown', 'constructor']);
    expect(placesOf('days', ['yesterday', '14 Nox'], TODAY, english).map(({ full }) => full)).toEqual(['yesterday', '14 Nox']);
  });
});

describe('the ticks of an axis', () => {
  test('there are at most 5, whole, evenly spaced, and the last is not below the highest value', () => {
    const units = fc.constantFrom('count', 'bytes', 'seconds');
    const values = fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), fc.constant(2 ** 60));
    fc.assert(
      fc.property(values, units, (max, unit) => {
        const ticks = ticksUpTo(max, unit);
        const step = ticks[1] ?? 0;
        expect(ticks.length).toBeGreaterThan(1);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks.every((tick, index) => Number.isInteger(tick) && tick === index * step)).toBe(true);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
        // Whole as displayed: not "1.46 GB" or "1h 30m".
        for (const tick of ticks.slice(1)) expect(formatValue(tick, unit, 'en')).toMatch(/^[\d,]+(?:\.00)?(?: ?\w+)?$/);
      }),
    );
  });

  test('bytes and durations have ticks at whole units', () => {
    expect(ticksUpTo(3, 'count')).toEqual([0, 1, 2, 3]);
    expect(ticksUpTo(1, 'count')).toEqual([0, 1]);
    expect(ticksUpTo(1100 * 1024 ** 2, 'bytes')).toEqual([0, 1, 2].map((gigabytes) => gigabytes * 1024 ** 3));
    expect(ticksUpTo(7 * 1024 ** 3, 'bytes')).toEqual([0, 2, 4, 6, 8].map((gigabytes) => gigabytes * 1024 ** 3));
    expect(ticksUpTo(11 * 3600, 'seconds').map(formatDuration)).toEqual(['-', '3h', '6h', '9h', '12h']);
  });
});

describe('what a chart shows', () => {
  const report = (values: (number | null)[], labels = ['20 Nov', '21 Nov']) => ({ labels, series: [{ name: '', values }], means: [] });

  test('what has no value is 0, and what has none anywhere is no chart', () => {
    expect(chartDataOf(chartRow('sms_history'), report([null, 3]), TODAY, english)?.series).toEqual([{ name: 'SMS', values: [0, 3] }]);
    expect(chartDataOf(chartRow('sms_history'), report([null, null]), TODAY, english)).toBeNull();
    expect(chartDataOf(chartRow('sms_history'), report([], []), TODAY, english)).toBeNull();
    expect(chartDataOf(chartRow('sms_history'), { labels: ['20 Nov'], series: [], means: [] }, TODAY, english)).toBeNull();
  });

  test('its summary says how much there is and where it is highest, in words', () => {
    const sms = chartDataOf(chartRow('sms_history'), report([1200, 34]), TODAY, english)!;
    expect(summaryOf(sms, english)).toEqual(['SMS: 1,234 total, peak 1,200 (Fri 20 Nov 2026)']);
    const traffic = chartDataOf(chartRow('avg_user_traffic'), report([2 ** 60, 0]), TODAY, english)!;
    expect(summaryOf(traffic, english)).toEqual(['Upload: peak 1,048,576.00 TB (Fri 20 Nov 2026)']);
    const pie = chartDataOf(chartRow('account_types_pie'), report([1, 2], ['sms', 'mac']), TODAY, english)!;
    expect(summaryOf(pie, english)).toEqual(['SMS: 1, 33%', 'MAC: 2, 67%']);
  });

  test.each([0, 1, 2 ** 60])('the axis of %d has 0 at its foot, words of the shared kind, and "UTC" where days are of UTC', (value) => {
    const drawn = chartDataOf(chartRow('traffic'), report([value, 0]), TODAY, english)!;
    const spec = specOf(drawn, { look: ON_PAPER, intl: english, width: 300, height: 200, zone: 'UTC' }) as unknown as {
      axis: { x: { title: unknown; labelFormatter: (key: string) => string }; y: { labelFormatter: (value: number) => string } };
    };
    expect(spec.axis.y.labelFormatter(0)).toBe('0');
    expect(spec.axis.y.labelFormatter(2 * 1024 ** 3)).toBe('2.00 GB');
    expect(spec.axis.x.title).toBe('UTC');
    expect(spec.axis.x.labelFormatter('1')).toBe('21 Nov');
  });

  test('of two equal lines the one beneath is wider, so that both are seen', () => {
    const both = {
      labels: ['20 Nov', '21 Nov', '22 Nov'],
      series: [
        [1, 5, 3],
        [1, 5, 3],
      ].map((values) => ({ name: '', values })),
      means: [],
    };
    const widthsOf = (data: typeof both) => {
      const drawn = chartDataOf(chartRow('sessions'), data, TODAY, english)!;
      const { children } = specOf(drawn, { look: ON_PAPER, intl: english, width: 300, height: 200 }) as unknown as {
        children: { type: string; style: { lineWidth: number }; encode: { size: number } }[];
      };
      return {
        lines: children.filter(({ type }) => type === 'line').map(({ style }) => style.lineWidth),
        marks: children.filter(({ type }) => type === 'point').map(({ encode }) => encode.size),
      };
    };
    const { lines, marks } = widthsOf(both);
    expect(lines[0]).toBeGreaterThan(lines[1]! + 2);
    expect(marks[0]).toBeGreaterThan(marks[1]!);
    const apart = {
      ...both,
      series: [
        [1, 5, 3],
        [2, 4, 1],
      ].map((values) => ({ name: '', values })),
    };
    expect(new Set(widthsOf(apart).lines).size).toBe(1);
  });

  test('the last twelve months are of two years, those of a calendar year need none', () => {
    const months = ['December', ...MONTHS_TO_NOVEMBER];
    expect(placesOf('months', months, TODAY, english).map(({ full }) => full)).toEqual([
      'December 2025',
      ...MONTHS_TO_NOVEMBER.map((month) => `${month} 2026`),
    ]);
    expect(placesOf('months', [...MONTHS_TO_NOVEMBER, 'December'], TODAY, english).at(-1)?.full).toBe('December');
  });

  test('a year of days at a phone names a few of them, the last among them', () => {
    const labels = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2025, 10, 22 + day)).toUTCString().slice(5, 11));
    const drawn = chartDataOf(
      chartRow('sms_history'),
      report(
        labels.map(() => 1),
        labels,
      ),
      TODAY,
      english,
    )!;
    const spec = specOf(drawn, { look: ON_PAPER, intl: english, width: 300, height: 200 }) as unknown as {
      axis: { x: { title: unknown; labelFormatter: (key: string) => string } };
    };
    const named = labels.map((_, day) => spec.axis.x.labelFormatter(String(day))).filter((name) => name !== '');
    expect(named.length).toBeLessThanOrEqual(5);
    expect(named.at(-1)).toBe('21 Nov');
    expect(spec.axis.x.title).toBe(false);
  });
});

describe('the comparison with the days before', () => {
  const data = { labels: [], series: [{ name: '', values: [10, null, 21, 1000] }], means: [] };

  test('is with the mean of the days that have a value, rounded down, and with no later day', () => {
    expect(meanBefore(data, 0, 3)).toBe(15);
    expect(meanBefore(data, 1, 3)).toBe(0);
  });

  test.each([
    { mean: 30, before: 15, direction: 'more', share: 1 },
    { mean: 9, before: 12, direction: 'less', share: 0.25 },
    { mean: 1001, before: 1000, direction: 'same', share: 0 },
    { mean: 0, before: 12, direction: 'less', share: 1 },
  ])('$mean after $before is $direction', ({ mean, before, ...change }) => {
    expect(compared(mean, before)).toEqual(change);
  });

  test('there is none with nothing', () => expect(compared(5, 0)).toBeNull());
});

describe('the colours', () => {
  test.each([
    { shade: 'light', ground: '#ffffff' },
    { shade: 'dark', ground: '#151f2b' },
  ] as const)('keep 3:1 to a $shade ground, and no two series that follow each other look the same without colour', ({ shade, ground }) => {
    expect(chartStyleOf({ colorBgContainer: ground, colorTextSecondary: '', colorBorder: '' }).colours).toBe(COLOURS[shade]);
    for (const colour of COLOURS[shade]) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(3);
    const signs = MARKS.map((mark, index) => `${mark} ${String(DASHES[index])}`);
    expect(new Set(signs).size).toBe(COLOURS[shade].length);
  });
});
