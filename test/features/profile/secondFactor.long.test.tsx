import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ProfilePage } from '../../../src/features/profile/ProfilePage';
import { appAddress, inGroups } from '../../../src/features/profile/appAddress';
import { consoleConfig, setConfig } from '../../../src/shared/config';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { answersOfDashboard, answersOfProfile } from '../../support/console/answersMadeUp';
import { openConsole, renderPage, watchReloads } from '../../support/console/render';
import { madeUp, madeUpAccount } from '../../support/console/renderAs';
import { dashboardShows, signIn } from '../auth/signingInTests';

const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CODES = ['abcd-efgh-jkmn-pqrs', 'tuvw-xyz2-3456-789a'];
const OFF = { since: null, codes_left: 0, required: false };
const OFF_REQUIRED = { ...OFF, required: true };
const ON = { since: '2026-11-26T10:00:00Z', codes_left: 1, required: false };

const profile = (answers: Answers): Answers =>
  answersOfProfile('reseller', { 'GET /api/accounts/2': { body: madeUpAccount('reseller') }, ...answers });

test('the profile turns the second factor on by password and code, and shows the recovery codes once', async () => {
  const calls = answerWith(
    profile({
      'GET /api/accounts/2/second_factor': [{ body: OFF }, { body: ON }],
      'PUT /api/second_factor/setup': [
        { status: 403, body: { message: 'No', code: 'password_required', fields: { current_password: 'is not your current password' } } },
        { body: { username: 'ada', secret: SECRET, recovery_codes: CODES, setup: 'encrypted' } },
      ],
      'PUT /api/second_factor': [
        { status: 403, body: { message: 'No', code: 'code_required', fields: { factor_code: 'is wrong' } } },
        { body: { status: 'success' } },
      ],
    }),
  );
  const { user, store } = renderPage(<ProfilePage />, { at: '/profile' });
  await user.click(await screen.findByRole('button', { name: 'Turn on the second factor' }));
  const dialog = await screen.findByRole('dialog', { name: 'Turn on the second factor' });
  await user.type(within(dialog).getByLabelText('Current password'), 'wrong{Enter}');
  expect(await within(dialog).findByText('That’s not your current password')).toBeVisible();
  await user.type(within(dialog).getByLabelText('Current password'), 'right{Enter}');

  expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  expect(screen.getByText(inGroups(SECRET))).toBeVisible();
  const code = screen.getByLabelText('Code from your app');
  expect(code).toHaveFocus();
  await user.type(code, '000000{Enter}');
  expect(await screen.findByText(/^Wrong or used code/)).toBeVisible();
  await user.clear(code);
  await user.type(code, '904817{Enter}');

  const shown = await screen.findByRole('dialog', { name: 'Recovery codes' });
  for (const one of CODES) expect(shown).toHaveTextContent(one);
  const stored = JSON.stringify(store.getState()) + JSON.stringify(Object.entries(sessionStorage));
  for (const secret of [SECRET, 'encrypted', '904817', ...CODES]) expect(stored).not.toContain(secret);
  await user.click(within(shown).getAllByRole('button', { name: 'Close' }).at(-1)!);
  expect(await screen.findByText(/1 recovery code left\.$/)).toBeVisible();
  expect(document.body).not.toHaveTextContent(CODES[0] ?? '');
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  expect(sent).toEqual([
    { current_password: 'wrong' },
    { current_password: 'wrongright' },
    { setup: 'encrypted', factor_code: '000000' },
    { setup: 'encrypted', factor_code: '904817' },
  ]);
});

test('the profile turns it off by password and code', async () => {
  const calls = answerWith(
    profile({
      'GET /api/accounts/2/second_factor': [{ body: ON }, { body: OFF }],
      'PUT /api/second_factor/off': { body: { status: 'success' } },
    }),
  );
  const { user } = renderPage(<ProfilePage />, { at: '/profile' });
  await user.click(await screen.findByRole('button', { name: 'Turn off the second factor' }));
  const dialog = await screen.findByRole('dialog', { name: 'Turn off the second factor' });
  await user.type(within(dialog).getByLabelText('Current password'), 'right');
  await user.type(within(dialog).getByLabelText('Code from your app'), '904817');
  await user.click(within(dialog).getByRole('button', { name: 'Turn off the second factor' }));
  expect(await screen.findByText('Off: your password is enough to sign in.')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { current_password: 'right', factor_code: '904817' },
  ]);
});

test('the public demonstration offers none, as its accounts are for everybody', async () => {
  answerWith(profile({}));
  setConfig({ ...consoleConfig(), public_until: '2026-11-26T11:00:00Z' });
  renderPage(<ProfilePage />, { at: '/profile' });
  expect(await screen.findByText('This browser')).toBeVisible();
  expect(screen.queryByText('Second factor')).not.toBeInTheDocument();
});

test.each([
  ['Portico', 'ada', 'otpauth://totp/Portico:ada?secret=MZXW6&issuer=Portico'],
  ['Riviera WiFi: Nord', 'ada@hotel.it', 'otpauth://totp/Riviera%20WiFi%20Nord:ada%40hotel.it?secret=MZXW6&issuer=Riviera%20WiFi%20Nord'],
])('the QR code of %s says for %s which account it is', (product, username, address) => {
  expect(appAddress(product, username, 'MZXW6')).toBe(address);
});

describe('a second factor that is required', () => {
  const MISSING = { status: 403, body: { message: 'Set it up', code: 'second_factor_missing' } };
  const prepared: Answers = {
    'PUT /api/second_factor/setup': { body: { username: 'ada', secret: SECRET, recovery_codes: CODES, setup: 'encrypted' } },
    'PUT /api/second_factor': { body: { status: 'success' } },
  };
  const setUp = () => screen.findByRole('heading', { name: 'Set up a second factor' });

  test('is set up after the password and before anything else, and then the console opens', async () => {
    const { id, token, account_type, subscription } = madeUp('admin');
    const login = { id, token, account_type, subscription, expires: '', status: 'success', second_factor_missing: true };
    const calls = answerWith(
      answersOfDashboard('admin', {
        'POST /api/login': { status: 201, body: login },
        'GET /api/accounts/1/second_factor': [{ body: OFF_REQUIRED }, { body: ON }],
        ...prepared,
      }),
    );
    const { user, store } = await openConsole();
    await signIn(user, 'admin', 'right');
    expect(await setUp()).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(calls.map(callName)).toEqual(['POST /api/login', 'GET /api/accounts/1/second_factor']);

    await user.click(screen.getByRole('button', { name: 'Turn on the second factor' }));
    await user.type(await screen.findByLabelText('Current password'), 'right{Enter}');
    await user.type(await screen.findByLabelText('Code from your app'), '904817{Enter}');
    const shown = await screen.findByRole('dialog', { name: 'Recovery codes' });
    expect(shown).toHaveTextContent('recovery codes of ada');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    const stored = JSON.stringify(store.getState()) + JSON.stringify(Object.entries(sessionStorage));
    for (const secret of [SECRET, 'encrypted', '904817', 'right', ...CODES]) expect(stored).not.toContain(secret);
    await user.click(within(shown).getAllByRole('button', { name: 'Close' }).at(-1)!);
    await dashboardShows();
  });

  test('is demanded in a session that was open before, which goes on', async () => {
    answerWith({
      'GET /api/accounts/1': MISSING,
      'GET /api/attention': MISSING,
      'GET /api/stats/dashboard': MISSING,
      'GET /api/accounts/1/second_factor': { body: OFF_REQUIRED },
    });
    const { store } = await openConsole({ as: madeUp('admin') });
    expect(await setUp()).toBeVisible();
    expect(store.getState().auth.ended).toBeNull();
  });

  test('opens the console after a reload, once it was set up in another tab', async () => {
    answerWith(answersOfDashboard('admin', { 'GET /api/accounts/1/second_factor': { body: ON } }));
    await openConsole({ as: madeUp('admin', { second_factor_missing: true }) });
    await dashboardShows();
  });

  test('offers to sign out instead', async () => {
    const reload = watchReloads();
    const calls = answerWith({
      'GET /api/accounts/1/second_factor': { body: OFF_REQUIRED },
      'POST /api/logout': { body: { status: 'success' } },
    });
    const { user, store } = await openConsole({ as: madeUp('admin', { second_factor_missing: true }) });
    await setUp();
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(store.getState().auth.user).toBeNull();
    expect(calls.map(callName)).toContain('POST /api/logout');
  });
});
