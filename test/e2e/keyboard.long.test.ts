import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { openConsole } from '../support/browser/browser';
import { someGuest } from './someGuest';

const focused = (page: Page) => page.locator('*:focus');

test('the keyboard alone opens a hotspot, starting at the sign-in', async () => {
  const { page } = await openConsole();
  const { keyboard } = page;

  // The login screen focuses the username, and Enter submits.
  await page.getByLabel('Username').and(focused(page)).waitFor();
  await keyboard.type('reseller');
  await keyboard.press('Tab');
  await keyboard.type('portico-demo');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();

  // Tab past the top bar to the menu.
  await keyboard.press('Tab');
  await page.getByRole('link', { name: 'Skip to content' }).and(focused(page)).waitFor();
  const hotspots = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Hotspots' });
  while ((await hotspots.and(focused(page)).count()) === 0) await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();

  // n opens the dialog with its first field focused; Tab moves on; Enter submits.
  await keyboard.press('n');
  await page.getByLabel('Description', { exact: true }).and(focused(page)).waitFor();
  for (const text of ['Molo Nord', 'molo.nord', 'Molo Nord S.r.l.', 'IT01111111111', 'Molo Nord 1, Rimini', 'info@molonord.example']) {
    await keyboard.type(text);
    await keyboard.press('Tab');
  }
  await keyboard.press('Enter');
  await page.getByText('Hotspot molo.nord created').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  // Back from the new hotspot, / searches, r refreshes.
  while ((await hotspots.and(focused(page)).count()) === 0) await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByRole('row', { name: /hotel-bora-trieste/ }).waitFor();
  await keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search' }).and(focused(page)).waitFor();
  await keyboard.type('molo.nord');
  await keyboard.press('Enter');
  await page.getByText('1 hotspot', { exact: true }).waitFor();
  await keyboard.press('Tab');
  const again = page.waitForResponse(/\/api\/hotspots\?/);
  await keyboard.press('r');
  await again;

  // A sortable heading has a focus ring, and arrow keys lead into the table.
  const heading = page.getByRole('columnheader').and(page.locator('[tabindex="0"]')).first();
  while ((await heading.and(focused(page)).count()) === 0) await keyboard.press('Tab');
  expect(await heading.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  await keyboard.press('ArrowDown');
  await page.getByRole('link', { name: 'molo.nord' }).and(focused(page)).waitFor();

  // The row's menu works by arrows; Escape closes menu and dialog and returns the focus.
  const menu = page.getByRole('button', { name: 'Actions for molo.nord' });
  while ((await menu.and(focused(page)).count()) === 0) await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Details' }).and(focused(page)).waitFor();
  await keyboard.press('Escape');
  await menu.and(focused(page)).waitFor();
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Details' }).and(focused(page)).waitFor();
  for (const name of ['Edit', 'Delete']) {
    await keyboard.press('ArrowDown');
    await page.getByRole('menuitem', { name }).and(focused(page)).waitFor();
  }
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).and(focused(page)).waitFor();
  await keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await menu.and(focused(page)).waitFor();

  // Links in menus work too.
  await keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Details' }).and(focused(page)).waitFor();
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'molo.nord' }).waitFor();

  // ? lists the shortcuts; they do nothing while a dialog is open.
  await keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.waitFor();
  await keyboard.press('n');
  await keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

/** Presses Tab until the focus is on an element. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  while ((await target.and(focused(page)).count()) === 0) await page.keyboard.press('Tab');
}

test('the keyboard alone finds out why a guest is offline, and the focus returns from “Find anything”', async () => {
  const { page } = await openConsole({ as: 'customer' });
  const { keyboard } = page;
  const { name } = await someGuest(page);
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  const link = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Guests', exact: true });
  await tabTo(page, link);
  await keyboard.press('ControlOrMeta+k');
  const box = page.getByRole('combobox', { name: 'Find anything' });
  await box.and(focused(page)).waitFor();
  await keyboard.press('Escape');
  await box.waitFor({ state: 'detached' });
  await link.and(focused(page)).waitFor();

  await keyboard.press('ControlOrMeta+k');
  await box.and(focused(page)).waitFor();
  await keyboard.type(`why ${name}`);
  await page.getByRole('option', { name: /^Why can’t “/, selected: true }).waitFor();
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Why can’t this guest get online?', level: 1 }).waitFor();
  const guest = page.getByRole('heading', { level: 2 }).getByRole('link', { name, exact: true });
  await guest.waitFor();
  await tabTo(page, guest);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name, level: 1 }).waitFor();
});

test('the keyboard alone reads the alerts, unfolds a group, and gets back to the bell', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/hotspots' });
  const { keyboard } = page;
  await page.getByRole('heading', { name: 'Hotspots', level: 1 }).waitFor();
  const bell = page.getByRole('button', { name: /^\d+ alerts?$/ });
  await tabTo(page, bell);
  await keyboard.press('Enter');
  const panel = page.getByRole('region', { name: 'Alerts' });
  const group = panel.getByRole('button', { name: /units silent at/ });
  await group.waitFor();
  await tabTo(page, group);
  await keyboard.press('Enter');
  await panel
    .getByText(/silent since/)
    .first()
    .waitFor();
  await group.and(focused(page)).waitFor();
  await keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await bell.and(focused(page)).waitFor();
});

test('the keyboard alone deletes a guest and undoes it', async () => {
  const { page } = await openConsole({ as: 'customer' });
  const { keyboard } = page;
  const { name } = await someGuest(page);
  await page.evaluate((q) => void (location.hash = `#/users?q=${encodeURIComponent(q)}`), name);
  const guest = page.getByRole('link', { name, exact: true });
  await guest.waitFor();
  await tabTo(page, page.getByRole('button', { name: `Actions for ${name}`, exact: true }));
  await keyboard.press('Enter');
  const entry = page.getByRole('menuitem', { name: 'Delete' });
  // The main menu has items, too.
  await page.locator('[role="menuitem"]:focus').waitFor();
  while ((await entry.and(focused(page)).count()) === 0) await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  const submit = page.getByRole('dialog').getByRole('button', { name: /^Delete/ });
  await submit.waitFor();
  await tabTo(page, submit);
  await keyboard.press('Enter');
  await guest.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'What was deleted' }).waitFor();
  await keyboard.press('ControlOrMeta+z');
  await guest.waitFor();
});

test('the two dates of a list are typed one after the other', async () => {
  const { page } = await openConsole({ as: 'reseller', at: '#/sessions?hotspotId=0&from=2026-11-08&to=2026-11-07' });
  await page.getByRole('alert').getByText('The first day is after the last').waitFor();
  await page.getByLabel('From', { exact: true }).fill('2026-11-01');
  await page.keyboard.press('Enter');
  await page.getByLabel('To', { exact: true }).and(focused(page)).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('9 Nov 2026');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/sessions\?hotspotId=0&from=2026-11-01&to=2026-11-09$/);
  await page.getByRole('alert').waitFor({ state: 'detached' });
});
