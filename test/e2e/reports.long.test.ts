import { expect, test } from '@jest/globals';
import dayjs from 'dayjs';
import type { Page } from 'playwright-core';
import { formatBytes } from '../../src/shared/format/sizes';
import { formatDuration } from '../../src/shared/format/durations';
import { MESSAGES, openConsole, tokenOf } from '../support/browser/browser';
import { ownDemonstration } from '../support/browser/ownDemonstration';
import { startStillDemonstration } from '../support/run/demonstration.mjs';

// Reports and lists are read one after the other: nothing may change in between.
ownDemonstration(undefined, startStillDemonstration);

/** The fields of an ended session in the lists. */
interface Session {
  user_id: number;
  bytes_up: number;
  bytes_down: number;
  duration: number;
  start_time: string;
}

interface Guest {
  account_type: string;
  created: string;
}

const RANGE = 7;

/** Page size for reading lists. */
const LIMIT = 100;

/** All rows of a list, page by page. */
async function readAll<R>(page: Page, list: string, query: Record<string, string>): Promise<R[]> {
  const token = await tokenOf(page);
  const rows: R[] = [];
  for (let number = 1; ; number += 1) {
    const params = new URLSearchParams({ ...query, page: String(number), limit: String(LIMIT) });
    const answer = await page.request.get(`/api/${list}?${params.toString()}`, { headers: { Token: token } });
    const body = (await answer.json()) as { data?: R[]; data_users?: R[]; data_user_histories?: R[] };
    const found = body.data ?? [...(body.data_users ?? []), ...(body.data_user_histories ?? [])];
    rows.push(...found);
    if (found.length < LIMIT) return rows;
  }
}

/** What the lists contain for the last days. */
async function readLists(page: Page, hotspot: number): Promise<{ sessions: Session[]; guests: Guest[] }> {
  const scope = hotspot === 0 ? {} : { hotspot: String(hotspot) };
  const begin = dayjs()
    .subtract(RANGE + 1, 'day')
    .startOf('day');
  const from = begin.toISOString().slice(0, 19).replace('T', ' ');
  const sessions = await readAll<Session>(page, 'histories', { ...scope, from });
  const guests = [...(await readAll<Guest>(page, 'users', scope)), ...(await readAll<Guest>(page, 'users_expired', scope))];
  return {
    sessions: sessions.map(({ user_id, bytes_up, bytes_down, duration, start_time }) => ({
      user_id,
      bytes_up,
      bytes_down,
      duration,
      start_time,
    })),
    guests: guests.map(({ account_type, created }) => ({ account_type, created })).filter(({ created }) => dayjs(created).isAfter(begin)),
  };
}

/** Opens the reports, and reads the lists that they should match. */
async function openWithLists(page: Page, hotspot: number) {
  const answered = page.waitForResponse((response) => response.url().includes('/reports/sessions/graph'));
  // From a blank page, so that nothing comes from the console's cache.
  await page.goto('about:blank');
  await page.goto(`/#/reports?hotspotId=${hotspot}`);
  const until = Date.parse((await (await answered).headerValue('date')) ?? '');
  await page.getByRole('group', { name: 'SMS sent in the period', exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  return { until, ...(await readLists(page, hotspot)) };
}

/** A chart's data table on the page, without the header row; no rows where the chart says that there is nothing to show. */
async function tableOf(page: Page, name: string): Promise<string[][]> {
  const chart = page.getByRole('group', { name, exact: true });
  if (await chart.getByText(MESSAGES.en['reports.nothing'], { exact: true }).isVisible()) return [];
  await chart.getByTitle('Table', { exact: true }).click();
  const rows = await chart.getByRole('row').all();
  return Promise.all(rows.slice(1).map((row) => row.locator('th, td').allTextContents()));
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const plain = (value: number) => value.toLocaleString('en');
const bytes = (value: number) => formatBytes(value, 'en');

/** The mean of the days with a value, rounded down. */
const meanOf = (values: number[]) => (values.length === 0 ? 0 : Math.floor(sum(values) / values.length));

const READERS = [
  { who: 'reseller', hotspot: 0 },
  { who: 'customer', hotspot: 1 },
  { who: 'reseller', hotspot: 1 },
  { who: 'reseller', hotspot: 2 },
  { who: 'admin', hotspot: 9 },
];

test.each(READERS)(
  'every number in the report of $who about hotspot $hotspot matches the lists of sessions and guests',
  async ({ who, hotspot }) => {
    const { page } = await openConsole({ as: who });
    const { until, sessions, guests } = await openWithLists(page, hotspot);
    const last = dayjs(until).subtract(1, 'day');
    const first = dayjs(until).subtract(RANGE, 'day');
    const days = Array.from({ length: RANGE }, (_, day) => first.add(day, 'day'));
    expect(sessions.length).toBeGreaterThan(0);

    const onDay = <R>(rows: R[], moment: (row: R) => string) =>
      days.map((day) => {
        const name = day.format('YYYY-MM-DD');
        return rows.filter((row) => dayjs(moment(row)).format('YYYY-MM-DD') === name);
      });
    const byDay = onDay(sessions, (session) => session.start_time);
    const newByDay = onDay(guests, (guest) => guest.created);
    const named = (values: (index: number) => string[]) => days.map((day, index) => [day.format('ddd D MMM YYYY'), ...values(index)]);
    const of = (index: number) => byDay[index] ?? [];
    const up = (index: number) => sum(of(index).map((session) => session.bytes_up));
    const down = (index: number) => sum(of(index).map((session) => session.bytes_down));
    const seconds = (index: number) => sum(of(index).map((session) => session.duration));
    const count = (index: number) => of(index).length;
    const distinct = (index: number) => new Set(of(index).map((session) => session.user_id)).size;
    const per = (value: (index: number) => number, parts: (index: number) => number) => (index: number) =>
      parts(index) === 0 ? 0 : Math.round(value(index) / parts(index));

    expect(await tableOf(page, 'Connections and new guests')).toEqual(
      named((index) => [plain(count(index)), plain((newByDay[index] ?? []).length)]),
    );
    expect(await tableOf(page, 'Total traffic')).toEqual(named((index) => [bytes(up(index)), bytes(down(index))]));
    for (const [name, tile, parts] of [
      ['guest', 'per guest', distinct],
      ['connection', 'per connection', count],
    ] as const) {
      const [upload, download, duration] = [per(up, parts), per(down, parts), per(seconds, parts)];
      expect(await tableOf(page, `Average traffic per ${name}`)).toEqual(named((index) => [bytes(upload(index)), bytes(download(index))]));
      expect(await tableOf(page, `Average duration per ${name}`)).toEqual(named((index) => [formatDuration(duration(index))]));
      const present = days.map((_, index) => index).filter((index) => count(index) > 0);
      const daily =
        name === 'guest'
          ? (what: string) => `Daily ${what} ${tile}`
          : (what: string) => `${what[0]?.toUpperCase() ?? ''}${what.slice(1)} ${tile}`;
      for (const [what, value] of [
        ['duration', formatDuration(meanOf(present.map(duration)))],
        ['download', bytes(meanOf(present.map(download)))],
        ['upload', bytes(meanOf(present.map(upload)))],
      ] as const) {
        expect(await page.getByRole('group', { name: daily(what), exact: true }).textContent()).toContain(value);
      }
    }

    // Yesterday by hour.
    const yesterday = last.format('YYYY-MM-DD');
    const inHour = Array.from({ length: 24 }, (_, hour) =>
      sessions.filter(({ start_time }) => dayjs(start_time).format('YYYY-MM-DD H') === `${yesterday} ${hour}`),
    );
    const perHour = inHour.map((some) => ({ guests: new Set(some.map((session) => session.user_id)).size, connections: some.length }));
    const busy = perHour.filter(({ connections }) => connections > 0);
    // A library is closed on Sundays: a day without connections has no drawing.
    expect((await tableOf(page, 'Guests and connections yesterday, by hour')).map((row) => row.slice(1))).toEqual(
      busy.length === 0 ? [] : perHour.map(({ guests: there, connections }) => [plain(there), plain(connections)]),
    );
    expect(await page.getByRole('group', { name: 'Guests connected per hour' }).textContent()).toMatch(
      new RegExp(`hour${meanOf(busy.map((hour) => hour.guests))}$`),
    );
    expect(await page.getByRole('group', { name: 'Connections per hour' }).textContent()).toMatch(
      new RegExp(`hour${meanOf(busy.map((hour) => hour.connections))}$`),
    );

    // The summary in words.
    const most = Math.max(...days.map((_, index) => count(index)));
    const busiest = days[days.findIndex((_, index) => count(index) === most)];
    await page.getByText(`The busiest day was ${busiest?.format('dddd D MMMM') ?? ''}, with ${plain(most)} connections.`).waitFor();

    // Account types of new guests.
    const types = new Map<string, number>();
    for (const { account_type } of newByDay.flat()) types.set(account_type, (types.get(account_type) ?? 0) + 1);
    const shown = await tableOf(page, 'New guests by login method');
    expect(shown.map(([, value]) => value).sort()).toEqual([...types.values()].map(plain).sort());
    if (types.size > 0) {
      const trend = await tableOf(page, 'New guests by login method, per day');
      expect(trend.map((row) => sum(row.slice(1).map(Number)))).toEqual(newByDay.map((some) => some.length));
    }
  },
  180_000,
);

test('a report exports as a picture and prints with the name of its hotspot', async () => {
  const { page } = await openConsole({ as: 'customer', at: '#/reports', theme: 'dark' });
  let sheet: (html: string) => void = () => undefined;
  const printed = new Promise<string>((resolve) => {
    sheet = resolve;
  });
  await page.exposeFunction('printed', (html: string) => sheet(html));
  await page.evaluate(() => {
    new MutationObserver(() => {
      const frame = document.querySelector<HTMLIFrameElement>('#printWindow');
      frame?.addEventListener('load', () => {
        const { contentWindow, contentDocument } = frame;
        if (!contentWindow || !contentDocument) return;
        contentWindow.print = () => {
          const blank = document.createElement('canvas');
          const drawn = [...contentDocument.querySelectorAll('canvas')].filter((canvas) => {
            [blank.width, blank.height] = [canvas.width, canvas.height];
            return canvas.toDataURL() !== blank.toDataURL();
          });
          contentDocument.body.dataset.drawn = String(drawn.length);
          void (window as unknown as { printed: (html: string) => Promise<void> }).printed(contentDocument.body.outerHTML);
          contentWindow.dispatchEvent(new Event('afterprint'));
        };
      });
    }).observe(document.body, { childList: true });
  });
  const chart = page.getByRole('group', { name: 'Total traffic', exact: true });
  await chart.locator('canvas').waitFor();
  await chart.getByRole('button', { name: 'Actions for Total traffic' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Download image' }).click()]);
  expect(download.suggestedFilename()).toBe('Total-traffic.png');

  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const html = await printed;
  expect(html).toContain('Report: grand-hotel-miramare - Grand Hotel Miramare, Rimini');
  expect(html).toContain('data-drawn="11"');
  await page.waitForFunction(() => document.querySelector('.paper-report') === null);

  // Ctrl P gives the same paper.
  const again = new Promise<string>((resolve) => {
    sheet = resolve;
  });
  await page.keyboard.press('Control+p');
  expect(await again).toContain('Report: grand-hotel-miramare - Grand Hotel Miramare, Rimini');
  await page.waitForFunction(() => document.querySelector('.paper-report') === null);
}, 120_000);

test('every chart and table is whole on its sheet when the browser prints', async () => {
  const { page } = await openConsole({ as: 'customer', at: '#/reports' });
  await page.waitForFunction(() => document.querySelectorAll('.drawing canvas').length === 11);
  const traffic = page.getByRole('group', { name: 'Total traffic', exact: true });
  await traffic.getByTitle('Table', { exact: true }).click();
  await traffic.getByRole('table').waitFor();
  await page.emulateMedia({ media: 'print' });
  const cut = await page.evaluate(() => {
    // Printing lays out an A4 sheet within its margins without notifying the charts, which keep the window's width.
    document.body.style.width = '186mm';
    const parts = [...document.querySelectorAll('.drawing canvas, .chart-table table')];
    const isCut = parts.filter((part) => {
      const card = part.closest('.ant-card');
      const [inner, outer] = [part.getBoundingClientRect(), card?.getBoundingClientRect()];
      if (!outer) return true;
      return inner.right > outer.right || inner.bottom > outer.bottom || outer.right > document.body.getBoundingClientRect().right + 1;
    });
    const canvases = parts.filter((part) => part instanceof HTMLCanvasElement);
    const distorted = canvases.filter((canvas) => Math.abs(canvas.clientWidth / canvas.clientHeight - canvas.width / canvas.height) > 0.05);
    return { parts: parts.length, cut: isCut.length, distorted: distorted.length };
  });
  expect(cut).toEqual({ parts: 11, cut: 0, distorted: 0 });
});

const PLACES = [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const;

test.each(PLACES)('the tooltip of a chart is whole and opaque on a %s, %s', async (viewport, theme) => {
  const { page } = await openConsole({ as: 'reseller', at: '#/reports?hotspotId=0', viewport, theme });
  const chart = page.getByRole('group', { name: 'New guests by login method, per day', exact: true });
  const canvas = chart.locator('canvas');
  await canvas.waitFor();
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2 - 5, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const tooltip = chart.locator('.g2-tooltip');
  await tooltip.waitFor();
  const told = await tooltip.evaluate((element) => {
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const corners = [
      [left + 3, top + 3],
      [right - 3, top + 3],
      [left + 3, bottom - 3],
      [right - 3, bottom - 3],
    ] as const;
    // The element ignores pointer events so that they reach the chart; allow them here to find it.
    (element as HTMLElement).style.pointerEvents = 'auto';
    const hidden = corners.filter(([x, y]) => !element.contains(document.elementFromPoint(x, y))).length;
    const { backgroundColor, opacity } = getComputedStyle(element);
    return { hidden, isOpaque: !backgroundColor.startsWith('rgba') && opacity === '1', isLarge: width > 60 && height > 60 };
  });
  expect(told).toEqual({ hidden: 0, isOpaque: true, isLarge: true });
});

test('an administrator chooses a month, custom dates and a hotspot, and reopens them by the link', async () => {
  const { page } = await openConsole({ as: 'admin', at: '#/reports' });
  await page.getByRole('group', { name: 'Total traffic', exact: true }).locator('canvas').waitFor();
  await page.getByText('Last 30 days', { exact: true }).click();
  await page.waitForFunction(() => location.hash.includes('range=30'));
  await page.getByText('Custom range', { exact: true }).click();
  const last = dayjs().subtract(1, 'day');
  const from = last.subtract(300, 'day');
  await page.getByLabel('From', { exact: true }).fill(from.format('YYYY-MM-DD'));
  await page.getByLabel('From', { exact: true }).press('Enter');
  await page.getByText(`${from.format('D MMM YYYY')} – ${last.format('D MMM YYYY')}`, { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Hotspot' }).click();
  await page.getByTitle(/^grand-hotel-miramare - /).click();
  await page.waitForFunction(() => location.hash.includes('hotspotId=1'));
  await page.reload();
  await page.getByText(`${from.format('D MMM YYYY')} – ${last.format('D MMM YYYY')}`, { exact: true }).waitFor();
  await page.getByRole('group', { name: 'Total traffic', exact: true }).locator('canvas').waitFor();
  expect(await page.getByText('Couldn’t load').count()).toBe(0);
});
