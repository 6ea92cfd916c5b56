import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { DashboardPage } from '../../../src/features/dashboard/DashboardPage';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { answersOfDashboard, madeUpVoucher } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { LIST, on, last } from './vouchersCounterTests';
import { PAPER_DEFAULTS } from '../../../src/contract/plain/paperModel';

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
    expect(calls.find((call) => callName(call) === LIST)?.query).toMatchObject({ limit: '10', sort: 'created', order: 'desc' });
    await waitFor(() => expect(screen.getByRole('group', { name: 'Guests online now' })).toHaveTextContent('16'));

    await user.click(screen.getByRole('button', { name: 'New vouchers' }));
    expect(await screen.findByRole('dialog', { name: 'New vouchers' })).toBeVisible();
  });

  test('links a customer to new vouchers', async () => {
    const calls = answerWith(answersOfDashboard('customer', on));
    renderPage(<DashboardPage />, { as: madeUp('customer') });
    expect(await screen.findByRole('button', { name: 'New vouchers' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Last vouchers' })).not.toBeInTheDocument();
    expect(calls.map(callName)).not.toContain(LIST);
  });

  test.each([
    ['those that the answer holds are ready to print, and no list is read for them', [madeUpVoucher({ id: 8, code: 'brandnew' })], 'Print'],
    ['those that the answer omits are reported as created, and no list is read for them', undefined, 'made'],
  ])('shows new vouchers: %s', async (_what, vouchers, shows) => {
    const answer = { status: 'success', ...(vouchers && { ids: vouchers.map(({ id }) => id), vouchers }) };
    const calls = answerWith(answersOfDashboard('customer', { ...on, ...PAPER, 'POST /api/vouchers': { status: 201, body: answer } }));
    const { user } = renderPage(<DashboardPage />, { as: madeUp('customer') });
    await user.click(await screen.findByRole('button', { name: 'New vouchers' }));
    await user.click(await screen.findByRole('button', { name: 'Create 1 voucher' }));
    if (shows === 'Print') await waitFor(() => expect(screen.getByRole('dialog', { name: /^Print/ })).toHaveTextContent('brandnew'));
    else expect(await screen.findByText(/1 voucher created\. /)).toBeVisible();
    const after = calls.map(callName).slice(calls.map(callName).indexOf('POST /api/vouchers') + 1);
    expect(after).not.toContain(LIST);
  });

  test('opens new vouchers on the key n', async () => {
    answerWith(answersOfDashboard('desk', { ...on, ...last }));
    const { user } = renderPage(<DashboardPage />, { as: madeUp('desk') });
    await screen.findByRole('button', { name: 'New vouchers' });
    await user.keyboard('n');
    expect(await screen.findByRole('dialog', { name: 'New vouchers' })).toBeVisible();
  });

  test('is missing while no login by code is on', async () => {
    const calls = answerWith(answersOfDashboard('desk'));
    const { user } = renderPage(<DashboardPage />, { as: madeUp('desk') });
    await waitFor(() => expect(screen.getByRole('group', { name: 'Active guests' })).toHaveTextContent('12,345'));
    await waitFor(() => expect(calls.map(callName)).toContain('GET /api/preferences/hotspots/7'));
    await user.keyboard('n');
    expect(screen.queryByRole('button', { name: 'New vouchers' })).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(calls.map(callName)).not.toContain(LIST);
  });
});

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T10:00:00Z'));
});

const PAPER = { 'GET /api/paper/hotspots/7': { body: PAPER_DEFAULTS }, 'GET /api/paper_templates': { body: [] } };
