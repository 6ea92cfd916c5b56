import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { answerWith, LOST, named } from '../support/console/answers';
import { answersOfDashboard, madeUpDashboard, pageOfHotspots } from '../support/console/answersMadeUp';
import { openConsole, tokenIn } from '../support/console/render';
import { madeUp, madeUpAccount } from '../support/console/renderAs';

const loginShows = () => screen.findByRole('button', { name: 'Sign in' });
const dashboardShows = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' });

describe('a stored sign-in', () => {
  test('is confirmed by the server and opens the linked screen', async () => {
    const calls = answerWith({ ...answersOfDashboard('reseller'), 'GET /api/hotspots': pageOfHotspots([{}]) });
    const { store } = await openConsole({
      as: madeUp('reseller', { info: madeUpAccount('reseller', { name: 'Old Name' }) }),
      at: '/hotspots',
    });
    expect(await screen.findByRole('row', { name: /city-library/ })).toBeVisible();
    expect(named(calls[0]!)).toBe('GET /api/accounts/2');
    expect(calls[0]?.token).toBe('token-of-reseller');
    // The server's answer replaces what was stored.
    expect(store.getState().auth.user?.info?.name).toBe('Ada Ricci');
  });

  test('leads to the sign-in screen, and to nothing before it, when the server rejects it', async () => {
    const refusal = { status: 401, body: { message: 'API token is expired' } };
    const calls = answerWith({ 'GET /api/accounts/2': refusal, 'GET /api/attention': refusal });
    const { store } = await openConsole({ as: madeUp('reseller'), at: '/hotspots' });
    expect(await loginShows()).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(calls.map(named)).toEqual(['GET /api/accounts/2', 'GET /api/attention']);
    expect(store.getState().auth.user).toBeNull();
    await waitFor(() => expect(localStorage.getItem('persist:auth')).not.toContain('token-of-reseller'));
  });

  test('shows the console with a banner while the server is away, and one click loads all data again', async () => {
    let isAway = true;
    const users = { ...madeUpDashboard('reseller').users, total: 321 };
    const answers = answersOfDashboard('reseller', { 'GET /api/stats/dashboard': { body: madeUpDashboard('reseller', { users }) } });
    answerWith(
      Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, () => (isAway ? LOST : (answer as { body: unknown }))])),
    );
    const { user, store } = await openConsole({ as: madeUp('reseller') });
    await dashboardShows();
    const banner = await screen.findByText('Can’t reach the server. Your work is kept.');
    expect(screen.queryByRole('button', { name: 'Sign in' })).not.toBeInTheDocument();
    expect(tokenIn(store)).toBe('token-of-reseller');

    isAway = false;
    const [again] = screen.getAllByRole('button', { name: 'Try again' });
    await user.click(again!);
    await waitFor(() => expect(screen.getByRole('group', { name: 'Active guests' })).toHaveTextContent('Active guests321'));
    await waitFor(() => expect(banner).not.toBeInTheDocument());
    expect(screen.queryByText('Couldn’t load the dashboard. Try again.')).not.toBeInTheDocument();
  });
});
