import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { DevicesPage } from '../../../src/features/devices/DevicesPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith } from '../../support/console/answers';
import { madeUpDevice, madeUpGuest, pageOfRows, madeUpHotspot } from '../../support/console/answersMadeUp';
import { recorded } from '../../support/backEnd/answersOfExisting';
import { currentAddress, renderPage } from '../../support/console/render';
import { at, lists } from './devicesPageTests';
import { madeUp } from '../../support/console/renderAs';

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

test('shows every specified column with links, searches on Enter, and counts the results', async () => {
  const calls = answerWith({
    'GET /api/devices': pageOfRows(
      [madeUpDevice({ activity: { bytes_up: 1024, bytes_down: 1_572_864, last_seen: '2026-11-20T10:00:00Z' } })],
      2,
    ),
  });
  const { user } = renderPage(<DevicesPage />, { at });
  const row = within(await screen.findByRole('row', { name: /^Giulia Conti/ }));
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    'Guest',
    'Hotspot',
    'MAC address',
    'IP address',
    'Created',
    'Traffic',
    'Last seen',
  ]);
  expect(row.getByText('1.50 MB')).toBeVisible();
  expect(row.getAllByRole('time').map((time) => time.getAttribute('datetime'))).toContain('2026-11-20T10:00:00.000Z');
  expect(row.getByRole('link', { name: 'city-library' })).toHaveAttribute('href', '#/hotspots/7');
  expect(row.getByRole('link', { name: 'Giulia Conti' })).toHaveAttribute('href', '#/users/7');
  expect(screen.getByRole('status')).toHaveTextContent('2 devices');
  await user.type(screen.getByRole('searchbox'), 'aa-bb');
  expect(lists(calls)).toHaveLength(1);
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(lists(calls).at(-1)).toEqual({ q: 'aa-bb', sort: 'created', order: 'desc', page: '1', limit: '25', live: 'true' }),
  );
});

test('limits a customer to its own hotspot', async () => {
  const calls = answerWith({ 'GET /api/devices': pageOfRows([madeUpDevice()]), 'GET /api/hotspots/7': { body: madeUpHotspot() } });
  renderPage(<DevicesPage />, { as: madeUp('customer'), at: '/devices?hotspotId=3' });
  await screen.findByRole('table');
  expect(screen.queryByRole('combobox', { name: 'Hotspot' })).not.toBeInTheDocument();
  expect(lists(calls)[0]).toMatchObject({ hotspot: '7' });
});
