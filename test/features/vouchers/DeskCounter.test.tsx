import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { PAPER_DEFAULTS } from '../../../src/contract/paperModel';
import { answerWith, LOST, named } from '../../support/console/answers';
import { NOW, LIST, CREATE, page, made, atCounter, desk, preset } from './deskCounterTests';
beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
});

describe('a voucher in one click', () => {
  test('shows its code in groups of four, focused and announced, and the request names the preset', async () => {
    const calls = answerWith(atCounter({ [CREATE]: made() }));
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

describe('the voucher that is ready', () => {
  const ready = () => screen.queryByRole('region', { name: 'Voucher ready' });

  test('is put away when the next one is wanted, also if that fails', async () => {
    answerWith(atCounter({ [CREATE]: [made(), LOST] }));
    const { user } = desk();
    await user.click(await preset('3 days'));
    await screen.findByText('abcd');
    await user.click(await preset('1 day'));
    await screen.findByText(/No answer from the server/);
    expect(ready()).not.toBeInTheDocument();
  });

  test('stays for what is done with it, and is put away for another ticket', async () => {
    answerWith(atCounter({ [CREATE]: made(), 'GET /api/paper/hotspots/7': { body: PAPER_DEFAULTS } }));
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
  const calls = answerWith(atCounter({ [CREATE]: made() }));
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
