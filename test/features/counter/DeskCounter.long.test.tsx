import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within, act } from '@testing-library/react';
import dayjs from 'dayjs';
import { PAPER_DEFAULTS } from '../../../src/contract/plain/paperModel';
import { signedOut } from '../../../src/features/auth/slice';
import { BUILT_IN_PRESETS, PRESETS_KEY } from '../../../src/contract/plain/presets';
import { valueTag } from '../../../src/contract/plain/valueTag';
import { DashboardPage } from '../../../src/features/dashboard/DashboardPage';
import { CounterPage } from '../../../src/features/counter/CounterPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, later, LOST, callName, type Answers } from '../../support/console/answers';
import { answersOfDashboard, madeUpShift, madeUpVoucher } from '../../support/console/answersMadeUp';
import { openConsole, currentAddress, renderPage, storedLogin } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { download, watchFiles } from '../../support/console/savedFiles';
import { NOW, LIST, CREATE, page, preferences, created, atCounter, desk, preset } from './deskCounterTests';
import { dayIn, startOfDay } from '../../../src/contract/plain/zones';
import { readGuest } from '../../../src/features/counter/presetVouchers';

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});

describe('a voucher in one click', () => {
  test('is created once on a double click', async () => {
    const calls = answerWith(atCounter({ [CREATE]: created() }));
    const { user } = desk();
    await user.dblClick(await preset('1 day'));
    await screen.findByRole('region', { name: 'Voucher ready' });
    expect(calls.filter((one) => callName(one) === CREATE)).toHaveLength(1);
  });

  test('is not shown without an answer, and the next try returns the one already created', async () => {
    const calls = answerWith(atCounter({ [CREATE]: [LOST, created()] }));
    const { user } = desk();
    await user.click(await preset('1 day'));
    expect(await screen.findByText('No voucher to hand out yet.')).toBeVisible();
    expect(screen.getByText(/Nothing will be created twice\./)).toBeVisible();
    await user.click(await preset('1 day'));
    await screen.findByRole('region', { name: 'Voucher ready' });
    const keys = calls.filter((one) => callName(one) === CREATE).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(screen.queryByText('No voucher to hand out yet.')).not.toBeInTheDocument();
  });

  test('asks for the date with the preset until check-out', async () => {
    const calls = answerWith(atCounter({ [CREATE]: created({ duration: 0, expires: '2026-11-25T22:59:59Z' }) }));
    const { user } = desk();
    await user.click(await preset('Until check-out'));
    const day = await screen.findByLabelText('Check-out');
    expect(day).toHaveValue('21 November 2026');
    await user.clear(day);
    await user.type(day, '25/11/2026');
    await user.click(screen.getByRole('button', { name: 'Create voucher' }));
    await screen.findByRole('region', { name: 'Voucher ready' });
    expect(calls.find((one) => callName(one) === CREATE)?.body).toMatchObject({
      time: 'expiration',
      expiration: 5,
      last_day: '2026-11-25',
    });
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('asks for the guest where every voucher belongs to one', async () => {
    const calls = answerWith(
      atCounter({
        'GET /api/preferences/hotspots/7': preferences({ temp_code_login: 'true' }),
        [CREATE]: created({ type: 'auth', user_name: 'Ada' }),
      }),
    );
    const { user } = desk();
    await user.click(await preset('7 days'));
    await user.type(await screen.findByLabelText('Guest'), 'Ada');
    await user.click(screen.getByRole('button', { name: 'Create voucher' }));
    await screen.findByRole('region', { name: 'Voucher ready' });
    expect(calls.find((one) => callName(one) === CREATE)?.body).toMatchObject({ type: 'auth', user_name: 'Ada', duration: 7 });
  });

  test('uses the buttons of the hotspot in their order', async () => {
    const stored = JSON.stringify([{ ...BUILT_IN_PRESETS[0], name: 'Day guest', days: 2, max_traffic: 1_048_576 }, BUILT_IN_PRESETS[2]]);
    const calls = answerWith(
      atCounter({ 'GET /api/preferences/hotspots/7': preferences({ voucher_login: 'true', [PRESETS_KEY]: stored }), [CREATE]: created() }),
    );
    const { user } = desk();
    const buttons = within(await screen.findByRole('group', { name: 'New voucher' }));
    expect(buttons.getAllByRole('button').map((button) => button.textContent)).toEqual(['Day guest1', '7 days2']);
    await user.click(buttons.getByRole('button', { name: 'Day guest' }));
    await screen.findByRole('region', { name: 'Voucher ready' });
    expect(calls.find((one) => callName(one) === CREATE)?.body).toMatchObject({ preset: 'Day guest', duration: 2, max_traffic: 1_048_576 });
  });

  test('uses built-in presets on an existing back end, without unsupported actions', async () => {
    setConfig({ backend: 'existing' });
    const calls = answerWith(atCounter({ [CREATE]: created() }));
    const { user } = desk();
    await user.click(await preset('1 day'));
    await screen.findByRole('region', { name: 'Voucher ready' });
    expect(calls.find((one) => callName(one) === CREATE)?.body).not.toHaveProperty('preset');
    for (const name of ['Send by e-mail', 'Lost ticket', 'Shift summary', 'Change presets']) {
      expect(screen.queryByRole('button', { name: new RegExp(`^${name}`) })).not.toBeInTheDocument();
    }
    expect(calls.map(callName)).not.toContain('GET /api/vouchers/shift/7');
  });

  test('shows its code in groups of four, focused and announced, and the request names the preset', async () => {
    const calls = answerWith(atCounter({ [CREATE]: created() }));
    const { user } = desk();
    await user.click(await preset('3 days'));
    const ready = await screen.findByRole('region', { name: 'Voucher ready' });
    expect(within(ready).getByText('abcd')).toBeVisible();
    expect(within(ready).getByText('2345')).toBeVisible();
    await waitFor(() => expect(document.activeElement).toHaveTextContent('a b c d 2 3 4 5'));
    expect(within(ready).getByRole('status')).toHaveTextContent('Code: a b c d 2 3 4 5');
    const call = calls.find((one) => callName(one) === CREATE);
    expect(call?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(call?.body).toMatchObject({
      hotspot_id: 7,
      duration: 3,
      time: 'duration',
      remain_use: -1,
      num_vouchers: 1,
      type: 'normal',
      preset: '#days:3:-1',
    });
    for (const name of ['Print', 'Copy', 'Send by e-mail', 'Show to guest']) {
      expect(within(ready).getByRole('button', { name })).toBeVisible();
    }
  });
});

describe('passing on a voucher', () => {
  test('fills the screen with the code, three steps and the validity', async () => {
    const paper = { body: { ...PAPER_DEFAULTS, ssid: 'Miramare "Guests"' } };
    answerWith(atCounter({ [CREATE]: created(), 'GET /api/paper/hotspots/7': paper }));
    const { user } = desk();
    await user.click(await preset('1 day'));
    await user.click(await screen.findByRole('button', { name: 'Show to guest' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('Miramare "Guests"');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((step) => step.textContent),
    ).toEqual(['Connect to Miramare "Guests".', 'Wait for the login page to open.', 'Enter the code.']);
    expect(await within(dialog).findByRole('img', { name: 'QR code to join Miramare "Guests"' })).toBeVisible();
  });

  test('sends an e-mail in the guest’s language, or reports a server without mail', async () => {
    const MAIL = 'POST /api/vouchers/voucher/99/mail';
    const calls = answerWith(
      atCounter({
        [CREATE]: created(),
        [MAIL]: [{ status: 409, body: { message: '', code: 'no_mail_server' } }, { body: { status: 'success' } }],
      }),
    );
    const { user } = desk();
    await user.click(await preset('1 day'));
    await user.click(await screen.findByRole('button', { name: 'Send by e-mail' }));
    await user.click(await screen.findByRole('radio', { name: 'Italiano' }));
    await user.type(screen.getByLabelText('Guest’s e-mail'), 'ada@example.com{Enter}');
    expect(await screen.findByText(/This server has no mail server\./)).toBeVisible();
    expect(screen.queryByText(/already exists/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Voucher sent to ada@example.com')).toBeVisible();
    expect(calls.filter((one) => callName(one) === MAIL).at(-1)?.body).toMatchObject({ to: 'ada@example.com', language: 'it' });
  });
});

describe('a lost ticket', () => {
  test('is replaced by another code in two clicks', async () => {
    const REPLACE = 'POST /api/vouchers/voucher/50/replacement';
    const fresh = madeUpVoucher({ id: 51, hotspot_id: 7, code: 'nnnn3333' });
    const calls = answerWith(atCounter({ [REPLACE]: { status: 201, body: { status: 'success', voucher: fresh } } }));
    const { user } = desk();
    await user.click(await screen.findByRole('button', { name: 'Lost ticket mmmm2222' }));
    await screen.findByRole('dialog');
    await user.keyboard('{Enter}');
    const ready = await screen.findByRole('region', { name: 'Voucher ready' });
    expect(ready).toHaveTextContent('n n n n 3 3 3 3');
    expect(calls.find((one) => callName(one) === REPLACE)?.key).toMatch(/^[0-9a-f]{32}$/);
  });

  test('is not replaced when nothing of it remains', async () => {
    const answer = { status: 409, body: { message: '', code: 'nothing_left' } };
    answerWith(atCounter({ 'POST /api/vouchers/voucher/50/replacement': answer }));
    const { user } = desk();
    await user.click(await screen.findByRole('button', { name: 'Lost ticket mmmm2222' }));
    await screen.findByRole('dialog');
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/Nothing is left on this voucher/)).toBeVisible();
  });
});

describe('the guest search at the counter', () => {
  test.each([
    ['rossi', 'rossi'],
    ['aa:bb:cc:dd:ee:ff', 'AA-BB-CC-DD-EE-FF'],
    ['+39 333 12 34 567', '+393331234567'],
  ])('sends %s as %s for this hotspot, and Enter opens the first result', async (typed, requested) => {
    const guest = { kind: 'guest', id: 33, hotspot_id: 7, title: 'Ada Rossi', subtitle: 'ada@example.com' };
    const calls = answerWith(atCounter({ 'GET /api/find': { body: { data: [guest] } } }));
    const { user } = desk();
    await user.type(await screen.findByRole('searchbox', { name: 'Find a guest' }), typed);
    expect(await screen.findByRole('link', { name: /Ada Rossi/ })).toHaveAttribute('href', '#/users/33');
    expect(calls.filter((one) => callName(one) === 'GET /api/find').at(-1)?.query).toEqual({ q: requested, hotspot: '7' });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(currentAddress()).toBe('/users/33'));
  });
});

describe('the last vouchers', () => {
  test('name their preset in the reader’s language', async () => {
    answerWith(
      atCounter({
        [LIST]: page({ preset: '#days:3:-1' }, { preset: '#check_out:0:-1' }, { preset: '#days:1:100' }, { preset: 'Weekend' }),
      }),
    );
    renderPage(<DashboardPage />, { as: madeUp('desk'), language: 'it' });
    const region = within(await screen.findByRole('region', { name: 'Ultimi voucher' }));
    await region.findByText('Weekend');
    for (const words of ['3 giorni', 'Fino al check-out', 'Conferenza · 100 utilizzi']) expect(region.getByText(words)).toBeVisible();
  });

  test('show their stored copy with its time', async () => {
    const as = madeUp('desk');
    const storedVouchers = { of: as.id, hotspotId: 7, at: NOW - 3_600_000, vouchers: [{ ...STORED, code: 'kept4444' }] };
    answerWith(atCounter({ [LIST]: LOST, 'GET /api/preferences/hotspots/7': LOST, 'GET /api/vouchers/shift/7': LOST }));
    await openConsole({ as, stored: { 'persist:counter': persisted({ kept: storedVouchers }) } });
    await waitFor(() => expect(screen.getByText('kept4444')).toBeVisible(), { timeout: 3000 });
    expect(await screen.findByText(/These are the vouchers as of/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /Lost ticket/ })).not.toBeInTheDocument();
  });

  test.each([
    ['another person’s', (id: number) => ({ of: id + 1, hotspotId: 7, at: NOW, vouchers: [STORED] })],
    ['broken', (id: number) => ({ of: id, hotspotId: 7, at: NOW, vouchers: [{ ...STORED, code: 7 }] })],
  ])('ignore stored data that is %s', async (_what, storedData) => {
    const as = madeUp('desk');
    answerWith(atCounter({ [LIST]: LOST, 'GET /api/preferences/hotspots/7': LOST, 'GET /api/vouchers/shift/7': LOST }));
    await openConsole({ as, stored: { 'persist:counter': persisted({ kept: storedData(as.id) }) } });
    expect(await screen.findByText('Couldn’t load vouchers. Try again.')).toBeVisible();
    expect(screen.queryByText('kept')).not.toBeInTheDocument();
  });

  test('are deleted on signing out', async () => {
    answerWith(atCounter());
    const { store } = desk();
    await screen.findByText('mmmm2222');
    await waitFor(() => expect(store.getState().counter.kept).not.toBeNull());
    store.dispatch(signedOut());
    expect(store.getState().counter).toMatchObject({ kept: null, made: null });
    expect(storedLogin(null)).not.toContain('mmmm2222');
    await waitFor(() => expect(localStorage.getItem('persist:counter')).not.toContain('mmmm2222'));
  });

  test('come from this browser while the server is away, without guest data', async () => {
    const answers = atCounter({
      [LIST]: [page({ code: 'mmmm2222', user_name: 'Ada Rossi', user_mail: 'ada@example.com', room: '101' }), LOST],
    });
    answerWith(answers);
    const first = desk();
    await screen.findByText('mmmm2222');
    const { kept: stored } = first.store.getState().counter;
    expect(stored?.vouchers).toMatchObject([{ code: 'mmmm2222' }]);
    expect(JSON.stringify(stored)).not.toMatch(/Ada|101/);
  });
});

const STORED = {
  id: 1,
  code: 'kept',
  created: '2026-11-20T09:00:00Z',
  duration: 3,
  expires: null,
  remain_use: -1,
  printed: false,
  preset: '',
};
const persisted = (slice: object) =>
  JSON.stringify({
    ...Object.fromEntries(Object.entries(slice).map(([key, value]) => [key, JSON.stringify(value)])),
    _persist: JSON.stringify({ version: 3, rehydrated: true }),
  });

describe('the shift summary', () => {
  test('counts the day and exports a file without formulas', async () => {
    const files = watchFiles();
    const shift = madeUpShift({
      presets: [
        { preset: '=1+1', vouchers: 20 },
        { preset: '', vouchers: 3 },
      ],
    });
    const calls = answerWith(atCounter({ 'GET /api/vouchers/shift/7': { body: shift } }));
    const { user } = desk();
    expect(await screen.findByText('Today: 23 vouchers, 4 extensions')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Shift summary' }));
    const dialog = await screen.findByRole('dialog', { name: 'Shift summary' });
    expect(await within(dialog).findByRole('row', { name: 'Access extensions 4' })).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Export CSV' }));
    await download(user);
    await waitFor(() => expect(files).toHaveLength(1));
    const today = dayjs(Date.now()).format('YYYY-MM-DD');
    expect(files[0]?.name).toBe(`shift-${today}.csv`);
    expect(await files[0]?.text()).toContain('Vouchers created,23');
    expect(calls.find((one) => callName(one) === 'GET /api/vouchers/shift/7')?.query).toMatchObject({ day: today });
  });
});

describe('the presets of the counter', () => {
  const PUT = 'PUT /api/preferences/hotspots/7';
  const open = async (answers: Answers) => {
    const calls = answerWith(
      answersOfDashboard('reseller', {
        'GET /api/preferences/hotspots/7': preferences({ voucher_login: 'true' }),
        [LIST]: page(),
        ...answers,
      }),
    );
    const { user } = renderPage(<CounterPage />, { as: madeUp('reseller'), at: '/hotspots/7/counter' });
    await user.click(await screen.findByRole('button', { name: 'Change presets' }));
    return { calls, user, dialog: within(await screen.findByRole('dialog', { name: 'Counter presets' })) };
  };

  test('are sorted, named and saved from the version that was read', async () => {
    const { calls, user, dialog } = await open({ [PUT]: { body: { status: 'success' } } });
    await user.click(dialog.getByRole('button', { name: 'Move preset 3 up' }));
    await user.click(dialog.getByRole('button', { name: 'Remove preset 5' }));
    await user.type(dialog.getAllByLabelText('Name')[1] as HTMLElement, 'A week');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Presets saved')).toBeVisible();
    const call = calls.find((one) => callName(one) === PUT);
    expect(call?.ifMatch).toBe(valueTag(''));
    const { key, value } = call?.body as { key: string; value: string };
    expect(key).toBe(PRESETS_KEY);
    const [day, three, week, checkOut] = BUILT_IN_PRESETS;
    expect(JSON.parse(value)).toEqual([day, { ...week, name: 'A week' }, three, checkOut]);
  });

  test('show a concurrent change beside the own one', async () => {
    const theirs = JSON.stringify([{ ...BUILT_IN_PRESETS[0], name: 'Theirs' }]);
    const refusal = { status: 412, body: { message: '', code: 'stale', etag: '"other"', current: { key: PRESETS_KEY, value: theirs } } };
    const { calls, user, dialog } = await open({ [PUT]: [refusal, { body: { status: 'success' } }] });
    await user.type(dialog.getAllByLabelText('Name')[0] as HTMLElement, 'Mine');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findAllByText(/Theirs/))[0]).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Keep my version' }));
    await waitFor(() => expect(calls.filter((one) => callName(one) === PUT)).toHaveLength(2));
    expect(calls.filter((one) => callName(one) === PUT)[1]).toMatchObject({ ifMatch: '"other"' });
  });
});

/** Types like a scanner or a person: with this many milliseconds between two keys, however fast the machine is. */
function typed(text: string, between: number, end: readonly KeyboardEventInit[] = [{ key: 'Enter' }]) {
  let at = 1000;
  const events = [...text.split('').map((key) => ({ key })), ...end].map(
    (init: KeyboardEventInit) => new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
  );
  for (const event of events) {
    Object.defineProperty(event, 'timeStamp', { value: (at += between) });
    act(() => void document.activeElement?.dispatchEvent(event));
  }
  return events.slice(text.length);
}

const LINE_FEED = [
  { key: 'Control', ctrlKey: true },
  { key: 'j', ctrlKey: true },
];

describe('guest and room, typed in one field', () => {
  const both = preferences({ voucher_login: 'true', temp_code_login: 'true' });

  test('go with the preset that is pressed, as a note where the voucher is for anybody', async () => {
    const calls = answerWith(atCounter({ [CREATE]: created() }));
    const { user } = desk();
    await preset('3 days');
    await user.type(screen.getByRole('textbox', { name: 'Guest or room (optional)' }), 'Rossi, 12');
    await user.click(await preset('3 days'));
    await screen.findByRole('region', { name: 'Voucher ready' });
    expect(calls.find((one) => callName(one) === CREATE)?.body).toMatchObject({
      type: 'normal',
      user_name: null,
      room: 'Rossi · 12',
      duration: 3,
    });
  });

  test('stay in the field while there is no voucher, and fill the dialog of a preset that asks', async () => {
    const calls = answerWith(atCounter({ 'GET /api/preferences/hotspots/7': both, [CREATE]: [LOST, created()] }));
    const { user } = desk();
    await preset('1 day');
    const field = screen.getByRole('textbox', { name: 'Guest or room (optional)' });
    await user.type(field, 'Rossi 7{Enter}');
    await screen.findByText(/No answer from the server/);
    expect(field).toHaveValue('Rossi 7');
    await user.click(await preset('Until check-out'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('textbox', { name: 'Guest' })).toHaveValue('Rossi');
    expect(dialog.getByRole('textbox', { name: 'Room' })).toHaveValue('7');
    await user.click(dialog.getByRole('button', { name: 'Create voucher' }));
    await screen.findByRole('region', { name: 'Voucher ready' });
    expect(calls.findLast((one) => callName(one) === CREATE)?.body).toMatchObject({ type: 'auth', user_name: 'Rossi', room: '7' });
  });

  test('make the voucher of the first preset on Enter, a personal one for a name, and are shown with it', async () => {
    const voucher = { type: 'auth', user_name: 'Mario Rossi', room: '204' };
    const calls = answerWith(atCounter({ 'GET /api/preferences/hotspots/7': both, [CREATE]: created(voucher) }));
    const { user } = desk();
    await preset('1 day');
    await user.type(screen.getByRole('textbox', { name: 'Guest or room (optional)' }), '204 Mario Rossi{Enter}');
    const ready = await screen.findByRole('region', { name: 'Voucher ready' });
    expect(within(ready).getByText('Mario Rossi · Room 204')).toBeVisible();
    expect(calls.find((one) => callName(one) === CREATE)?.body).toMatchObject({ duration: 1, ...voucher });
    // The next voucher is for another guest.
    expect(screen.getByRole('textbox', { name: 'Guest or room (optional)' })).toHaveValue('');
  });
});

test('the next guest, typed after Enter before the answer, stays in the field', async () => {
  const answer = later();
  answerWith(atCounter({ [CREATE]: answer.answer }));
  const { user } = desk();
  const field = await screen.findByRole('textbox', { name: 'Guest or room (optional)' });
  await user.type(field, 'Rossi{Enter}');
  await user.clear(field);
  await user.type(field, 'Bianchi');
  act(() => answer.come(created()));
  await screen.findByRole('region', { name: 'Voucher ready' });
  expect(field).toHaveValue('Bianchi');
});

describe('the voucher that is ready', () => {
  const ready = () => screen.queryByRole('region', { name: 'Voucher ready' });

  test('stays for what is done with it, and is put away for another ticket', async () => {
    answerWith(atCounter({ [CREATE]: created(), 'GET /api/paper/hotspots/7': { body: PAPER_DEFAULTS } }));
    const { user } = desk();
    await user.click(await preset('3 days'));
    await user.click(await screen.findByRole('button', { name: 'Show to guest' }));
    await user.keyboard('{Escape}');
    expect(ready()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Lost ticket mmmm2222' }));
    expect(ready()).not.toBeInTheDocument();
  });

  test('is put away when the next one is wanted, also if that fails', async () => {
    answerWith(atCounter({ [CREATE]: [created(), LOST] }));
    const { user } = desk();
    await user.click(await preset('3 days'));
    await screen.findByText('abcd');
    await user.click(await preset('1 day'));
    await screen.findByText(/No answer from the server/);
    expect(ready()).not.toBeInTheDocument();
  });
});

test('Enter before the answer opens the guest that is found first, unless something else is typed', async () => {
  const answers = [later(), later()];
  answerWith(atCounter({ 'GET /api/find': ({ query }) => answers[query.q === 'ada' ? 0 : 1]!.answer() }));
  const { user } = desk();
  const guest = (id: number) => ({ body: { data: [{ kind: 'guest', id, hotspot_id: 7, title: 'Ada', subtitle: '' }] } });
  await user.type(await screen.findByRole('searchbox'), 'ada{Enter}');
  await screen.findByText('Searching…');
  await user.keyboard(' r');
  act(() => answers[0]!.come(guest(11)));
  act(() => answers[1]!.come(guest(12)));
  expect(await screen.findByRole('link', { name: 'Ada' })).toHaveAttribute('href', '#/users/12');
  expect(currentAddress()).toBe('/');
  await user.keyboard('o{Enter}');
  await waitFor(() => expect(currentAddress()).toBe('/users/12'));
});

describe('a scanner', () => {
  const scanning = async () => {
    const calls = answerWith(
      atCounter({
        [CREATE]: created(),
        'GET /api/find': ({ query }) => ({
          body: { data: [{ kind: 'voucher', id: 21, hotspot_id: 7, title: query.q, subtitle: 'city-library' }] },
        }),
      }),
    );
    desk();
    (await preset('3 days')).focus();
    return calls;
  };

  test('finds the ticket wherever the focus is, and presses no button and no shortcut', async () => {
    const calls = await scanning();
    typed('3n1r2ab2', 10);
    expect(await screen.findByRole('link', { name: /^3n1r2ab2/ })).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('3n1r2ab2');
    screen.getByRole('searchbox').focus();
    typed('https://wifi.example/portal/5/code/wxyz6789', 10);
    expect(await screen.findByRole('link', { name: /^wxyz6789/ })).toBeVisible();
    expect(screen.getByRole('searchbox')).toHaveValue('wxyz6789');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(calls.filter((call) => callName(call) === CREATE)).toEqual([]);
  });

  test.each([
    ['a tab', 'abcd2345', [{ key: 'Tab' }]],
    ['a line feed, which opens no downloads', 'abcd2345', LINE_FEED],
    ['a carriage return and a line feed', 'abcd2345', [{ key: 'Enter' }, ...LINE_FEED]],
    ['marks at both ends of the code', '*abcd2345*', [{ key: 'Enter' }]],
    ['the kind of barcode before it', ']Q1abcd2345', [{ key: 'Enter' }]],
  ])('finds the ticket, too, where it is set up to send %s', async (_what, text, end) => {
    await scanning();
    const ends = typed(text, 10, end);
    expect(screen.getByRole('searchbox')).toHaveValue('abcd2345');
    expect(ends.filter(({ key, defaultPrevented }) => key !== 'Control' && !defaultPrevented)).toEqual([]);
  });

  test('is no person, who types slowly or into another field', async () => {
    await scanning();
    typed('abcd2345', 200);
    screen.getByRole('textbox', { name: 'Guest or room (optional)' }).focus();
    typed('wxyz6789', 10);
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});

test.each([
  ['204', '', '204'],
  ['Rossi', 'Rossi', ''],
  ['204 Rossi', 'Rossi', '204'],
  ['Mario Rossi, 204', 'Mario Rossi', '204'],
  ['B12 – Anne-Marie O’Neill', 'Anne-Marie O’Neill', 'B12'],
  ['Rossi camera 12', 'Rossi', '12'],
  ['Room 12', '', '12'],
  ['  ', '', ''],
  ['Bianchi 2 adulti 1 bambino', 'Bianchi 2 adulti 1 bambino', ''],
])('reads %j as the guest %j in room %j', (typed, name, room) => {
  expect(readGuest(typed)).toEqual({ name, room });
});

test('the keys 1 to 5 press the presets, but not while typing or held down', async () => {
  const calls = answerWith(atCounter({ [CREATE]: created() }));
  const { user } = desk();
  expect(await preset('3 days')).toHaveAttribute('aria-keyshortcuts', '2');
  await user.type(screen.getByRole('searchbox'), '2');
  await user.clear(screen.getByRole('searchbox'));
  act(() => screen.getByRole('searchbox').blur());
  await user.keyboard('9');
  expect(calls.filter((one) => callName(one) === CREATE)).toHaveLength(0);
  await user.keyboard('{2>3/}');
  await screen.findByText('abcd');
  expect(calls.filter((one) => callName(one) === CREATE).map(({ body }) => body)).toMatchObject([{ duration: 3 }]);
});

test('counts and dates the vouchers of today by the day of the hotspot, and names its zone where the browser is in another', async () => {
  const zone = 'Pacific/Kiritimati';
  // The browser's clock decides which day it is there.
  const midnight = startOfDay(dayIn(new Date(), zone), zone).getTime();
  const at = (minutes: number) => new Date(midnight + minutes * 60_000).toISOString();
  const calls = answerWith(
    atCounter({
      'GET /api/hotspots/zone': { body: { zone, server: 'Europe/Rome' } },
      [LIST]: page({ code: 'first234', created: at(5) }, { code: 'late2345', created: at(-5) }),
      'GET /api/vouchers/shift/7': { body: madeUpShift({ vouchers: 1 }) },
    }),
  );
  desk();
  const lines = async (code: string) => (await screen.findByText(code)).closest('li');
  await waitFor(async () => expect(await lines('first234')).toHaveTextContent('Today 00:05'));
  expect(await lines('late2345')).toHaveTextContent('Yesterday 23:55');
  expect(await screen.findByText('Pacific/Kiritimati time')).toBeVisible();
  expect(calls.filter((one) => callName(one) === 'GET /api/vouchers/shift/7').at(-1)?.query).toMatchObject({
    day: dayIn(new Date(NOW), zone),
    tz: 'hotspot',
  });
});
