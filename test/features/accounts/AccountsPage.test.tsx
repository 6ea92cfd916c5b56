import { describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
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

describe('the dialog for a new manager', () => {
  const open = async (address: string) => {
    answerWith({ ...known, 'GET /api/accounts': pageOfRows([luca]) });
    const { user } = renderPage(<AccountsPage />, { as: madeUp('reseller'), at: address });
    await user.click(await screen.findByRole('button', { name: 'New manager' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'New manager' })) };
  };

  test('starts at the first empty required field: the hotspot unless the list is of one', async () => {
    const { dialog } = await open('/accounts?hotspotId=0');
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Hotspot' })).toHaveFocus());
  });

  test('asks for the password again only if somebody typed one', async () => {
    const { user, dialog } = await open('/accounts?hotspotId=7');
    await waitFor(() => expect(dialog.getByLabelText('Name')).toHaveFocus());
    expect(dialog.queryByLabelText('Confirm password')).not.toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Create manager' })).toBeEnabled();
    await user.type(dialog.getByLabelText('New password'), 'x');
    expect(await dialog.findByLabelText('Confirm password')).toHaveValue('');
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Create manager' })).toBeDisabled());
    await user.click(dialog.getByRole('button', { name: /another/i }));
    await waitFor(() => expect(dialog.queryByLabelText('Confirm password')).not.toBeInTheDocument());
  });

  test('proposes the username from the name, and makes spaces dashes', async () => {
    const { user, dialog } = await open('/accounts?hotspotId=7');
    await user.type(dialog.getByLabelText('Name'), 'Niccolò Neri');
    await waitFor(() => expect(dialog.getByLabelText('Username')).toHaveValue('niccolo-neri'));
    await user.clear(dialog.getByLabelText('Username'));
    await user.type(dialog.getByLabelText('Username'), 'night desk');
    await user.type(dialog.getByLabelText('Name'), ' Rossi');
    await waitFor(() => expect(dialog.getByLabelText('Username')).toHaveValue('night-desk'));
  });

  test('proposes the whole username also when letters come faster than the screen follows', async () => {
    const { user, dialog } = await open('/accounts?hotspotId=7');
    await user.type(dialog.getByLabelText('Name'), 'N');
    const type = (value: string) => fireEvent.change(dialog.getByLabelText('Name'), { target: { value } });
    act(() => {
      type('Ne');
      type('Ner');
    });
    await waitFor(() => expect(dialog.getByLabelText('Username')).toHaveValue('ner'));
  });
});
