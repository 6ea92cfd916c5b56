import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { setConfig } from '../../../src/shared/config';
import { answerWith, later, LOST, callName, type Answer, type Answers } from '../../support/console/answers';
import { answersOfDashboard, madeUpDashboard, pageOfHotspots } from '../../support/console/answersMadeUp';
import { recorded } from '../../support/backEnd/answersOfExisting';
import { openConsole, currentAddress, tokenIn } from '../../support/console/render';
import { madeUp, madeUpAccount } from '../../support/console/renderAs';
import { username, password, submit, dashboardShows, signIn, messageUnder, logins } from './signingInTests';

const loginOf = (role: 'admin' | 'reseller' | 'customer' | 'desk', change: object = {}): Answer => {
  const { id, token, account_type, subscription } = madeUp(role);
  return { status: 201, body: { id, token, account_type, subscription, expires: '', status: 'success', ...change } };
};

describe('the sign-in screen', () => {
  test('links a page about the data that the console stores', async () => {
    const { user } = await openConsole();
    await user.click(screen.getByRole('button', { name: 'Privacy' }));
    expect(await screen.findByRole('dialog', { name: 'Privacy' })).toHaveTextContent('keeps your session and your preferences');
  });

  test("links the operator's privacy page where it is configured", async () => {
    setConfig({ privacy_url: 'https://riviera.example/privacy' });
    await openConsole();
    expect(screen.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', 'https://riviera.example/privacy');
    expect(screen.queryByRole('button', { name: 'Privacy' })).not.toBeInTheDocument();
  });

  test('requires username and password before anything is sent', async () => {
    const calls = answerWith({});
    const { user } = await openConsole();
    await user.click(submit());
    expect(await screen.findByText('Enter your username')).toBeVisible();
    expect(screen.getByText('Enter your password')).toBeVisible();
    await user.type(username(), 'ada');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByText('Enter your username')).not.toBeInTheDocument());
    expect(messageUnder(password())).toContain('Enter your password');
    expect(calls).toEqual([]);
  });
});

test('a missing value is reported under its focused field until something is typed, in any language', async () => {
  const { user } = await openConsole();
  await user.type(username(), 'ada{Enter}');
  expect(password()).toHaveFocus();
  expect(password()).toBeInvalid();
  expect(messageUnder(password())).toBe('Enter your password');
  expect(messageUnder(username())).toBe('');
  await user.selectOptions(screen.getByLabelText('Language'), 'it');
  const inItalian = await screen.findByLabelText('Password', { selector: 'input' });
  await waitFor(() => expect(messageUnder(inItalian)).toBe('Inserisci la password'));
  expect(screen.getByLabelText('Nome utente')).toHaveValue('ada');
  await user.type(inItalian, 'x');
  expect(messageUnder(inItalian)).toBe('');
  expect(inItalian).toBeValid();
});

test('the password can be shown, and the focus stays in its field', async () => {
  const { user } = await openConsole();
  await user.type(password(), 'secret');
  const show = screen.getByRole('button', { name: 'Show' });
  await user.click(show);
  expect(password()).toHaveAttribute('type', 'text');
  expect(show).toHaveAttribute('aria-pressed', 'true');
  expect(password()).toHaveFocus();
  expect(password()).toHaveValue('secret');
  await user.click(show);
  expect(password()).toHaveAttribute('type', 'password');
});

describe('signing in on the real server', () => {
  test('reports an unknown name under the username only', async () => {
    const { user } = await openConsole();
    await signIn(user, 'nobody-here', 'x');
    expect(await screen.findByText('Invalid username')).toBeVisible();
    expect(messageUnder(username())).toContain('Invalid username');
    expect(messageUnder(password())).toBe('');
    expect(username()).toHaveFocus();
    expect(password()).toHaveValue('x');
    expect(screen.queryByRole('alert', { name: /./ })).not.toBeInTheDocument();
    expect(screen.queryByText('Couldn’t sign in.')).not.toBeInTheDocument();
  });
});

describe('a failed sign-in', () => {
  test.each<[string, Answer, string]>([
    ['a throttle of some seconds', { status: 429, body: { message: 'x', code: 'too_often', retry_after: 40 } }, 'Try again in 40 seconds.'],
    ['a throttle of some minutes', { status: 429, body: { message: 'x', code: 'too_often', retry_after: 241 } }, 'Try again in 5 minutes.'],
    ['a fault of the server', { status: 500, body: { message: 'boom' } }, 'Something went wrong on our side.'],
    ['a proxy without a server', { status: 502, body: '<html></html>' }, 'No answer from the server. Your changes are still here'],
    [
      'an unknown message of an existing back end',
      { status: 401, body: { message: 'Account locked' } },
      'You don’t have permission to do this.',
    ],
  ])('shows an alert and keeps the input after %s', async (_case, answer, reason) => {
    answerWith({ 'POST /api/login': answer });
    const { user, store } = await openConsole();
    await signIn(user, 'ada', 'secret');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Couldn’t sign in.');
    expect(alert).toHaveTextContent(reason);
    expect(username()).toHaveValue('ada');
    expect(password()).toHaveValue('secret');
    expect(messageUnder(username()) + messageUnder(password())).toBe('');
    await waitFor(() => expect(submit()).toBeEnabled());
    expect(store.getState().auth.user).toBeNull();
  });

  test('succeeds with the same form once the server is back', async () => {
    answerWith(answersOfDashboard('reseller', { 'POST /api/login': [LOST, loginOf('reseller')] }));
    const { user } = await openConsole();
    await signIn(user, 'ada', 'secret');
    expect(await screen.findByRole('alert')).toHaveTextContent('No answer from the server.');
    await user.click(submit());
    await dashboardShows();
  });

  test('is sent once, however often Enter is pressed', async () => {
    const answer = later();
    const calls = answerWith(answersOfDashboard('reseller', { 'POST /api/login': answer.answer }));
    const { user } = await openConsole();
    await user.type(username(), 'ada');
    await user.type(password(), 'secret');
    for (const _ of [1, 2, 3]) fireEvent.submit(password());
    await waitFor(() => expect(logins(calls)).not.toHaveLength(0));
    fireEvent.submit(password());
    answer.come(loginOf('reseller'));
    await dashboardShows();
    expect(logins(calls)).toHaveLength(1);
  });

  test("the dashboard's data is requested together with the account", async () => {
    const account = later();
    const calls = answerWith(
      answersOfDashboard('reseller', { 'POST /api/login': loginOf('reseller'), 'GET /api/accounts/2': account.answer }),
    );
    const { user } = await openConsole();
    await signIn(user, 'ada', 'secret');
    await waitFor(() =>
      expect(calls.map(callName)).toEqual(
        expect.arrayContaining(['GET /api/accounts/2', 'GET /api/attention', 'GET /api/stats/dashboard']),
      ),
    );
    account.come({ body: madeUpAccount('reseller') });
    await dashboardShows();
    await waitFor(() => expect(screen.getByRole('group', { name: 'Active guests' })).toHaveTextContent('12,345'));
    expect(calls.map(callName).filter((call) => call === 'GET /api/stats/dashboard')).toHaveLength(1);
  });

  test('a person with many hotspots sees the dashboard while the account loads, which may still be refused', async () => {
    const account = later();
    answerWith(answersOfDashboard('reseller', { 'POST /api/login': loginOf('reseller'), 'GET /api/accounts/2': account.answer }));
    const { user } = await openConsole();
    await signIn(user, 'ada', 'secret');
    await dashboardShows();
    await waitFor(() => expect(screen.getByRole('group', { name: 'Active guests' })).toHaveTextContent('12,345'));
    account.come({ status: 401, body: { message: 'API token is expired' } });
    await waitFor(() => expect(username()).toBeVisible());
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  test('a person with one hotspot sees nothing before the account names it', async () => {
    const account = later();
    const calls = answerWith(
      answersOfDashboard('customer', { 'POST /api/login': loginOf('customer'), 'GET /api/accounts/3': account.answer }),
    );
    const { user } = await openConsole();
    await signIn(user, 'ada', 'secret');
    await waitFor(() => expect(calls.map(callName)).toContain('GET /api/accounts/3'));
    expect(await screen.findByRole('main')).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    account.come({ body: madeUpAccount('customer') });
    await dashboardShows();
  });

  test("the existing back end's sign-in record with zero dates opens the console", async () => {
    setConfig({ backend: 'existing' });
    const login = recorded(null, 'POST /api/login');
    answerWith(answersOfDashboard('admin', { 'POST /api/login': login }));
    const { user } = await openConsole();
    await signIn(user, 'admin', 'admin');
    await dashboardShows();
    expect(screen.queryByText(/Invalid|not signed in/)).not.toBeInTheDocument();
  });
});

describe('a token that becomes invalid during work', () => {
  const lost = recorded(null, 'GET /api/hotspots');
  const working = (answers: Answers): Answers => ({
    ...answersOfDashboard('reseller'),
    'POST /api/login': loginOf('reseller', { token: 'second-token' }),
    ...answers,
  });

  test('leads to the sign-in with the reason, and then back to the same place', async () => {
    expect(lost).toMatchObject({ status: 401, body: { message: 'API token required' } });
    const calls = answerWith(working({ 'GET /api/hotspots': [pageOfHotspots([{}], 60), lost, pageOfHotspots([{ name: 'again' }], 60)] }));
    const { user } = await openConsole({ as: madeUp('reseller'), at: '/hotspots?q=bar' });
    await user.click(await screen.findByRole('button', { name: 'Next page' }));

    expect(await screen.findByText(/Your session has ended\. Sign in again to pick up where you left off\./)).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    expect(currentAddress()).toBe('/hotspots?q=bar&page=2');
    await waitFor(() => expect(localStorage.getItem('persist:auth')).not.toContain('token-of-reseller'));

    await signIn(user, 'ada', 'secret');
    expect(await screen.findByRole('row', { name: /^again/ })).toBeVisible();
    expect(currentAddress()).toBe('/hotspots?q=bar&page=2');
    const { query, token } = calls.filter((call) => callName(call) === 'GET /api/hotspots').at(-1)!;
    expect(query).toMatchObject({ q: 'bar', page: '2' });
    expect(token).toBe('second-token');
  });

  test.each(['This hotspot is not yours', 'This user is not yours', 'Permission denied'])(
    'is not assumed for another 401 (%s), which means "not allowed here"',
    async (message) => {
      answerWith(working({ 'GET /api/hotspots': { status: 401, body: { message } } }));
      const { store } = await openConsole({ as: madeUp('reseller'), at: '/hotspots' });
      expect(await screen.findByText(/Couldn’t load hotspots/)).toBeVisible();
      expect(tokenIn(store)).toBe('token-of-reseller');
      expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    },
  );

  test('is not assumed when a request from before the new sign-in fails', async () => {
    const [first, slow] = [later(), later()];
    const calls = answerWith(
      working({
        'GET /api/attention': ({ token }) => (token === 'second-token' ? { body: { data: [] } } : first.answer()),
        'GET /api/stats/dashboard': ({ token }) => (token === 'second-token' ? { body: madeUpDashboard('reseller') } : slow.answer()),
        'GET /api/hotspots': pageOfHotspots([{}]),
      }),
    );
    const { user, store } = await openConsole({ as: madeUp('reseller') });
    await waitFor(() => expect(calls.map(callName)).toEqual(expect.arrayContaining(['GET /api/attention', 'GET /api/stats/dashboard'])));
    first.come(lost);
    await screen.findByText(/Your session has ended/);
    await signIn(user, 'ada', 'secret');
    await dashboardShows();
    slow.come(lost);
    // By the time a later call is answered, the late failure has been handled.
    window.location.hash = '#/hotspots';
    expect(await screen.findByRole('row', { name: /city-library/ })).toBeVisible();
    expect(tokenIn(store)).toBe('second-token');
  });

  test('hides all data and open dialogs from the next person who signs in', async () => {
    const { users } = madeUpDashboard('reseller');
    const ofReseller = madeUpDashboard('reseller', { users: { ...users, total: 777 } });
    const hotspotOfCustomer = { 'GET /api/hotspots/7': { status: 500 }, 'GET /api/stats/sms/hotspots/7': { body: [] } };
    answerWith(
      working({
        ...hotspotOfCustomer,
        'GET /api/hotspots': [pageOfHotspots([{ name: 'of-the-reseller' }]), lost],
        'GET /api/disclaimers/accounts/2': { body: [] },
        'GET /api/stats/dashboard': [{ body: ofReseller }, { status: 500 }],
        'POST /api/login': loginOf('customer'),
        'GET /api/accounts/3': { body: madeUpAccount('customer') },
      }),
    );
    const { user, store } = await openConsole({ as: madeUp('reseller') });
    await waitFor(() => expect(screen.getByRole('group', { name: 'Active guests' })).toHaveTextContent('777'));
    window.location.hash = '#/hotspots';
    await screen.findByRole('row', { name: /of-the-reseller/ });
    await user.keyboard('n');
    await screen.findByRole('dialog', { name: 'New hotspot' });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText(/Your session has ended/);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

    await signIn(user, 'casadei', 'secret');
    // A customer may not see the list, and is sent to its own hotspot.
    await waitFor(() => expect(currentAddress()).toBe('/hotspots/7'));
    await screen.findByText(/Couldn’t load the hotspot\./);
    expect(screen.queryByText('of-the-reseller')).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(JSON.stringify(store.getState())).not.toContain('of-the-reseller');
    window.location.hash = '#/';
    expect(await screen.findByText('Couldn’t load the dashboard. Try again.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Active guests' })).not.toHaveTextContent('777');
  });
});

describe('a one-time password', () => {
  const oneTime = (answers: Answers = {}) =>
    answersOfDashboard('admin', { 'POST /api/login': loginOf('admin', { must_change_password: true }), ...answers });
  const choose = () => screen.getByRole('button', { name: 'Use this password' });

  async function typeTwice(user: UserEvent, secret: string) {
    await user.type(screen.getByLabelText('New password'), secret);
    await user.type(screen.getByLabelText('Confirm password'), secret);
  }

  test('ends, and the field says so, and whom to ask for another', async () => {
    const refused = { message: 'The one-time password was not used in time', code: 'one_time_password_ended' };
    answerWith(oneTime({ 'POST /api/login': { status: 401, body: refused } }));
    const { user } = await openConsole();
    await signIn(user, 'admin', 'one-time');
    await waitFor(() => expect(messageUnder(password())).toContain('Ask whoever manages your account for another.'));
    expect(password()).toHaveFocus();
  });

  test('opens only the choice of a new one, and the console after it', async () => {
    const calls = answerWith(oneTime({ 'PUT /api/accounts/1': { body: { status: 'success' } } }));
    const { user } = await openConsole();
    await signIn(user, 'admin', 'one-time');
    expect(await screen.findByRole('heading', { name: 'Choose a password' })).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(calls.map(callName)).toEqual(['POST /api/login']);
    expect(choose()).toBeDisabled();

    await typeTwice(user, 'my own one');
    await waitFor(() => expect(choose()).toBeEnabled());
    await user.click(choose());
    await dashboardShows();
    const [change] = calls.filter(({ method }) => method === 'PUT');
    expect([change?.body, change?.token]).toEqual([{ password: 'my own one' }, 'token-of-admin']);
  });

  test('cannot be bypassed by a reload', async () => {
    const calls = answerWith({});
    await openConsole({ as: madeUp('admin', { must_change_password: true }), at: '/hotspots' });
    expect(await screen.findByRole('heading', { name: 'Choose a password' })).toBeVisible();
    expect(calls).toEqual([]);
  });

  test('is not replaced by a short or easily guessed one', async () => {
    const weak = { status: 400, body: { message: 'x', code: 'weak_password', fields: { password: 'x' } } };
    answerWith(oneTime({ 'PUT /api/accounts/1': weak }));
    const { user } = await openConsole({ as: madeUp('admin', { must_change_password: true }) });
    await screen.findByRole('heading', { name: 'Choose a password' });
    await typeTwice(user, 'nine char');
    expect(screen.getAllByText('At least 10 characters')[0]).toBeVisible();
    expect(choose()).toBeDisabled();
    await typeTwice(user, 's 2024');
    await waitFor(() => expect(choose()).toBeEnabled());
    await user.click(choose());
    expect(await screen.findByText(/^Too easy to guess/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('reports a failed change and keeps the input', async () => {
    answerWith(oneTime({ 'PUT /api/accounts/1': { status: 500 } }));
    const { user } = await openConsole({ as: madeUp('admin', { must_change_password: true }) });
    await screen.findByRole('heading', { name: 'Choose a password' });
    await typeTwice(user, 'my own one');
    await waitFor(() => expect(choose()).toBeEnabled());
    await user.click(choose());
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on changing password.');
    expect(screen.getByLabelText('New password')).toHaveValue('my own one');
    expect(within(screen.getByRole('main')).queryByRole('heading', { name: 'Dashboard' })).not.toBeInTheDocument();
  });
});
