import { describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import dayjs from 'dayjs';
import en from '../../../i18n/en.json';
import it from '../../../i18n/it.json';
import { REFUSAL_CODES, type RefusalCode } from '../../../src/contract/plain/access';
import type { Guest } from '../../../src/contract/guests';
import type { Hotspot } from '../../../src/contract/hotspots';
import { GuestPage } from '../../../src/features/guests/GuestPage';
import { GuestsPage } from '../../../src/features/guests/GuestsPage';
import type { UsedGuest } from '../../../src/features/guests/extension';
import { setConfig } from '../../../src/shared/config';
import { dialogOpened } from '../../../src/shared/dialogs';
import { answerWith, later, callName, type Answer, type Answers } from '../../support/console/answers';
import { madeUpAccess, madeUpDevice, madeUpGuest, madeUpSession, pageOfRows } from '../../support/console/answersMadeUp';
import { currentAddress, renderPage } from '../../support/console/render';
import { callApi, loggedIn, madeUp } from '../../support/console/renderAs';
import { watchFiles } from '../../support/console/savedFiles';
import { zoneAtNoon } from '../../support/server/zoneAtNoon';
import { used, known, matches } from './guestPageTests';

const OVER = '2020-01-01T00:00:00Z';

describe('the page of a guest', () => {
  test('shows usage beside the limits, devices, and running and past sessions', async () => {
    answerWith(
      known({
        max_navigation_traffic: 2048,
        max_navigation_traffic_limit: 1_073_741_824,
        used_today_traffic: 2048,
        max_navigation_time: 7200,
        max_navigation_time_limit: 86_400,
        used_today_time: 3600,
      }),
    );
    renderPage(<GuestPage />, { at: '/users/7' });
    const use = within(await screen.findByRole('region', { name: 'Use' }));
    expect(use.getByRole('progressbar', { name: 'Traffic' })).toHaveAttribute('aria-valuenow', '100');
    expect(use.getByRole('progressbar', { name: 'Time online' })).toHaveAttribute('aria-valuenow', '50');
    expect(use.getAllByText(/used up/)).toHaveLength(1);
    expect(use.getByText('1.00 GB total')).toBeVisible();
    expect(use.getByText('1h of 2h today')).toBeVisible();
    expect(await within(screen.getByRole('region', { name: 'Devices' })).findByText('AA-BB-CC-00-11-22')).toBeVisible();
    expect(await within(screen.getByRole('region', { name: 'Active sessions' })).findByText('1h 2m 3s')).toBeVisible();
    const history = within(screen.getByRole('region', { name: 'History' }));
    expect(await history.findByText('The newest 1 of 40')).toBeVisible();
    expect(history.getByRole('link', { name: 'All sessions of this guest' })).toHaveAttribute('href', '#/sessions?tab=history&user=7');
  });

  test('shows the texts that the guest agreed to, sanitized', async () => {
    const consent = {
      purpose: 'terms',
      given: true,
      language: 'de',
      text_language: '',
      at: '2026-11-20T10:02:03Z',
      text: '<p>House <b>rules</b><script>x</script></p>',
      source: 'portal',
    };
    const older = { ...consent, purpose: 'survey', language: '', text: '', source: 'older_system' };
    answerWith(known({ consents: [{ ...consent, purpose: 'marketing', given: false }, consent, older] }));
    const { user } = renderPage(<GuestPage />, { at: '/users/7' });
    const consents = within(await screen.findByRole('region', { name: 'Consents' }));
    const rows = consents.getAllByRole('row').slice(1);
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(2)
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['Marketing', 'Withdrawn', 'German'],
      ['Terms of use', 'Given', 'German'],
      ['Feedback', 'Given in the older system', ''],
    ]);
    await user.click(within(rows[1]!).getByRole('button'));
    expect(consents.getByText('rules')).toBeVisible();
    expect(consents.queryByText('x')).not.toBeInTheDocument();
  });

  test('shows 0 for a limit unused today, in Italian too', async () => {
    answerWith(known({ used_today_traffic: 0, max_navigation_time: 7200, used_today_time: 0 }));
    renderPage(<GuestPage />, { at: '/users/7', language: 'it' });
    expect(await screen.findByText('0 su 2h oggi')).toBeVisible();
  });

  test('shows the total usage of an existing back end, which exhausts no daily limit', async () => {
    setConfig({ backend: 'existing' });
    answerWith(known({ max_navigation_traffic: 2048, max_navigation_traffic_limit: 1_073_741_824, max_navigation_time_limit: 7200 }));
    renderPage(<GuestPage />, { at: '/users/7' });
    const use = within(await screen.findByRole('region', { name: 'Use' }));
    expect(use.getByText('1.00 GB total, limit 2.00 KB per day')).toBeVisible();
    expect(use.getByText('2h total')).toBeVisible();
    expect(use.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(screen.queryByText(/used up/)).not.toBeInTheDocument();
  });

  const span = (says: RegExp | string) =>
    screen.findByText((_, element) => element?.tagName === 'SPAN' && matches(element.textContent, says));
  const bannerOf = async (says: RegExp | string) => within((await span(says)).closest<HTMLElement>('[role="status"]')!);
  const LEFT = [madeUpSession({ id: 8, stop_time: '2026-11-20T11:02:03Z' })];

  test.each([
    { why: 'they are online', running: [madeUpSession()], status: 'Online', says: /^Since .* on ap-reception$/ },
    { why: 'they left', status: 'Active', says: /^Offline since .*\. Can log in until 30 Nov/ },
    { why: 'they never came', ended: [], status: 'Active', says: /^Never online\. Can log in until 30 Nov/ },
    {
      why: 'they are refused while a session goes on',
      running: [madeUpSession()],
      access: { refusal: 'used_up_today' as const },
      status: 'Online',
      says: /^Since .* on ap-reception$/,
    },
    {
      why: 'their voucher is unused',
      ended: [],
      access: { until: null },
      status: 'Active',
      says: /validity starts with the first login/,
    },
    { why: 'something is left', access: { seconds_left: 3600, bytes_left: 2048 }, status: 'Active', says: '1h and 2.00 KB left' },
    {
      why: 'only their device is let in',
      access: { login_refusal: 'way_off' as const },
      status: 'Active',
      says: /^Only with the device they used last.*: login with vouchers is off/,
    },
    {
      why: 'their device is not let in alone',
      access: { device_refusal: 'login_needed' as const },
      status: 'Active',
      says: 'Not let in automatically: the device may not get in without logging in.',
    },
  ])('shows whether a guest is online as the server judges it: $why', async ({ running = [], ended, access, status, says }) => {
    // The guest's own dates contradict the server's answer.
    const change = { valid_until: OVER, access: madeUpAccess({ until: '2026-11-30T10:00:00Z', ...access }) };
    answerWith({ ...known(change), 'GET /api/sessions': pageOfRows(running), 'GET /api/histories': pageOfRows(ended ?? LEFT) });
    renderPage(<GuestPage />, { at: '/users/7' });
    const banner = await bannerOf(says);
    expect(banner.getByText(status)).toBeVisible();
    expect(banner.getByRole('button', { name: 'Extend access' })).toBeVisible();
  });

  test.each([
    [LEFT, 'Not online. Last session ended: 20 Nov'],
    [[], 'Not online.'],
  ])('says in a line that a guest is not online, and when the last session ended', async (ended, words) => {
    answerWith({ ...known(), 'GET /api/sessions': pageOfRows([]), 'GET /api/histories': pageOfRows(ended) });
    renderPage(<GuestPage />, { at: '/users/7' });
    const region = () => screen.getByRole('region', { name: 'Active sessions' });
    await waitFor(() => expect(region().textContent).toMatch(new RegExp(`^Active sessions${words}`)));
    expect(region().querySelector('svg')).toBeNull();
  });

  const STATUSES: Partial<Record<RefusalCode, string>> = {
    expired: 'Expired',
    too_early: 'Not valid yet',
    used_up_today: 'Limit reached',
    time_used_up: 'Limit reached',
    traffic_used_up: 'Limit reached',
    no_uses_left: 'Limit reached',
  };

  test.each(REFUSAL_CODES.flatMap((refusal) => (['en', 'it'] as const).map((language) => ({ refusal, language }))))(
    'explains the refusal $refusal in $language',
    async ({ refusal, language }) => {
      // The guest's own dates and use don't show the reason.
      answerWith({ ...known({ access: madeUpAccess({ refusal }) }), 'GET /api/sessions': pageOfRows([]) });
      renderPage(<GuestPage />, { at: '/users/7', language });
      const words = (language === 'en' ? en : it)[`access.${refusal}`];
      const banner = await bannerOf(`${language === 'en' ? 'Can’t get online' : 'Non può andare online'}: ${words}.`);
      if (language === 'en') expect(banner.getByText(STATUSES[refusal] ?? 'No access')).toBeVisible();
      expect(banner.queryByText(/log in until/)).not.toBeInTheDocument();
    },
  );

  test.each([
    { refusal: 'expired', says: /^Access ended on 20 November 2026/ },
    { refusal: 'too_early', says: /^Can log in from/ },
  ] as const)('shows when the validity ended or begins for the refusal $refusal', async ({ refusal, says }) => {
    // It is the voucher that has ended, not the guest's validity.
    answerWith({ ...known({ access: madeUpAccess({ refusal, until: '2026-11-20T10:00:00Z' }) }), 'GET /api/sessions': pageOfRows([]) });
    renderPage(<GuestPage />, { at: '/users/7' });
    expect(await span(says)).toBeVisible();
  });

  test('states that a hotspot without a unit admits no guests', async () => {
    answerWith({ ...known({ access: undefined }), 'GET /api/sessions': pageOfRows([]) });
    renderPage(<GuestPage />, { at: '/users/7' });
    expect(await span(/^The hotspot has no unit yet/)).toBeVisible();
  });

  test('offers a retry when the access answer fails, and access can still be extended', async () => {
    let isBroken = true;
    const guest = known()['GET /api/users/7'] as Answer;
    answerWith({
      ...known(),
      'GET /api/sessions': pageOfRows([]),
      'GET /api/users/7': ({ query }) => (isBroken && query.access === 'true' ? { status: 500, body: { message: 'no' } } : guest),
    });
    const { user } = renderPage(<GuestPage />, { at: '/users/7' });
    expect(await screen.findByText(/^Couldn’t check whether/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Extend access' })).toBeVisible();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await span(/^Offline since/)).toBeVisible();
  });

  test.each([
    { why: 'online', guest: {}, running: [madeUpSession()], status: 'Online', says: /^Since .* on ap-reception$/ },
    { why: 'its validity is over', guest: { valid_until: OVER }, status: 'Expired', says: /^Access ended on/ },
    { why: 'it is too early', guest: { valid_from: '2098-01-01T00:00:00Z' }, status: 'Not valid yet', says: /^Can log in from/ },
    { why: 'it left', guest: {}, status: 'Active', says: /^Offline since .*\. Can log in until/ },
    { why: 'it never came', guest: {}, ended: [], status: 'Active', says: /^Never online\. Can log in until/ },
  ])(
    'judges by the guest’s dates on an existing back end, which reports no access: $why',
    async ({ guest, running = [], ended, status, says }) => {
      setConfig({ backend: 'existing' });
      const calls = answerWith({
        ...known({ ...guest, access: undefined }),
        'GET /api/sessions': pageOfRows(running),
        'GET /api/histories': pageOfRows(ended ?? LEFT),
      });
      renderPage(<GuestPage />, { at: '/users/7' });
      expect((await bannerOf(says)).getByText(status)).toBeVisible();
      expect(calls.filter((call) => callName(call) === 'GET /api/users/7')).toHaveLength(1);
    },
  );

  test.each([
    { total: 2, says: /^Offline since 20 Nov/ },
    { total: 40, says: /^Offline\. Can log in until/ },
  ])('shows the last end of $total unsorted sessions only where it has all of them', async ({ total, says }) => {
    const past = ['2026-11-20T11:00:00Z', '2026-11-18T11:00:00Z'].map((stop_time, index) => madeUpSession({ id: 8 + index, stop_time }));
    const unsorted = { body: { data: past.toReversed(), total } };
    answerWith({ ...known(), 'GET /api/sessions': pageOfRows([]), 'GET /api/histories': unsorted });
    renderPage(<GuestPage />, { at: '/users/7' });
    expect(await screen.findByText((_, element) => element?.tagName === 'SPAN' && says.test(element.textContent))).toBeVisible();
  });

  test('does not call a guest offline before the sessions are read', async () => {
    answerWith({ ...known(), 'GET /api/sessions': { status: 500, body: { message: 'no' } } });
    renderPage(<GuestPage />, { at: '/users/7' });
    expect(await screen.findByText(/^Can log in until/)).toBeVisible();
    await within(screen.getByRole('region', { name: 'History' })).findByText('The newest 1 of 40');
    expect(screen.queryByText(/^Offline/)).not.toBeInTheDocument();
  });

  test('exports all data of a guest as a file from the menu, which also has the only delete action', async () => {
    const files = watchFiles();
    answerWith(known());
    const { user } = renderPage(<GuestPage />, { at: '/users/7' });
    await user.click(await screen.findByRole('button', { name: 'Actions for Giulia Conti' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('menuitem', { name: 'Export guest data for programs (JSON)' }));
    await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['guest-7.json']));
    const all = JSON.parse(await files[0]!.text()) as { guest: Guest; devices: unknown[] };
    expect(all.guest.email).toBe('giulia@example.com');
    expect(all.devices).toHaveLength(1);
  });

  test('exports a page that the guest can read, with nothing in it that runs', async () => {
    const files = watchFiles();
    answerWith(known({ name: '<img src=x onerror=alert(1)>' }));
    const { user } = renderPage(<GuestPage />, { at: '/users/7' });
    await user.click(await screen.findByRole('button', { name: /^Actions for / }));
    await user.click(await screen.findByRole('menuitem', { name: 'Export guest data' }));
    await waitFor(() => expect(files.map(({ name }) => name)).toEqual(['guest-7.html']));
    const page = new DOMParser().parseFromString(await files[0]!.text(), 'text/html');
    expect(page.querySelector('h1')?.textContent).toBe('Data about <img src=x onerror=alert(1)>');
    expect(page.querySelector('img, script, link')).toBeNull();
    const text = page.body.textContent.replaceAll(/\s+/g, ' ');
    for (const words of ['giulia@example.com', 'Devices', 'Sessions']) expect(text).toContain(words);
  });

  test('reports an incomplete export and saves no file, even after an earlier success', async () => {
    const files = watchFiles();
    let isBroken = false;
    const devices = pageOfRows([madeUpDevice()]);
    answerWith({ ...known(), 'GET /api/devices': () => (isBroken ? { status: 500, body: {} } : devices) });
    const { user } = renderPage(<GuestPage />, { at: '/users/7' });
    const save = async () => {
      await user.click(await screen.findByRole('button', { name: 'Actions for Giulia Conti' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Export guest data' }));
    };
    await save();
    await waitFor(() => expect(files).toHaveLength(1));
    isBroken = true;
    await save();
    expect(await screen.findByText('Couldn’t load everything, so no file was saved. Try again.')).toBeVisible();
    expect(files).toHaveLength(1);
  });

  test('gives a desk no link to the list of sessions, which it may not see', async () => {
    answerWith(known());
    renderPage(<GuestPage />, { as: madeUp('desk'), at: '/users/7' });
    await within(await screen.findByRole('region', { name: 'History' })).findByText('The newest 1 of 40');
    expect(screen.queryByRole('link', { name: 'All sessions of this guest' })).not.toBeInTheDocument();
  });

  test('reports that a deleted guest or another tenant’s guest was not found', async () => {
    answerWith({ 'GET /api/users/7': { status: 404, body: { message: 'No user found!' } } });
    renderPage(<GuestPage />, { at: '/users/7' });
    expect(await screen.findByText('Guest not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to guests' })).toHaveAttribute('href', '#/users');
  });

  test('reads an archived guest from the archive, and its sessions by the former id', async () => {
    const calls = answerWith({
      ...known(),
      'GET /api/users_expired/3': { body: { ...madeUpGuest({ id: 3, valid_until: OVER }), ...used, user_id: 99 } },
    });
    renderPage(<GuestPage />, { at: '/users/3?archived=true' });
    expect(await screen.findByText(/^Access ended on/)).toBeVisible();
    await waitFor(() => expect(calls.find((call) => callName(call) === 'GET /api/histories')?.query.user).toBe('99'));
    expect(calls.map(callName)).not.toContain('GET /api/users/3');
  });

  test('shows all data of a guest from the real server', async () => {
    const reseller = await loggedIn('reseller');
    const { data } = (await callApi('GET', '/api/users?limit=1', { token: reseller.token })) as { data: Guest[] };
    renderPage(<GuestPage />, { as: reseller, at: `/users/${String(data[0]?.id)}` });
    expect(await screen.findByRole('region', { name: 'Access' })).toBeVisible();
    for (const name of ['Identity', 'Consent', 'Use', 'Active sessions', 'Devices', 'History'])
      expect(screen.getByRole('region', { name })).toBeVisible();
  });

  test('writes the reason of the stay beside its icon', async () => {
    answerWith(known());
    renderPage(<GuestPage />, { at: '/users/7' });
    expect(within(await screen.findByRole('region', { name: 'Identity' })).getByText('business')).toBeVisible();
  });

  test('says how many devices may be online at once, and logs one out', async () => {
    const acknowledged = { body: { status: 'success', outcome: 'acknowledged', cause: '' } };
    answerWith({ ...known({ access: madeUpAccess({ most_devices: 3 }) }), 'POST /api/sessions/7/disconnect': acknowledged });
    const { user } = renderPage(<GuestPage />, { at: '/users/7' });
    const running = within(await screen.findByRole('region', { name: 'Active sessions' }));
    expect(await running.findByText('At most 3 devices may be online at once.')).toBeVisible();
    await user.click(await running.findByRole('button', { name: /^Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Disconnect' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }));
    expect(await dialog.findByText('The unit is ending the session.')).toBeVisible();
  });
});

describe('modifying a guest', () => {
  async function open(change: object, answers: Answers) {
    const calls = answerWith({ ...known(change), ...answers });
    const { user } = renderPage(<GuestPage />, { at: '/users/7' });
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    return { calls, user, dialog: within(await screen.findByRole('dialog')) };
  }

  test('converts minutes and MB and leaves untouched fields alone', async () => {
    const { calls, user, dialog } = await open({ max_navigation_time: 90 }, { 'PUT /api/users/7': { body: { status: 'success' } } });
    const traffic = await dialog.findByLabelText('Traffic per day');
    expect(dialog.getByLabelText('Time per day')).toHaveValue('1.5');
    await user.clear(traffic);
    await user.type(traffic, '100');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      name: 'Giulia Conti',
      email: 'giulia@example.com',
      kbps_down: 4096,
      kbps_up: 0,
      max_navigation_time: 90,
      max_navigation_traffic: 104_857_600,
      auto_login: true,
      valid_from: '2026-11-01T10:00:00Z',
      valid_until: '2099-12-01T10:00:00Z',
    });
  });

  test("adds a day or a week in the browser's time zone", async () => {
    const { calls, user, dialog } = await open({}, { 'PUT /api/users/7': { body: { status: 'success' } } });
    await user.click(await dialog.findByRole('button', { name: '+7 days' }));
    await user.click(dialog.getByRole('button', { name: '+1 day' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      valid_until: dayjs('2099-12-01T10:00:00Z').add(8, 'day').toISOString(),
    });
  });

  test('requires a name and an end after the beginning, reports both and sends nothing', async () => {
    const { calls, user, dialog } = await open({}, {});
    await user.clear(await dialog.findByLabelText('Name'));
    fireEvent.change(dialog.getByLabelText('Valid until'), { target: { value: '1/1/2026' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Fill in this field')).toBeVisible();
    expect(await dialog.findByText('The end must be after the start')).toBeVisible();
    expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('takes a day and a time as they are typed, and names what is neither', async () => {
    const { calls, user, dialog } = await open({}, { 'PUT /api/users/7': { body: { status: 'success' } } });
    fireEvent.change(await dialog.findByLabelText('Valid until'), { target: { value: '31/12/2099' } });
    const [, time] = dialog.getAllByRole('textbox', { name: 'Time' });
    fireEvent.change(time!, { target: { value: '25:10' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Enter a day and a time, such as 26/11/2026 and 14:30')).toBeVisible();
    fireEvent.change(time!, { target: { value: '9.30' } });
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ valid_until: dayjs('2099-12-31T09:30:00').toISOString() });
  });

  test('shows a missing limit as an optional empty field', async () => {
    const { dialog } = await open({ kbps_up: 0 }, {});
    const upload = await dialog.findByLabelText('Upload');
    expect(upload).toHaveValue('');
    expect(upload).toHaveAttribute('placeholder', 'No limit');
    expect(dialog.getByLabelText('Name')).toBeRequired();
    expect(upload).not.toBeRequired();
  });

  test('shows a limit of a few KB as neither missing nor 0.00', async () => {
    const { dialog } = await open({ max_navigation_traffic: 2048 }, {});
    expect(await dialog.findByLabelText('Traffic per day')).toHaveValue('0.002');
  });

  test('keeps the dialog and its input after a failure', async () => {
    const { user, dialog } = await open({}, { 'PUT /api/users/7': { status: 500, body: {} } });
    const name = await dialog.findByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Anna');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Update error.')).toBeVisible();
    expect(name).toHaveValue('Anna');
  });
});

describe('extending access', () => {
  const done = { body: { status: 'success' } };

  async function open(change: object, answers: Answers = {}) {
    const calls = answerWith({ ...known(change), 'PUT /api/users/7': done, ...answers });
    const { user } = renderPage(<GuestPage />, { at: '/users/7' });
    await user.click(await screen.findByRole('button', { name: 'Extend access' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Extend access' }));
    await dialog.findByRole('radio', { name: /^\+7 days/ });
    const press = () => user.click(dialog.getByRole('button', { name: 'Extend access' }));
    const sent = () => calls.find(({ method }) => method === 'PUT')?.body;
    return { calls, user, dialog, press, sent };
  }
  const after = (days: number) => dayjs('2099-12-01T10:00:00Z').add(days, 'day').toISOString();

  test('defaults to a week and sends only the end', async () => {
    const { dialog, press, sent } = await open({});
    expect(dialog.getByRole('radio', { name: /^\+7 days/ })).toBeChecked();
    await press();
    await waitFor(() => expect(sent()).toEqual({ valid_until: after(7) }));
    expect(await screen.findByText('Access extended for Giulia Conti')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('stays open when Enter is pressed before the guest is read, then has the focus on the chosen end', async () => {
    const reading = later();
    answerWith({ 'GET /api/users/7': reading.answer, 'PUT /api/users/7': done });
    const { user, store } = renderPage(<main />, { at: '/users' });
    act(() => void store.dispatch(dialogOpened({ name: 'guests/extend', args: { id: 7, isArchived: false, days: 2 } })));
    const dialog = await screen.findByRole('dialog', { name: 'Extend access' });
    expect(dialog).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(dialog).toBeVisible();
    reading.come(known()['GET /api/users/7'] as Answer);
    expect(await within(dialog).findByRole('radio', { name: 'Until a date' })).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'Extend access' }));
    expect(await screen.findByText('Access extended for Giulia Conti')).toBeVisible();
  });

  test('adds a day in one click and shows the resulting end', async () => {
    const { user, dialog, press, sent } = await open({});
    const day = dialog.getByRole('radio', { name: /^\+1 day/ });
    expect(day.closest('label')).toHaveTextContent(/until 2 December 2099/);
    await user.click(day);
    await press();
    await waitFor(() => expect(sent()).toEqual({ valid_until: after(1) }));
  });

  test('runs until the end of a chosen day, which cannot be in the past', async () => {
    const { user, dialog, press, sent } = await open({});
    expect(dialog.getByLabelText('Last day')).toBeDisabled();
    await user.click(dialog.getByRole('radio', { name: 'Until a date' }));
    await waitFor(() => expect(dialog.getByLabelText('Last day')).toBeEnabled());
    fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2020-01-01' } });
    await press();
    expect(await dialog.findByText('Choose today or a later day')).toBeVisible();
    expect(sent()).toBeUndefined();
    fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2098-05-06' } });
    await press();
    await waitFor(() => expect(sent()).toEqual({ valid_until: dayjs('2098-05-06T23:59:59').toISOString() }));
  });

  test('counts from now for an expired guest', async () => {
    const { press, sent } = await open({ valid_until: OVER });
    await press();
    await waitFor(() => expect(sent()).toBeDefined());
    const { valid_until } = sent() as { valid_until: string };
    expect(Date.parse(valid_until)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
  });

  test('sends an existing back end all fields, because it reads a missing number as 0', async () => {
    setConfig({ backend: 'existing' });
    const { press, sent } = await open({});
    await press();
    await waitFor(() =>
      expect(sent()).toMatchObject({ name: 'Giulia Conti', kbps_down: 4096, kbps_up: 0, auto_login: true, valid_until: after(7) }),
    );
  });

  describe('an exhausted daily limit', () => {
    const GB = 1_073_741_824;
    const overTraffic = { max_navigation_traffic: GB, used_today_traffic: 1.5 * GB };
    const line = (name: RegExp) => screen.getByRole('radio', { name });

    test('grants the same amount again today on Enter, and leaves the end alone', async () => {
      const { calls, user, sent } = await open(overTraffic);
      await waitFor(() => expect(line(/^\+1 GB/)).toHaveFocus());
      expect(line(/^\+1 GB/).closest('label')).toHaveTextContent('+1 GB new limit: 2.5 GB a day');
      expect(screen.getAllByRole('radio', { checked: true })[1]).toBe(line(/^Leave as is until 1 December 2099/));
      await user.click(screen.getAllByRole('button', { name: 'Extend access' }).at(-1)!);
      await waitFor(() => expect(sent()).toEqual({ max_navigation_traffic: 2.5 * GB }));
      expect(await screen.findByText('Access extended for Giulia Conti')).toBeVisible();
      expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
    });

    test('raises both limits at once, in whole minutes and MB', async () => {
      const both = { ...overTraffic, used_today_traffic: GB + 1, max_navigation_time: 3600, used_today_time: 3601 };
      const { press, sent } = await open(both);
      expect(line(/^\+1 GB and 1h/)).toBeChecked();
      await press();
      await waitFor(() => expect(sent()).toEqual({ max_navigation_traffic: 2 * GB + 1_048_576, max_navigation_time: 7260 }));
    });

    test('allows no more than 24 hours a day', async () => {
      const { press, sent } = await open({ max_navigation_time: 50_000, used_today_time: 60_000 });
      await press();
      await waitFor(() => expect(sent()).toEqual({ max_navigation_time: 86_400 }));
    });

    test('can remove the limit and add a day', async () => {
      const { user, press, sent } = await open({ max_navigation_time: 3600, used_today_time: 3600 });
      await user.click(line(/^No limit/));
      await user.click(line(/^\+1 day/));
      await press();
      await waitFor(() => expect(sent()).toEqual({ valid_until: after(1), max_navigation_time: 0 }));
    });

    test('can change only the end', async () => {
      const { user, press, sent } = await open(overTraffic);
      await user.click(line(/^Leave as is$/));
      await user.click(line(/^\+7 days/));
      await press();
      await waitFor(() => expect(sent()).toEqual({ valid_until: after(7) }));
    });

    test('adds a week when the end has passed too', async () => {
      const { press, sent } = await open({ ...overTraffic, valid_until: OVER });
      expect(screen.queryByRole('radio', { name: /^Leave as is until/ })).not.toBeInTheDocument();
      await press();
      await waitFor(() => expect(sent()).toEqual({ valid_until: expect.any(String), max_navigation_traffic: 2.5 * GB }));
    });

    test('reports a concurrent increase and adds to that', async () => {
      const theirs = { ...madeUpGuest({ max_navigation_traffic: 2 * GB }), ...used };
      const stale = { status: 412, body: { message: 'It was changed', code: 'stale', current: theirs, etag: '"2"' } };
      const { calls, dialog, user, press } = await open(overTraffic, { 'PUT /api/users/7': [stale, done] });
      await press();
      expect(await dialog.findByText('Someone else changed this in the meantime.')).toBeVisible();
      await user.click(await dialog.findByRole('button', { name: 'Save selection' }));
      await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2));
      expect(calls.filter(({ method }) => method === 'PUT')[1]?.body).toEqual({ max_navigation_traffic: 3.5 * GB });
    });
  });

  test('lets a guest continue on the real server after the day’s traffic was used up', async () => {
    const reseller = await loggedIn('reseller');
    const ofReseller = { token: reseller.token };
    const today = 'tz=hotspot';
    const { data: hotspots } = (await callApi('GET', '/api/hotspots?limit=100', ofReseller)) as { data: Hotspot[] };
    for (const { id } of hotspots) {
      const body = { hotspot_id: id, key: 'time_zone', value: zoneAtNoon() };
      await callApi('PUT', `/api/preferences/hotspots/${id}`, { ...ofReseller, body });
    }
    const { data } = (await callApi('GET', `/api/users?used=true&limit=100&${today}`, ofReseller)) as { data: UsedGuest[] };
    const guest = data.find(({ used_today_traffic: now = 0 }) => now > 0)!;
    await callApi('PUT', `/api/users/${String(guest.id)}`, { ...ofReseller, body: { max_navigation_traffic: 1, max_navigation_time: 0 } });
    const { user } = renderPage(<GuestPage />, { as: reseller, at: `/users/${String(guest.id)}` });
    await user.click(await screen.findByRole('button', { name: 'Extend access' }));
    const dialog = await screen.findByRole('dialog', { name: 'Extend access' });
    await within(dialog).findByRole('radio', { name: /^\+1 B/ });
    await user.click(within(dialog).getByRole('button', { name: 'Extend access' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const now = (await callApi('GET', `/api/users/${String(guest.id)}?${today}`, ofReseller)) as UsedGuest;
    expect(now.used_today_traffic).toBeLessThan(now.max_navigation_traffic);
    expect(now.valid_until).toBe(guest.valid_until);
  });

  test('leads to all fields by More', async () => {
    const { user, dialog, sent } = await open({});
    await user.click(dialog.getByRole('button', { name: 'More settings' }));
    const all = within(await screen.findByRole('dialog', { name: 'Edit guest' }));
    expect(await all.findByLabelText('Traffic per day')).toBeVisible();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(sent()).toBeUndefined();
  });

  test('reports a concurrent extension and counts a week from its end', async () => {
    const theirs = { ...madeUpGuest({ valid_until: after(10) }), ...used };
    const stale = { status: 412, body: { message: 'It was changed', code: 'stale', current: theirs, etag: '"2"' } };
    const { calls, dialog, user, press } = await open({}, { 'PUT /api/users/7': [stale, done] });
    await press();
    expect(await dialog.findByText('Someone else changed this in the meantime.')).toBeVisible();
    await user.click(await dialog.findByRole('button', { name: 'Save selection' }));
    await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(2));
    expect(calls.filter(({ method }) => method === 'PUT')[1]?.body).toEqual({ valid_until: after(17) });
  });

  test('restores an archived guest by the other endpoint and opens the page of the new guest', async () => {
    const calls = answerWith({
      ...known(),
      'GET /api/users_expired/3': { body: { ...madeUpGuest({ id: 3, valid_until: OVER }), ...used, user_id: 7 } },
      'PUT /api/users_expired/3': { body: { status: 'success', id: 7 } },
    });
    const { user } = renderPage(<GuestPage />, { at: '/users/3?archived=true' });
    await user.click(await screen.findByRole('button', { name: 'Extend access' }));
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByRole('radio', { name: /^\+7 days/ });
    await user.click(dialog.getByRole('button', { name: 'Extend access' }));
    await waitFor(() => expect(currentAddress()).toBe('/users/7'));
    expect(calls.map(callName)).toContain('PUT /api/users_expired/3');
    expect(calls.map(callName)).not.toContain('PUT /api/users/3');
  });
});

describe('deleting a guest', () => {
  test('names what is deleted and returns to the list', async () => {
    const calls = answerWith({ ...known(), 'DELETE /api/users/7': { body: { status: 'success' } } });
    const { user } = renderPage(<GuestPage />, { at: '/users/7' });
    await user.click(await screen.findByRole('button', { name: 'Actions for Giulia Conti' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete guest' }));
    expect(dialog.getByText(/devices and marketing data are deleted too/)).toBeVisible();
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Delete guest' }));
    await waitFor(() => expect(currentAddress()).toBe('/users'));
  });

  test('reports a failure with title and text, and dialog and page stay', async () => {
    answerWith({ ...known(), 'DELETE /api/users/7': { status: 500 } });
    const { user } = renderPage(<GuestPage />, { at: '/users/7' });
    await user.click(await screen.findByRole('button', { name: 'Actions for Giulia Conti' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete guest' }));
    await user.click(dialog.getByRole('button', { name: 'Delete guest' }));
    const alert = await dialog.findByRole('alert');
    expect(within(alert).getByText('Delete error.')).toBeVisible();
    expect(alert).toHaveTextContent('Couldn’t delete the guest.');
    expect(screen.queryByText('Giulia Conti deleted')).not.toBeInTheDocument();
    expect(currentAddress()).toBe('/users/7');
  });

  test('removes a guest from the list on the real server', async () => {
    const { user } = renderPage(<GuestsPage />, { as: await loggedIn('customer'), at: '/users' });
    const [, row] = within(await screen.findByRole('table')).getAllByRole('row');
    const link = within(row!).getAllByRole('link')[0]!;
    const href = link.getAttribute('href');
    await user.click(within(row!).getByRole('button', { name: /^Actions for/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const remove = await screen.findByRole('button', { name: 'Delete guest' });
    // Disabled until the dialog shows what will be deleted.
    await waitFor(() => expect(remove).toBeEnabled());
    expect(screen.getByRole('dialog')).toHaveTextContent(link.textContent);
    await user.click(remove);
    await waitFor(() => expect(document.querySelector(`table a[href="${String(href)}"]`)).toBeNull());
  });
});
