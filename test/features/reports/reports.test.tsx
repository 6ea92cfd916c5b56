import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from '../../support/run/property';
import { createIntl } from 'react-intl';
import en from '../../../i18n/en.json' with { type: 'json' };
import it from '../../../i18n/it.json' with { type: 'json' };
import { loadLanguage } from '../../../src/app/messages';
import { axisLabels } from '../../../src/features/reports/axis';
import { heightOfBars } from '../../../src/features/reports/barHeight';
import { chartRow } from '../../../src/features/reports/charts';
import { compared, meanBefore } from '../../../src/features/reports/compare';
import { chartDataOf, formatMean, formatValue, summaryOf } from '../../../src/features/reports/chartData';
import { COLOURS, DASHES, chartStyleOf, MARKS, ON_PAPER, signsOfTypes } from '../../../src/shared/chartStyle';
import {
  daysBefore,
  endOf,
  faultOf,
  periodIn,
  refusedPeriodIn,
  todayAt,
  monthNames,
  previousPeriodQuery,
  periodQuery,
} from '../../../src/features/reports/chosenPeriod';
import { endsOf, specOf } from '../../../src/features/reports/spec';
import { ticksUpTo } from '../../../src/features/reports/ticks';
import { setConfig } from '../../../src/shared/config';
import { formatDuration } from '../../../src/shared/format/durations';
import { contrast } from '../../support/browser/contrast';

const english = createIntl({ locale: 'en', messages: en });
const italian = createIntl({ locale: 'it', messages: it });
const TODAY = '2026-11-21';
const whole = (lastDay: string) => ({ lastDay, isRunning: false });

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
  ])('are whole days for range $range, from $from until yesterday', ({ range, from }) => {
    expect(periodIn({ range }, TODAY)).toMatchObject({ from, to: '2026-11-20' });
  });

  test('are requested alike for the same days, however they were chosen', () => {
    const own = { from: '2026-11-14', to: '2026-11-20' };
    expect(periodQuery(periodIn({ range: '7' }, TODAY))).toEqual(own);
    expect(periodQuery(periodIn(own, TODAY))).toEqual(own);
    expect(previousPeriodQuery(periodIn(own, TODAY))).toEqual(previousPeriodQuery(periodIn({ range: '7' }, TODAY)));
  });

  test('count back from now on a back end that only supports that, with the last day still running', () => {
    setConfig({ backend: 'existing' });
    const period = periodIn({ range: '7' }, TODAY);
    expect(period).toMatchObject({ from: '2026-11-14', to: TODAY });
    expect(periodQuery(period)).toEqual({ range: 7 });
    expect(endOf('traffic', period, TODAY)).toEqual({ lastDay: TODAY, isRunning: true });
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
  ])('are checked from $from to $to: $fault', ({ from, to, fault }) => {
    expect(faultOf(from, to, TODAY)).toBe(fault);
    expect(periodIn({ from, to }, TODAY).choice).toBe(fault === null ? 'custom' : 7);
    expect(refusedPeriodIn({ from, to }, TODAY)?.why ?? null).toBe(fault === 'reports.no_day' ? 'reports.not_days' : fault);
  });

  test('are refused when they are none on offer, and where the back end knows no days', () => {
    expect(['', '7', 'last_month'].map((range) => refusedPeriodIn({ range }, TODAY))).toEqual([null, null, null]);
    expect(refusedPeriodIn({ range: '8' }, TODAY)).toEqual({ requested: { range: '8' }, why: 'reports.unknown_range' });
    setConfig({ backend: 'existing' });
    const own = { from: '2026-03-01', to: '2026-03-31' };
    expect(refusedPeriodIn(own, TODAY)).toEqual({ requested: own, why: 'reports.only_ranges' });
    expect(refusedPeriodIn({ range: 'last_month' }, TODAY)?.why).toBe('reports.unknown_range');
  });

  test('end now on an existing back end, which supplies twice as many for a comparison', () => {
    const own = { from: '2026-03-01', to: '2026-03-31' };
    expect(periodQuery(periodIn(own, TODAY))).toEqual(own);
    setConfig({ backend: 'existing' });
    const period = periodIn({ ...own, range: '15' }, TODAY);
    expect([periodQuery(period), previousPeriodQuery(period), daysBefore(period)]).toEqual([{ range: 15 }, { range: 30 }, 15]);
  });

  test('are compared with the days right before them, across new year and clock changes too', () => {
    expect(previousPeriodQuery(periodIn({ range: '7' }, TODAY))).toEqual({ from: '2026-11-07', to: '2026-11-13' });
    const overNewYear = periodIn({ from: '2026-01-01', to: '2026-01-10' }, TODAY);
    expect([previousPeriodQuery(overNewYear), daysBefore(overNewYear)]).toEqual([{ from: '2025-12-22', to: '2025-12-31' }, 10]);
    const overClocks = periodIn({ from: '2026-10-20', to: '2026-10-30' }, TODAY);
    expect([previousPeriodQuery(overClocks), daysBefore(overClocks)]).toEqual([{ from: '2026-10-09', to: '2026-10-19' }, 11]);
  });

  test('include the calendar months: the last one whole, this one up to yesterday, or its first day', () => {
    expect(periodIn({ range: 'last_month' }, TODAY)).toEqual({ choice: 'last_month', from: '2026-10-01', to: '2026-10-31' });
    expect(periodIn({ range: 'this_month' }, TODAY)).toEqual({ choice: 'this_month', from: '2026-11-01', to: '2026-11-20' });
    expect(periodIn({ range: 'this_month' }, '2026-03-01')).toEqual({ choice: 'this_month', from: '2026-03-01', to: '2026-03-01' });
    expect(periodIn({ range: 'last_month' }, '2026-01-31')).toMatchObject({ from: '2025-12-01', to: '2025-12-31' });
    expect(monthNames(TODAY, 'en')).toEqual({ last_month: 'October 2026', this_month: 'November 2026' });
    // October is compared with the 31 days before it.
    expect(daysBefore(periodIn({ range: 'last_month' }, TODAY))).toBe(31);
    expect(previousPeriodQuery(periodIn({ range: 'last_month' }, TODAY))).toEqual({ from: '2026-08-31', to: '2026-09-30' });
    setConfig({ backend: 'existing' });
    expect(periodIn({ range: 'last_month' }, TODAY).choice).toBe(7);
  });

  test("today is the hotspot's day", () => {
    const at = Date.parse('2026-11-21T12:30:00Z');
    expect(['UTC', 'Pacific/Auckland', 'Pacific/Pago_Pago'].map((zone) => todayAt(at, zone))).toEqual([
      '2026-11-21',
      '2026-11-22',
      '2026-11-21',
    ]);
  });

  test('are days of UTC where the back end knows no zones', () => {
    setConfig({ backend: 'existing' });
    expect(todayAt(Date.parse('2026-11-21T23:59:59Z'), 'Pacific/Auckland')).toBe('2026-11-21');
  });
});

describe('the labels of an axis', () => {
  test('have the right year across new year and 29 February', () => {
    const full = (labels: string[], last: string) => axisLabels('days', labels, whole(last), english).map((label) => label.full);
    expect(full(['30 Dec', '31 Dec', '01 Jan', '02 Jan'], '2027-01-02')).toEqual([
      'Wed 30 Dec 2026',
      'Thu 31 Dec 2026',
      'Fri 1 Jan 2027',
      'Sat 2 Jan 2027',
    ]);
    // The server's date is still in the old year.
    expect(full(['30 Dec', '31 Dec'], '2027-01-01')).toEqual(['Wed 30 Dec 2026', 'Thu 31 Dec 2026']);
    expect(full(['28 Feb', '29 Feb', '01 Mar'], '2028-03-01')).toEqual(['Mon 28 Feb 2028', 'Tue 29 Feb 2028', 'Wed 1 Mar 2028']);
  });

  test('are days, months and hours in the chosen language', () => {
    expect(axisLabels('days', ['14 Jan'], whole('2026-01-14'), italian)).toMatchObject([
      { short: '14 gen', full: 'mer 14 gen 2026', inSentence: 'mercoledì 14 gennaio' },
    ]);
    expect(axisLabels('months', ['January', 'December'], whole(TODAY), italian)[0]).toEqual({
      short: 'gen',
      full: 'gennaio',
      inSentence: 'gennaio',
    });
    expect(axisLabels('hours', ['09', '23'], whole(TODAY), english)).toEqual([
      { short: '09:00', full: '09:00–10:00', inSentence: 'between 09:00 and 10:00' },
      { short: '23:00', full: '23:00–00:00', inSentence: 'between 23:00 and 00:00' },
    ]);
  });

  test('are names of account types, and unknown ones stay as they are', () => {
    const names = axisLabels('types', ['whatsapp', 'telegram', '', 'constructor'], whole(TODAY), english).map(({ full }) => full);
    expect(names).toEqual(['WhatsApp', 'telegram', 'Unknown', 'constructor']);
    expect(axisLabels('days', ['yesterday', '14 Nox'], whole(TODAY), english).map(({ full }) => full)).toEqual(['yesterday', '14 Nox']);
  });
});

describe('averages', () => {
  test.each([
    [599, 'seconds', '9m 59s'],
    [2391, 'seconds', '40m'],
    [3_629, 'seconds', '1h'],
    [0, 'seconds', '-'],
    [2391, 'count', '2,391'],
  ] as const)('show %d %s as %s, to the minute from ten minutes on', (mean, unit, text) => {
    expect(formatMean(mean, unit, 'en')).toBe(text);
  });
});

describe('unfinished periods', () => {
  test('are marked for the running day and month, unlike whole ones', () => {
    const labelled = (axis: 'days' | 'months', labels: string[], isRunning: boolean) =>
      axisLabels(axis, labels, { lastDay: TODAY, isRunning }, english).map(({ full }) => full);
    expect(labelled('days', ['20 Nov', '21 Nov'], true)).toEqual(['Fri 20 Nov 2026', 'Sat 21 Nov 2026, so far']);
    expect(labelled('days', ['20 Nov', '21 Nov'], false)).toEqual(['Fri 20 Nov 2026', 'Sat 21 Nov 2026']);
    expect(labelled('months', ['October', 'November'], true)).toEqual(['October 2026', 'November 2026, so far']);
    expect(labelled('months', ['January', 'December'], true).at(-1)).toBe('December');
  });

  test('leave out the coming months of a calendar year', () => {
    const labels = [...MONTHS_TO_NOVEMBER, 'December'];
    const year = { labels, series: [{ name: '', values: labels.map(() => 1) }], means: [] };
    const drawn = chartDataOf(chartRow('sms_year'), year, { lastDay: TODAY, isRunning: true }, english)!;
    expect(drawn.axisLabels.map(({ short }) => short).at(-1)).toBe('Nov');
    expect(drawn.axisLabels).toHaveLength(11);
    expect(drawn.series[0]?.values).toHaveLength(11);
  });
});

describe('the ticks of an axis', () => {
  test('are at most 5, whole and evenly spaced, and reach the highest value', () => {
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
        // Whole numbers as displayed: not "1.46 GB" or "1h 30m".
        for (const tick of ticks.slice(1)) expect(formatValue(tick, unit, 'en')).toMatch(/^[\d,]+(?:\.00)?(?: ?\w+)?$/);
      }),
    );
  });

  test('are at whole units for bytes and durations', () => {
    expect(ticksUpTo(3, 'count')).toEqual([0, 1, 2, 3]);
    expect(ticksUpTo(1, 'count')).toEqual([0, 1]);
    expect(ticksUpTo(1100 * 1024 ** 2, 'bytes')).toEqual([0, 1, 2].map((gigabytes) => gigabytes * 1024 ** 3));
    expect(ticksUpTo(7 * 1024 ** 3, 'bytes')).toEqual([0, 2, 4, 6, 8].map((gigabytes) => gigabytes * 1024 ** 3));
    expect(ticksUpTo(11 * 3600, 'seconds').map(formatDuration)).toEqual(['-', '3h', '6h', '9h', '12h']);
  });
});

describe('the data of a chart', () => {
  const report = (values: (number | null)[], labels = ['20 Nov', '21 Nov']) => ({ labels, series: [{ name: '', values }], means: [] });

  test('are 0 for a missing value, and no chart when all are missing', () => {
    expect(chartDataOf(chartRow('sms_history'), report([null, 3]), whole(TODAY), english)?.series).toMatchObject([
      { name: 'SMS', values: [0, 3] },
    ]);
    expect(chartDataOf(chartRow('sms_history'), report([null, null]), whole(TODAY), english)).toBeNull();
    expect(chartDataOf(chartRow('sms_history'), report([], []), whole(TODAY), english)).toBeNull();
    expect(chartDataOf(chartRow('sms_history'), { labels: ['20 Nov'], series: [] }, whole(TODAY), english)).toBeNull();
  });

  test('have a summary in words with the total and the peak', () => {
    const sms = chartDataOf(chartRow('sms_history'), report([1200, 34]), whole(TODAY), english)!;
    expect(summaryOf(sms, english)).toEqual(['SMS: 1,234 total, peak 1,200 (Fri 20 Nov 2026)']);
    const traffic = chartDataOf(chartRow('avg_user_traffic'), report([2 ** 60, 0]), whole(TODAY), english)!;
    expect(summaryOf(traffic, english)).toEqual(['Upload: peak 1,048,576.00 TB (Fri 20 Nov 2026)']);
    const pie = chartDataOf(chartRow('account_types_pie'), report([1, 2], ['sms', 'mac']), whole(TODAY), english)!;
    expect(summaryOf(pie, english)).toEqual(['SMS: 1, 33%', 'MAC: 2, 67%']);
  });

  test.each([0, 1, 2 ** 60])('have an axis for %d that starts at 0, uses one unit, and names UTC for days of UTC', (value) => {
    const drawn = chartDataOf(chartRow('traffic'), report([value, 0]), whole(TODAY), english)!;
    const spec = specOf(drawn, { look: ON_PAPER, intl: english, width: 300, height: 200, zone: 'UTC' }) as unknown as {
      axis: { x: { title: unknown; labelFormatter: (key: string) => string }; y: { labelFormatter: (value: number) => string } };
    };
    expect(spec.axis.y.labelFormatter(0)).toBe('0');
    expect(spec.axis.y.labelFormatter(2 * 1024 ** 3)).toBe('2 GB');
    expect(spec.axis.y.labelFormatter(500 * 1024 ** 2)).toBe('500 MB');
    expect(spec.axis.x.title).toBe('UTC');
    expect(spec.axis.x.labelFormatter('1')).toBe('21 Nov');
  });

  test('draw the lower of two equal lines wider, so that both are visible', () => {
    const both = {
      labels: ['20 Nov', '21 Nov', '22 Nov'],
      series: [
        [1, 5, 3],
        [1, 5, 3],
      ].map((values) => ({ name: '', values })),
      means: [],
    };
    const widthsOf = (data: typeof both) => {
      const drawn = chartDataOf(chartRow('sessions'), data, whole(TODAY), english)!;
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
    const separate = {
      ...both,
      series: [
        [1, 5, 3],
        [2, 4, 1],
      ].map((values) => ({ name: '', values })),
    };
    expect(new Set(widthsOf(separate).lines).size).toBe(1);
  });

  test('have years for the last twelve months, but not for a calendar year', () => {
    const months = ['December', ...MONTHS_TO_NOVEMBER];
    expect(axisLabels('months', months, whole(TODAY), english).map(({ full }) => full)).toEqual([
      'December 2025',
      ...MONTHS_TO_NOVEMBER.map((month) => `${month} 2026`),
    ]);
    expect(axisLabels('months', [...MONTHS_TO_NOVEMBER, 'December'], whole(TODAY), english).at(-1)?.full).toBe('December');
  });

  /** A report of the days up to `lastDay`, with a value each. */
  const ofDays = (count: number, lastDay: string, valueOf: (day: number) => number | null = () => 1) => {
    const at = (day: number) => new Date(Date.parse(lastDay) - (count - 1 - day) * 86_400_000).toUTCString().slice(5, 11);
    const labels = Array.from({ length: count }, (_, day) => at(day));
    return report(
      labels.map((_, day) => valueOf(day)),
      labels,
    );
  };
  const drawnOf = (type: Parameters<typeof chartRow>[0], data: ReturnType<typeof ofDays>, lastDay: string) =>
    chartDataOf(chartRow(type), data, whole(lastDay), english)!;
  /** The labels on the axis, in order. */
  const namedOn = (drawn: ReturnType<typeof drawnOf>, width: number) => {
    const spec = specOf(drawn, { look: ON_PAPER, intl: english, width, height: 200 }) as unknown as {
      axis: { x: { title: unknown; labelFormatter: (key: string) => string } };
    };
    return drawn.axisLabels.map((_, labelIndex) => spec.axis.x.labelFormatter(String(labelIndex))).filter((name) => name !== '');
  };

  test('are days up to 31, and name a few of them in equal steps from the first of a month', () => {
    const drawn = drawnOf('sms_history', ofDays(31, '2026-11-25'), '2026-11-25');
    expect([drawn.step, drawn.axisLabels.length]).toEqual([null, 31]);
    expect(namedOn(drawn, 520)).toEqual(['28 Oct', '1 Nov', '5 Nov', '9 Nov', '13 Nov', '17 Nov', '21 Nov', '25 Nov']);
    // If no month begins, in steps back from the last day.
    expect(namedOn(drawnOf('sms_history', ofDays(15, '2026-11-25'), '2026-11-25'), 320)).toEqual([
      '13 Nov',
      '16 Nov',
      '19 Nov',
      '22 Nov',
      '25 Nov',
    ]);
  });

  test('are weeks beyond 31 days, from Monday to Sunday, named where a month begins', () => {
    const drawn = drawnOf('traffic', ofDays(91, '2026-11-25'), '2026-11-25');
    expect(drawn.step).toBe('weeks');
    expect(drawn.row.axis).toBe('weeks');
    expect(drawn.axisLabels.map(({ full }) => full).filter((_, at, all) => at < 2 || at === all.length - 1)).toEqual([
      '27 Aug – 30 Aug 2026',
      '31 Aug – 6 Sep 2026',
      '23 Nov – 25 Nov 2026',
    ]);
    // Weeks hold sums of their days, so that nothing is lost.
    expect(drawn.series[0]?.values.slice(0, 2)).toEqual([4, 7]);
    expect(drawn.series[0]?.values.reduce((sum, value) => sum + value, 0)).toBe(91);
    expect(namedOn(drawn, 320)).toEqual(['Sep', 'Oct', 'Nov']);
  });

  test('are months beyond half a year, of which a gap has 0, and a mean is of the days that have a value', () => {
    const gap = (day: number) => (day >= 100 && day < 200 ? null : day % 2 === 0 ? 4 : null);
    const year = ofDays(365, TODAY, gap);
    const means = drawnOf('avg_user_duration', year, TODAY);
    expect(means.step).toBe('months');
    expect(means.axisLabels.map(({ short }) => short)).toEqual([
      'Nov',
      'Dec',
      'Jan 2026',
      'Feb',
      'Mar',
      'Apr',
      'May',
      'Jun',
      'Jul',
      'Aug',
      'Sep',
      'Oct',
      'Nov',
    ]);
    expect(means.axisLabels.map(({ full }) => full).filter((_, at) => at < 2 || at === 12)).toEqual([
      '22 Nov – 30 Nov 2025',
      'December 2025',
      '1 Nov – 21 Nov 2026',
    ]);
    expect(new Set(means.series[0]?.values)).toEqual(new Set([4, 0]));
    const sums = drawnOf('sms_history', year, TODAY);
    expect(sums.series[0]?.values.at(1)).toBe(15 * 4);
    expect(sums.series[0]?.values).toContain(0);
  });

  test('stay days in a file, however long the report is', () => {
    const days = chartDataOf(chartRow('traffic'), ofDays(365, TODAY), whole(TODAY), english, { byDay: true })!;
    expect([days.axisLabels.length, days.axisLabels.at(-1)?.full]).toEqual([365, 'Sat 21 Nov 2026']);
  });

  test('say that the last week is not over yet', () => {
    const drawn = chartDataOf(chartRow('traffic'), ofDays(60, TODAY), { lastDay: TODAY, isRunning: true }, english)!;
    expect(drawn.axisLabels.at(-1)?.full).toBe('16 Nov – 21 Nov 2026, so far');
    expect(drawn.axisLabels.at(-2)?.full).toBe('9 Nov – 15 Nov 2026');
  });
});

describe('the drawing of a chart', () => {
  const days = ['19 Nov', '20 Nov'];
  const lines = [
    [1, 5],
    [2, 5],
  ];
  const two = { labels: days, series: lines.map((values) => ({ name: '', values })), means: [] };
  interface Mark {
    type: string;
    data: { value: number }[];
    encode: { text?: () => string };
    style: { dy: number; fill?: string; stroke?: string };
    transform?: { type: string }[];
    scale?: { color: { range: string[] } };
  }
  const childrenOf = (type: Parameters<typeof chartRow>[0], data: typeof two, view?: 'columns' | 'bars', width = 600) => {
    const drawn = chartDataOf(chartRow(type), data, whole('2026-11-20'), english)!;
    const spec = specOf(drawn, { look: ON_PAPER, intl: english, width, height: 240, ...(view && { view }) });
    return (spec as unknown as { children: Mark[] }).children;
  };
  const typesOf = (marks: Mark[]) => marks.map(({ type }) => type);

  test('draws a single day as columns, where a line would be a dot', () => {
    const day = { labels: ['20 Nov'], series: [[3], [5]].map((values) => ({ name: '', values })), means: [] };
    expect(new Set(typesOf(childrenOf('sessions', day)))).toContain('interval');
    expect(typesOf(childrenOf('sessions', day))).not.toContain('line');
  });

  test('fills up to two lines and labels them at their ends, but no more than two', () => {
    const marks = childrenOf('sessions', two);
    expect(typesOf(marks)).toEqual(['area', 'line', 'point', 'text', 'area', 'line', 'point', 'text']);
    expect(marks.filter(({ type }) => type === 'text').map(({ encode }) => encode.text?.())).toEqual(['Connections', 'New guests']);
    const types = ['sms', 'mac', 'email'].map((name) => ({ name, values: [1, 2] }));
    expect(typesOf(childrenOf('account_types_graph', { ...two, series: types }))).not.toContain('area');
    // On a phone there is no room for names beside the lines; the legend has them.
    expect(typesOf(childrenOf('sessions', two, undefined, 300))).not.toContain('text');
  });

  test('has markers for up to 14 points of a line, and none beyond', () => {
    const ofPoints = (count: number) => {
      const labels = Array.from({ length: count }, (_, day) => `${String(day + 1).padStart(2, '0')} Nov`);
      return typesOf(childrenOf('sms_history', { labels, series: [{ name: '', values: labels.map(() => 1) }], means: [] }));
    };
    expect(ofPoints(2)).toContain('point');
    expect(ofPoints(14)).toContain('point');
    expect(ofPoints(15)).not.toContain('point');
  });

  test('shows the parts of a pie largest first as bars and columns, each in its colour', () => {
    const parts = { labels: ['sms', 'voucher', 'mac'], series: [{ name: '', values: [1, 5, 3] }], means: [] };
    for (const view of ['bars', 'columns'] as const) {
      const [bars] = childrenOf('account_types_pie', parts, view);
      expect(bars?.data.map(({ value }) => value)).toEqual([5, 3, 1]);
      expect(bars?.scale?.color.range).toEqual(signsOfTypes(['voucher', 'mac', 'sms']).map((sign) => ON_PAPER.colours[sign]));
    }
  });

  test('never overlaps labels at the ends of lines', () => {
    const ends = [0, 0, 0, 10, 100, 99].map((last) => ({ values: [last] }));
    const moves = endsOf(ends, 100, 240);
    const positions = ends
      .map(({ values }, index) => (240 - 44) * (1 - (values[0] ?? 0) / 100) + (moves[index] ?? 0))
      .sort((a, b) => a - b);
    for (const [index, position] of positions.slice(1).entries()) expect(position - (positions[index] ?? 0)).toBeGreaterThanOrEqual(13.9);
    expect(endsOf([{ values: [100] }, { values: [10] }], 100, 240)).toEqual([0, 0]);
  });

  test('gives a measure the same colour in all charts, and a login method in both of its charts', () => {
    const colourOf = (type: Parameters<typeof chartRow>[0], set: number) =>
      childrenOf(type, two).filter((mark) => mark.type === 'line')[set]?.style.stroke;
    expect(colourOf('current', 1)).toBe(colourOf('sessions', 0));
    expect(colourOf('traffic', 0)).toBe(colourOf('avg_user_traffic', 0));
    expect(colourOf('traffic', 1)).toBe(colourOf('avg_conn_traffic', 1));
    const [connections, newGuests] = [colourOf('sessions', 0), colourOf('sessions', 1)];
    const measures = [connections, newGuests, colourOf('current', 0), colourOf('traffic', 0), colourOf('traffic', 1)];
    expect(new Set(measures).size).toBe(5);
    expect(signsOfTypes(['sms', 'voucher'])).toEqual(signsOfTypes(['voucher', 'sms']).toReversed());
    expect(new Set(signsOfTypes(['email', 'sms', 'telegram', 'constructor', 'voucher'])).size).toBe(5);
  });

  test('stacks columns that are parts of a whole, puts others side by side, and draws a pie as one column per slice', () => {
    expect(childrenOf('traffic', two, 'columns')[0]?.transform).toEqual([{ type: 'stackY' }]);
    expect(childrenOf('traffic', two, 'columns')[0]?.encode).not.toHaveProperty('series');
    expect(childrenOf('sessions', two, 'bars')[0]?.transform).toEqual([{ type: 'dodgeX' }]);
    const stacked = chartDataOf(chartRow('traffic'), two, whole('2026-11-20'), english)!;
    const { scale } = specOf(stacked, { look: ON_PAPER, intl: english, width: 600, height: 240, view: 'columns' }) as unknown as {
      scale: { y: { domain: number[] } };
    };
    // The axis covers the stacked height of both values.
    expect(scale.y.domain[1]).toBeGreaterThanOrEqual(10);
    const pie = { labels: ['sms', 'voucher'], series: [{ name: '', values: [1, 2] }], means: [] };
    expect(childrenOf('account_types_pie', pie, 'bars')[0]?.scale?.color.range).toHaveLength(2);
  });

  test('makes horizontal bars high enough to be read', () => {
    const days = Array.from({ length: 30 }, (_, day) => String(day));
    const long = { labels: days, series: [{ name: '', values: days.map(() => 1) }], means: [] };
    const drawn = chartDataOf(chartRow('sms_history'), long, whole(TODAY), english)!;
    expect(heightOfBars(drawn, 240)).toBe(30 * 22 + 40);
    expect(heightOfBars(chartDataOf(chartRow('sms_history'), two, whole(TODAY), english)!, 240)).toBe(240);
  });
});

describe('the comparison with the previous days', () => {
  const data = { labels: [], series: [{ name: '', values: [10, null, 21, 1000] }], means: [] };

  test('uses the rounded-down mean of the days that have a value, and no later day', () => {
    expect(meanBefore(data, 0, 3)).toBe(15);
    expect(meanBefore(data, 1, 3)).toBe(0);
  });

  test.each([
    { mean: 30, before: 15, direction: 'more', share: 1 },
    { mean: 9, before: 12, direction: 'less', share: 0.25 },
    { mean: 1001, before: 1000, direction: 'same', share: 0 },
    { mean: 0, before: 12, direction: 'less', share: 1 },
  ])('is $direction for $mean after $before', ({ mean, before, ...change }) => {
    expect(compared(mean, before)).toEqual(change);
  });

  test('is missing when there were none', () => expect(compared(5, 0)).toBeNull());
});

describe('the colours of the charts', () => {
  test.each([
    { shade: 'light', ground: '#ffffff' },
    { shade: 'dark', ground: '#151f2b' },
  ] as const)('have a contrast of 3:1 to a $shade background, and neighbouring series differ without colour too', ({ shade, ground }) => {
    expect(chartStyleOf({ colorBgContainer: ground, colorTextSecondary: '', colorBorder: '' }).colours).toBe(COLOURS[shade]);
    for (const colour of COLOURS[shade]) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(3);
    const signs = MARKS.map((mark, index) => `${mark} ${String(DASHES[index])}`);
    expect(new Set(signs).size).toBe(COLOURS[shade].length);
  });
});
