import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { DevicesPage } from '../../../src/features/devices/DevicesPage';
import { answerWith } from '../../support/console/answers';
import { madeUpDevice, madeUpHotspot, pageOfRows } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { at, lists } from './devicesPageTests';

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
