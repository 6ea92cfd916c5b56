import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within, cleanup } from '@testing-library/react';
import type { Role } from '../../../src/contract/plain/roles';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, LOST, callName } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { recorded, recordedReads } from '../../support/backEnd/answersOfExisting';
import { currentAddress, renderPage } from '../../support/console/render';
import { callApi, loggedIn, madeUp } from '../../support/console/renderAs';
import { at, total, hotspot } from './hotspotPageTests';

const card = (name: string) => screen.getByRole('group', { name });
const smsCard = () => card('SMS sent');
/** The element that is coloured, around the numbers. */
const smsNumbers = (text: string) =>
  within(smsCard()).getByText((_text, element) => element?.tagName === 'SPAN' && element.textContent.startsWith(text));
const cardsShown = () => screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));

async function settled() {
  await screen.findByRole('heading', { level: 1, name: /city-library/ });
  await waitFor(() => expect(smsCard()).toHaveTextContent('/'));
}

describe('a closed hotspot', () => {
  const closed = 'This hotspot is closed: nobody can get online.';

  test('is not assumed for one that was never closed', async () => {
    answerWith(hotspot());
    renderPage(<HotspotPage />, { as: madeUp('reseller'), at });
    await settled();
    expect(screen.queryByText(closed)).not.toBeInTheDocument();
  });

  test('is marked, with a link to the preference that opens it', async () => {
    answerWith(hotspot({}, { hotspot_closed: 'true' }));
    const { user } = renderPage(<HotspotPage />, { as: madeUp('reseller'), at });
    expect(await screen.findByText(closed)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Open it in the preferences' }));
    expect(await screen.findByRole('checkbox', { name: 'Closed: nobody can get online' })).toBeChecked();
  });

  test('is marked for the desk, which cannot open it', async () => {
    answerWith(hotspot({}, { hotspot_closed: 'true' }));
    renderPage(<HotspotPage />, { as: madeUp('desk'), at });
    expect(await screen.findByText(closed)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Open it in the preferences' })).not.toBeInTheDocument();
  });
});

describe('access to the page of a hotspot', () => {
  const CARDS: Record<Role, string[]> = {
    admin: ['Managers', 'Units', 'Active guests', 'Devices', 'Active sessions', 'SMS sent'],
    reseller: ['Managers', 'Units', 'Active guests', 'Devices', 'Active sessions', 'SMS sent'],
    customer: ['Units', 'Active guests', 'Devices', 'Active sessions', 'SMS sent'],
    desk: ['Active guests', 'Devices', 'SMS sent'],
  };

  test.each(['admin', 'reseller'] as const)('gives a %s all cards, the details and all actions', async (role) => {
    answerWith(hotspot());
    renderPage(<HotspotPage />, { as: madeUp(role), at });
    await settled();
    expect(cardsShown()).toEqual(CARDS[role]);
    expect(screen.getByText('City Library')).toBeVisible();
    const info = within(screen.getByRole('region', { name: 'Hotspot info' }));
    for (const fact of ['IT01234560371', 'Comune di Bologna', 'Ada Ricci', 'library@example.com', 'Dott. Neri', 'dpo@example.com']) {
      expect(info.getByText(fact)).toBeVisible();
    }
    expect(screen.getByRole('button', { name: 'Edit' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Actions for city-library' })).toBeVisible();
    expect(within(screen.getByRole('navigation')).getByRole('link', { name: 'Hotspots' })).toHaveAttribute('href', '#/hotspots');
  });

  test.each(['customer', 'desk'] as const)('gives a %s its cards, and nothing that it may not change or list', async (role) => {
    const calls = answerWith(hotspot());
    renderPage(<HotspotPage />, { as: madeUp(role), at });
    await settled();
    expect(cardsShown()).toEqual(CARDS[role]);
    expect(screen.queryByRole('region', { name: 'Hotspot info' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Edit|Delete|Actions for city-library/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Hotspots' })).not.toBeInTheDocument();
    expect(calls.map(callName)).not.toContain('GET /api/accounts');
    if (role === 'desk') expect(calls.map(callName)).not.toContain('GET /api/sessions');
  });

  const TABS: Record<Role, string[]> = {
    admin: ['Overview', 'Preferences', 'MAC entries', 'Privacy'],
    reseller: ['Overview', 'Preferences', 'MAC entries', 'Privacy'],
    customer: ['Overview', 'MAC entries', 'Privacy'],
    desk: ['Overview', 'MAC entries', 'Privacy'],
  };
  const tabsShown = () => screen.getAllByRole('tab').map((tab) => tab.textContent);

  test.each(['admin', 'reseller', 'customer', 'desk'] as const)('gives a %s the tabs of its role', async (role) => {
    answerWith(hotspot());
    renderPage(<HotspotPage />, { as: madeUp(role), at });
    await settled();
    await screen.findByRole('tab', { name: 'MAC entries' });
    expect(tabsShown()).toEqual(expect.arrayContaining(TABS[role]));
    if (role === 'customer' || role === 'desk') expect(tabsShown()).not.toContain('Preferences');
  });

  test('includes no MAC entries without a unit, even by address', async () => {
    answerWith(hotspot({ 'GET /api/units': total(0) }));
    renderPage(<HotspotPage />, { as: madeUp('admin'), at: '/hotspots/7?tab=mac' });
    await settled();
    expect(tabsShown()).not.toContain('MAC entries');
  });

  test('denies a tab of another role, even by address', async () => {
    const calls = answerWith(hotspot());
    renderPage(<HotspotPage />, { as: madeUp('desk'), at: '/hotspots/7?tab=preferences' });
    await settled();
    expect(screen.queryByLabelText('Guest validity')).not.toBeInTheDocument();
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('offers a retry for the MAC entries when the units cannot be read', async () => {
    const ofTab = [{ status: 500 }];
    answerWith(
      hotspot({
        // The line below the title reads them, too.
        'GET /api/units': ({ query }) => (query.live === 'true' ? undefined : ofTab.shift()) ?? total(1),
        'GET /api/users': { body: { data: [], total: 0 } },
      }),
    );
    const { user } = renderPage(<HotspotPage />, { as: madeUp('admin'), at: '/hotspots/7?tab=mac' });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No MAC entries yet. Devices listed here get online without logging in.')).toBeVisible();
  });

  test('is given to the desk of a hotspot on the real server', async () => {
    renderPage(<HotspotPage />, { as: await loggedIn('desk'), at: '/hotspots/1?tab=overview' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Miramare Ospitalità S.r.l. grand-hotel-miramare' })).toBeVisible();
    await waitFor(() => expect(card('Active guests')).toHaveTextContent(/[1-9]/));
    expect(cardsShown()).toEqual(CARDS.desk);
  });
});

describe('the cards of a hotspot', () => {
  test('show its counts with thousands separators', async () => {
    const calls = answerWith(hotspot());
    renderPage(<HotspotPage />, { as: madeUp('admin'), at });
    await settled();
    await waitFor(() => expect(card('Active guests')).toHaveTextContent('1,234'));
    expect(card('Managers')).toHaveTextContent('2');
    expect(card('Units')).toHaveTextContent('3');
    expect(card('Devices')).toHaveTextContent('4');
    expect(card('Active sessions')).toHaveTextContent('5');
    // The line below the title reads the units, too.
    const lists = calls.filter(({ path, query }) => /^\/api\/(accounts|units|users|devices|sessions)$/.test(path) && query.live !== 'true');
    expect(lists).toHaveLength(5);
    for (const { path, query } of lists) {
      expect(query).toEqual({ hotspot: '7', page: '1', limit: '1', ...(path === '/api/users' && { state: 'current' }) });
    }
  });

  test('show on the real server the totals of its lists', async () => {
    const reseller = await loggedIn('reseller');
    const totalOf = async (list: string) =>
      ((await callApi('GET', `/api/${list}?hotspot=5&limit=1`, { token: reseller.token })) as { total: number }).total;
    renderPage(<HotspotPage />, { as: reseller, at: '/hotspots/5' });
    await screen.findByRole('heading', { level: 1, name: /biblioteca.san-vitale/ });
    const [managers, units] = await Promise.all([totalOf('accounts'), totalOf('units')]);
    await waitFor(() => expect(card('Managers')).toHaveTextContent(`Managers${managers}`));
    await waitFor(() => expect(card('Units')).toHaveTextContent(`Units${units}`));
    const sms = (await callApi('GET', '/api/stats/sms/hotspots/5', { token: reseller.token })) as unknown[];
    await waitFor(() => expect(smsCard()).toHaveTextContent(`SMS sent${sms.length.toLocaleString('en')} / `));
  });

  test('show a dash and no alarm without an SMS maximum, however many were sent', async () => {
    answerWith(hotspot({}, { sms_login_max: '0', sms_login_threshold: '0' }));
    renderPage(<HotspotPage />, { at });
    await settled();
    expect(smsCard()).toHaveTextContent('60 / -');
    expect(smsCard()).not.toHaveTextContent('limit reached');
    expect(smsCard()).not.toHaveTextContent('warning when');
  });

  test('show both numbers below the maximum, and the threshold where there is one', async () => {
    answerWith(hotspot({}, { sms_login_max: '61', sms_login_threshold: '20' }));
    renderPage(<HotspotPage />, { at });
    await settled();
    expect(smsCard()).toHaveTextContent('60 / 61');
    expect(smsCard()).toHaveTextContent('warning when 20 are left');
    expect(smsNumbers('60 / 61')).not.toHaveStyle({ color: 'var(--error)' });
    expect(smsCard()).not.toHaveTextContent('limit reached');
  });

  test.each(['60', '59'])('turn red with an explanation at or over the maximum (%s)', async (maximum) => {
    answerWith(hotspot({}, { sms_login_max: maximum }));
    renderPage(<HotspotPage />, { at });
    await settled();
    expect(smsCard()).toHaveTextContent('limit reached');
    expect(smsNumbers(`60 / ${maximum}`)).toHaveStyle({ color: 'var(--error)' });
  });

  test('show 0 and a retry for one card that cannot be read, while the others work', async () => {
    const calls = answerWith(hotspot({ 'GET /api/devices': [{ status: 500 }, total(4)] }));
    const { user } = renderPage(<HotspotPage />, { as: madeUp('admin'), at });
    await settled();
    await waitFor(() => expect(card('Devices')).toHaveTextContent('Couldn’t load'));
    expect(card('Devices')).toHaveTextContent('0');
    expect(screen.getAllByText('Couldn’t load')).toHaveLength(1);
    expect(card('Units')).toHaveTextContent('3');

    const before = calls.length;
    await user.click(within(card('Devices')).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(card('Devices')).toHaveTextContent('4'));
    expect(screen.queryByText('Couldn’t load')).not.toBeInTheDocument();
    expect(calls.slice(before).map(callName)).toEqual(['GET /api/devices']);
  });

  test('show 0, a dash and one retry when either SMS request fails', async () => {
    answerWith(
      hotspot({
        'GET /api/stats/sms/hotspots/7': [LOST, { body: [], headers: { 'X-Total-Count': '60' } }],
        'GET /api/preferences/hotspots/7': [{ status: 500 }, { body: [{ key: 'sms_login_max', value: '100' }] }],
      }),
    );
    const { user } = renderPage(<HotspotPage />, { at });
    await settled();
    expect(smsCard()).toHaveTextContent('0 / -');
    expect(smsCard()).not.toHaveTextContent('limit reached');
    await user.click(within(smsCard()).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(smsCard()).toHaveTextContent('60 / 100'));
  });
});

describe('the hotspot page on the existing back end', () => {
  test('shows an empty hotspot with zero dates', async () => {
    setConfig({ backend: 'existing' });
    const nothing = recorded('admin', 'GET /api/units?hotspot=6&page=1&limit=100');
    answerWith({
      ...hotspot(),
      'GET /api/hotspots/7': { body: madeUpHotspot({ created: '0001-01-01T00:00:00Z' }) },
      'GET /api/units': nothing,
      'GET /api/devices': recorded('admin', 'GET /api/devices?hotspot=6&page=1&limit=100'),
      'GET /api/sessions': recorded('reseller2', 'GET /api/sessions?hotspot=1&from=2026-11-07%2000%3A00%3A00&to=2026-11-21%2023%3A59%3A59'),
      'GET /api/stats/sms/hotspots/7': { body: [] },
    });
    renderPage(<HotspotPage />, { at });
    await settled();
    await waitFor(() => expect(card('Units')).toHaveTextContent('Units0'));
    expect(smsCard()).toHaveTextContent('0 / -');
    expect(screen.queryByText('Couldn’t load')).not.toBeInTheDocument();
    const created = screen.getByText('Created', { selector: 'dt' }).nextElementSibling;
    expect(created).toHaveTextContent(/^-$/);
  });

  test('counts the SMS of the recorded answer by rows', async () => {
    setConfig({ backend: 'existing' });
    const reads = recordedReads('reseller1');
    const calls = answerWith(reads);
    renderPage(<HotspotPage />, { at: '/hotspots/1' });
    expect(await screen.findByRole('heading', { level: 1, name: /city-library-11/ })).toBeVisible();
    const sms = (reads['GET /api/stats/sms/hotspots/1'] as { body: unknown[] }).body;
    await waitFor(() => expect(smsCard()).toHaveTextContent(`SMS sent${sms.length} / `));
    // An existing back end's handling of a limit here is unknown, so none is sent.
    expect(calls.find(({ path }) => path === '/api/stats/sms/hotspots/1')?.query).toEqual({});
  });
});

describe('a missing hotspot', () => {
  const noSuch = () => screen.findByText('Hotspot not found');

  test("looks the same as another reseller's", async () => {
    renderPage(<HotspotPage />, { as: await loggedIn('reseller'), at: '/hotspots/11' });
    await noSuch();
    expect(screen.getByText('The hotspot was deleted, or you don’t have access.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to dashboard' })).toHaveAttribute('href', '#/');
    expect(screen.queryByText(/rifugio/)).not.toBeInTheDocument();
    expect(screen.queryByRole('group')).not.toBeInTheDocument();
  });

  test("is assumed for the existing back end's 401, which does not end the sign-in", async () => {
    answerWith({ 'GET /api/hotspots/7': { status: 401, body: { message: 'This hotspot is not yours' } } });
    const { store } = renderPage(<HotspotPage />, { at });
    await noSuch();
    expect(store.getState().auth.user).not.toBeNull();
  });

  test.each(['abc', '1.5', 'NaN'])('is assumed for /hotspots/%s without a request', async (id) => {
    const calls = answerWith({});
    renderPage(<HotspotPage />, { at: `/hotspots/${id}` });
    await noSuch();
    expect(calls).toEqual([]);
  });

  test.each([
    ['a fault of the server', { status: 500 }],
    ['no answer', LOST],
  ] as const)('is not assumed after %s, which offers a retry', async (_case, failure) => {
    answerWith(hotspot({ 'GET /api/hotspots/7': [failure, { body: madeUpHotspot() }] }));
    const { user } = renderPage(<HotspotPage />, { at });
    expect(await screen.findByText(/Couldn’t load the hotspot\./)).toBeVisible();
    expect(screen.queryByText('Hotspot not found')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await settled();
  });
});

describe('changing a hotspot on its page', () => {
  test('shows the modified values after saving', async () => {
    let description = 'City Library';
    answerWith(
      hotspot({
        'GET /api/hotspots/7': () => ({ body: madeUpHotspot({ description }) }),
        'GET /api/disclaimers/accounts/2': { body: [] },
        'PUT /api/hotspots/7': ({ body }) => {
          ({ description } = body as { description: string });
          return { body: { status: 'success' } };
        },
      }),
    );
    const { user } = renderPage(<HotspotPage />, { at });
    await settled();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const field = await screen.findByLabelText('Description');
    await user.clear(field);
    await user.type(field, 'Reading room');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText('Reading room')).toBeVisible();
    expect(screen.queryByText('City Library')).not.toBeInTheDocument();
  });

  test.each([
    { backend: 'portico', item: 'Set up a unit' },
    { backend: 'existing', item: 'Register unit' },
  ] as const)('includes setting up a unit for this hotspot ($backend)', async ({ backend, item }) => {
    setConfig({ backend });
    const calls = answerWith(hotspot({ 'POST /api/units': { body: { status: 'success', id: 9 } } }));
    const { user } = renderPage(<HotspotPage />, { as: madeUp('admin'), at });
    await user.click(await screen.findByRole('button', { name: 'Actions for city-library' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Register unit' }));
    await user.type(dialog.getByLabelText('Name'), 'Lobby');
    await user.type(dialog.getByLabelText('MAC address'), '00:11:22:AA:BB:CC');
    await user.click(dialog.getByRole('button', { name: 'Register unit' }));
    await waitFor(() => expect(calls.map(callName)).toContain('POST /api/units'));
    const sent = calls.find((call) => callName(call) === 'POST /api/units')?.body as { hotspot_id: number | string };
    expect(Number(sent.hotspot_id)).toBe(7);
    if (backend === 'portico')
      expect(await screen.findByRole('link', { name: 'How to set it up' })).toHaveAttribute('href', '#/units/9/connect');
  });

  test('leads to the list after deletion, without reading the hotspot again', async () => {
    const calls = answerWith(hotspot({ 'DELETE /api/hotspots/7': { body: { status: 'success' } } }));
    const { user } = renderPage(<HotspotPage />, { at });
    await settled();
    await user.click(await screen.findByRole('button', { name: 'Actions for city-library' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete hotspot' });
    await user.type(await within(dialog).findByLabelText('Type city-library to confirm'), 'city-library');
    await user.click(within(dialog).getByRole('button', { name: 'Delete hotspot' }));
    await waitFor(() => expect(currentAddress()).toBe('/hotspots'));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const since = calls.slice(calls.findIndex(({ method }) => method === 'DELETE') + 1);
    // Neither the hotspot nor anything that belonged to it is requested: an existing back end would answer 404.
    expect(since.map(callName)).toEqual([]);
  });
});

describe('a hotspot that needs attention', () => {
  const alert = { alert: 'units_silent 7', snoozed_until: null, kind: 'units_silent', hotspot_id: 7, hotspot_name: 'city-library' };
  const silent = { ...alert, silent: 1, units: 2, since: null, silent_units: [{ id: 3, name: 'Reading room' }] };
  const ofOther = {
    ...silent,
    alert: 'units_silent 8',
    hotspot_id: 8,
    hotspot_name: 'other',
    silent_units: [{ id: 9, name: 'Elsewhere' }],
  };

  test('says why on its own page, with a way on, and nothing about other hotspots', async () => {
    answerWith(hotspot({ 'GET /api/attention': { body: { data: [silent, ofOther] } } }));
    renderPage(<HotspotPage />, { as: madeUp('reseller'), at });
    const reasons = within(await screen.findByRole('region', { name: 'Needs attention' }));
    expect(reasons.getByText('Reading room at city-library: not heard yet.')).toBeVisible();
    expect(reasons.getByRole('link', { name: 'Open unit' })).toHaveAttribute('href', '#/units/3');
    expect(screen.queryByText(/Elsewhere/)).not.toBeInTheDocument();
  });

  test('has no such part without a reason, and asks nothing for a desk, which gets no alerts', async () => {
    const calls = answerWith(hotspot({ 'GET /api/attention': { body: { data: [ofOther] } } }));
    renderPage(<HotspotPage />, { as: madeUp('reseller'), at });
    await screen.findByRole('group', { name: 'Managers' });
    expect(screen.queryByRole('region', { name: 'Needs attention' })).not.toBeInTheDocument();
    cleanup();
    const before = calls.length;
    renderPage(<HotspotPage />, { as: madeUp('desk'), at });
    await screen.findByRole('group', { name: 'Active guests' });
    expect(calls.slice(before).map(({ path }) => path)).not.toContain('/api/attention');
  });
});
