import { describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { signedIn, signedOut } from '../../src/features/auth/slice';
import { loginLost } from '../../src/shared/sendRequest';
import { remembered } from '../../src/shared/preferences';
import { answerWith } from '../support/console/answers';
import { answersOfDashboard } from '../support/console/answersMadeUp';
import { openConsole, currentAddress, storedLogin } from '../support/console/render';
import { madeUp } from '../support/console/renderAs';

const loginShows = () => screen.findByRole('button', { name: 'Sign in' });

/** Preferences as version 1 stored them. */
const VERSION_1 =
  '{"language":"\\"it\\"","theme":"\\"dark\\"","menu_folded":"true","hotspots_per_page":"50","mac_entries_per_page":"5",' +
  '"vouchers_per_page":"5","voucher_settings":"{\\"type\\":\\"normal\\",\\"count\\":10}","paper_size":"\\"letter\\"",' +
  '"paper_of_hotspots":"{\\"7\\":{\\"hasQr\\":true,\\"ssid\\":\\"Hotel\\"}}","selected_hotspot_id":"7","guests_per_page":"100",' +
  '"guests_show_expired":"true","guests_show_marketing":"false","sessions_per_page":"25","sessions_tab":"\\"history\\"",' +
  '"sessions_user_id":"12","sessions_unit_id":"0","devices_per_page":"25","devices_user_id":"0","units_per_page":"25",' +
  '"audit_per_page":"25","accounts_per_page":"25","_persist":"{\\"version\\":1,\\"rehydrated\\":true}"}';
const OF_THE_BROWSER = {
  language: 'it',
  theme: 'dark',
  menu_folded: true,
  hotspots_per_page: 50,
  guests_per_page: 100,
  paper_size: 'letter',
};
const OF_THE_PERSON = { selected_hotspot_id: 7, guests_segment: 'expired' as const, sessions_tab: 'history', sessions_user_id: 12 };
const NARROWED_BY_NOBODY = { selected_hotspot_id: 0, guests_segment: 'active', sessions_tab: 'running', sessions_user_id: 0 };

/** Preferences as version 2 stored them. */
const VERSION_2 = VERSION_1.replace('{', '{"owner_id":"2",').replace('version\\":1', 'version\\":2');

/** Preferences as version 3 stores them; the tests below read back what the current build wrote. */
const VERSION_3 = VERSION_2.replace('"guests_show_expired":"true"', '"guests_segment":"\\"expired\\""').replace(
  'version\\":2',
  'version\\":3',
);

/** Preferences from before redux-persist stored a version. */
const VERSION_0 = VERSION_1.replace(/,"_persist".*/, '}');

describe.each([
  ['0', VERSION_0],
  ['1', VERSION_1],
  ['2', VERSION_2],
  ['3', VERSION_3],
])('preferences stored by version %s', (_version, stored) => {
  test('belong to the signed-in person', async () => {
    answerWith(answersOfDashboard('reseller'));
    const { store } = await openConsole({ as: madeUp('reseller'), stored: { 'persist:preferences': stored } });
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(store.getState().preferences).toMatchObject({ ...OF_THE_BROWSER, ...OF_THE_PERSON, owner_id: 2 });
    // What the current version writes, it reads back unchanged.
    await waitFor(() => expect(localStorage.getItem('persist:preferences')).toContain('version\\":3'));
    const written = localStorage.getItem('persist:preferences') ?? '';
    const again = await openConsole({ as: madeUp('reseller'), stored: { 'persist:preferences': written } });
    expect(again.store.getState().preferences).toEqual(store.getState().preferences);
  });

  test('pass on nothing to another person', async () => {
    const { store } = await openConsole({ stored: { 'persist:preferences': stored } });
    await screen.findByRole('button', { name: 'Accedi' });
    store.dispatch(signedIn(madeUp('customer')));
    expect(store.getState().preferences).toMatchObject({ ...OF_THE_BROWSER, ...NARROWED_BY_NOBODY, voucher_settings: {}, owner_id: 3 });
  });
});

describe('a shared desk', () => {
  async function workedOn() {
    const opened = await openConsole();
    await loginShows();
    opened.store.dispatch(signedIn(madeUp('reseller', { info: null })));
    opened.store.dispatch(
      remembered({ ...OF_THE_PERSON, sessions_tab: 'history', guests_per_page: 100, voucher_settings: { 7: { count: 10 } } }),
    );
    return opened.store;
  }

  test('shows unfiltered lists after signing out, with page sizes and voucher settings for the same person', async () => {
    answerWith(answersOfDashboard('reseller'));
    const store = await workedOn();
    store.dispatch(signedOut());
    expect(store.getState().preferences).toMatchObject({
      ...NARROWED_BY_NOBODY,
      guests_per_page: 100,
      voucher_settings: { 7: { count: 10 } },
    });
    store.dispatch(signedIn(madeUp('reseller', { info: null })));
    expect(store.getState().preferences.voucher_settings).toEqual({ 7: { count: 10 } });
  });

  test('restores filters for the same person after an expired sign-in', async () => {
    answerWith(answersOfDashboard('reseller'));
    const store = await workedOn();
    store.dispatch(loginLost());
    store.dispatch(signedIn(madeUp('reseller', { info: null })));
    expect(store.getState().preferences).toMatchObject({ ...OF_THE_PERSON, voucher_settings: { 7: { count: 10 } } });
  });

  test('restores neither filters nor searches for another person', async () => {
    answerWith({
      ...answersOfDashboard('customer'),
      'GET /api/accounts/2': { status: 401, body: { message: 'API token is expired' } },
      'POST /api/login': { status: 201, body: { ...madeUp('customer'), info: undefined, expires: '', status: 'success' } },
      'GET /api/users': { body: { data: [], total: 0 } },
      'GET /api/marketing/7': { body: [] },
    });
    const { store, user } = await openConsole({
      as: madeUp('reseller'),
      at: '/users?q=rossi',
      stored: { 'persist:preferences': VERSION_2.replace('\\"it\\"', '\\"en\\"') },
    });
    await user.type(await screen.findByLabelText('Username'), 'customer');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Guests' });
    expect(currentAddress()).not.toContain('rossi');
    expect(store.getState().preferences).toMatchObject({ ...NARROWED_BY_NOBODY, voucher_settings: {}, owner_id: 3 });
  });
});

test('a preference is stored before the page closes, however soon that is', async () => {
  const { store } = await openConsole();
  await loginShows();
  store.dispatch(remembered({ theme: 'dark', guests_per_page: 50 }));
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('persist:preferences')).toContain('"guests_per_page":"50"');
});

test('another sign-in replaces the previous one in a full storage for good', async () => {
  answerWith(answersOfDashboard('reseller'));
  const { store } = await openConsole({ as: madeUp('reseller') });
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  answerWith(answersOfDashboard('customer'));
  store.dispatch(signedIn(madeUp('customer', { info: null })));
  await waitFor(() => expect(localStorage.getItem('persist:auth') ?? '').not.toContain('token-of-reseller'));
  expect(store.getState().auth.user?.account_type).toBe('customer');
  expect(storedLogin(madeUp('reseller'))).toContain('token-of-reseller');
});
