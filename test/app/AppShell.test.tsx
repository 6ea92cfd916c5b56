import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { Role } from '../../src/contract/plain/roles';
import { LOST } from '../support/console/answers';
import { pageOfHotspots } from '../support/console/answersMadeUp';
import { menu, entries, dashboardShows, openAs } from './appShellTests';

describe('the menu', () => {
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

describe('the banner for an unreachable server', () => {
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
