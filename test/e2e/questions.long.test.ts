/**
 * Common questions, answered from the screen on which users find themselves after signing in: how many clicks and key presses each takes,
 * and how many seconds of the machine. What they type isn't counted. Prints the table of docs/screens.md.
 */
import { afterAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { Actions } from '../support/browser/actions';
import { callAsPage, openConsole } from '../support/browser/browser';
import { ownDemonstration } from '../support/browser/ownDemonstration';
import { someGuest } from './someGuest';

// These journeys create vouchers and delete a guest.
ownDemonstration();

/** Opens "find anything" and types into it; the first result must be the answer. */
async function find(actions: Actions, text: string, answer: RegExp): Promise<void> {
  await actions.press('ControlOrMeta+k');
  await actions.page.getByRole('combobox', { name: 'Find anything' }).fill(text);
  await actions.page.getByRole('option', { name: answer, selected: true }).waitFor();
}

const menu = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });

interface Question {
  question: string;
  as: string;
  at?: string;
  most: number;
  answer: (actions: Actions, page: Page) => Promise<void>;
}

const QUESTIONS: Question[] = [
  {
    question: 'which unit is silent, and since when',
    as: 'customer',
    most: 0,
    answer: (_actions, page) => page.getByText(/ has been silent since /).waitFor(),
  },
  {
    question: 'which units of all hotspots are silent, and since when',
    as: 'reseller',
    most: 1,
    answer: async (actions, page) => {
      await actions.click(page.getByRole('button', { name: /units silent at/ }));
      await page
        .getByText(/silent since/)
        .first()
        .waitFor();
    },
  },
  {
    question: 'how many guests are online, and how yesterday was',
    as: 'customer',
    most: 0,
    answer: async (_actions, page) => {
      await page.getByRole('link', { name: /guests? online\.|Nobody is online\./ }).waitFor();
      await page
        .getByText(/Yesterday \d/)
        .first()
        .waitFor();
    },
  },
  {
    question: 'whether more guests came than in the month before',
    as: 'customer',
    most: 2,
    answer: async (actions, page) => {
      await actions.click(menu(page, 'Reports'));
      await actions.click(page.getByText('Last 30 days', { exact: true }));
      await page
        .getByRole('group', { name: 'New guests' })
        .getByText(/the previous 30 days/)
        .waitFor();
    },
  },
  {
    question: 'at which hours it is full',
    as: 'customer',
    most: 1,
    answer: async (actions, page) => {
      await actions.click(menu(page, 'Reports'));
      await page.getByText('Guests who connect, by weekday and hour').first().waitFor();
    },
  },
  {
    question: 'why a guest is offline',
    as: 'desk',
    most: 2,
    answer: async (actions, page) => {
      const { name } = await someGuest(page);
      await find(actions, `why ${name}`, /^Why can’t “/);
      await actions.press('Enter');
      await page.getByRole('heading', { name: 'Why can’t this guest get online?', level: 1 }).waitFor();
      await page
        .getByRole('searchbox')
        .and(page.locator(`[value="${name}"]`))
        .waitFor();
    },
  },
  {
    question: 'why nobody is online at a unit, from its page',
    as: 'reseller',
    at: '#/units?hotspotId=1',
    most: 2,
    answer: async (actions, page) => {
      await actions.click(page.getByRole('link', { name: 'ghm-spa', exact: true }));
      await actions.click(page.getByRole('link', { name: 'Why can’t a guest get online here?' }));
      await page.getByRole('list', { name: 'Checks' }).waitFor();
    },
  },
  {
    question: 'why a unit is offline, asked in a sentence',
    as: 'reseller',
    most: 2,
    answer: async (actions, page) => {
      await find(actions, 'why is the ghm spa offline?', /^Why can’t “ghm spa”/);
      await actions.press('Enter');
      await page.getByRole('list', { name: 'Checks' }).waitFor();
      await page.getByRole('link', { name: 'ghm-spa', exact: true }).first().waitFor();
    },
  },
  {
    question: 'a voucher for three days, from a list',
    as: 'desk',
    at: '#/users',
    most: 2,
    answer: async (actions, page) => {
      await page.getByRole('heading', { name: 'Guests', level: 1 }).waitFor();
      await find(actions, '3 days', /3 days/);
      const created = page.waitForResponse((one) => one.request().method() === 'POST' && one.url().includes('/api/vouchers'));
      await actions.press('Enter');
      expect((await created).status()).toBe(201);
    },
  },
  {
    question: 'two more days for a guest',
    as: 'desk',
    at: '#/users',
    most: 3,
    answer: async (actions, page) => {
      const { name } = await someGuest(page);
      await find(actions, `extend ${name} 2 days`, /^Extend access/);
      await actions.press('Enter');
      await page
        .getByRole('dialog', { name: 'Extend access' })
        .getByRole('radio', { checked: true })
        .and(page.locator('*:focus'))
        .waitFor();
      await actions.press('Enter');
      await page.getByText(/^Access extended for/).waitFor();
    },
  },
  {
    question: 'what needs attention, at which hotspot',
    as: 'reseller',
    most: 1,
    answer: async (actions, page) => {
      await actions.click(menu(page, 'Hotspots'));
      await page
        .getByRole('row', { name: /Needs attention/ })
        .first()
        .waitFor();
    },
  },
  {
    question: 'how many SMS are left',
    as: 'reseller',
    most: 0,
    answer: (_actions, page) =>
      page
        .getByRole('group', { name: 'SMS sent' })
        .getByText(/\d+ \/ \d+/)
        .waitFor(),
  },
  {
    question: 'a guest deleted by mistake, back again',
    as: 'customer',
    at: '#/users',
    most: 1,
    answer: async (actions, page) => {
      const { id, name } = await someGuest(page);
      await page.getByRole('searchbox', { name: 'Search' }).fill(name);
      await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
      await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Delete/ })
        .click();
      await page.getByRole('link', { name, exact: true }).waitFor({ state: 'detached' });
      await actions.click(page.getByRole('button', { name: 'Undo' }));
      await page.getByRole('link', { name, exact: true }).waitFor();
      expect(await callAsPage(page, 'GET', `/api/users/${String(id)}`)).toBe(200);
    },
  },
];

const lines: string[] = [];

test.each(QUESTIONS)('$question: known or done after at most $most actions', async ({ question, as, at = '', most, answer }) => {
  const { page } = await openConsole({ as, at });
  const actions = new Actions(page);
  await answer(actions, page);
  lines.push(`| ${as} | ${question} | ${String(actions.taken)} | ${actions.secondsSince().toFixed(1)} |\n`);
  expect(actions.taken).toBeLessThanOrEqual(most);
});

afterAll(() => void process.stdout.write(lines.join('')));
