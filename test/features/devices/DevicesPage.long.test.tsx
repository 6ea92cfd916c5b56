import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { DevicesPage } from '../../../src/features/devices/DevicesPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith } from '../../support/console/answers';
import { madeUpDevice, madeUpGuest, pageOfRows } from '../../support/console/answersMadeUp';
import { recorded } from '../../support/backEnd/answersOfExisting';
import { currentAddress, renderPage } from '../../support/console/render';
import { at, lists } from './devicesPageTests';

test('marks private addresses, and no others', async () => {
  const [random, given] = [
    madeUpDevice({ id: 1, mac_address: '9E-00-11-22-33-44' }),
    madeUpDevice({ id: 2, mac_address: '9C-00-11-22-33-44' }),
  ];
  answerWith({ 'GET /api/devices': pageOfRows([random, given]) });
  renderPage(<DevicesPage />, { at });
  const mark = { name: /^Private address: the device made it up for this network/ };
  expect(within(await screen.findByRole('row', { name: /9E-00/ })).getByRole('img', mark)).toBeVisible();
  expect(within(screen.getByRole('row', { name: /9C-00/ })).queryByRole('img', mark)).not.toBeInTheDocument();
});

test('filters by the remembered guest until the filter is cleared', async () => {
  const calls = answerWith({
    'GET /api/devices': pageOfRows([madeUpDevice()]),
    'GET /api/users/7': { body: { ...madeUpGuest(), max_navigation_traffic_limit: 0, max_navigation_time_limit: 0 } },
  });
  const { user, store } = renderPage(<DevicesPage />, { at: '/devices', preferences: { devices_user_id: 7, devices_per_page: 50 } });
  await screen.findByRole('table');
  expect(lists(calls)[0]).toMatchObject({ user: '7', limit: '50' });
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(currentAddress()).toBe(at));
  expect(store.getState().preferences.devices_user_id).toBe(0);
});

test("shows the existing back end's 404 as an empty list with the filter to relax", async () => {
  setConfig({ backend: 'existing' });
  answerWith({ 'GET /api/devices': recorded('reseller1', 'GET /api/devices?q=02&page=1&limit=100') });
  renderPage(<DevicesPage />, { at: `${at}&q=02` });
  expect(await screen.findByRole('button', { name: 'Clear search' })).toBeVisible();
});
