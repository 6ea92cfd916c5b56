import { screen, cleanup, waitFor } from '@testing-library/react';
import { describe, expect, jest, test } from '@jest/globals';
import { answerWith, callName } from '../support/console/answers';
import { answersOfDashboard, pageOfHotspots } from '../support/console/answersMadeUp';
import { openConsole } from '../support/console/render';
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
    expect(callName(calls[0]!)).toBe('GET /api/accounts/2');
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
    expect(calls.map(callName)).toEqual(['GET /api/accounts/2', 'GET /api/attention']);
    expect(store.getState().auth.user).toBeNull();
    await waitFor(() => expect(localStorage.getItem('persist:auth')).not.toContain('token-of-reseller'));
  });
});

test('a console that was rendered ahead for another role requests nothing that the signed-in role may not read', async () => {
  const ahead: (() => void)[] = [];
  Object.assign(window, { requestIdleCallback: (task: () => void) => ahead.push(task), cancelIdleCallback: () => {} });
  try {
    const calls = answerWith({
      ...answersOfDashboard('desk'),
      'POST /api/login': { status: 201, body: { ...madeUp('desk'), info: undefined, expires: '', status: 'success' } },
    });
    const drawn = jest.spyOn(document, 'createElement');
    const { user } = await openConsole();
    await loginShows();
    for (const task of ahead.splice(0)) task();
    // Headings that were rendered while nobody sees the screen yet.
    const headings = () => drawn.mock.results.map(({ value }) => value as HTMLElement).filter(({ localName }) => localName === 'h1');
    await waitFor(() => expect(headings().map(({ textContent }) => textContent)).toContain('Dashboard'));
    drawn.mockRestore();
    await user.type(screen.getByLabelText('Username'), 'reception');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await dashboardShows();
    await waitFor(() => expect(calls.map(callName)).toContain('GET /api/preferences/hotspots/7'));
    const requested = calls.map(callName);
    expect(requested).not.toContain('GET /api/attention');
    expect(requested).not.toContain('GET /api/stats/dashboard');
    expect(requested).not.toContain('GET /api/hotspots');
  } finally {
    cleanup();
    Reflect.deleteProperty(window, 'requestIdleCallback');
    Reflect.deleteProperty(window, 'cancelIdleCallback');
  }
});
