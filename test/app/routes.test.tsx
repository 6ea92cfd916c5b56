import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { ROUTES } from '../../src/app/routes';
import { ROLES, type Role } from '../../src/contract/roles';
import { moved, pageTurned, selectPlace } from '../../src/shared/location';
import { answerWith, named, type Answers } from '../support/console/answers';
import {
  answersOfDashboard,
  answersOfProfile,
  emptyReports,
  madeUpDevice,
  madeUpGuest,
  madeUpHotspot,
  madeUpSession,
  madeUpUnit,
  pageOfHotspots,
} from '../support/console/answersMadeUp';
import { openConsole, placeNow } from '../support/console/render';
import { loggedIn, madeUp, madeUpAccount } from '../support/console/renderAs';
import { casesOf, thorough } from '../support/run/long';

/** Who may see which screen (NAV-04 to NAV-15). */
const SPECIFIED: Record<string, readonly Role[]> = {
  '/': ROLES,
  '/hotspots': ['admin', 'reseller'],
  '/hotspots/:id': ROLES,
  '/hotspots/:id/counter': ROLES,
  '/users': ROLES,
  '/users/:id': ROLES,
  '/sessions': ['admin', 'reseller', 'customer'],
  '/sessions/:id': ['admin', 'reseller', 'customer'],
  '/units': ['admin', 'reseller', 'customer'],
  '/units/:id': ['admin', 'reseller', 'customer'],
  // Beyond the specification: setting a unit up, by those who see its secret.
  '/units/:id/connect': ['admin', 'reseller'],
  '/devices': ['admin', 'reseller', 'customer'],
  '/accounts': ['admin', 'reseller'],
  '/accounts/:id': ['admin', 'reseller'],
  '/profile': ROLES,
  '/reports': ROLES,
  '/marketing': ['admin', 'reseller'],
  '/integrations': ['admin', 'reseller'],
  // Beyond the specification: docs/wire.md#calls-only-our-server-has
  '/audit': ['admin', 'reseller'],
};

/** Answers to what every screen asks for. */
const everything = (role: Role): Answers => ({
  ...Object.fromEntries(
    ['accounts', 'units', 'users', 'devices', 'sessions'].map((list) => [`GET /api/${list}`, { body: { data: [], total: 0 } }]),
  ),
  'GET /api/hotspots': pageOfHotspots([{ id: 7 }], 60),
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/stats/sms/hotspots/7': { body: [] },
  'GET /api/preferences/hotspots/7': { body: [] },
  'GET /api/marketing/7': { body: [] },
  'GET /api/users/7': { body: { ...madeUpGuest(), max_navigation_traffic_limit: 0, max_navigation_time_limit: 0 } },
  'GET /api/units/7': { body: madeUpUnit() },
  'GET /api/sessions/7': { body: madeUpSession() },
  'GET /api/devices/7': { body: madeUpDevice() },
  'GET /api/audit': { body: [] },
  'GET /api/histories': { body: { data: [], total: 0 } },
  ...emptyReports(),
  'GET /api/accounts/7': { body: madeUpAccount('customer', { id: 7, name: 'Luca Bianchi' }) },
  ...answersOfProfile(role),
  ...answersOfDashboard(role),
});

async function openAs(role: Role, at: string) {
  const calls = answerWith(everything(role));
  return { calls, ...(await openConsole({ as: madeUp(role), at })) };
}

const headline = (name: string) => screen.findByRole('heading', { level: 1, name });

/** Each screen's heading, once it is loaded. */
const HEADINGS: Record<string, string> = {
  '/': 'Dashboard',
  '/hotspots': 'Hotspots',
  '/hotspots/:id': 'city-library',
  '/hotspots/:id/counter': 'Counter',
  '/profile': 'Profile',
  '/users': 'Guests',
  '/users/:id': 'Giulia Conti',
  '/sessions': 'Sessions',
  '/sessions/:id': 'Session',
  '/units': 'Units',
  '/units/:id': 'ap-reception',
  '/units/:id/connect': 'Set up ap-reception',
  '/devices': 'Devices',
  '/reports': 'Reports',
  '/integrations': 'Integrations',
  '/marketing': 'Feedback',
  '/audit': 'Audit trail',
  '/accounts': 'Managers',
  '/accounts/:id': 'Luca Bianchi',
};

describe('the route table', () => {
  test.each(ROUTES.map(({ path, roles }) => ({ path, roles })))('opens $path to the specified roles', ({ path, roles }) => {
    expect(roles).toEqual(SPECIFIED[path]);
  });

  test('links menu entries only to screens that the role may see', () => {
    for (const role of ROLES) {
      const user = madeUp(role);
      for (const { menu, roles } of ROUTES) {
        if (!menu || !roles.includes(role)) continue;
        const { to } = menu.entry(user);
        const row = ROUTES.find(({ path }) => new RegExp(`^${path.replace(':id', '\\d+')}$`).test(to));
        expect([role, to, row?.roles.includes(role)]).toEqual([role, to, true]);
      }
    }
  });
});

describe('the route guard', () => {
  const cases = ROUTES.flatMap((row) => ROLES.map((role) => ({ role, path: row.path, place: row.path.replace(':id', '7'), row })));

  const refused = cases.filter(({ row, role }) => !row.roles.includes(role));

  test.each(casesOf(6, refused))('refuses $role at $path', async ({ role, place, row }) => {
    const { calls } = await openAs(role, place);
    const elsewhere = row.elsewhere?.(madeUp(role));
    if (elsewhere === undefined) expect(await screen.findByText('No access to this page')).toBeVisible();
    else await waitFor(() => expect(placeNow()).toBe(elsewhere));
    await waitFor(() => expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeVisible());
    if (place === '/hotspots') expect(calls.map(named)).not.toContain('GET /api/hotspots');
  });

  test.each(casesOf(1, ['customer', 'desk']))('takes a %s from the list to its own hotspot on the real server', async (username) => {
    const places = window.history.length;
    await openConsole({ as: await loggedIn(username), at: '/hotspots' });
    expect(await headline('grand-hotel-miramare')).toBeVisible();
    expect(placeNow()).toBe('/hotspots/1');
    // Nothing to go back to that would lead here again.
    expect(window.history.length).toBe(places);
  });

  test('shows no screen and sends no request without a sign-in', async () => {
    for (const { path } of ROUTES) expect(HEADINGS).toHaveProperty([path]);
    const calls = answerWith({});
    await openConsole({ at: '/hotspots/7' });
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(calls).toEqual([]);
    expect(placeNow()).toBe('/hotspots/7');
  });

  // After those above: it leaves places to go back to.
  thorough.test.each(ROLES)('shows a %s each of its screens', async (as) => {
    await openAs(as, '/');
    for (const { path, place } of cases.filter(({ row, role }) => role === as && row.roles.includes(role))) {
      window.location.hash = `#${place}`;
      expect(await headline(HEADINGS[path] ?? `(${path} has no heading in this test)`)).toBeVisible();
      // Lists fill in their address.
      expect(placeNow().replace(/\?(?:tab=running|&|hotspotId=0)+$/, '')).toBe(place);
    }
  });
});

describe('unknown addresses', () => {
  test.each(casesOf(1, ['/nowhere', '/hotspots/7/vouchers', '/unit']))(
    'report that there is no screen at %s and link home',
    async (place) => {
      const { user } = await openAs('reseller', place);
      expect(await screen.findByText('Page not found')).toBeVisible();
      await user.click(screen.getByRole('link', { name: 'Go to dashboard' }));
      expect(await headline('Dashboard')).toBeVisible();
      expect(placeNow()).toBe('/');
    },
  );

  test('do not include /login, which shows the dashboard to a signed-in person', async () => {
    await openAs('reseller', '/login');
    expect(await headline('Dashboard')).toBeVisible();
    expect(placeNow()).toBe('/');
  });
});

describe('the location in store and address bar', () => {
  test('follows links, the address bar and the back button', async () => {
    const { user, store } = await openAs('reseller', '/hotspots?q=bar');
    await headline('Hotspots');
    expect(selectPlace(store.getState())).toEqual({ pathname: '/hotspots', search: '?q=bar' });

    await user.click(await screen.findByRole('link', { name: 'city-library' }));
    await headline('city-library');
    expect(selectPlace(store.getState())).toEqual({ pathname: '/hotspots/7', search: '' });
    window.location.hash = '#/profile';
    await headline('Profile');
    expect(selectPlace(store.getState())).toEqual({ pathname: '/profile', search: '' });
    window.history.go(-2);
    await waitFor(() => expect(selectPlace(store.getState())).toEqual({ pathname: '/hotspots', search: '?q=bar' }));
    await headline('Hotspots');
  });

  test('moves the address and the screen when the store changes', async () => {
    const { store } = await openAs('reseller', '/');
    await headline('Dashboard');
    act(() => void store.dispatch(moved({ pathname: '/hotspots', search: '?q=bar' })));
    await headline('Hotspots');
    expect(placeNow()).toBe('/hotspots?q=bar');
    expect(screen.getByRole('searchbox')).toHaveValue('bar');
  });

  thorough.test('follows time travel, there and back', async () => {
    const { store } = await openAs('reseller', '/hotspots');
    await screen.findByText('page 1 of 3');
    const before = selectPlace(store.getState());
    act(() => void store.dispatch(pageTurned(2)));
    await screen.findByText('page 2 of 3');
    expect(placeNow()).toBe('/hotspots?page=2');
    const after = selectPlace(store.getState());

    for (const [place, text] of [
      [before, 'page 1 of 3'],
      [after, 'page 2 of 3'],
      [before, 'page 1 of 3'],
    ] as const) {
      act(() => void store.dispatch(moved(place)));
      expect(await screen.findByText(text)).toBeVisible();
      expect(placeNow()).toBe(place.pathname + place.search);
    }
  });

  thorough.test('closes the dialogs of the previous location', async () => {
    const { user } = await openAs('reseller', '/hotspots');
    await user.click(await screen.findByRole('button', { name: 'Actions for city-library' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByRole('dialog', { name: 'Delete hotspot' });
    window.location.hash = '#/';
    await headline('Dashboard');
    window.location.hash = '#/hotspots/7';
    await headline('city-library');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

test('a broken screen reports its failure, and the frame remains usable', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  answerWith({ ...everything('reseller'), 'GET /api/hotspots/7': { body: { ...madeUpHotspot(), description: { no: 'text' } } } });
  const { user } = await openConsole({ as: madeUp('reseller'), at: '/hotspots/7' });
  expect(await screen.findByText('Couldn’t open this page')).toBeVisible();
  expect(screen.getByText(/Everything you saved is safe/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(await headline('Dashboard')).toBeVisible();
});
