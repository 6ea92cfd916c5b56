import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import dayjs from 'dayjs';
import type { Page } from 'playwright-core';
import { formatBytes } from '../../src/shared/format/sizes';
import { formatDuration } from '../../src/shared/format/durations';
import { MESSAGES, openConsole, tokenOf } from '../support/browser/browser';
import { ownDemonstration } from '../support/browser/ownDemonstration';
import { startStillDemonstration } from '../support/run/demonstration.mjs';
import { inTurn } from '../support/run/rounds';

// Reports and lists are read one after the other, so nothing may change in between.
ownDemonstration(undefined, startStillDemonstration);

/** The fields of a session in the lists; a running one has no end. */
interface Session {
  user_id: number;
  bytes_up: number;
  bytes_down: number;
  duration: number;
  start_time: string;
  stop_time: string | null;
}

interface Guest {
  account_type: string;
  created: string;
}

const RANGE = 7;
const HOUR = 3_600_000;

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
  const sessions = [
    ...(await readAll<Session>(page, 'histories', { ...scope, from })),
    ...(await readAll<Session>(page, 'sessions', scope)),
  ];
  const guests = [...(await readAll<Guest>(page, 'users', scope)), ...(await readAll<Guest>(page, 'users_expired', scope))];
  return {
    sessions: sessions.map(({ user_id, bytes_up, bytes_down, duration, start_time, stop_time }) => ({
      user_id,
      bytes_up,
      bytes_down,
      duration,
      start_time,
      stop_time,
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

/** A chart's data table on the page, without the header row; no rows if the chart says that there is nothing to show. */
async function tableOf(page: Page, name: string): Promise<string[][]> {
  const chart = page.getByRole('group', { name, exact: true });
  if (await chart.getByText(MESSAGES.en['reports.nothing'], { exact: true }).isVisible()) return [];
  await chart.getByTitle('Table', { exact: true }).click();
  await chart.getByRole('table').waitFor();
  const rows = await chart.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('th, td').allTextContents()));
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const plain = (value: number) => value.toLocaleString('en');
const bytes = (value: number) => formatBytes(value, 'en');

/** The mean of the days with a value, rounded down. */
const meanOf = (values: number[]) => (values.length === 0 ? 0 : Math.floor(sum(values) / values.length));

/** Tiles round averages of ten minutes and more to minutes. */
const toMinutes = (seconds: number) => (seconds >= 600 ? Math.round(seconds / 60) * 60 : seconds);

/** The wall-clock time in a time zone: "2026-11-20 22:15:00". */
const clocks = new Map<string, Intl.DateTimeFormat>();
function clockIn(moment: string | number, zone: string): string {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(zone, clock);
  return clock.format(new Date(moment));
}
const dayIn = (moment: string | number, zone: string) => clockIn(moment, zone).slice(0, 10);

/** The server's zone, which is also that of hotspots without one of their own. */
const SERVER_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** `browser` is the time zone of the person who looks, `zone` that of the hotspot: only the latter matters. */
const READERS = [
  { who: 'reseller', hotspot: 0, browser: SERVER_ZONE, zone: SERVER_ZONE },
  { who: 'customer', hotspot: 1, browser: 'Pacific/Auckland', zone: SERVER_ZONE },
  { who: 'reseller', hotspot: 1, browser: 'America/New_York', zone: SERVER_ZONE },
  { who: 'reseller', hotspot: 2, browser: 'America/New_York', zone: 'Asia/Kolkata' },
  { who: 'admin', hotspot: 9, browser: SERVER_ZONE, zone: SERVER_ZONE },
];

/** Sets the zone of a hotspot. */
async function setZone(page: Page, hotspot: number, value: string) {
  const headers = { Token: await tokenOf(page) };
  const answer = await page.request.put(`/api/preferences/hotspots/${hotspot}`, { headers, data: { key: 'time_zone', value } });
  expect(answer.status()).toBe(200);
}

test.each(inTurn(READERS, 2))(
  'every number in the report of $who about hotspot $hotspot matches the lists of sessions and guests',
  async ({ who, hotspot, browser, zone }) => {
    const { page } = await openConsole({ as: who, zone: browser });
    if (zone !== SERVER_ZONE) await setZone(page, hotspot, zone);
    const { until, sessions, guests } = await openWithLists(page, hotspot);
    // Days of the hotspot's calendar, whatever day it is for the reader.
    const today = dayjs(`${dayIn(until, zone)}T12:00`);
    const last = today.subtract(1, 'day');
    const first = today.subtract(RANGE, 'day');
    expect(await page.getByText(`Days in ${zone} time`).count()).toBe(browser === zone ? 0 : 1);
    const days = Array.from({ length: RANGE }, (_, day) => first.add(day, 'day'));
    expect(sessions.length).toBeGreaterThan(0);

    const onDay = <R>(rows: R[], moment: (row: R) => string) =>
      days.map((day) => {
        const name = day.format('YYYY-MM-DD');
        return rows.filter((row) => dayIn(moment(row), zone) === name);
      });
    const byDay = onDay(sessions, (session) => session.start_time);
    const newByDay = onDay(guests, (guest) => guest.created);
    const labelled = (values: (index: number) => string[]) => days.map((day, index) => [day.format('ddd D MMM YYYY'), ...values(index)]);
    const of = (index: number) => byDay[index] ?? [];
    const up = (index: number) => sum(of(index).map((session) => session.bytes_up));
    const down = (index: number) => sum(of(index).map((session) => session.bytes_down));
    const seconds = (index: number) => sum(of(index).map((session) => session.duration));
    const count = (index: number) => of(index).length;
    const distinct = (index: number) => new Set(of(index).map((session) => session.user_id)).size;
    const per = (value: (index: number) => number, parts: (index: number) => number) => (index: number) =>
      parts(index) === 0 ? 0 : Math.round(value(index) / parts(index));

    expect(await tableOf(page, 'Connections and new guests')).toEqual(
      labelled((index) => [plain(count(index)), plain((newByDay[index] ?? []).length)]),
    );
    // The file has the same numbers, whichever separator it is written with.
    const chart = page.getByRole('group', { name: 'Connections and new guests', exact: true });
    await chart.getByRole('button', { name: 'Actions for Connections and new guests' }).click();
    await page.getByRole('menuitem', { name: 'Download CSV' }).click();
    const download = page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true });
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()]);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const written = await text(await file.createReadStream());
    const cells = written
      .replace(/^\uFEFF/, '')
      .replace(/^sep=.\r?\n/, '')
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) =>
        line
          .split(/[,;\t]/)
          .slice(-2)
          .map(Number),
      );
    expect(cells).toEqual(days.map((_, index) => [count(index), (newByDay[index] ?? []).length]));
    expect(await tableOf(page, 'Total traffic')).toEqual(labelled((index) => [bytes(up(index)), bytes(down(index))]));
    for (const [name, tile, parts] of [
      ['guest', 'per guest', distinct],
      ['connection', 'per connection', count],
    ] as const) {
      const [upload, download, duration] = [per(up, parts), per(down, parts), per(seconds, parts)];
      expect(await tableOf(page, `Average traffic per ${name}`)).toEqual(
        labelled((index) => [bytes(upload(index)), bytes(download(index))]),
      );
      expect(await tableOf(page, `Average duration per ${name}`)).toEqual(labelled((index) => [formatDuration(duration(index))]));
      const present = days.map((_, index) => index).filter((index) => count(index) > 0);
      const daily =
        name === 'guest'
          ? (what: string) => `Daily ${what} ${tile}`
          : (what: string) => `${what[0]?.toUpperCase() ?? ''}${what.slice(1)} ${tile}`;
      for (const [what, value] of [
        ['duration', formatDuration(toMinutes(meanOf(present.map(duration))))],
        ['download', bytes(meanOf(present.map(download)))],
        ['upload', bytes(meanOf(present.map(upload)))],
      ] as const) {
        expect(await page.getByRole('group', { name: daily(what), exact: true }).textContent()).toContain(value);
      }
    }

    // Yesterday by hour: sessions that were running in some minute of it.
    const yesterday = last.format('YYYY-MM-DD');
    const inHour = Array.from({ length: 24 }, () => new Set<Session>());
    const stays = sessions.map((session) => {
      return { session, from: Date.parse(session.start_time), to: session.stop_time === null ? Infinity : Date.parse(session.stop_time) };
    });
    const noon = Date.parse(`${yesterday}T12:00Z`);
    const near = stays.filter(({ from, to }) => from < noon + 30 * HOUR && to > noon - 30 * HOUR);
    for (let at = noon - 30 * HOUR; at < noon + 30 * HOUR; at += 60_000) {
      const clock = clockIn(at, zone);
      if (!clock.startsWith(yesterday)) continue;
      for (const { session, from, to } of near) {
        if (from < at + 60_000 && (to > at || from >= at)) inHour[Number(clock.slice(11, 13))]?.add(session);
      }
    }
    const perHour = inHour.map((some) => ({ guests: new Set([...some].map((session) => session.user_id)).size, connections: some.size }));
    expect((await tableOf(page, 'Guests and connections yesterday, by hour')).map((row) => row.slice(1))).toEqual(
      perHour.map(({ guests: there, connections }) => [plain(there), plain(connections)]),
    );
    const tenths = (values: number[]) => plain(Math.round((sum(values) / values.length) * 10) / 10);
    expect(await page.getByRole('group', { name: 'Guests connected per hour' }).textContent()).toBe(
      `Guests connected per hour${tenths(perHour.map((hour) => hour.guests))}`,
    );
    expect(await page.getByRole('group', { name: 'Connections per hour' }).textContent()).toBe(
      `Connections per hour${tenths(perHour.map((hour) => hour.connections))}`,
    );

    // Sums over the days, at the top and below the table.
    const inAll = sum(days.map((_, index) => up(index) + down(index)));
    const [all, fresh] = [sum(days.map((_, index) => count(index))), sum(newByDay.map((some) => some.length))];
    const came = Math.round((sum(days.map((_, index) => distinct(index))) / days.length) * 10) / 10;
    for (const [name, value] of [
      ['Guests per day', plain(came)],
      ['New guests', plain(fresh)],
      ['Connections', plain(all)],
      ['Traffic', inAll === 0 ? '0' : bytes(inAll)],
    ] as const) {
      expect(await page.getByRole('group', { name, exact: true }).textContent()).toContain(`${name}${value}`);
    }
    const foot = page.getByRole('group', { name: 'Connections and new guests', exact: true }).locator('tfoot');
    expect(await foot.locator('th, td').allTextContents()).toEqual(['Total', plain(all), plain(fresh)]);

    // The summary in words.
    const most = Math.max(...days.map((_, index) => count(index)));
    const busiest = days[days.findIndex((_, index) => count(index) === most)];
    await page
      .getByText(`The busiest day was ${busiest?.format('dddd D MMMM') ?? ''}, with ${plain(most)} connection${most === 1 ? '' : 's'}.`)
      .waitFor();

    // Account types of new guests.
    const types = new Map<string, number>();
    for (const { account_type } of newByDay.flat()) types.set(account_type, (types.get(account_type) ?? 0) + 1);
    const shown = await tableOf(page, 'New guests by login method');
    expect(shown.map(([, value]) => value).sort()).toEqual([...types.values()].map(plain).sort());
    if (types.size > 0) {
      const trend = await tableOf(page, 'New guests by login method, over time');
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

  // The paper says the same about the period as the screen.
  await page.waitForFunction(() => document.querySelectorAll('[class*="reportNumbers"] [class*="tileChange"]').length === 4);
  const tiles = await page
    .locator('[class*="reportNumbers"] [role="group"], [class*="reportTiles"] [role="group"]')
    .evaluateAll((groups) => groups.map((group) => [group.getAttribute('aria-label') ?? '', group.textContent] as const));
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const html = await printed;
  expect(tiles).toHaveLength(4 + 6);
  for (const [name, shown] of tiles) {
    const onPaper = new RegExp(`${name}<strong>([^<]+)</strong>`).exec(html)?.[1]?.replaceAll('&nbsp;', '\u00a0') ?? 'nothing';
    expect(shown).toContain(onPaper);
  }
  expect(html).toContain('Report: grand-hotel-miramare - Grand Hotel Miramare, Rimini');
  expect(html).toContain(`data-drawn="${await drawnOn(page)}"`);
  await page.waitForFunction(() => document.querySelector('[class*="paperReport"]') === null);

  // Ctrl P prints the same.
  const again = new Promise<string>((resolve) => {
    sheet = resolve;
  });
  await page.keyboard.press('Control+p');
  expect(await again).toContain('Report: grand-hotel-miramare - Grand Hotel Miramare, Rimini');
  await page.waitForFunction(() => document.querySelector('[class*="paperReport"]') === null);
}, 120_000);

test.each(inTurn([SERVER_ZONE, 'Pacific/Auckland', 'America/New_York'], 1))(
  'the dashboard shows the totals of the lists behind it to a browser in %s',
  async (zone) => {
    const { page } = await openConsole({ as: 'customer', zone });
    const token = await tokenOf(page);
    const totalOf = async (path: string) => {
      const answer = await page.request.get(`/api/${path}`, { headers: { Token: token } });
      return ((await answer.json()) as { total: number }).total;
    };
    const card = async (name: string) => (await page.getByRole('group', { name, exact: true }).textContent()) ?? '';
    await page.locator('[class*="onlineNow"] strong').waitFor();
    const [guests, sessions] = [await totalOf('users?state=current&limit=1'), await totalOf('sessions?limit=1')];
    expect(await card('Active guests')).toMatch(new RegExp(`^Active guests${plain(guests)}(?!\\d)`));
    expect(await card('Active sessions')).toMatch(new RegExp(`^Active sessions${plain(sessions)}(?!\\d)`));
    expect(await page.locator('[class*="onlineNow"] strong').textContent()).toBe(plain(await totalOf('users?state=online&limit=1')));
  },
);

test('a chart says that it is loading until the code that draws it has arrived', async () => {
  const { page } = await openConsole({ as: 'customer' });
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/Drawing-[\w-]+\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto('/#/reports');
  const traffic = page.getByRole('group', { name: 'Total traffic', exact: true });
  // Shown once the report's numbers are there.
  await traffic.getByTitle('Table', { exact: true }).waitFor();
  await traffic.getByText('Loading the report', { exact: true }).waitFor();
  arrive();
  await traffic.locator('canvas').waitFor();
  expect(await traffic.getByText('Loading the report', { exact: true }).count()).toBe(0);
});

test('every chart and table is whole on its sheet when the browser prints', async () => {
  const { page } = await openConsole({ as: 'customer', at: '#/reports' });
  await page.getByRole('group', { name: 'SMS sent in the period', exact: true }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  const charts = await drawnOn(page);
  await page.waitForFunction((all) => document.querySelectorAll('[class*="drawing"] canvas').length === all, charts);
  const traffic = page.getByRole('group', { name: 'Total traffic', exact: true });
  await traffic.getByTitle('Table', { exact: true }).click();
  await traffic.getByRole('table').waitFor();
  await page.emulateMedia({ media: 'print' });
  const cut = await page.evaluate(() => {
    // Printing lays out an A4 sheet within its margins without notifying the charts, which keep the window's width.
    document.body.style.width = '186mm';
    const parts = [...document.querySelectorAll('[class*="drawing"] canvas, [class*="chartTable"] table')];
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
  expect(cut).toEqual({ parts: charts, cut: 0, distorted: 0 });
});

/** Number of charts that are drawn on a canvas. The map isn't, and in a quiet week there may be no SMS chart. */
const drawnOn = async (page: Page) =>
  12 -
  (await page.locator('main .hour-map').count()) -
  (await page.locator('main').getByText(MESSAGES.en['reports.nothing'], { exact: true }).count());

test('the day under the pointer is marked in every chart that has it, until the pointer leaves', async () => {
  const { page } = await openConsole({ as: 'customer', at: '#/reports' });
  const traffic = page.getByRole('group', { name: 'Total traffic', exact: true }).locator('canvas');
  await traffic.waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await traffic.hover();
  const marked = (name: string) => page.getByRole('group', { name, exact: true }).locator('[class*="crosshair"]');
  for (const name of ['Total traffic', 'Connections and new guests', 'Average duration per guest']) await marked(name).waitFor();
  // At the same place in charts of the same width.
  const lefts = await Promise.all(
    ['Average duration per guest', 'Average duration per connection'].map((name) =>
      marked(name).evaluate((line) => Number.parseFloat(line.style.left)),
    ),
  );
  expect(Math.abs((lefts[0] ?? 0) - (lefts[1] ?? 99))).toBeLessThan(40);
  await page.mouse.move(5, 5);
  await page.locator('[class*="crosshair"]').first().waitFor({ state: 'detached' });
});

const POSITIONS = [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const;

test.each(POSITIONS)('the tooltip of a chart is whole and opaque on a %s, %s', async (viewport, theme) => {
  const { page } = await openConsole({ as: 'reseller', at: '#/reports?hotspotId=0', viewport, theme });
  const chart = page.getByRole('group', { name: 'New guests by login method, over time', exact: true });
  const canvas = chart.locator('canvas');
  await canvas.waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2 - 5, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const tooltip = chart.locator('.g2-tooltip');
  await tooltip.waitFor();
  const tooltipTexts = await tooltip.evaluate((element) => {
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
  expect(tooltipTexts).toEqual({ hidden: 0, isOpaque: true, isLarge: true });
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
