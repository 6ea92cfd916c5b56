import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { ROUTES } from '../../src/app/routes';
import { ROLES, type Role } from '../../src/contract/plain/roles';
import { moved, pageTurned, selectLocation } from '../../src/shared/location';
import { answerWith, callName } from '../support/console/answers';
import { openConsole, currentAddress } from '../support/console/render';
import { loggedIn, madeUp } from '../support/console/renderAs';
import { allAnswers, headline, HEADINGS } from './routesTests';

async function openAs(role: Role, at: string) {
  const calls = answerWith(allAnswers(role));
  return { calls, ...(await openConsole({ as: madeUp(role), at })) };
}

describe('the route guard', () => {
  const cases = ROUTES.flatMap((row) => ROLES.map((role) => ({ role, path: row.path, address: row.path.replace(':id', '7'), row })));

  const refused = cases.filter(({ row, role }) => !row.roles.includes(role));

  test.each(refused)('refuses $role at $path', async ({ role, address, row }) => {
    const { calls } = await openAs(role, address);
    const elsewhere = row.elsewhere?.(madeUp(role));
    if (elsewhere === undefined) expect(await screen.findByText('No access to this page')).toBeVisible();
    else await waitFor(() => expect(currentAddress()).toBe(elsewhere));
    await waitFor(() => expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeVisible());
    if (address === '/hotspots') expect(calls.map(callName)).not.toContain('GET /api/hotspots');
  });

  test.each(['customer', 'desk'])('takes a %s from the list to its own hotspot on the real server', async (username) => {
    const entries = window.history.length;
    await openConsole({ as: await loggedIn(username), at: '/hotspots' });
    expect(await headline('Miramare Ospitalità S.r.l. grand-hotel-miramare')).toBeVisible();
    expect(currentAddress()).toBe('/hotspots/1');
    // The redirect adds no history entry, which would lead back here.
    expect(window.history.length).toBe(entries);
  });

  // Comes after the tests above, because it leaves history entries.
  test.each(ROLES)('shows a %s each of its screens', async (as) => {
    await openAs(as, '/');
    for (const { path, address } of cases.filter(({ row, role }) => role === as && row.roles.includes(role))) {
      window.location.hash = `#${address}`;
      // A screen that loads slowly first shows the heading of its skeleton.
      await waitFor(async () => expect(await headline(HEADINGS[path] ?? `(${path} has no heading in this test)`)).toBeVisible());
      // Lists complete their address with defaults.
      expect(currentAddress().replace(/\?(?:tab=running|&|hotspotId=0)+$/, '')).toBe(address);
    }
  });
});

describe('unknown addresses', () => {
  test.each(['/nowhere', '/hotspots/7/vouchers', '/unit'])('report that there is no screen at %s and link home', async (address) => {
    const { user } = await openAs('reseller', address);
    expect(await screen.findByText('Page not found')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Go to dashboard' }));
    expect(await headline('Dashboard')).toBeVisible();
    expect(currentAddress()).toBe('/');
  });

  test('do not include /login, which shows the dashboard to a signed-in person', async () => {
    await openAs('reseller', '/login');
    expect(await headline('Dashboard')).toBeVisible();
    expect(currentAddress()).toBe('/');
  });
});

describe('the location in store and address bar', () => {
  test('follows links, the address bar and the back button', async () => {
    const { user, store } = await openAs('reseller', '/hotspots?q=bar');
    await headline('Hotspots');
    expect(selectLocation(store.getState())).toEqual({ pathname: '/hotspots', search: '?q=bar' });

    await user.click(await screen.findByRole('link', { name: 'city-library' }));
    await headline('Comune di Bologna city-library');
    expect(selectLocation(store.getState())).toEqual({ pathname: '/hotspots/7', search: '' });
    window.location.hash = '#/profile';
    await headline('Profile');
    expect(selectLocation(store.getState())).toEqual({ pathname: '/profile', search: '' });
    window.history.go(-2);
    await waitFor(() => expect(selectLocation(store.getState())).toEqual({ pathname: '/hotspots', search: '?q=bar' }));
    await headline('Hotspots');
  });

  test('moves the address and the screen when the store changes', async () => {
    const { store } = await openAs('reseller', '/');
    await headline('Dashboard');
    act(() => void store.dispatch(moved({ pathname: '/hotspots', search: '?q=bar' })));
    await headline('Hotspots');
    expect(currentAddress()).toBe('/hotspots?q=bar');
    expect(screen.getByRole('searchbox')).toHaveValue('bar');
  });

  test('follows time travel, there and back', async () => {
    const { store } = await openAs('reseller', '/hotspots');
    await screen.findByText('page 1 of 3');
    const before = selectLocation(store.getState());
    act(() => void store.dispatch(pageTurned(2)));
    await screen.findByText('page 2 of 3');
    expect(currentAddress()).toBe('/hotspots?page=2');
    const after = selectLocation(store.getState());

    for (const [address, text] of [
      [before, 'page 1 of 3'],
      [after, 'page 2 of 3'],
      [before, 'page 1 of 3'],
    ] as const) {
      act(() => void store.dispatch(moved(address)));
      expect(await screen.findByText(text)).toBeVisible();
      expect(currentAddress()).toBe(address.pathname + address.search);
    }
  });

  test('closes the dialogs of the previous location', async () => {
    const { user } = await openAs('reseller', '/hotspots');
    await user.click(await screen.findByRole('button', { name: 'Actions for city-library' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByRole('dialog', { name: 'Delete hotspot' });
    window.location.hash = '#/';
    await headline('Dashboard');
    window.location.hash = '#/hotspots/7';
    await headline('Comune di Bologna city-library');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
