import { beforeEach, jest, describe, expect, test } from '@jest/globals';
import { NOW, LIST, CREATE, page, created, atCounter, desk, preferences, preset } from './deskCounterTests';
import { act, screen, waitFor, within } from '@testing-library/react';
import { dayIn, startOfDay } from '../../../src/contract/plain/zones';
import { madeUpShift } from '../../support/console/answersMadeUp';
import { answerWith, LOST, callName } from '../../support/console/answers';
import { readGuest } from '../../../src/features/counter/presetVouchers';

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
    expect(calls.find((one) => callName(one) === CREATE)?.body).toMatchObject({ duration: 1, ...voucher });
    // The next voucher is for another guest.
    expect(screen.getByRole('textbox', { name: 'Guest or room (optional)' })).toHaveValue('');
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

describe('the last vouchers', () => {
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
