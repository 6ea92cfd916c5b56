import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { refetchAll } from '../../src/shared/refetch';
import { answerWith, LOST, callName } from '../support/console/answers';
import { answersOfDashboard, pageOfHotspots, madeUpDashboard } from '../support/console/answersMadeUp';
import { openConsole, currentAddress, storedLogin, watchReloads, tokenIn } from '../support/console/render';
import { callApi, logIn, loggedIn, madeUp, madeUpAccount } from '../support/console/renderAs';

const loginShows = () => screen.findByRole('button', { name: 'Sign in' });
const dashboardShows = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' });

describe('a stored sign-in', () => {
  test("retains a reseller's SMS counts when the account is read again", async () => {
    answerWith({
      ...answersOfDashboard('reseller'),
      'GET /api/stats/sms/accounts': { body: { id: 1, account_id: 2, sms_count: 40, sms_max_count: 500, sms_threshold: 50 } },
    });
    const { store } = await openConsole({ as: madeUp('reseller') });
    await dashboardShows();
    await waitFor(() => expect(store.getState().auth.user?.info).toMatchObject({ sms_count: 40, sms_max_count: 500, sms_threshold: 50 }));
    await waitFor(() => expect(localStorage.getItem('persist:auth')).toContain('sms_max_count'));
    answerWith({
      ...answersOfDashboard('reseller'),
      'GET /api/stats/sms/accounts': { status: 500 },
      'GET /api/accounts/2': { body: madeUpAccount('reseller', { name: 'New Name' }) },
    });
    act(() => void store.dispatch(refetchAll()));
    await waitFor(() => expect(store.getState().auth.user?.info?.name).toBe('New Name'));
    expect(store.getState().auth.user?.info).toMatchObject({ name: 'New Name', sms_count: 40, sms_max_count: 500 });
  });

  test('waits for a list while the server is busy, without an error', async () => {
    const busy = { status: 503, body: { message: 'Too many calls wait', code: 'busy', retry_after: 0 } };
    const calls = answerWith({ ...answersOfDashboard('reseller'), 'GET /api/hotspots': [busy, busy, pageOfHotspots([{}])] });
    await openConsole({ as: madeUp('reseller'), at: '/hotspots' });
    expect(await screen.findByRole('row', { name: /city-library/ })).toBeVisible();
    expect(calls.filter((call) => callName(call) === 'GET /api/hotspots')).toHaveLength(3);
  });

  test('opens the console on the real server', async () => {
    await openConsole({ as: await loggedIn('customer') });
    expect(await screen.findByText('grand-hotel-miramare at a glance')).toBeVisible();
  });

  test('leads to the sign-in screen when its account was deleted', async () => {
    answerWith(answersOfDashboard('reseller', { 'GET /api/accounts/2': { status: 404, body: { message: 'No account found!' } } }));
    await openConsole({ as: madeUp('reseller') });
    expect(await loginShows()).toBeVisible();
    await waitFor(() => expect(localStorage.getItem('persist:auth')).not.toContain('token-of-reseller'));
  });

  test('survives a busy server, and the console shows', async () => {
    const busy = { status: 503, body: { message: 'The server is busy', code: 'busy', retry_after: 0 } };
    answerWith(answersOfDashboard('reseller', { 'GET /api/accounts/2': busy }));
    const { store } = await openConsole({ as: madeUp('reseller') });
    await dashboardShows();
    await waitFor(() => expect(screen.getByRole('group', { name: 'Active guests' })).toHaveTextContent(/\d/));
    expect(screen.queryByRole('button', { name: 'Sign in' })).not.toBeInTheDocument();
    expect(tokenIn(store)).toBe('token-of-reseller');
  });

  test.each(['busy', 'disk_full'])(
    'offers another try, without signing out, to a person whose account is not loaded when the server answers %s',
    async (code) => {
      const refusal = { status: 503, body: { message: 'not now', code, retry_after: 0 } };
      answerWith(answersOfDashboard('reseller', { 'GET /api/accounts/2': refusal }));
      const { store } = await openConsole({ as: madeUp('reseller', { info: null }) });
      expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
      expect(tokenIn(store)).toBe('token-of-reseller');
    },
  );

  test('offers another try or signing out to a person whose account is not loaded while the server is away', async () => {
    const reload = watchReloads();
    answerWith(answersOfDashboard('reseller', { 'GET /api/accounts/2': [LOST, { body: madeUpAccount('reseller') }] }));
    const { user } = await openConsole({ as: madeUp('reseller', { info: null }) });
    expect(await screen.findByText('Couldn’t check your session')).toBeVisible();
    expect(screen.getByText('No answer from the server. You’re still signed in. Try again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await dashboardShows();
    expect(reload).not.toHaveBeenCalled();
  });

  test('survives a server that asks to slow down', async () => {
    const answer = { status: 429, body: { message: 'x', code: 'too_often', retry_after: 40 } };
    answerWith(answersOfDashboard('reseller', { 'GET /api/accounts/2': answer }));
    const { store } = await openConsole({ as: madeUp('reseller') });
    expect(await screen.findByText('Couldn’t check your session')).toBeVisible();
    expect(tokenIn(store)).toBe('token-of-reseller');
  });

  test('can be signed out when it cannot be checked', async () => {
    const reload = watchReloads();
    answerWith(answersOfDashboard('reseller', { 'GET /api/accounts/2': { status: 500 } }));
    const { user, store } = await openConsole({ as: madeUp('reseller'), at: '/hotspots' });
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    // Nor is anything left in the state that redux-persist could write later.
    expect(store.getState().auth.user).toBeNull();
    expect(localStorage.getItem('persist:auth') ?? '').not.toContain('token-of-reseller');
    expect(currentAddress()).toBe('/');
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

describe('broken or foreign stored state', () => {
  const auth = (user: unknown) => JSON.stringify({ user: JSON.stringify(user), _persist: '{"version":1,"rehydrated":true}' });
  const good = madeUp('reseller');

  test.each([
    ['not JSON', '{{{'],
    ['a text', '"hello"'],
    ['null', 'null'],
    ['a list', '[1,2]'],
    ['an object with parts that are not JSON', '{"user":"{{"}'],
    ['a sign-in that is a text', auth('admin')],
    ['a sign-in without a token', auth({ ...good, token: undefined })],
    ['a sign-in whose token is a number', auth({ ...good, token: 7 })],
    ['a sign-in with an unknown role', auth({ ...good, account_type: 'king' })],
    ['a sign-in whose id is a text', auth({ ...good, id: '2' })],
    ['a sign-in whose account is a text', auth({ ...good, info: 'Ada' })],
    ['data of another program', JSON.stringify({ loggedUser: { token: 'x' } })],
  ])('leads to the sign-in screen when the sign-in is %s', async (_what, stored) => {
    const calls = answerWith({});
    const { store } = await openConsole({ stored: { 'persist:auth': stored } });
    expect(await loginShows()).toBeVisible();
    expect(store.getState().auth.user).toBeNull();
    expect(calls).toEqual([]);
  });

  test('accepts a valid sign-in of a later version', async () => {
    answerWith(answersOfDashboard('reseller'));
    const stored = JSON.stringify({ user: JSON.stringify(good), novelty: '{"x":1}', _persist: '{"version":9,"rehydrated":true}' });
    await openConsole({ stored: { 'persist:auth': stored } });
    await dashboardShows();
  });

  test('fills in the missing fields of an account from the server', async () => {
    answerWith(answersOfDashboard('customer'));
    await openConsole({ stored: { 'persist:auth': auth({ ...madeUp('customer'), info: {} }) } });
    expect(await screen.findByText('city-library at a glance')).toBeVisible();
  });

  const preferences = (change: object) =>
    JSON.stringify({
      ...Object.fromEntries(
        Object.entries({ language: 'it', theme: 'dark', menu_folded: true, hotspots_per_page: 50, ...change }).map(([key, value]) => [
          key,
          JSON.stringify(value),
        ]),
      ),
      _persist: '{"version":1,"rehydrated":true}',
    });

  test('accepts valid preferences', async () => {
    const { store } = await openConsole({ stored: { 'persist:preferences': preferences({}) } });
    expect(await screen.findByRole('button', { name: 'Accedi' })).toBeVisible();
    expect(store.getState().preferences).toMatchObject({ language: 'it', theme: 'dark', menu_folded: true, hotspots_per_page: 50 });
  });

  test.each([
    ['not JSON', 'garbage'],
    ['null', 'null'],
  ])('falls back to default preferences when they are %s', async (_what, stored) => {
    const { store } = await openConsole({ stored: { 'persist:preferences': stored } });
    expect(await loginShows()).toBeVisible();
    expect(store.getState().preferences).toMatchObject({ language: null, theme: 'system', menu_folded: null, hotspots_per_page: 25 });
  });

  test.each([
    ['an unknown theme', preferences({ theme: 'pink' }), { theme: 'system', menu_folded: true, hotspots_per_page: 50 }],
    ['a page size that is not offered', preferences({ hotspots_per_page: 7 }), { hotspots_per_page: 25, theme: 'dark' }],
    ['a page size that is a text', preferences({ hotspots_per_page: '50' }), { hotspots_per_page: 25, theme: 'dark' }],
    ['a menu state that is a text', preferences({ menu_folded: 'yes' }), { menu_folded: null, theme: 'dark' }],
    ['a part that is not JSON', preferences({}).replace('\\"dark\\"', 'dark'), { theme: 'system', hotspots_per_page: 50 }],
  ])('ignores %s and keeps the other preferences', async (_what, stored, expected) => {
    const { store } = await openConsole({ stored: { 'persist:preferences': stored } });
    expect(await screen.findByRole('button', { name: 'Accedi' })).toBeVisible();
    expect(store.getState().preferences).toMatchObject({ language: 'it', ...expected });
  });

  test('ignores unknown preferences of another program', async () => {
    const { store } = await openConsole({ stored: { 'persist:preferences': preferences({ novelty: 1 }) } });
    await screen.findByRole('button', { name: 'Accedi' });
    expect(store.getState().preferences).not.toHaveProperty('novelty');
  });

  test('keeps the preferences of an older version and adds defaults for new ones', async () => {
    const { store } = await openConsole({ stored: { 'persist:preferences': preferences({ menu_folded: undefined }) } });
    expect(await screen.findByRole('button', { name: 'Accedi' })).toBeVisible();
    expect(store.getState().preferences).toMatchObject({ language: 'it', theme: 'dark', menu_folded: null, hotspots_per_page: 50 });
  });

  test('keeps the sign-in when the preferences are broken', async () => {
    answerWith(answersOfDashboard('reseller'));
    await openConsole({ as: good, stored: { 'persist:preferences': '{{' } });
    await dashboardShows();
  });
});

describe('a browser that blocks storage', () => {
  test.each(['getItem', 'setItem', 'removeItem'] as const)('can use the console when %s throws, but remembers nothing', async (method) => {
    jest.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    answerWith({
      ...answersOfDashboard('reseller'),
      'POST /api/login': { status: 201, body: { ...madeUp('reseller'), info: undefined, expires: '', status: 'success' } },
    });
    const { user } = await openConsole();
    await user.type(await screen.findByLabelText('Username'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await dashboardShows();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Italiano');
    expect(await screen.findByText('Tutti i tuoi hotspot a colpo d’occhio')).toBeVisible();
  });
});

describe('tabs of one browser', () => {
  /** The storage event this tab gets when another one writes. */
  function otherTabWrote(key: string, newValue: string | null) {
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    });
  }

  test('are signed out by a sign-out in another tab', async () => {
    answerWith(answersOfDashboard('reseller'));
    const { store } = await openConsole({ as: madeUp('reseller') });
    await dashboardShows();
    otherTabWrote('persist:auth', null);
    expect(await loginShows()).toBeVisible();
    expect(screen.queryByText(/Your session has ended/)).not.toBeInTheDocument();
    expect(store.getState().api.queries).toEqual({});
  });

  test('are signed in by a sign-in in another tab', async () => {
    answerWith(answersOfDashboard('reseller'));
    await openConsole();
    await loginShows();
    otherTabWrote('persist:auth', storedLogin(madeUp('reseller')));
    await dashboardShows();
  });

  test("show the next person's data, and nothing of the previous one, when another tab changes accounts", async () => {
    answerWith({
      ...answersOfDashboard('customer'),
      ...answersOfDashboard('reseller', { 'GET /api/hotspots': pageOfHotspots([{ name: 'of-the-reseller' }]) }),
      'GET /api/hotspots/7': { status: 500 },
    });
    const { store } = await openConsole({ as: madeUp('reseller'), at: '/hotspots' });
    await screen.findByRole('row', { name: /of-the-reseller/ });
    otherTabWrote('persist:auth', storedLogin(madeUp('customer')));
    await waitFor(() => expect(currentAddress()).toBe('/hotspots/7'));
    expect(screen.queryByText('of-the-reseller')).not.toBeInTheDocument();
    expect(JSON.stringify(store.getState().api)).not.toContain('of-the-reseller');
  });

  test.each([
    ['an unchanged sign-in', 'persist:auth', storedLogin(madeUp('reseller'))],
    ['preferences', 'persist:preferences', null],
    ["another program's key", 'loggedUser', null],
  ])('ignore %s in storage', async (_what, key, value) => {
    const calls = answerWith(answersOfDashboard('reseller'));
    await openConsole({ as: madeUp('reseller') });
    await screen.findByText('No alerts.');
    await waitFor(() => expect(screen.getByRole('group', { name: 'Active guests' })).toHaveTextContent('12,345'));
    const before = calls.length;
    otherTabWrote(key, value);
    expect(screen.getByRole('group', { name: 'Active guests' })).toHaveTextContent('12,345');
    expect(calls).toHaveLength(before);
  });

  test.each(['{{{', '{"user":"{{"}', '"x"'])('ignore the malformed sign-in %s', async (nonsense) => {
    answerWith(answersOfDashboard('reseller'));
    await openConsole({ as: madeUp('reseller') });
    await dashboardShows();
    otherTabWrote('persist:auth', nonsense);
    expect(await loginShows()).toBeVisible();
  });
});

test('a token that the real server revoked leads to the sign-in screen at the next request', async () => {
  const here = await logIn('trepini.cucina');
  await openConsole({ as: here });
  await dashboardShows();
  await callApi('POST', '/api/logout', { token: here.token });
  window.location.hash = '#/hotspots/11';
  expect(await screen.findByText(/Your session has ended/)).toBeVisible();
  expect(currentAddress()).toBe('/hotspots/11');
});
