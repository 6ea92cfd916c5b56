import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { PAPER_DEFAULTS } from '../../../src/contract/plain/paperModel';
import { dayIn, startOfDay } from '../../../src/contract/plain/zones';
import { madeUpShift } from '../../support/console/answersMadeUp';
import { answerWith, LOST, named } from '../../support/console/answers';
import { readGuest } from '../../../src/features/counter/presetVouchers';
import { NOW, LIST, CREATE, page, created, atCounter, desk, preferences, preset } from './deskCounterTests';
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});

describe('a voucher in one click', () => {
  test('shows its code in groups of four, focused and announced, and the request names the preset', async () => {
    const calls = answerWith(atCounter({ [CREATE]: created() }));
    const { user } = desk();
    await user.click(await preset('3 days'));
    const ready = await screen.findByRole('region', { name: 'Voucher ready' });
    expect(within(ready).getByText('abcd')).toBeVisible();
    expect(within(ready).getByText('2345')).toBeVisible();
    await waitFor(() => expect(document.activeElement).toHaveTextContent('a b c d 2 3 4 5'));
    expect(within(ready).getByRole('status')).toHaveTextContent('Code: a b c d 2 3 4 5');
    const call = calls.find((one) => named(one) === CREATE);
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

describe('guest and room, typed in one field', () => {
  const both = preferences({ voucher_login: 'true', temp_code_login: 'true' });

  test('make the voucher of the first preset on Enter, a personal one for a name, and are shown with it', async () => {
    const voucher = { type: 'auth', user_name: 'Mario Rossi', room: '204' };
    const calls = answerWith(atCounter({ 'GET /api/preferences/hotspots/7': both, [CREATE]: created(voucher) }));
    const { user } = desk();
    await preset('1 day');
    await user.type(screen.getByRole('textbox', { name: 'Guest or room (optional)' }), '204 Mario Rossi{Enter}');
    const ready = await screen.findByRole('region', { name: 'Voucher ready' });
    expect(within(ready).getByText('Mario Rossi · Room 204')).toBeVisible();
    expect(calls.find((one) => named(one) === CREATE)?.body).toMatchObject({ duration: 1, ...voucher });
    // The next voucher is for another guest.
    expect(screen.getByRole('textbox', { name: 'Guest or room (optional)' })).toHaveValue('');
  });

  test('go with the preset that is pressed, as a note where the voucher is for anybody', async () => {
    const calls = answerWith(atCounter({ [CREATE]: created() }));
    const { user } = desk();
    await preset('3 days');
    await user.type(screen.getByRole('textbox', { name: 'Guest or room (optional)' }), 'Rossi, 12');
    await user.click(await preset('3 days'));
    await screen.findByRole('region', { name: 'Voucher ready' });
    expect(calls.find((one) => named(one) === CREATE)?.body).toMatchObject({
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
    expect(calls.findLast((one) => named(one) === CREATE)?.body).toMatchObject({ type: 'auth', user_name: 'Rossi', room: '7' });
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

describe('the voucher that is ready', () => {
  const ready = () => screen.queryByRole('region', { name: 'Voucher ready' });

  test('is put away when the next one is wanted, also if that fails', async () => {
    answerWith(atCounter({ [CREATE]: [created(), LOST] }));
    const { user } = desk();
    await user.click(await preset('3 days'));
    await screen.findByText('abcd');
    await user.click(await preset('1 day'));
    await screen.findByText(/No answer from the server/);
    expect(ready()).not.toBeInTheDocument();
  });

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
});

test('the keys 1 to 5 press the presets, but not while typing or held down', async () => {
  const calls = answerWith(atCounter({ [CREATE]: created() }));
  const { user } = desk();
  expect(await preset('3 days')).toHaveAttribute('aria-keyshortcuts', '2');
  await user.type(screen.getByRole('searchbox'), '2');
  await user.clear(screen.getByRole('searchbox'));
  act(() => screen.getByRole('searchbox').blur());
  await user.keyboard('9');
  expect(calls.filter((one) => named(one) === CREATE)).toHaveLength(0);
  await user.keyboard('{2>3/}');
  await screen.findByText('abcd');
  expect(calls.filter((one) => named(one) === CREATE).map(({ body }) => body)).toMatchObject([{ duration: 3 }]);
});

describe('the last vouchers', () => {
  test('come from this browser while the server is away, without guest data', async () => {
    const answers = atCounter({
      [LIST]: [page({ code: 'mmmm2222', user_name: 'Ada Rossi', user_mail: 'ada@example.com', room: '101' }), LOST],
    });
    answerWith(answers);
    const first = desk();
    await screen.findByText('mmmm2222');
    const { kept } = first.store.getState().counter;
    expect(kept?.vouchers).toMatchObject([{ code: 'mmmm2222' }]);
    expect(JSON.stringify(kept)).not.toMatch(/Ada|101/);
  });
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
  expect(calls.filter((one) => named(one) === 'GET /api/vouchers/shift/7').at(-1)?.query).toMatchObject({
    day: dayIn(new Date(NOW), zone),
    tz: 'hotspot',
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
    expect(calls.filter((call) => named(call) === CREATE)).toEqual([]);
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
