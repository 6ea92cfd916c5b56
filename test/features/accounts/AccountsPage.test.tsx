import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { AccountsPage } from '../../../src/features/accounts/AccountsPage';
import { answerWith } from '../../support/console/answers';
import { pageOfRows } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp, madeUpAccount } from '../../support/console/renderAs';
import { at, luca, known } from './accountsPageTests';

describe('the list of managers', () => {
  test('offers no deletion of the own account', async () => {
    const self = madeUpAccount('admin', { username: 'root' });
    answerWith({ ...known, 'GET /api/accounts': pageOfRows([luca, self]) });
    const { user } = renderPage(<AccountsPage />, { as: madeUp('admin'), at });
    await screen.findByRole('row', { name: /^luca/ });
    await user.click(screen.getByRole('button', { name: 'Actions for root' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Actions for luca' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete' })).toBeVisible();
  });

  test('offers a retry when it cannot be read, and the next step when it is empty', async () => {
    answerWith({ ...known, 'GET /api/accounts': [{ status: 500 }, pageOfRows([])] });
    const { user } = renderPage(<AccountsPage />, { at });
    expect(await screen.findByText(/Couldn’t load managers/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No managers yet.')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'New manager' })).toHaveLength(2);
  });
});
