import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { answerWith } from '../../support/console/answers';
import { tabAnswers, open } from './macEntriesTabTests';

describe('the table of MAC entries', () => {
  test('shows the values of an entry with units, and requests five entries by name', async () => {
    const calls = answerWith(tabAnswers());
    open();
    const row = within(await screen.findByRole('row', { name: /Printer/ }));
    for (const text of ['AA-BB-CC-00-00-01', '2,048 kbit/s', 'No limit', 'lobby']) expect(await row.findByText(text)).toBeVisible();
    expect(calls.find(({ path }) => path === '/api/users')?.query).toEqual({
      hotspot: '7',
      type: 'mac',
      page: '1',
      limit: '5',
      sort: 'name',
      order: 'asc',
    });
  });
});

describe('deleting a MAC entry', () => {
  const askFor = async (user: UserEvent) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Printer' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    return within(await screen.findByRole('dialog', { name: 'Delete MAC entry' }));
  };

  test('keeps the dialog open after a failure', async () => {
    answerWith(tabAnswers({ 'DELETE /api/users/1': { status: 500 } }));
    const { user } = open();
    const dialog = await askFor(user);
    await user.click(dialog.getByRole('button', { name: 'Delete MAC entry' }));
    expect(await dialog.findByText('Couldn’t delete the entry.')).toBeVisible();
  });
});
