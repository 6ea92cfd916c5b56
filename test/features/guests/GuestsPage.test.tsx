import { describe, expect, test } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { GuestsPage } from '../../../src/features/guests/GuestsPage';
import { remembered } from '../../../src/shared/preferences';
import { answerWith, LOST } from '../../support/console/answers';
import { madeUpGuest, pageOfGuests } from '../../support/console/answersMadeUp';
import { currentAddress, renderPage } from '../../support/console/render';
import { loggedIn } from '../../support/console/renderAs';
import { at, used, HEADERS, EXTRAS, headers } from './guestsPageTests';

describe('the list of guests', () => {
  test('shows the main columns as the real server fills them, and remembers other chosen ones', async () => {
    const { user, store } = renderPage(<GuestsPage />, { as: await loggedIn('reseller'), at });
    // Few rows, because each change of the columns renders every row again.
    act(() => void store.dispatch(remembered({ guests_per_page: 5 })));
    const [, row] = within(await screen.findByRole('table')).getAllByRole('row');
    expect(headers()).toEqual(HEADERS);
    expect(within(row!).getAllByRole('cell')).toHaveLength(HEADERS.length);
    expect(within(row!).getAllByRole('link')[0]).toHaveAttribute('href', expect.stringMatching(/^#\/users\/\d+$/));
    expect(within(row!).getAllByRole('link')[1]).toHaveAttribute('href', expect.stringMatching(/^#\/hotspots\/\d+$/));
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    const choice = within((await screen.findByLabelText(EXTRAS[0] ?? '')).closest<HTMLElement>('.ant-popover') ?? document.body);
    for (const extra of EXTRAS) await user.click(choice.getByRole('checkbox', { name: extra }));
    expect(headers()).toEqual([...HEADERS.slice(0, -1), ...EXTRAS, 'Actions']);
    await user.click(choice.getByRole('checkbox', { name: 'Contact' }));
    expect(headers()).not.toContain('Contact');
    expect(store.getState().preferences.list_columns.guests?.hidden).toEqual(['email']);
    expect(choice.getByRole('checkbox', { name: 'Name' })).toBeDisabled();
    await user.click(choice.getByRole('button', { name: 'Reset' }));
    expect(headers()).toEqual(HEADERS);
    expect(store.getState().preferences.list_columns).toEqual({});
  });
});

test('the button below an empty list leads to all guests, by the address', async () => {
  const everybody = { data_users: [madeUpGuest({ id: 1, name: 'Giulia Conti' })], data_user_histories: [], total: 1 };
  answerWith({ 'GET /api/users': pageOfGuests([]), 'GET /api/users_expired': { body: everybody } });
  const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0&segment=online' });
  await user.click(await screen.findByRole('button', { name: 'All guests' }));
  expect(await screen.findByRole('row', { name: /Giulia/ })).toBeVisible();
  expect(currentAddress()).toBe('/users?hotspotId=0&segment=all');
  expect(screen.queryByRole('button', { name: 'All guests' })).not.toBeInTheDocument();
});

describe('failures of the guest list', () => {
  test.each([
    ['a fault of the server', { status: 500, body: { message: 'boom' } }],
    ['no answer', LOST],
  ] as const)('report %s and offer a retry', async (_name, failure) => {
    answerWith({ 'GET /api/users': [failure, pageOfGuests([used])] });
    const { user } = renderPage(<GuestsPage />, { at: '/users?hotspotId=0' });
    expect(await screen.findByText(/Couldn’t load guests/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /Giulia/ })).toBeVisible();
  });
});
