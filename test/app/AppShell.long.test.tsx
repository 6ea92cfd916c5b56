import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { Role } from '../../src/contract/plain/roles';
import { setConfig } from '../../src/shared/config';
import { answerWith, LOST, callName, SERVER, type Answers } from '../support/console/answers';
import { answersOfDashboard, madeUpHotspot, pageOfHotspots } from '../support/console/answersMadeUp';
import { onPhone, openConsole, currentAddress, watchReloads } from '../support/console/render';
import { logIn, madeUp, madeUpAccount } from '../support/console/renderAs';
import { menu, entries, dashboardShows, openAs } from './appShellTests';

async function choose(user: UserEvent, menuName: RegExp | string, entry: string) {
  await user.click(screen.getByRole('button', { name: menuName }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}

/** Answers to everything a hotspot's page requests. */
const hotspot: Answers = Object.fromEntries(
  [
    ['hotspots/7', madeUpHotspot()],
    ...['accounts', 'units', 'users', 'devices', 'sessions'].map((list) => [list, { data: [], total: 0 }] as const),
    ['stats/sms/hotspots/7', []],
    ['stats/online/7', { online: [], most_online: null }],
    ['preferences/hotspots/7', []],
  ].map(([path, body]) => [`GET /api/${path as string}`, { body }]),
);

describe('the menu', () => {
  test.each<[Role, [string, string[]][]]>([
    [
      'reseller',
      [
        ['Overview', ['Dashboard', 'Hotspots', 'Guests']],
        ['Network', ['Units', 'Devices', 'Sessions']],
        ['Manage', ['Managers', 'Reports', 'Feedback', 'Integrations', 'Audit trail']],
      ],
    ],
    [
      'desk',
      [
        ['Overview', ['Dashboard', 'Hotspot', 'Guests']],
        ['Manage', ['Reports']],
      ],
    ],
  ])('groups the entries for a %s', async (role, expected) => {
    await openAs(role);
    await dashboardShows();
    const shown = expected.map(([title]) => {
      const heading = menu().getByText(title);
      expect(heading).toBeVisible();
      return [
        title,
        within(heading.closest('li')!)
          .getAllByRole('link')
          .map((link) => link.textContent),
      ];
    });
    expect(shown).toEqual(expected);
  });

  test("marks a list's entry as current on its details too", async () => {
    await openAs('reseller', hotspot, '/hotspots/7');
    await screen.findByRole('heading', { level: 1, name: /city-library/ });
    expect(menu().getByRole('link', { current: 'page' })).toHaveTextContent('Hotspots');
    expect(menu().getAllByRole('link', { current: 'page' })).toHaveLength(1);
  });

  test('stays collapsed', async () => {
    const { user, store } = await openAs('reseller');
    await dashboardShows();
    await user.click(screen.getByRole('button', { name: 'Collapse menu' }));
    expect(await screen.findByRole('button', { name: 'Expand menu' })).toBeVisible();
    expect(store.getState().preferences.menu_folded).toBe(true);
    await waitFor(() => expect(localStorage.getItem('persist:preferences')).toContain('"menu_folded":"true"'));
    // The folded menu has room for icons only.
    expect(menu().queryByText('Network')).not.toBeInTheDocument();
  });

  test('is collapsed by itself where lists have little width, until it is expanded', async () => {
    window.innerWidth = 1024;
    const { user, store } = await openAs('reseller');
    await dashboardShows();
    await user.click(screen.getByRole('button', { name: 'Expand menu' }));
    expect(await screen.findByRole('button', { name: 'Collapse menu' })).toBeVisible();
    expect(store.getState().preferences.menu_folded).toBe(false);
  });

  test('becomes a bar at the bottom of a phone, with the other entries behind "More"', async () => {
    onPhone();
    const { user } = await openAs('reseller');
    await dashboardShows();
    const person = screen.getByRole('button', { name: /Ada Ricci/ });
    expect(person).toHaveTextContent('Ada Ricci');
    expect(person).toHaveTextContent('Reseller');
    expect(screen.queryByRole('button', { name: 'Collapse menu' })).not.toBeInTheDocument();
    expect(entries()).toEqual([
      ['Dashboard', '#/'],
      ['Hotspots', '#/hotspots'],
      ['Guests', '#/users'],
      ['Units', '#/units'],
    ]);
    await user.click(menu().getByRole('button', { name: 'More' }));
    expect(await screen.findByRole('link', { name: 'Sessions' })).toHaveAttribute('href', '#/sessions');
    expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '#/profile');
  });

  test('can be skipped by a link that the first Tab reaches', async () => {
    const { user } = await openAs('reseller');
    await dashboardShows();
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
    expect(currentAddress()).toBe('/');
  });

  test.each<[Role, [string, string][]]>([
    [
      'admin',
      [
        ['Dashboard', '#/'],
        ['Hotspots', '#/hotspots'],
        ['Guests', '#/users'],
        ['Units', '#/units'],
        ['Devices', '#/devices'],
        ['Sessions', '#/sessions'],
        ['Managers', '#/accounts'],
        ['Reports', '#/reports'],
        ['Feedback', '#/marketing'],
        ['Integrations', '#/integrations'],
        ['Audit trail', '#/audit'],
        ['Messages', '#/messages'],
        ['System status', '#/system'],
      ],
    ],
    [
      'reseller',
      [
        ['Dashboard', '#/'],
        ['Hotspots', '#/hotspots'],
        ['Guests', '#/users'],
        ['Units', '#/units'],
        ['Devices', '#/devices'],
        ['Sessions', '#/sessions'],
        ['Managers', '#/accounts'],
        ['Reports', '#/reports'],
        ['Feedback', '#/marketing'],
        ['Integrations', '#/integrations'],
        ['Audit trail', '#/audit'],
      ],
    ],
    [
      'customer',
      [
        ['Dashboard', '#/'],
        ['Hotspot', '#/hotspots/7'],
        ['Guests', '#/users'],
        ['Units', '#/units'],
        ['Devices', '#/devices'],
        ['Sessions', '#/sessions'],
        ['Reports', '#/reports'],
      ],
    ],
    [
      'desk',
      [
        ['Dashboard', '#/'],
        ['Hotspot', '#/hotspots/7'],
        ['Guests', '#/users'],
        ['Reports', '#/reports'],
      ],
    ],
  ])('shows a %s the entries of its role', async (role, expected) => {
    await openAs(role);
    await dashboardShows();
    expect(entries()).toEqual(expected);
    expect(menu().getByRole('link', { current: 'page' })).toHaveTextContent('Dashboard');
  });
});

describe('the account menu', () => {
  test.each([
    ['admin', 'Administrator'],
    ['reseller', 'Reseller'],
    ['customer', 'Customer'],
    ['desk', 'Desk'],
  ] as const)('shows name and account type of a %s', async (role, word) => {
    await openAs(role);
    expect(await screen.findByRole('button', { name: `Ada Ricci, ${word}` })).toBeVisible();
  });

  test('leads to the profile in one click', async () => {
    const { user } = await openAs('desk');
    await dashboardShows();
    await user.click(screen.getByRole('button', { name: 'Ada Ricci, Desk' }));
    await user.click(await screen.findByRole('link', { name: 'Profile' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    expect(currentAddress()).toBe('/profile');
  });

  test('signs out on the real server, clears the browser and reloads at the dashboard', async () => {
    const reload = watchReloads();
    const person = await logIn('edelweiss.rezeption');
    const { user } = await openConsole({ as: person, at: '/profile' });
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    await choose(user, /^Rezeption Edelweiss/, 'Sign out');

    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(currentAddress()).toBe('/');
    expect(localStorage.getItem('persist:auth') ?? '').not.toContain(person.token);
    const answer = await fetch(`${SERVER}/api/accounts/${person.id}`, { headers: { Token: person.token } });
    expect(answer.status).toBe(401);
  });

  test('signs out even while the server is away', async () => {
    const reload = watchReloads();
    const { user, store, calls } = await openAs('reseller', { 'POST /api/logout': LOST });
    await dashboardShows();
    await choose(user, /^Ada Ricci/, 'Sign out');
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(calls.find((call) => callName(call) === 'POST /api/logout')?.token).toBe('token-of-reseller');
    expect(store.getState().auth.user).toBeNull();
    expect(localStorage.getItem('persist:auth') ?? '').not.toContain('token-of-reseller');
  });
});

test('shows the full name and role on a phone', async () => {
  onPhone();
  const { user } = await openAs('reseller');
  await dashboardShows();
  await user.click(screen.getByRole('button', { name: 'Ada Ricci, Reseller' }));
  expect(await screen.findByText('Ada Ricci · Reseller')).toBeVisible();
});

test('offers language and theme in the person’s menu on a phone', async () => {
  onPhone();
  const { user, store } = await openAs('reseller');
  await dashboardShows();
  expect(screen.queryByRole('combobox', { name: 'Language' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Ada Ricci, Reseller' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Dark' }));
  await user.click(screen.getByRole('button', { name: 'Ada Ricci, Reseller' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Italiano' }));
  expect(store.getState().preferences).toMatchObject({ theme: 'dark', language: 'it' });
});

describe('the search button', () => {
  test('shows its shortcut and opens the search', async () => {
    const { user } = await openAs('reseller');
    await dashboardShows();
    const box = screen.getByRole('button', { name: 'Find anything' });
    expect(box).toHaveTextContent(/^Find anythingCtrl K$/);
    await user.click(box);
    expect(await screen.findByRole('dialog', { name: 'Find anything' })).toBeVisible();
  });

  test('is an icon on a phone', async () => {
    onPhone();
    const { user } = await openAs('reseller');
    await dashboardShows();
    const button = screen.getByRole('button', { name: 'Find anything' });
    expect(button).not.toHaveTextContent('Ctrl K');
    await user.click(button);
    expect(await screen.findByRole('dialog', { name: 'Find anything' })).toBeVisible();
  });
});

describe('the help menu', () => {
  const helpLink = async (user: UserEvent, name: string) => {
    await user.click(screen.getByRole('button', { name: /Help|Aiuto/ }));
    return screen.findByRole('link', { name });
  };

  test('links the built-in help pages in the language of the console', async () => {
    const { user } = await openAs('reseller');
    await dashboardShows();
    expect(await helpLink(user, 'Help pages')).toHaveAttribute('href', 'docs/staff/en/index.html');
  });

  test("links the operator's help pages where they are configured", async () => {
    setConfig({ help_url: 'https://riviera.example/help' });
    const { user } = await openAs('reseller');
    await dashboardShows();
    const link = await helpLink(user, 'Help pages');
    expect(link).toHaveAttribute('href', 'https://riviera.example/help');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('shows product, company and the current year in About', async () => {
    setConfig({ product: 'Riviera WiFi', company: 'Riviera S.r.l.' });
    const { user } = await openAs('reseller');
    await dashboardShows();
    await choose(user, 'Help', 'About');
    const dialog = await screen.findByRole('dialog', { name: 'About Riviera WiFi' });
    expect(dialog).toHaveTextContent(`© ${new Date().getFullYear()} Riviera S.r.l.`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  test('lists the keyboard shortcuts on ?, except while someone types a question mark', async () => {
    const { user } = await openAs('reseller', { 'GET /api/hotspots': pageOfHotspots([{}]) }, '/hotspots');
    await user.type(await screen.findByRole('searchbox'), '?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const key of ['/', 'n', 'r', '?', 'Esc']) expect(within(dialog).getByText(key)).toBeVisible();
  });
});

describe('the language', () => {
  const browserSpeaks = (language: string) => jest.spyOn(navigator, 'language', 'get').mockReturnValue(language);

  test.each([
    ['it', 'Accedi'],
    ['it-CH', 'Accedi'],
    ['IT-it', 'Accedi'],
    ['en-GB', 'Sign in'],
    ['de-DE', 'Sign in'],
    ['', 'Sign in'],
  ])('is the browser\'s language or English in a browser set to "%s"', async (language, button) => {
    browserSpeaks(language);
    await openConsole();
    expect(await screen.findByRole('button', { name: button })).toBeVisible();
    await waitFor(() => expect(document.documentElement.lang).toBe(button === 'Accedi' ? 'it' : 'en'));
  });

  test('changes at once and overrides the browser from then on', async () => {
    browserSpeaks('en-US');
    const { user } = await openAs('reseller');
    await dashboardShows();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Italiano');
    expect(await screen.findByText('Tutti i tuoi hotspot a colpo d’occhio')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Ada Ricci, Rivenditore' })).toBeVisible();
    expect(document.documentElement.lang).toBe('it');
    await waitFor(() => expect(localStorage.getItem('persist:preferences')).toContain('it'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Lingua' }), 'English');
    expect(await screen.findByText('All your hotspots at a glance')).toBeVisible();
  });
});

describe('the theme', () => {
  const root = document.documentElement;

  test('changes at once and is remembered', async () => {
    const { user, store } = await openAs('reseller');
    await dashboardShows();
    expect(root.style.colorScheme).toBe('light');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'Dark');
    await waitFor(() => expect(root.style.colorScheme).toBe('dark'));
    // The moon shows instead of the sun (app.css).
    expect(root.dataset.shade).toBe('dark');
    expect(root.style.getPropertyValue('--text')).toBe('#e7edf4');
    expect(store.getState().preferences.theme).toBe('dark');
    await waitFor(() => expect(localStorage.getItem('persist:preferences')).toContain('dark'));
  });

  test('follows the system until one is chosen, also when the system changes later', async () => {
    let isDark = true;
    const listeners: (() => void)[] = [];
    const real = window.matchMedia;
    jest.spyOn(window, 'matchMedia').mockImplementation((query) => {
      if (!query.includes('prefers-color-scheme')) return real(query);
      const addEventListener = (_type: string, listener: () => void) => void listeners.push(listener);
      return Object.create(real(query), {
        matches: { get: () => isDark },
        addEventListener: { value: addEventListener },
      }) as MediaQueryList;
    });
    const { user } = await openConsole();
    await waitFor(() => expect(root.style.colorScheme).toBe('dark'));
    isDark = false;
    for (const listener of listeners) listener();
    await waitFor(() => expect(root.style.colorScheme).toBe('light'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Theme' }), 'Dark');
    await waitFor(() => expect(root.style.colorScheme).toBe('dark'));
  });
});

describe('the attention bell', () => {
  const item = (hotspot_id: number, snoozed_until: string | null = null) => ({
    alert: `sync_failed ${hotspot_id} 1`,
    snoozed_until,
    kind: 'sync_failed',
    hotspot_id,
    hotspot_name: `hotspot-${hotspot_id}`,
    integration_id: 1,
    integration_name: 'y',
  });
  const SNOOZED = item(9, '2026-11-22T01:46:03Z');

  test.each([
    [0, 'No alerts'],
    [1, '1 alert'],
    [2, '2 alerts'],
  ])('counts %i alerts as "%s" and leaves out snoozed ones', async (count, name) => {
    const data = [...Array.from({ length: count }, (_, index) => item(index)), SNOOZED];
    await openAs('reseller', { 'GET /api/attention': { body: { data } } }, '/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    expect(await screen.findByRole('button', { name })).toBeVisible();
  });

  test('opens a panel with the alerts, whose links close it', async () => {
    const { id } = madeUpAccount('reseller');
    const sms = { kind: 'sms_near_limit', account_id: id, account_name: 'Ada', sms_count: 95, sms_max_count: 100 };
    const data = [{ alert: `sms_near_limit ${id}`, snoozed_until: null, ...sms }];
    const { user } = await openAs('reseller', { 'GET /api/attention': { body: { data } } }, '/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    const bell = await screen.findByRole('button', { name: '1 alert' });
    await user.click(bell);
    expect(bell).toHaveAttribute('aria-expanded', 'true');
    const panel = within(await screen.findByRole('region', { name: 'Alerts' }));
    expect(await panel.findByText('Ada: 5 SMS left of 100.')).toBeVisible();
    const link = panel.getByRole('link', { name: 'Open profile' });
    expect(link).toHaveAttribute('href', '#/profile');
    await user.click(link);
    await waitFor(() => expect(bell).toHaveAttribute('aria-expanded', 'false'));
  });

  test('is missing for a desk, which requests no alerts', async () => {
    const { calls } = await openAs('desk');
    await dashboardShows();
    expect(screen.queryByRole('button', { name: /alerts?/i })).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Alerts' })).not.toBeInTheDocument();
    expect(calls.map(callName)).not.toContain('GET /api/attention');
  });

  test('is missing in front of an existing back end', async () => {
    setConfig({ backend: 'existing' });
    const { calls } = await openAs('reseller');
    await dashboardShows();
    expect(screen.queryByRole('button', { name: /alerts?/i })).not.toBeInTheDocument();
    expect(calls.map(callName)).not.toContain('GET /api/attention');
  });
});

describe('the banner for an unreachable server', () => {
  test('does not appear when the server answers with a fault', async () => {
    await openAs('reseller', { 'GET /api/stats/dashboard': { status: 500 } });
    await screen.findByText('Couldn’t load the dashboard. Try again.');
    expect(screen.queryByText(/Can’t reach the server/)).not.toBeInTheDocument();
  });

  test('appears above the current screen and disappears with the next answer', async () => {
    const list = pageOfHotspots([{}]);
    const { user } = await openAs('reseller', { 'GET /api/hotspots': [list, LOST, list] }, '/hotspots');
    await screen.findByRole('row', { name: /city-library/ });
    expect(screen.queryByText(/Can’t reach the server/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    const banner = await screen.findByText(/Can’t reach the server/);
    expect(screen.getByRole('row', { name: /city-library/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(banner).not.toBeInTheDocument());
  });
});

describe("the browser tab's title", () => {
  test('names the screen, and the object as soon as it is loaded', async () => {
    setConfig({ product: 'Riviera WiFi' });
    await openAs('reseller', { ...hotspot, 'GET /api/hotspots': pageOfHotspots([{ id: 7 }]) });
    await dashboardShows();
    expect(document.title).toBe('Dashboard · Riviera WiFi');
    window.location.hash = '#/hotspots/7';
    await waitFor(() => expect(document.title).toBe('Comune di Bologna · Riviera WiFi'));
    window.location.hash = '#/hotspots';
    await waitFor(() => expect(document.title).toBe('Hotspots · Riviera WiFi'));
    // The page is cached, so no response arrives from which the title could be set later.
    window.location.hash = '#/hotspots/7';
    await waitFor(() => expect(document.title).toBe('Comune di Bologna · Riviera WiFi'));
    window.location.hash = '#/nowhere';
    await waitFor(() => expect(document.title).toBe('Page not found · Riviera WiFi'));
  });

  test('is in Italian when the console is', async () => {
    const { user } = await openAs('reseller', {}, '/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    await user.selectOptions(within(screen.getByRole('banner')).getByRole('combobox', { name: 'Language' }), 'Italiano');
    await waitFor(() => expect(document.title).toBe('Profilo · Portico'));
  });
});

test('the frame shows HTML in names as text', async () => {
  const name = '<img src=x onerror=alert(1)>';
  const info = madeUpAccount('reseller', { name });
  answerWith(answersOfDashboard('reseller', { 'GET /api/accounts/2': { body: info } }));
  setConfig({ product: '<b>Riviera</b>' });
  await openConsole({ as: madeUp('reseller', { info }) });
  await dashboardShows();
  expect(screen.getByText(name)).toBeVisible();
  expect(screen.getByText('<b>Riviera</b>')).toBeVisible();
  expect(document.querySelector('img, b')).toBeNull();
});
