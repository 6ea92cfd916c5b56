import { describe, expect, jest, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { ROUTES } from '../../src/app/routes';
import { ROLES, type Role } from '../../src/contract/plain/roles';
import { answerWith, LOST } from '../support/console/answers';
import { madeUpHotspot } from '../support/console/answersMadeUp';
import { openConsole, currentAddress, watchReloads } from '../support/console/render';
import { madeUp } from '../support/console/renderAs';
import { allAnswers, headline, HEADINGS } from './routesTests';

/** Who may see which screen (NAV-04 to NAV-15). */
const SPECIFIED: Record<string, readonly Role[]> = {
  '/': ROLES,
  '/hotspots': ['admin', 'reseller'],
  '/hotspots/:id': ROLES,
  '/hotspots/:id/counter': ROLES,
  '/why': ROLES,
  '/hotspots/:id/counter/guest': ROLES,
  '/users': ROLES,
  '/users/:id': ROLES,
  '/sessions': ['admin', 'reseller', 'customer'],
  '/sessions/:id': ['admin', 'reseller', 'customer'],
  '/units': ['admin', 'reseller', 'customer'],
  '/units/:id': ['admin', 'reseller', 'customer'],
  // Not in the specification: setting up a unit, for the roles that may see its secret.
  '/units/:id/connect': ['admin', 'reseller'],
  '/devices': ['admin', 'reseller', 'customer'],
  '/accounts': ['admin', 'reseller'],
  '/accounts/:id': ['admin', 'reseller'],
  '/profile': ROLES,
  '/reports': ROLES,
  '/marketing': ['admin', 'reseller'],
  '/integrations': ['admin', 'reseller'],
  // Not in the specification: docs/wire.md#calls-only-our-server-has
  '/audit': ['admin', 'reseller'],
  '/messages': ['admin'],
  '/system': ['admin'],
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
  test('shows no screen and sends no request without a sign-in', async () => {
    for (const { path } of ROUTES) expect(HEADINGS).toHaveProperty([path]);
    const calls = answerWith({});
    await openConsole({ at: '/hotspots/7' });
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible();
    expect(calls).toEqual([]);
    expect(currentAddress()).toBe('/hotspots/7');
  });
});

test('a broken screen reports its failure, and the frame remains usable', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  answerWith({ ...allAnswers('reseller'), 'GET /api/hotspots/7': { body: { ...madeUpHotspot(), description: { no: 'text' } } } });
  const { user } = await openConsole({ as: madeUp('reseller'), at: '/hotspots/7' });
  expect(await screen.findByText('Couldn’t open this page')).toBeVisible();
  expect(screen.getByText(/Everything you saved is safe/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  expect(await headline('Dashboard')).toBeVisible();
});

test('a screen whose file couldn’t be loaded offline is loaded at once when it is opened again online', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const row = ROUTES.find(({ path }) => path === '/units');
  if (!row) throw new Error('there are no units');
  const load = row.screen;
  let isOffline = true;
  const loading = jest
    .spyOn(row, 'screen')
    .mockImplementation(() => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : load()));
  answerWith({ ...allAnswers('reseller'), 'HEAD /': LOST });
  const reload = watchReloads();
  const { user } = await openConsole({ as: madeUp('reseller') });
  expect(await headline('Dashboard')).toBeVisible();
  const menu = within(screen.getByRole('navigation'));
  await user.click(menu.getByRole('link', { name: 'Units' }));
  expect(await screen.findByText('This page isn’t loaded yet')).toBeVisible();
  isOffline = false;
  await user.click(menu.getByRole('link', { name: 'Dashboard' }));
  expect(await headline('Dashboard')).toBeVisible();
  await user.click(menu.getByRole('link', { name: 'Units' }));
  expect(await headline('Units')).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  loading.mockRestore();
});
