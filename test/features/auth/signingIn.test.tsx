import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { setConfig } from '../../../src/shared/config';
import { answerWith, watchCalls } from '../../support/console/answers';
import { openConsole, currentAddress, tokenIn } from '../../support/console/render';
import { DEMO_PASSWORD } from '../../support/console/renderAs';
import { username, password, dashboardShows, signIn, messageUnder, logins } from './signingInTests';

describe('the sign-in screen', () => {
  test('welcomes, names the product, and focuses the username', async () => {
    setConfig({ product: 'Riviera WiFi' });
    const calls = answerWith({});
    await openConsole();
    expect(screen.getByRole('heading', { level: 1, name: 'Riviera WiFi' })).toBeVisible();
    expect(screen.getByText('Welcome. Sign in to manage your WiFi hotspots.')).toBeVisible();
    expect(username()).toHaveFocus();
    expect(password()).toHaveAttribute('type', 'password');
    expect(screen.queryByText(/Your session has ended/)).not.toBeInTheDocument();
    expect(calls).toEqual([]);
  });
});

describe('signing in on the real server', () => {
  test('reports a wrong password under the password, and the right one opens the dashboard', async () => {
    const calls = watchCalls();
    const { user, store } = await openConsole();
    await signIn(user, 'reseller', 'wrong');
    expect(await screen.findByText('Invalid password')).toBeVisible();
    expect(messageUnder(password())).toContain('Invalid password');
    expect(messageUnder(username())).toBe('');
    expect(password()).toHaveFocus();
    expect(username()).toHaveValue('reseller');
    expect(localStorage.getItem('persist:auth') ?? '').not.toContain('token');

    await user.clear(password());
    await user.type(password(), `${DEMO_PASSWORD}{Enter}`);
    await dashboardShows();
    expect(await screen.findByText('Adriatica Connect')).toBeVisible();
    expect(currentAddress()).toBe('/');
    expect(logins(calls).map(({ body, token }) => [body, token])).toEqual([
      [{ username: 'reseller', password: 'wrong' }, null],
      [{ username: 'reseller', password: DEMO_PASSWORD }, null],
    ]);
    const token = tokenIn(store);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const later = calls.slice(calls.lastIndexOf(logins(calls)[1]!) + 1);
    expect(later.map((call) => call.token)).toEqual(later.map(() => token));

    await waitFor(() => expect(localStorage.getItem('persist:auth')).toContain(token));
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain(DEMO_PASSWORD);
    expect(JSON.stringify(store.getState())).not.toContain(DEMO_PASSWORD);
  });
});
