import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within, act } from '@testing-library/react';
import type { ExpiredGuests } from '../../../src/contract/guests';
import { GuestsPage } from '../../../src/features/guests/GuestsPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, later, callName, watchCalls, type Answers, type Call, LOST } from '../../support/console/answers';
import { madeUpGuest, madeUpHotspot, pageOfGuests, pageOfHotspots } from '../../support/console/answersMadeUp';
import { recorded } from '../../support/backEnd/answersOfExisting';
import { onPhone, currentAddress, renderPage } from '../../support/console/render';
import { loggedIn, madeUp } from '../../support/console/renderAs';
import { download, watchFiles } from '../../support/console/savedFiles';
import { at, used, HEADERS, EXTRAS, headers } from './guestsPageTests';
import { remembered } from '../../../src/shared/preferences';

const tz = 'hotspot';
const KEYS = ['account_type', 'reason', 'country', 'marketing_auth', 'survey_auth', 'auto_login', 'bandwidth', 'limits', 'valid_from'];

/** Preferences with every column shown. */
const preferences = { list_columns: { guests: { order: KEYS, hidden: [] } } };

const requested = (calls: Call[], name: string) => calls.filter((call) => callName(call) === name).map(({ query }) => query);
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);

describe('the list of guests', () => {
  test('reorders columns by keyboard and announces their position', async () => {
    answerWith({ 'GET /api/users': pageOfGuests([used]) });
    const { user } = renderPage(<GuestsPage />, { at });
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    (await screen.findByRole('button', { name: 'Move Valid until' })).focus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(headers().slice(0, 4)).toEqual(['Name', 'Valid until', 'Status', 'Contact']);
    expect(screen.getByText('Valid until is now column 2.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Move Valid until' })).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus());
  });

  test('shows reason as a named icon, flag and country, yes and no, bandwidth, limits and validity', async () => {
    answerWith({
      'GET /api/users': pageOfGuests([
        { ...used, name: 'Ada', max_navigation_traffic: 1_073_741_824, max_navigation_time: 3600 },
        { ...used, name: '', username: 'ABC123', account_type: 'voucher', reason: 'family', country: '', email: '' },
        { ...used, name: 'Zed', reason: 'other', account_type: 'pigeon', country: 'DE' },
      ]),
    });
    renderPage(<GuestsPage />, { at, preferences });
    const ada = within(await screen.findByRole('row', { name: /^Ada/ }));
    expect(ada.getByRole('img', { name: 'business' })).toBeVisible();
    expect(ada.getByText('Italy')).toBeVisible();
    expect(ada.getByText('🇮🇹')).toHaveAttribute('aria-hidden');
    expect(ada.getAllByRole('img', { name: 'Yes' })).toHaveLength(2);
    expect(ada.getAllByRole('img', { name: 'No' })).toHaveLength(1);
    expect(ada.getByText(/4,096 kbit\/s/)).toBeVisible();
    expect(ada.getByText('1.00 GB')).toBeVisible();
    expect(ada.getByText('1h')).toBeVisible();
    expect(ada.queryByText('Expired')).not.toBeInTheDocument();
    expect(ada.queryByText('used up')).not.toBeInTheDocument();
    const code = within(screen.getByRole('row', { name: /^ABC123/ }));
    expect(code.getByRole('img', { name: 'family' })).toBeVisible();
    expect(code.getByText('Voucher')).toBeVisible();
    const zed = within(screen.getByRole('row', { name: /^Zed/ }));
    expect(zed.getByText('pigeon')).toBeVisible();
    expect(zed.getByText('Germany')).toBeVisible();
  });

  test('marks each exhausted limit', async () => {
    const limits = { max_navigation_traffic: 1024, max_navigation_time: 60 };
    answerWith({
      'GET /api/users': pageOfGuests([
        { name: 'Both', ...limits, ...used, used_today_traffic: 1024, used_today_time: 61 },
        { name: 'Time', ...limits, ...used, used_today_traffic: 1023, used_today_time: 60 },
        // Usage on other days doesn't count against a daily limit.
        {
          name: 'None',
          ...limits,
          max_navigation_traffic_limit: 1e12,
          max_navigation_time_limit: 1e9,
          used_today_traffic: 1023,
          used_today_time: 59,
        },
        { name: 'Free', ...used, used_today_traffic: 1e12, used_today_time: 1e9 },
      ]),
    });
    renderPage(<GuestsPage />, { at, preferences: { list_columns: { guests: { order: ['used', ...KEYS], hidden: ['used'] } } } });
    const marks = (name: RegExp) => within(screen.getByRole('row', { name })).queryAllByText(/used up/).length;
    await screen.findByRole('row', { name: /^Both/ });
    expect([marks(/^Both/), marks(/^Time/), marks(/^None/), marks(/^Free/)]).toEqual([2, 1, 0, 0]);
  });

  test('compares today’s usage with the nearest limit, and the status shows a reached one', async () => {
    const limits = { max_navigation_traffic: 1_073_741_824, max_navigation_time: 3600 };
    answerWith({
      'GET /api/users': pageOfGuests([
        // Used more than the limit in total, but not today.
        {
          name: 'Ada',
          ...limits,
          max_navigation_traffic_limit: 1e13,
          max_navigation_time_limit: 1e9,
          used_today_traffic: 0,
          used_today_time: 1800,
        },
        { name: 'Bea', ...limits, ...used, used_today_traffic: 1_073_741_824, used_today_time: 60 },
        { name: 'Cid', ...used, online: true, used_today_traffic: 1024, used_today_time: 60 },
        { name: 'Dan', ...used, valid_from: '2098-01-01T00:00:00Z', used_today_traffic: 0, used_today_time: 0 },
      ]),
    });
    renderPage(<GuestsPage />, { at });
    const ada = within(await screen.findByRole('row', { name: /^Ada/ }));
    expect(ada.getByText('30m of 1h')).toHaveAttribute('title', '0 of 1.00 GB · 30m of 1h');
    expect(ada.getByText('Active')).toBeVisible();
    expect(ada.queryByText('used up')).not.toBeInTheDocument();
    const bea = within(screen.getByRole('row', { name: /^Bea/ }));
    expect(bea.getByText(/^1 GB of 1 GB/)).toHaveTextContent('used up');
    expect(bea.getByText('Limit reached')).toBeVisible();
    const cid = within(screen.getByRole('row', { name: /^Cid/ }));
    expect(cid.getByText('1 KB')).toBeVisible();
    expect(cid.getByText('Online')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /^Dan/ })).getByText('Not valid yet')).toBeVisible();
  });

  test('marks nothing on the existing back end, which reports no daily usage, and requests nothing more', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith({
      'GET /api/users': { body: { data: [madeUpGuest({ id: 1, name: 'Limited', max_navigation_time: 60 })], total: 1 } },
    });
    renderPage(<GuestsPage />, { at });
    expect(await screen.findByRole('row', { name: /^Limited/ })).not.toHaveTextContent('used up');
    expect(calls.map(callName)).not.toContain('GET /api/users/1');
    expect(requested(calls, 'GET /api/users')[0]).not.toHaveProperty('tz');
  });

  test('shows HTML as text, and names of 300 characters, emoji and right-to-left in full', async () => {
    const odd = ['<img src=x onerror="alert(1)">', 'n'.repeat(300), '👩‍👩‍👧 Zoë', 'مرحبا'];
    answerWith({ 'GET /api/users': pageOfGuests(odd.map((name) => ({ ...used, name, email: name }))) });
    renderPage(<GuestsPage />, { at });
    for (const name of odd) expect(await screen.findByRole('link', { name })).toBeVisible();
    expect(document.querySelector('table img')).toBeNull();
  });

  test('is completely Italian in Italian', async () => {
    answerWith({ 'GET /api/users': pageOfGuests([{ ...used, country: 'DE', max_navigation_traffic: 1_610_612_736 }]) });
    renderPage(<GuestsPage />, { at, language: 'it', preferences });
    const row = await screen.findByRole('row', { name: /Giulia/ });
    expect(row).toHaveTextContent('Germania');
    expect(row).toHaveTextContent('1,50 GB');
    expect(row).toHaveTextContent('1 dic 2099');
  });

  test('extends access from the row’s menu, also before it ends', async () => {
    answerWith({
      'GET /api/users': pageOfGuests([used]),
      'GET /api/users/1': { body: { ...madeUpGuest(), ...used } },
    });
    const { user } = renderPage(<GuestsPage />, { at });
    await user.click(await screen.findByRole('button', { name: 'Actions for Giulia Conti' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Extend access' }));
    expect(await screen.findByRole('radio', { name: /^\+7 days/ })).toBeChecked();
  });

  test('moves by arrow keys along a row and within a column', async () => {
    answerWith({ 'GET /api/users': pageOfGuests([used, { ...used, id: 8, name: 'Paolo Neri' }]) });
    const { user } = renderPage(<GuestsPage />, { at });
    const first = await screen.findByRole('link', { name: 'Giulia Conti' });
    first.focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Paolo Neri' })).toHaveFocus();
    // Past the last row there is nothing to move to.
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('link', { name: 'Paolo Neri' })).toHaveFocus();
    const menu = screen.getByRole('button', { name: 'Actions for Paolo Neri' });
    menu.focus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('button', { name: 'Actions for Giulia Conti' })).toHaveFocus();
    first.focus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('columnheader', { name: /^Name/ })).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(first).toHaveFocus();
  });

  test('shows each guest as a card on a phone', async () => {
    onPhone();
    answerWith({ 'GET /api/users': pageOfGuests([used]) });
    renderPage(<GuestsPage />, { at });
    const [card] = within(await screen.findByRole('list', { name: 'Guests' })).getAllByRole('listitem');
    expect(within(card!).getByRole('link', { name: 'Giulia Conti' })).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });

  test('collects the filters on a phone behind one button with their number', async () => {
    onPhone();
    answerWith({ 'GET /api/users': pageOfGuests([used]) });
    const { user } = renderPage(<GuestsPage />, { at: '/users?marketing=true' });
    await screen.findByRole('list', { name: 'Guests' });
    expect(screen.queryByRole('checkbox', { name: 'Marketing consent only' })).not.toBeInTheDocument();
    const filters = screen.getByRole('button', { name: 'Filters (1)' });
    expect(filters).toHaveAttribute('aria-expanded', 'false');
    await user.click(filters);
    expect(screen.getByRole('checkbox', { name: 'Marketing consent only' })).toBeChecked();
    expect(screen.getByRole('button', { name: /Export/ })).toBeVisible();
  });

  test('shows the main columns as the real server fills them, and remembers other chosen ones', async () => {
    const { user, store } = renderPage(<GuestsPage />, { as: await loggedIn('reseller'), at });
    // Few rows, because each change of the columns renders every row again.
    act(() => void store.dispatch(remembered({ guests_per_page: 5 })));
    const [, row] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(headers()).toEqual(HEADERS);
    expect(within(row!).getAllByRole('cell')).toHaveLength(HEADERS.length);
    expect(within(row!).getAllByRole('link')[0]).toHaveAttribute('href', expect.stringMatching(/^#\/users\/\d+$/));
    expect(within(row!).getAllByRole('link')[1]).toHaveAttribute('href', expect.stringMatching(/^#\/hotspots\/\d+$/));
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const choice = within((await screen.findByLabelText(EXTRAS[0] ?? '')).closest<HTMLElement>('.ant-popover') ?? document.body);
    for (const extra of EXTRAS) await user.click(choice.getByRole('checkbox', { name: extra }));
    expect(headers()).toEqual([...HEADERS.slice(0, -1), ...EXTRAS, 'Actions']);
    await user.click(choice.getByRole('checkbox', { name: 'Contact' }));
    expect(headers()).not.toContain('Contact');
    expect(store.getState().preferences.list_columns.guests?.hidden).toEqual(['email']);
    expect(choice.getByRole('checkbox', { name: 'Name' })).toBeDisabled();
    await user.click(choice.getByRole('button', { name: 'Reset' }));
    expect(headers()).toEqual(HEADERS);
    expect(store.getState().preferences.list_columns).toEqual({});
  });
});

describe("columns that the hotspot's settings hide", () => {
  const settings = (reason: string, survey: string): Answers => ({
    'GET /api/users': pageOfGuests([used]),
    'GET /api/marketing/7': {
      body: [
        { key: 'marketing_0_reason_country', value: reason },
        { key: 'marketing_1_enabled', value: survey },
      ],
    },
  });

  test.each([
    ['true', 'true', []],
    ['false', 'true', ['Reason', 'Country']],
    ['true', 'false', ['Survey']],
    ['false', 'false', ['Reason', 'Country', 'Survey']],
  ])('follow the settings for a desk (reason and country: %s, survey: %s)', async (reason, survey, gone) => {
    answerWith(settings(reason, survey));
    renderPage(<GuestsPage />, { as: madeUp('desk'), at, preferences });
    await screen.findByRole('table');
    const all = [...HEADERS.slice(0, -1), ...EXTRAS, 'Actions'].filter((header) => header !== 'Hotspot');
    await waitFor(() => expect([...headers()].sort()).toEqual(all.filter((header) => !gone.includes(header)).sort()));
  });

  test('are all visible to an admin and a reseller, without reading the settings', async () => {
    const calls = answerWith({ ...settings('false', 'false'), 'GET /api/hotspots/7': { body: madeUpHotspot() } });
    renderPage(<GuestsPage />, { at: '/users?hotspotId=7', preferences });
    await screen.findByRole('table');
    expect(headers()).toEqual(expect.arrayContaining(['Reason', 'Country', 'Survey']));
    expect(calls.map(callName)).not.toContain('GET /api/marketing/7');
  });
});

describe('expired guests', () => {
  const expired = {
    body: {
      data_users: [madeUpGuest({ id: 1, name: 'Bea', valid_until: '2020-01-01T00:00:00Z' })],
      data_user_histories: [{ ...madeUpGuest({ id: 1, name: 'Anna', valid_until: '2019-01-01T00:00:00Z' }), user_id: 99 }],
      total: 60,
    },
    headers: { 'X-Sort': 'name', 'X-Order': 'asc' },
  };

  test('are one grey, marked list of both sets with one total, and the choice is remembered', async () => {
    const calls = answerWith({ 'GET /api/users': pageOfGuests([used]), 'GET /api/users_expired': expired });
    const { user, store } = renderPage(<GuestsPage />, { at });
    await screen.findByRole('row', { name: /Giulia/ });
    await user.click(screen.getByRole('radio', { name: 'Expired' }));

    const anna = await screen.findByRole('row', { name: /^Anna/ });
    expect(names()).toEqual(['Anna', 'Bea']);
    expect(screen.getByRole('status')).toHaveTextContent('60 guests');
    expect(screen.getByText('page 1 of 3')).toBeVisible();
    expect(within(anna).getByText('Expired')).toBeVisible();
    expect(anna).toHaveClass('row-over');
    expect(within(anna).getAllByRole('link')[0]).toHaveAttribute('href', '#/users/1?archived=true');
    expect(store.getState().preferences.guests_segment).toBe('expired');
    expect(currentAddress()).toBe('/users?hotspotId=0&segment=expired');
    expect(requested(calls, 'GET /api/users_expired')[0]).toMatchObject({ page: '1', limit: '25' });
  });

  test('open from an old address, which the next choice cleans up', async () => {
    answerWith({ 'GET /api/users': pageOfGuests([used]), 'GET /api/users_expired': expired });
    const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0&expired=true' });
    await screen.findByRole('row', { name: /^Anna/ });
    expect(screen.getByRole('radio', { name: 'Expired' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Active' }));
    await screen.findByRole('row', { name: /Giulia/ });
    expect(currentAddress()).toBe('/users?hotspotId=0');
  });

  test('have a segment beside online guests and all guests', async () => {
    const calls = answerWith({ 'GET /api/users': pageOfGuests([{ ...used, online: true }]), 'GET /api/users_expired': expired });
    const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0' });
    await user.click(await screen.findByRole('radio', { name: 'Online' }));
    await waitFor(() => expect(requested(calls, 'GET /api/users').at(-1)).toMatchObject({ state: 'online' }));
    await user.click(screen.getByRole('radio', { name: 'All' }));
    await screen.findByRole('row', { name: /^Anna/ });
    expect(requested(calls, 'GET /api/users_expired').at(-1)).toMatchObject({ state: 'all' });
    expect(currentAddress()).toBe('/users?hotspotId=0&segment=all');
  });

  test('are included in a search of active guests as one types, which is stated', async () => {
    const calls = answerWith({ 'GET /api/users': pageOfGuests([used]), 'GET /api/users_expired': expired });
    const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0' });
    await screen.findByRole('row', { name: /Giulia/ });
    const steps = window.history.length;
    await user.type(screen.getByRole('searchbox'), 'an');
    expect(await screen.findByRole('row', { name: /^Anna/ })).toHaveClass('row-over');
    expect(screen.getByText('Search includes expired guests.')).toBeVisible();
    expect(requested(calls, 'GET /api/users_expired')).toEqual([expect.objectContaining({ q: 'an', state: 'all' })]);
    await user.type(screen.getByRole('searchbox'), 'na');
    await waitFor(() => expect(currentAddress()).toBe('/users?hotspotId=0&q=anna'));
    // One step back leads to before the search.
    expect(window.history.length).toBe(steps + 1);
  });

  test('are the only other segment on an existing back end', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith({ 'GET /api/users': { body: { data: [madeUpGuest()], total: 1 } } });
    renderPage(<GuestsPage />, { at: '/users?hotspotId=0&segment=online&q=giu' });
    await screen.findByRole('row', { name: /Giulia/ });
    expect(screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(['Active', 'Expired']);
    expect(headers()).not.toContain('Hotspot');
    expect(headers()).not.toContain('Used today');
    expect(screen.queryByText('Search includes expired guests.')).not.toBeInTheDocument();
    expect(calls.map(callName)).not.toContain('GET /api/users_expired');
    expect(calls.map(callName)).not.toContain('GET /api/hotspots/7');
  });

  test('page correctly through the beginnings of both sets', async () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      madeUpGuest({ id: index + 1, name: `guest-${String(index + 100)}`, valid_until: '2020-01-01T00:00:00Z' }),
    );
    setConfig({ backend: 'existing' });
    const calls = answerWith({ 'GET /api/users_expired': { body: { data_users: many, data_user_histories: null, total: 30 } } });
    renderPage(<GuestsPage />, { at: '/users?expired=true&page=2' });
    await screen.findByRole('row', { name: /^guest-125/ });
    expect(names()).toEqual(['guest-125', 'guest-126', 'guest-127', 'guest-128', 'guest-129']);
    expect(requested(calls, 'GET /api/users_expired')[0]).toMatchObject({ page: '1', limit: '50' });
  });

  test('are searched in the console on an existing back end, which states when the search is incomplete', async () => {
    setConfig({ backend: 'existing' });
    const [bea] = expired.body.data_users;
    const calls = answerWith({ 'GET /api/users_expired': { body: { ...expired.body, total: 9000 } }, 'GET /api/users/1': { body: bea } });
    renderPage(<GuestsPage />, { at: '/users?hotspotId=0&expired=true&q=bea' });
    await screen.findByRole('row', { name: /^Bea/ });
    expect(names()).toEqual(['Bea']);
    expect(screen.getByText(/^Only the first 2 expired guests were searched/)).toBeVisible();
    expect(requested(calls, 'GET /api/users_expired')).toEqual([{ page: '1', limit: '5000' }]);
  });

  test('are read from the recorded answer of the existing back end', async () => {
    setConfig({ backend: 'existing' });
    const answer = recorded('admin', 'GET /api/users_expired?page=1&limit=500');
    const { data_users } = answer.body as ExpiredGuests;
    answerWith({
      'GET /api/users_expired': answer,
      // The answer for a single guest also contains the usage.
      ...Object.fromEntries(data_users.map((guest) => [`GET /api/users/${guest.id}`, { body: { ...guest, ...used } }])),
    });
    renderPage(<GuestsPage />, { as: madeUp('admin'), at: '/users?expired=true&size=100' });
    expect(await screen.findByRole('row', { name: /^Old Guest 1/ })).toBeVisible();
  });
});

describe('the filters of the guest list', () => {
  test('prefer the hotspot in the link and leave the remembered one unchanged', async () => {
    const calls = answerWith({ 'GET /api/users': pageOfGuests([used]), 'GET /api/hotspots/7': { body: madeUpHotspot() } });
    const { store } = renderPage(<GuestsPage />, { at: '/users?hotspotId=7', preferences: { selected_hotspot_id: 9 } });
    await screen.findByRole('table');
    expect(requested(calls, 'GET /api/users')).toEqual([
      { q: '', sort: 'name', order: 'asc', hotspot: '7', page: '1', limit: '25', used: 'true', state: 'current', tz },
    ]);
    expect(await screen.findByText('city-library')).toBeVisible();
    expect(store.getState().preferences.selected_hotspot_id).toBe(9);
  });

  test('apply the remembered values without a link, with one request and no history entry', async () => {
    const calls = answerWith({
      'GET /api/users': pageOfGuests([used]),
      'GET /api/hotspots/9': { body: madeUpHotspot({ id: 9, name: 'old-mill' }) },
    });
    const steps = window.history.length;
    renderPage(<GuestsPage />, { at, preferences: { selected_hotspot_id: 9, guests_show_marketing: true, guests_per_page: 50 } });
    await screen.findByRole('table');
    await waitFor(() => expect(currentAddress()).toBe('/users?hotspotId=9&marketing=true'));
    expect(requested(calls, 'GET /api/users')).toEqual([
      { q: '', sort: 'name', order: 'asc', hotspot: '9', marketing: 'true', page: '1', limit: '50', used: 'true', state: 'current', tz },
    ]);
    expect(window.history.length).toBe(steps);
  });

  test.each(['customer', 'desk'] as const)('limit a %s to its own hotspot without a picker, whatever the link names', async (role) => {
    const calls = answerWith({ 'GET /api/users': pageOfGuests([used]), 'GET /api/marketing/7': { body: [] } });
    renderPage(<GuestsPage />, { as: madeUp(role), at: '/users?hotspotId=3' });
    await screen.findByRole('table');
    expect(screen.queryByRole('combobox', { name: 'Hotspot' })).not.toBeInTheDocument();
    expect(requested(calls, 'GET /api/users')[0]).toMatchObject({ hotspot: '7' });
  });

  test('search hotspots on the server after a pause, return to page 1 and remember the choice', async () => {
    const calls = answerWith({
      'GET /api/users': pageOfGuests([used], 200),
      'GET /api/hotspots': ({ query }) => pageOfHotspots([{ id: 7, name: query.q === 'mill' ? 'old-mill' : 'city-library' }]),
      'GET /api/hotspots/7': { body: madeUpHotspot({ name: 'old-mill' }) },
    });
    const { user, store } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0&page=3' });
    await screen.findByRole('table');
    expect(calls.map(callName)).not.toContain('GET /api/hotspots');
    await user.click(screen.getByRole('combobox', { name: 'Hotspot' }));
    expect(await screen.findByTitle('city-library - City Library')).toBeVisible();
    await user.type(screen.getByRole('combobox', { name: 'Hotspot' }), 'mill');
    await user.click(await screen.findByTitle('old-mill - City Library'));
    await waitFor(() => expect(currentAddress()).toBe('/users?hotspotId=7'));
    expect(requested(calls, 'GET /api/hotspots').map(({ q, limit }) => [q, limit])).toEqual([
      ['', '20'],
      ['mill', '20'],
    ]);
    expect(store.getState().preferences.selected_hotspot_id).toBe(7);
    await waitFor(() => expect(requested(calls, 'GET /api/users').at(-1)).toMatchObject({ hotspot: '7', page: '1' }));
  });

  test('name the filter to relax when nothing matches, and relax it on click', async () => {
    answerWith({ 'GET /api/users': ({ query }) => pageOfGuests(query.marketing === 'true' ? [] : [used]) });
    const { user, store } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0&segment=online&marketing=true&q=zz' });
    expect(await screen.findByText('No results. Try removing a filter:')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Clear search' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Also without marketing consent' }));
    expect(await screen.findByRole('row', { name: /Giulia/ })).toBeVisible();
    expect(store.getState().preferences.guests_show_marketing).toBe(false);
    expect(currentAddress()).toBe('/users?hotspotId=0&segment=online&q=zz');
  });

  test('never show an answer that arrives after a newer one', async () => {
    const slow = later();
    answerWith({ 'GET /api/users': ({ query }) => (query.q === 'slow' ? slow.answer() : pageOfGuests([{ ...used, name: 'Newer' }])) });
    const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0&segment=online&q=slow' });
    const box = screen.getByRole('searchbox');
    await user.clear(box);
    await user.type(box, 'fast{Enter}');
    await screen.findByRole('row', { name: /^Newer/ });
    slow.come(pageOfGuests([{ ...used, name: 'Older' }]));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('row', { name: /^Newer/ })).toBeVisible();
    expect(screen.queryByRole('row', { name: /^Older/ })).not.toBeInTheDocument();
  });
});

describe('pages far into the guest list', () => {
  const deep = { 'X-Total-More': 'true', 'X-Cursor-First': 'first', 'X-Cursor-Last': 'last' };

  test('follow cursors behind the last numbered page, with "more than" for an uncounted total', async () => {
    const calls = answerWith({ 'GET /api/users': pageOfGuests([used], 10_000, deep) });
    const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0&page=400' });
    expect(await screen.findByText('page 400 of more than 400')).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('more than 10,000 guests');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('beyond page 400')).toBeVisible();
    expect(currentAddress()).toBe('/users?hotspotId=0&after=last');
    expect(requested(calls, 'GET /api/users').at(-1)).toMatchObject({ after: 'last' });
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(currentAddress()).toBe('/users?hotspotId=0&before=first'));
    await user.click(screen.getByRole('button', { name: 'Last page' }));
    await waitFor(() => expect(requested(calls, 'GET /api/users').at(-1)).toMatchObject({ end: 'true' }));
    expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'First page' }));
    expect(await screen.findByText('page 1 of more than 400')).toBeVisible();
    expect(currentAddress()).toBe('/users?hotspotId=0');
  });
});

describe('failures of the guest list', () => {
  test("do not include the existing back end's 404, which is an empty list", async () => {
    setConfig({ backend: 'existing' });
    answerWith({ 'GET /api/users': recorded('reseller1', 'GET /api/users?q=ross&page=1&limit=500') });
    renderPage(<GuestsPage />, { at: '/users?hotspotId=0&q=ross' });
    expect(await screen.findByText('No results. Try removing a filter:')).toBeVisible();
    expect(screen.queryByText(/Couldn’t load/)).not.toBeInTheDocument();
  });

  test.each([
    ['a fault of the server', { status: 500, body: { message: 'boom' } }],
    ['no answer', LOST],
  ] as const)('report %s and offer a retry', async (_name, failure) => {
    answerWith({ 'GET /api/users': [failure, pageOfGuests([used])] });
    const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0' });
    expect(await screen.findByText(/Couldn’t load guests/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /Giulia/ })).toBeVisible();
  });
});

describe('the export of guests', () => {
  test('contains all filtered rows, has the date in its name, and starts no formula', async () => {
    const files = watchFiles();
    const calls = answerWith({
      'GET /api/users': pageOfGuests([
        { ...used, name: '=1+1' },
        { ...used, name: 'Ada', username: '+393331234567' },
      ]),
    });
    const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0&segment=online&q=a' });
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await download(user);
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toMatch(/^\d{4}-\d\d-\d\d\.csv$/);
    const text = await files[0]!.text();
    expect(text).toMatch(/Name,Username,E-mail/);
    expect(text).toContain("'=1+1");
    expect(text).toContain(',"=""+393331234567""",');
    expect(requested(calls, 'GET /api/users').at(-1)).toMatchObject({ q: 'a', page: '1', limit: '5000' });
  });

  test.each([
    [4999, 4999, 1],
    [5000, 5000, 0],
    [10_000, 0, 0],
    // A row was added while the export was being read.
    [4999, 5000, 0],
  ])('turns %i counted rows, of which %i are readable, into %i file', async (total, read, count) => {
    const files = watchFiles();
    answerWith({
      'GET /api/users': ({ query }) => pageOfGuests(query.limit === '5000' ? Array.from({ length: read }, () => used) : [used], total),
    });
    const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0' });
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    if (total < 5000) await download(user);
    if (count === 1) await waitFor(() => expect(files).toHaveLength(1));
    else expect(await screen.findByRole('alert')).toHaveTextContent('You can export max 5000 rows, apply more filters to reduce results');
    expect(files).toHaveLength(count);
  });

  test('drops a refusal when the search changes', async () => {
    answerWith({ 'GET /api/users': ({ query }) => pageOfGuests([used], query.q === '' ? 5000 : 10) });
    const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0&segment=online' });
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await screen.findByRole('alert');
    await user.type(screen.getByRole('searchbox'), 'a{Enter}');
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });

  test.each(['active', 'expired'])(
    'reports %s guests that cannot be read, and writes no file, even after an earlier success',
    async (segment) => {
      const files = watchFiles();
      const expired = { body: { data_users: [{ ...madeUpGuest(), ...used }], data_user_histories: [], total: 1 } };
      const page = segment === 'expired' ? expired : pageOfGuests([used]);
      answerWith({ [segment === 'expired' ? 'GET /api/users_expired' : 'GET /api/users']: [page, page, { status: 500, body: {} }] });
      const { user } = renderPage(<GuestsPage />, { at: `/users?hotspotId=0&segment=${segment}` });
      await screen.findByRole('table');
      await user.click(screen.getByRole('button', { name: 'Export CSV' }));
      await download(user);
      await waitFor(() => expect(files).toHaveLength(1));
      await user.click(screen.getByRole('button', { name: 'Export CSV' }));
      await download(user);
      expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load the rows');
      expect(files).toHaveLength(1);
    },
  );
});

test('the page size of the guest list is remembered', async () => {
  const calls = watchCalls();
  const { user, store } = renderPage(<GuestsPage />, { as: await loggedIn('reseller'), at: '/users?hotspotId=0' });
  await screen.findByRole('table');
  await user.click(screen.getByRole('combobox', { name: 'Rows per page' }));
  await user.click(await screen.findByTitle('50 per page'));
  await waitFor(() => expect(requested(calls, 'GET /api/users').at(-1)).toMatchObject({ limit: '50' }));
  expect(store.getState().preferences.guests_per_page).toBe(50);
});

test('the button below an empty list leads to all guests, by the address', async () => {
  const everybody = { data_users: [madeUpGuest({ id: 1, name: 'Giulia Conti' })], data_user_histories: [], total: 1 };
  answerWith({ 'GET /api/users': pageOfGuests([]), 'GET /api/users_expired': { body: everybody } });
  const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0&segment=online' });
  await user.click(await screen.findByRole('button', { name: 'All guests' }));
  expect(await screen.findByRole('row', { name: /Giulia/ })).toBeVisible();
  expect(currentAddress()).toBe('/users?hotspotId=0&segment=all');
  expect(screen.queryByRole('button', { name: 'All guests' })).not.toBeInTheDocument();
});
