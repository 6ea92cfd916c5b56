import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Role } from '../../../src/contract/plain/roles';
import { DashboardPage } from '../../../src/features/dashboard/DashboardPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { answersOfDashboard } from '../../support/console/answersMadeUp';
import { recordedReads } from '../../support/backEnd/answersOfExisting';
import { renderPage } from '../../support/console/render';

const dashboard = (answers?: Answers, role: Role = 'reseller') => answersOfDashboard(role, answers);

const card = (name: string) => screen.getByRole('group', { name });
const cardsShown = () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));

describe('the cards of the dashboard', () => {
  test('request each total of an existing back end, and nothing else', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(recordedReads('reseller1'));
    renderPage(<DashboardPage />);
    await waitFor(() => expect(card('Hotspots')).toHaveTextContent('Hotspots3'));
    expect(cardsShown()).toEqual(['Managers', 'Hotspots', 'Units', 'Guests, incl. expired', 'Devices', 'Active sessions', 'SMS sent']);
    expect(calls.map(callName)).not.toContain('GET /api/stats/dashboard');
    expect(calls.filter(({ path }) => path.endsWith('/total'))).toHaveLength(6);
    expect(screen.queryByRole('region')).not.toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /Last 14 days/ })).not.toBeInTheDocument();
  });

  test('show 0 and a retry for a total that cannot be read', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(dashboard({ 'GET /api/stats/devices/total': [{ status: 500 }, { body: { total: 14 } }] }));
    const { user } = renderPage(<DashboardPage />);
    await waitFor(() => expect(card('Devices')).toHaveTextContent('Devices0'));
    expect(card('Devices')).toHaveTextContent('Couldn’t load');
    expect(screen.getAllByText('Couldn’t load')).toHaveLength(1);
    await waitFor(() => expect(card('Units')).toHaveTextContent('Units12'));
    await waitFor(() => expect(card('SMS sent')).toHaveTextContent('At the current rate'));
    const before = calls.length;
    await user.click(within(card('Devices')).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(card('Devices')).toHaveTextContent('Devices14'));
    expect(calls.slice(before).map(callName)).toEqual(['GET /api/stats/devices/total']);
  });
});
