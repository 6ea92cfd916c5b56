/**
 * One day recounted on the screens: people in other time zones look at the day that `dayRecounted` plays, and every number on screens, in
 * the CSV file and on paper is compared with the rows. Only the number formats are taken from the product.
 */
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { formatBytes } from '../../src/shared/format/sizes';
import { formatDuration } from '../../src/shared/format/durations';
import { clockIn, dayAt, describeDay, type DayPlayed, type PlayedDay } from '../server/dayRecountedTests';
import { passwordOf } from '../support/backEnd/recordings';
import { openConsole, signIn } from '../support/browser/browser';
import { inTurn } from '../support/run/rounds';

/** The hotspot's time zone, and that of the person who looks. */
const DAYS: [PlayedDay, string][] = [
  [{ zone: 'America/New_York', day: '2026-11-01', hours: 25, step: 1800, guests: 5 }, 'Asia/Tokyo'],
  [{ zone: 'Europe/Rome', day: '2027-03-28', hours: 23, step: 1800, guests: 5 }, 'America/Los_Angeles'],
  [{ zone: 'Asia/Kolkata', day: '2026-10-25', hours: 24, step: 1800, guests: 5 }, 'Europe/London'],
];

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

for (const [played, elsewhere] of inTurn(DAYS, 1)) describeDay(played, (day) => onScreens(played, elsewhere, day));

function onScreens({ zone, day }: PlayedDay, elsewhere: string, { next, server, visits, newGuests, hotspot }: DayPlayed): void {
  /** Opens the console in a browser of another time zone, with the server of that day. */
  const look = async (as: string): Promise<Page> => {
    const { page } = await openConsole({ zone: elsewhere, now: server.clock.now });
    await page.route(/\/api\//, async (route) => {
      const { pathname, search } = new URL(route.request().url());
      await route.fulfill({ response: await route.fetch({ url: `${server.url()}${pathname}${search}` }) });
    });
    await signIn(page, as, 'en', passwordOf(as));
    return page;
  };
  const there = async () => (await visits()).filter((visit) => visit.hotspot === hotspot);
  const card = (page: Page, label: string, value: number | string) =>
    page
      .locator('.ant-card')
      .filter({ hasText: new RegExp(`^${label}\\s*${String(value).replace('.', String.raw`\.`)}(?!\\d)`) })
      .first();
  const go = async (page: Page, at: string) => page.evaluate((hash) => void (location.hash = hash), at);

  test('the dashboard, the hotspot and the list of guests show how many are there', async () => {
    const running = (await there()).filter(({ to }) => to === Infinity);
    const online = new Set(running.map(({ user }) => user)).size;
    expect(online).toBeGreaterThan(0);
    const page = await look('customer11');
    await card(page, 'Active sessions', running.length).waitFor();
    await page.locator('[class*="onlineNow"] strong', { hasText: new RegExp(`^${online}$`) }).waitFor();
    await go(page, `#/hotspots/${hotspot}`);
    await page.getByRole('tab', { name: 'Overview' }).click();
    await card(page, 'Active sessions', running.length).waitFor();
    await go(page, '#/users?segment=online');
    await page
      .getByRole('status')
      .getByText(online === 1 ? '1 guest' : `${online} guests`, { exact: true })
      .waitFor();
  });

  test('the list of sessions and its file have the sessions of that day, and the report adds them up', async () => {
    const started = (await there()).filter(({ from }) => dayAt(from, zone) === day);
    const over = started.filter(({ to }) => to !== Infinity);
    const page = await look('customer11');
    await go(page, `#/sessions?tab=history&from=${day}&to=${day}`);
    await page.getByRole('status').getByText(`${over.length} sessions`, { exact: true }).waitFor();
    const [down, up, time] = [
      formatBytes(sum(over.map((visit) => visit.down)), 'en'),
      formatBytes(sum(over.map((visit) => visit.up)), 'en'),
      formatDuration(sum(over.map(({ seconds }) => seconds))),
    ];
    await page.getByText(`${over.length} sessions: ${down} down, ${up} up, ${time}`, { exact: true }).waitFor();
    await page.getByText(`${zone} time`).first().waitFor();
    // Rows show times in the hotspot's zone: the newest row is the last session of that day there.
    const newest = Math.max(...over.map(({ from }) => from));
    await page
      .getByRole('row')
      .nth(1)
      .getByText(new RegExp(`${clockIn(newest, zone).slice(11, 16)}$`))
      .first()
      .waitFor();

    await page.getByRole('button', { name: 'Export CSV' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    const [headings = '', ...lines] = (await text(await file.createReadStream())).replace('\ufeff', '').trim().split('\r\n');
    const column = (title: string) => headings.split(',').indexOf(title);
    const cells = lines.map((line) => [...line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g)].map(([, cell = '']) => cell));
    expect(cells).toHaveLength(over.length);
    const added = (title: string) => sum(cells.map((line) => Number(line[column(title)])));
    expect([added('Downloaded (bytes)'), added('Uploaded (bytes)'), added('Duration (seconds)')]).toEqual([
      sum(over.map((visit) => visit.down)),
      sum(over.map((visit) => visit.up)),
      sum(over.map(({ seconds }) => seconds)),
    ]);

    await go(page, `#/reports?from=${day}&to=${day}`);
    const traffic = formatBytes(sum(started.map((visit) => visit.up + visit.down)), 'en');
    await card(page, 'New guests', await newGuests()).waitFor();
    await card(page, 'Connections', started.length).waitFor();
    await card(page, 'Traffic', traffic).waitFor();
  });

  test('the counter and the paper say with which day a voucher ends', async () => {
    const page = await look('desk11');
    const spoken = `${Number(next.slice(8))} ${new Date(`${next}T00:00:00Z`).toLocaleDateString('en', { timeZone: 'UTC', month: 'long' })} ${next.slice(0, 4)}, 23:59`;
    // The voucher that was created to end on that day, among the desk's last ones.
    const line = page.locator('[class*="counterList"] li', { hasText: spoken }).first();
    await line.waitFor();
    await line.getByRole('button', { name: /^Print / }).click();
    await page.getByRole('dialog').getByText(new RegExp(spoken)).first().waitFor();
  });
}
