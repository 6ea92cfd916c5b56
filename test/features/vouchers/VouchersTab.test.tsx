import { beforeEach, jest, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { at, LIST, page, pageAnswers, row } from './vouchersTabTests';

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T10:00:00Z'));
});

/** Behind "Columns" unless somebody chose them. */
const EXTRAS = ['bandwidth_down', 'bandwidth_up', 'max_traffic', 'max_time', 'auto_login', 'type', 'user_name'];

describe('the table of vouchers', () => {
  test('describes every value and what remains of the voucher', async () => {
    const spent = { code: 'code-2', remain_use: 0, duration: 7, expires: '2026-11-19T10:00:00Z' };
    const limits = {
      bandwidth_down: 2048,
      bandwidth_up: 512,
      max_traffic: 1_073_741_824,
      max_time: 3600,
      remain_use: 3,
      auto_login: false,
    };
    answerWith(pageAnswers({ [LIST]: page([{ ...limits, type: 'auth', user_name: '<b>Ada</b>', printed: true }, spent]) }));
    renderPage(<HotspotPage />, { at, preferences: { list_columns: { vouchers: { order: EXTRAS, hidden: [] } } } });
    const cells = within(await row(/code-1/))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(1, -2)).toEqual([
      'code-1',
      'Valid',
      '7 days after the day of first use',
      '3 left',
      '2 Mbit/s',
      '512 kbit/s',
      '1 GB',
      '1 hour',
      'No',
      'Yes',
      'For a guest',
      '<b>Ada</b>',
    ]);
    const second = await row(/code-2/);
    expect(second).toHaveTextContent('Limit reached');
    expect(second).toHaveTextContent('Expired');
    expect(second).not.toHaveTextContent('Valid');
  });

  test('shows the guest and the room of each voucher of a batch', async () => {
    answerWith(pageAnswers({ [LIST]: page([{ type: 'auth', user_name: 'Ada Ricci', room: '12b' }]) }));
    renderPage(<HotspotPage />, { at: `${at}&batch=3` });
    expect(await row(/code-1/)).toHaveTextContent('Ada RicciRoom 12b');
  });
});

describe('the selection of vouchers', () => {
  test('reaches all pages, and is offered only as long as some are missing from it', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({ id: index + 1, code: `code-${index + 1}` }));
    answerWith(pageAnswers({ [LIST]: ({ query }) => page(query.limit === '5' ? rows.slice(0, 5) : rows, 7) }));
    const { user, store } = renderPage(<HotspotPage />, { at, preferences: { vouchers_per_page: 5 } });
    await row(/code-1/);
    await user.click(screen.getByRole('checkbox', { name: 'Select this page' }));
    expect(await screen.findByText('5 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Select all 7' }));
    expect(await screen.findByText('7 selected')).toBeVisible();
    expect(store.getState().vouchers.selection.vouchers.map(({ code }) => code)).toEqual(rows.map(({ code }) => code));
    expect(screen.queryByRole('button', { name: /^Select all/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });
});
