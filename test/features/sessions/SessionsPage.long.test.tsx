import { describe, expect, test, jest } from '@jest/globals';
import dayjs from 'dayjs';
import { screen, waitFor, within } from '@testing-library/react';
import { parse } from 'papaparse';
import type { Session } from '../../../src/contract/sessions';
import { SessionPage } from '../../../src/features/sessions/SessionPage';
import { SessionsPage } from '../../../src/features/sessions/SessionsPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, callName, watchCalls, type Answers, type Call, LOST } from '../../support/console/answers';
import {
  madeUpDevice,
  madeUpGuest,
  madeUpHotspot,
  madeUpSession,
  madeUpUnit,
  pageOfHotspots,
  pageOfRows,
} from '../../support/console/answersMadeUp';
import { recorded } from '../../support/backEnd/answersOfExisting';
import { currentAddress, renderPage } from '../../support/console/render';
import { callApi, loggedIn, madeUp } from '../../support/console/renderAs';
import { download, watchFiles } from '../../support/console/savedFiles';
import { at, headers, USUAL, preferences } from './sessionsPageTests';

const requested = (calls: Call[], name: string) => calls.filter((call) => callName(call) === name).map(({ query }) => query);

describe('the list of sessions', () => {
  test('shows the history with its own column and links, and the tab is remembered and in the address', async () => {
    const calls = answerWith({
      'GET /api/sessions': pageOfRows([madeUpSession()]),
      'GET /api/histories': pageOfRows([madeUpSession({ stop_time: '2026-11-20T11:02:03Z' })]),
    });
    const { user, store } = renderPage(<SessionsPage />, { at });
    await screen.findByRole('table');
    await user.click(screen.getByRole('tab', { name: 'History' }));
    await waitFor(() => expect(headers()).toEqual([...USUAL, 'Ended', 'Actions']));
    expect(await screen.findByRole('link', { name: 'Giulia Conti' })).toHaveAttribute('href', '#/sessions/7?tab=history');
    expect(store.getState().preferences.sessions_tab).toBe('history');
    expect(currentAddress()).toBe('/sessions?tab=history&hotspotId=0');
    const [query] = requested(calls, 'GET /api/histories');
    // Existing back ends would search for the id 0.
    for (const name of ['hotspot', 'user', 'unit']) expect(query).not.toHaveProperty(name);
    expect(query).toMatchObject({
      page: '1',
      limit: '25',
      sort: 'start_time',
      order: 'desc',
      from: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      to: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:59$/),
    });
  });

  test('uses remembered filters where the address has none', async () => {
    const calls = answerWith({
      'GET /api/histories': pageOfRows([madeUpSession()]),
      'GET /api/hotspots/7': { body: madeUpHotspot() },
      'GET /api/units/7': { body: madeUpUnit() },
      'GET /api/users/7': { body: { ...madeUpGuest(), max_navigation_traffic_limit: 0, max_navigation_time_limit: 0 } },
    });
    renderPage(<SessionsPage />, {
      at: '/sessions',
      preferences: { sessions_tab: 'history', selected_hotspot_id: 7, sessions_user_id: 7, sessions_unit_id: 7, sessions_per_page: 50 },
    });
    await screen.findByRole('table');
    await waitFor(() => expect(currentAddress()).toBe('/sessions?tab=history&hotspotId=7&user=7&unit=7'));
    expect(requested(calls, 'GET /api/histories')).toHaveLength(1);
    expect(requested(calls, 'GET /api/histories')[0]).toMatchObject({ hotspot: '7', user: '7', unit: '7', limit: '50' });
  });

  test('reports a first day after the last without a request, and can be corrected', async () => {
    const calls = answerWith({ 'GET /api/sessions': pageOfRows([madeUpSession()]) });
    const { user } = renderPage(<SessionsPage />, { at: `${at}&from=2026-11-08&to=2026-11-07&page=3` });
    expect(await screen.findByRole('alert')).toHaveTextContent('The first day is after the last');
    expect(calls).toEqual([]);
    await user.click(screen.getByLabelText('From'));
    await user.click(await screen.findByText('Today'));
    expect(await screen.findByRole('table', { name: 'Active sessions' })).toBeVisible();
    const today = dayjs().format('YYYY-MM-DD');
    expect(currentAddress()).toBe(`${at}&from=${today}&to=${today}`);
    expect(requested(calls, 'GET /api/sessions')[0]).toMatchObject({ page: '1' });
  });

  test('applies a common period in two clicks', async () => {
    answerWith({ 'GET /api/sessions': pageOfRows([madeUpSession()]) });
    const { user } = renderPage(<SessionsPage />, { at });
    await screen.findByRole('table');
    await user.click(screen.getByLabelText('From'));
    const day = (back: number) => dayjs().subtract(back, 'day').format('YYYY-MM-DD');
    for (const name of ['Today', 'Yesterday', 'Last 7 days', 'Last 30 days', 'This month'])
      expect(await screen.findByText(name)).toBeVisible();
    await user.click(screen.getByText('Last 7 days'));
    await waitFor(() => expect(currentAddress()).toBe(`${at}&from=${day(6)}&to=${day(0)}`));
  });

  test('shows Italian dates in Italian', async () => {
    answerWith({ 'GET /api/sessions': pageOfRows([madeUpSession()]) });
    const { user } = renderPage(<SessionsPage />, { at: `${at}&from=2026-05-01&to=2026-05-02`, language: 'it' });
    await screen.findByRole('table');
    expect(screen.getByLabelText('Dal')).toHaveValue('1 mag 2026');
    await user.click(screen.getByLabelText('Dal'));
    expect(await screen.findByText('Ieri')).toBeVisible();
  });

  test('clears all filters, remembered ones too', async () => {
    const calls = answerWith({
      'GET /api/sessions': pageOfRows([madeUpSession()]),
      'GET /api/hotspots/7': { body: madeUpHotspot() },
      'GET /api/units/7': { body: madeUpUnit() },
    });
    const { user, store } = renderPage(<SessionsPage />, {
      at: '/sessions?tab=running&hotspotId=7&unit=7&q=x&from=2026-11-01',
      preferences: { selected_hotspot_id: 7, sessions_unit_id: 7 },
    });
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(currentAddress()).toBe('/sessions?tab=running&hotspotId=0'));
    expect(requested(calls, 'GET /api/sessions').at(-1)).not.toHaveProperty('unit');
    expect(store.getState().preferences).toMatchObject({ selected_hotspot_id: 0, sessions_unit_id: 0, sessions_user_id: 0 });
  });

  test("shows the existing back end's sessions with zero times, and sums of the page", async () => {
    setConfig({ backend: 'existing' });
    answerWith({ 'GET /api/sessions': recorded('admin', 'GET /api/sessions?page=1&limit=100') });
    renderPage(<SessionsPage />, { as: madeUp('admin'), at });
    await screen.findByRole('table');
    expect(screen.getByText(/^20 sessions: /)).toBeVisible();
  });

  test('starts the history of an existing back end with one hotspot, as all of them take long, and all can be chosen', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith({
      'GET /api/sessions': pageOfRows([madeUpSession()]),
      'GET /api/histories': pageOfRows([madeUpSession()]),
      'GET /api/hotspots': pageOfHotspots([{ id: 7 }]),
      'GET /api/hotspots/7': { body: madeUpHotspot() },
    });
    const { user } = renderPage(<SessionsPage />, { at: '/sessions', preferences: { sessions_tab: 'history' } });
    await screen.findByRole('table');
    expect(requested(calls, 'GET /api/histories').map(({ hotspot }) => hotspot)).toEqual(['7']);
    expect(await screen.findByText('city-library')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Hotspot' }));
    await user.click(await screen.findByTitle('All hotspots'));
    await waitFor(() => expect(requested(calls, 'GET /api/histories').at(-1)).not.toHaveProperty('hotspot'));
    expect(currentAddress()).toContain('hotspotId=0');

    // Active sessions are few, so they are listed over all hotspots; the history starts with one hotspot again.
    await user.click(screen.getByRole('tab', { name: 'Active sessions' }));
    await waitFor(() => expect(requested(calls, 'GET /api/sessions').at(-1)).not.toHaveProperty('hotspot'));
    await user.click(screen.getByRole('tab', { name: 'History' }));
    await waitFor(() => expect(currentAddress()).not.toContain('hotspotId'));
    expect(await screen.findByText('city-library')).toBeVisible();
    const hotspots = requested(calls, 'GET /api/histories').map(({ hotspot }) => hotspot);
    expect(hotspots.slice(0, 2)).toEqual(['7', undefined]);
    // Rows older than ten seconds are refetched, as in every list, but never those of all hotspots.
    expect(hotspots.slice(2)).not.toContain(undefined);
  });

  test('sorts the rows of an existing back end in the console without a request', async () => {
    setConfig({ backend: 'existing' });
    const { body } = pageOfRows([madeUpSession({ id: 1, bytes_down: 5_000_000 }), madeUpSession({ id: 2, bytes_down: 10_000_000 })]);
    const calls = answerWith({ 'GET /api/histories': { body } });
    const { user } = renderPage(<SessionsPage />, { at: '/sessions?tab=history&hotspotId=0', preferences });
    await screen.findByRole('table');
    const rows = () =>
      within(screen.getByRole('table'))
        .getAllByRole('row')
        .slice(1)
        .map((row) => /\d\.\d\d MB/.exec(row.textContent)?.[0]);
    const sorted = () => screen.getByRole('columnheader', { name: 'Downloaded' });
    await user.click(sorted());
    await waitFor(() => expect(currentAddress()).toContain('sort=bytes_down'));
    await waitFor(() => expect(sorted()).toHaveAttribute('aria-sort', 'ascending'));
    expect(rows()).toEqual(['4.77 MB', '9.54 MB']);
    await user.click(screen.getByRole('columnheader', { name: 'Downloaded' }));
    await waitFor(() => expect(rows()).toEqual(['9.54 MB', '4.77 MB']));
    expect(requested(calls, 'GET /api/histories')).toHaveLength(1);
  });

  test('marks no order when an existing back end has more rows than can be sorted', async () => {
    setConfig({ backend: 'existing' });
    const { body } = pageOfRows([madeUpSession()], 1001);
    answerWith({ 'GET /api/histories': { body } });
    renderPage(<SessionsPage />, { at: '/sessions?tab=history&hotspotId=0' });
    await screen.findByRole('table');
    for (const header of screen.getAllByRole('columnheader')) expect(header).not.toHaveAttribute('aria-sort');
    expect(screen.getByText(/^This back end can’t sort more than 1,000 rows/)).toBeVisible();
  });

  test('names the filter to relax when nothing matches', async () => {
    answerWith({
      'GET /api/sessions': pageOfRows([]),
      'GET /api/units/7': { body: madeUpUnit() },
    });
    renderPage(<SessionsPage />, { at: `${at}&unit=7` });
    expect(await screen.findByRole('button', { name: 'All units' })).toBeVisible();
  });

  test('shows running sessions with every specified column, links and sums', async () => {
    const sums = { bytes_up: 2048, bytes_down: 1_073_741_824, duration: 3600 };
    answerWith({
      'GET /api/sessions': pageOfRows([madeUpSession(), madeUpSession({ id: 8, bytes_down: 0, bytes_up: 0, duration: 0 })], 2, {}, sums),
    });
    renderPage(<SessionsPage />, { at, preferences });
    const [, row, silent] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(headers()).toEqual([...USUAL, 'Updated', ...EXTRAS, 'Actions']);
    expect(within(row!).getByRole('link', { name: 'Giulia Conti' })).toHaveAttribute('href', '#/sessions/7');
    expect(within(row!).getByRole('link', { name: 'ap-reception' })).toHaveAttribute('href', '#/units/7');
    expect(within(row!).getAllByText('1.50 MB')).toHaveLength(2);
    expect(within(row!).getByTitle('1.50 MB down, 1.00 KB up')).toBeVisible();
    expect(row).toHaveTextContent('1h 2m 3s');
    expect(within(silent!).getAllByText('-').length).toBeGreaterThanOrEqual(3);
    expect(screen.getByText('2 sessions: 1.00 GB down, 2.00 KB up, 1h')).toBeVisible();
  });
});

describe('the toolbar of the sessions', () => {
  test.each([
    ['admin', true],
    ['reseller', true],
    ['customer', false],
  ] as const)('has for a %s a hotspot picker (%s), without which the list is limited to the own hotspot', async (role, isThere) => {
    const calls = answerWith({
      'GET /api/sessions': pageOfRows([madeUpSession()]),
      'GET /api/hotspots/3': { body: madeUpHotspot({ id: 3 }) },
    });
    renderPage(<SessionsPage />, { as: madeUp(role), at: '/sessions?tab=running&hotspotId=3' });
    await screen.findByRole('table');
    expect(screen.queryAllByRole('combobox', { name: 'Hotspot' })).toHaveLength(isThere ? 1 : 0);
    expect(requested(calls, 'GET /api/sessions').map(({ hotspot }) => hotspot)).toEqual([isThere ? '3' : '7']);
  });

  test.each([
    ['running', 'GET /api/sessions'],
    ['history', 'GET /api/histories'],
  ])('refreshes the same page of %s sessions and shows new ones', async (tab, call) => {
    const come = madeUpSession({ id: 8, user: madeUpGuest({ name: 'Bruno Neri' }) });
    const calls = answerWith({ [call]: [pageOfRows([madeUpSession()], 60), pageOfRows([come, madeUpSession()], 61)] });
    const { user } = renderPage(<SessionsPage />, { at: `/sessions?tab=${tab}&hotspotId=0&page=2` });
    expect(await screen.findByRole('link', { name: 'Giulia Conti' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Bruno Neri' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('link', { name: 'Bruno Neri' })).toBeVisible();
    const [first, again] = requested(calls, call);
    expect(first).toMatchObject({ page: '2' });
    expect(again).toEqual(first);
    expect(calls).toHaveLength(2);
  });

  test('searches on Enter without surrounding spaces, from page 1 and in the address, and can be cleared', async () => {
    const other = madeUpSession({ id: 8, user: madeUpGuest({ name: 'Bruno Neri' }) });
    const calls = answerWith({
      'GET /api/sessions': ({ query }) => pageOfRows(query.q === 'neri' ? [other] : [madeUpSession(), other], 60),
    });
    const { user } = renderPage(<SessionsPage />, { at: `${at}&page=3` });
    await screen.findByRole('link', { name: 'Giulia Conti' });
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), ' neri ');
    expect(calls).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Giulia Conti' })).not.toBeInTheDocument());
    expect(screen.getByRole('link', { name: 'Bruno Neri' })).toBeVisible();
    expect(currentAddress()).toBe(`${at}&q=neri`);
    expect(requested(calls, 'GET /api/sessions').at(-1)).toMatchObject({ q: 'neri', page: '1' });
    await user.clear(screen.getByRole('searchbox', { name: 'Search' }));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('link', { name: 'Giulia Conti' })).toBeVisible();
    expect(currentAddress()).toBe(at);
  });
});

describe('the CSV of sessions', () => {
  const HEADINGS = [
    'Unit',
    'Guest',
    'Username',
    'Device MAC',
    'IP address',
    'Downloaded (bytes)',
    'Uploaded (bytes)',
    'Duration (seconds)',
    'Started',
    'Updated',
    'Ended',
    'IP addresses',
  ];
  const save = async (user: ReturnType<typeof renderPage>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await download(user);
  };

  test('has plain values of every column, with necessary quotes and no formula', async () => {
    const files = watchFiles();
    const addresses = [
      { address: '10.1.0.6', since: '2026-11-20T10:00:00Z', until: '2026-11-20T10:05:00Z' },
      { address: '10.1.0.7', since: '2026-11-20T10:05:00Z', until: null },
    ];
    const sessions = [
      madeUpSession({
        unit: madeUpUnit({ name: 'ap, “bar”' }),
        user: madeUpGuest({ name: 'Conti, "Giulia"' }),
        username: '+393331234567',
        addresses,
      }),
      madeUpSession({ id: 8, user: madeUpGuest({ name: '=1+1' }), stop_time: '2026-11-20T11:05:00Z', ip_address: '' }),
      // A deleted unit and an erased guest.
      madeUpSession({ id: 9, unit: madeUpUnit({ id: 0, name: '' }), user: madeUpGuest({ name: '' }), username: '', update_time: null }),
    ];
    const calls = answerWith({ 'GET /api/sessions': pageOfRows(sessions) });
    const { user } = renderPage(<SessionsPage />, { at });
    await screen.findByRole('table');
    await save(user);
    await waitFor(() => expect(files).toHaveLength(1));
    expect(requested(calls, 'GET /api/sessions').at(-1)).toMatchObject({ addresses: 'true' });
    expect(files[0]?.name).toMatch(/^\d{4}-\d\d-\d\d\.csv$/);
    const quoted = (text: string) => `"=""${text}"""`;
    const use = `AA-BB-CC-00-11-22,${quoted('10.1.0.7')},1572864,1024,3723,${quoted('2026-11-20T10:00:00Z')}`;
    expect((await files[0]!.text()).split('\r\n')).toEqual([
      `\uFEFF${HEADINGS.join(',')}`,
      `"ap, “bar”","Conti, ""Giulia""",${quoted('+393331234567')},${use},${quoted('2026-11-20T11:02:03Z')},,10.1.0.6 2026-11-20T10:00:00Z/2026-11-20T10:05:00Z; 10.1.0.7 2026-11-20T10:05:00Z/`,
      `ap-reception,'=1+1,giulia@example.com,${use.replace(quoted('10.1.0.7'), '')},${quoted('2026-11-20T11:02:03Z')},${quoted('2026-11-20T11:05:00Z')},`,
      `,,,${use},,,`,
    ]);
  });

  test('includes all filtered rows in the order of the list', async () => {
    const files = watchFiles();
    const calls = answerWith({
      'GET /api/histories': pageOfRows([madeUpSession()], 60),
      'GET /api/hotspots/7': { body: madeUpHotspot() },
      'GET /api/units/7': { body: madeUpUnit() },
      'GET /api/users/7': { body: { ...madeUpGuest(), max_navigation_traffic_limit: 0, max_navigation_time_limit: 0 } },
    });
    const filters = 'hotspotId=7&user=7&unit=7&from=2026-11-01&to=2026-11-20&q=conti&sort=duration&order=asc';
    const { user } = renderPage(<SessionsPage />, { at: `/sessions?tab=history&${filters}&page=2` });
    await screen.findByRole('table');
    await save(user);
    await waitFor(() => expect(files).toHaveLength(1));
    const [shown, exported, ...more] = requested(calls, 'GET /api/histories');
    expect(more).toEqual([]);
    const days = { from: '2026-11-01 00:00:00', to: '2026-11-20 23:59:59' };
    const utc = (moment: string) => dayjs(moment).toISOString().slice(0, 19).replace('T', ' ');
    const sent = { q: 'conti', hotspot: '7', user: '7', unit: '7', from: utc(days.from), to: utc(days.to), sort: 'duration', order: 'asc' };
    expect(shown).toEqual({ ...sent, page: '2', limit: '25', sums: 'true', live: 'true' });
    expect(exported).toEqual({ ...sent, page: '1', limit: '5000', addresses: 'true' });
  });

  test('has exactly the rows of every page on the real server', async () => {
    const files = watchFiles();
    const reseller = await loggedIn('reseller');
    const calls = watchCalls();
    const [yesterday, before] = [1, 14].map((back) => dayjs().subtract(back, 'day').format('YYYY-MM-DD'));
    const { user } = renderPage(<SessionsPage />, {
      as: reseller,
      at: `/sessions?tab=history&hotspotId=5&from=${before}&to=${yesterday}&q=a`,
    });
    await screen.findByRole('table');
    await save(user);
    await waitFor(() => expect(files).toHaveLength(1));
    const { data: rows } = parse<string[]>((await files[0]!.text()).replace('\uFEFF', ''));
    const query = requested(calls, 'GET /api/histories').findLast(({ sums }) => sums === 'true');
    const pages: Session[][] = [];
    do {
      const page = new URLSearchParams({ ...query, page: String(pages.length + 1), limit: '500' }).toString();
      const { data } = (await callApi('GET', `/api/histories?${page}`, { token: reseller.token })) as { data: Session[] };
      pages.push(data);
    } while (pages.at(-1)?.length === 500);
    expect(rows[0]).toEqual(HEADINGS);
    expect(rows.length - 1).toBeGreaterThan(25);
    const quoted = (moment: string | null) => (moment === null ? '' : `="${moment}"`);
    expect(rows.slice(1).map((row) => [row[3], Number(row[5]), Number(row[7]), row[8], row[10]])).toEqual(
      pages.flat().map((one) => [one.device_mac, one.bytes_down, one.duration, quoted(one.start_time), quoted(one.stop_time)]),
    );
  });

  test('is not written when it cannot be read, which the list reports, even after an earlier success', async () => {
    const files = watchFiles();
    const page = pageOfRows([madeUpSession()]);
    answerWith({ 'GET /api/sessions': [page, page, LOST] });
    const { user } = renderPage(<SessionsPage />, { at });
    await screen.findByRole('table');
    await save(user);
    await waitFor(() => expect(files).toHaveLength(1));
    await save(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load the rows');
    expect(files).toHaveLength(1);
  });

  test('reports a file that cannot be created, and creates it when tried again', async () => {
    const files = watchFiles();
    answerWith({ 'GET /api/sessions': pageOfRows([madeUpSession()]) });
    const { user } = renderPage(<SessionsPage />, { at });
    await screen.findByRole('table');
    const make = jest.spyOn(URL, 'createObjectURL').mockImplementationOnce(() => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    await save(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t create the file. Try again.');
    expect(files).toHaveLength(0);
    await download(user);
    await waitFor(() => expect(files).toHaveLength(1));
    expect(make).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('the page of a session', () => {
  const pageAnswers: Answers = {
    'GET /api/users/7': { body: { ...madeUpGuest(), max_navigation_traffic_limit: 0, max_navigation_time_limit: 0 } },
    'GET /api/units/7': { body: madeUpUnit() },
    'GET /api/hotspots/7': { body: madeUpHotspot() },
    'GET /api/devices/7': { body: madeUpDevice() },
  };

  test('has the cards of its hotspot, unit, guest and device', async () => {
    const calls = answerWith({ ...pageAnswers, 'GET /api/sessions/7': { body: madeUpSession() } });
    renderPage(<SessionPage />, { at: '/sessions/7' });
    expect(await screen.findByText('key-7', { selector: 'code' })).toBeVisible();
    expect(await within(screen.getByRole('region', { name: 'Hotspot' })).findByText('City Library')).toBeVisible();
    expect(await within(screen.getByRole('region', { name: 'Unit' })).findByText('00-11-22-AA-BB-CC')).toBeVisible();
    expect(await within(screen.getByRole('region', { name: 'Guest' })).findByRole('link', { name: 'Giulia Conti' })).toBeVisible();
    expect(await within(screen.getByRole('region', { name: 'Device' })).findByText('10.1.0.7')).toBeVisible();
    expect(calls.map(callName)).not.toContain('GET /api/histories/7');
  });

  test('lists every IP address with its times', async () => {
    const addresses = [
      { address: '10.1.0.7', since: '2026-11-20T10:00:00Z', until: '2026-11-20T10:05:00Z' },
      { address: '2001:db8:7::/64', since: '2026-11-20T10:05:00Z', until: null },
    ];
    const calls = answerWith({ ...pageAnswers, 'GET /api/sessions/7': { body: madeUpSession({ addresses }) } });
    renderPage(<SessionPage />, { at: '/sessions/7' });
    const [, first, second] = within(await screen.findByRole('table', { name: 'IP addresses' })).getAllByRole('row');
    expect(first).toHaveTextContent('10.1.0.7');
    expect(
      within(first!)
        .getAllByRole('time')
        .map((time) => time.getAttribute('datetime')),
    ).toEqual(['2026-11-20T10:00:00.000Z', '2026-11-20T10:05:00.000Z']);
    expect(second).toHaveTextContent('2001:db8:7::/64');
    expect(within(second!).getAllByRole('time')).toHaveLength(1);
    expect(requested(calls, 'GET /api/sessions/7')).toEqual([{ addresses: 'true' }]);
  });

  test('shows the ended session when it no longer runs', async () => {
    const calls = answerWith({
      ...pageAnswers,
      'GET /api/sessions/7': { status: 404, body: { message: 'No session found!' } },
      'GET /api/histories/7': { body: madeUpSession() },
    });
    renderPage(<SessionPage />, { at: '/sessions/7' });
    expect(await screen.findByText('key-7', { selector: 'code' })).toBeVisible();
    expect(requested(calls, 'GET /api/histories/7')).toEqual([{ addresses: 'true', by: 'session_id' }]);
  });

  test('shows the ended session when opened from the history, even if a running one has its id', async () => {
    const calls = answerWith({ ...pageAnswers, 'GET /api/histories/7': { body: madeUpSession() } });
    renderPage(<SessionPage />, { at: '/sessions/7?tab=history' });
    expect(await screen.findByText('key-7', { selector: 'code' })).toBeVisible();
    expect(calls.map(callName)).not.toContain('GET /api/sessions/7');
  });

  test('states that an erased guest and a deleted unit no longer exist', async () => {
    answerWith({
      ...pageAnswers,
      'GET /api/units/7': { status: 404, body: { message: 'No unit found!' } },
      'GET /api/sessions/7': { body: madeUpSession({ user_id: -3, device_id: 0, device_mac: '', ip_address: '' }) },
    });
    renderPage(<SessionPage />, { at: '/sessions/7' });
    await waitFor(() => expect(screen.getAllByText('This no longer exists.')).toHaveLength(2));
  });
});

const EXTRAS = ['Device MAC', 'IP address', 'Downloaded', 'Uploaded'];

test('the list shows only sessions that began on a weekday in an hour, as the map in the reports asks, until that is lifted', async () => {
  const calls = answerWith({ 'GET /api/histories': pageOfRows([madeUpSession()]) });
  const { user } = renderPage(<SessionsPage />, {
    at: '/sessions?tab=history&hotspotId=0&from=2026-11-14&to=2026-11-20&begun=5-20',
  });
  expect(await screen.findByText('Began Friday, 20:00–21:00')).toBeVisible();
  await waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ begun: '5-20', tz: 'hotspot' }));
  await user.click(screen.getByLabelText('Remove the filter “Began Friday, 20:00–21:00”'));
  await waitFor(() => expect(calls.at(-1)?.query).not.toHaveProperty('begun'));
  expect(screen.queryByText(/^Began /)).not.toBeInTheDocument();
});

describe('the menu of a session', () => {
  const names = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

  test('opens the guest, and disconnects a running session', async () => {
    answerWith({ 'GET /api/sessions': pageOfRows([madeUpSession()]) });
    const { user, store } = renderPage(<SessionsPage />, { at });
    await user.click(await screen.findByRole('button', { name: 'Actions for Giulia Conti' }));
    expect(names()).toEqual(['Details', 'Open guest', 'Disconnect']);
    expect(screen.getByRole('link', { name: 'Open guest' })).toHaveAttribute('href', `#/users/${madeUpSession().user.id}`);
    await user.click(screen.getByRole('menuitem', { name: 'Disconnect' }));
    expect(store.getState().dialogs.stack.at(-1)).toMatchObject({ name: 'sessions/disconnect', args: { id: 7 } });
  });

  test('has no guest that was erased, and ends no session that has ended', async () => {
    const erased = { ...madeUpSession().user, id: 0, name: '' };
    answerWith({ 'GET /api/histories': pageOfRows([madeUpSession({ user: erased })]) });
    const { user } = renderPage(<SessionsPage />, { at: '/sessions?tab=history&hotspotId=0' });
    await user.click(await screen.findByRole('button', { name: /^Actions for/ }));
    expect(names()).toEqual(['Details']);
  });
});
