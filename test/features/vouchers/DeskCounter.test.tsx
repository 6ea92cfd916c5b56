import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
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
