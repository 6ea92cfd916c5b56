import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { DashboardPage } from '../../../src/features/dashboard/DashboardPage';
import { answerWith, named, type Answers } from '../../support/console/answers';
import { answersOfDashboard } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { LIST, on, last } from './vouchersCounterTests';

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T10:00:00Z'));
});

describe('the voucher card on the dashboard', () => {
  test('offers a desk new vouchers in one click, the last ones with reprints of usable ones, and the guests online', async () => {
    const online: Answers = { 'GET /api/stats/users/total': ({ query }) => ({ body: { total: query.state === 'online' ? 16 : 144 } }) };
    const calls = answerWith(answersOfDashboard('desk', { ...on, ...last, ...online }));
    const { user } = renderPage(<DashboardPage />, { as: madeUp('desk') });
    const region = within(await screen.findByRole('region', { name: 'Last vouchers' }));
    await region.findByText('good');
    const items = region.getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringMatching(/goodValidAda · 7 days after the day of first useLost ticket$/),
      expect.stringMatching(/spentLimit reached7 days after the day of first useLost ticket$/),
      expect.stringContaining('late'),
    ]);
    expect(region.getAllByRole('button', { name: /^Print / }).map((button) => button.getAttribute('aria-label'))).toEqual(['Print good']);
    expect(region.getByRole('link', { name: 'All vouchers' })).toHaveAttribute('href', '#/hotspots/7?tab=vouchers');
    expect(calls.find((call) => named(call) === LIST)?.query).toMatchObject({ limit: '10', sort: 'created', order: 'desc' });
    await waitFor(() => expect(screen.getByRole('group', { name: 'Guests online now' })).toHaveTextContent('16'));

    await user.click(screen.getByRole('button', { name: 'New vouchers' }));
    expect(await screen.findByRole('dialog', { name: 'New vouchers' })).toBeVisible();
  });
});
