import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { answerWith } from '../../support/console/answers';
import { entry, open, page, tabAnswers } from './macEntriesTabTests';

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

describe('adding a MAC entry', () => {
  test('warns that a private address changes, with what to do first', async () => {
    answerWith(tabAnswers({ 'GET /api/users': page(entry({ username: '9C-00-00-00-00-01' })) }));
    const { user } = open();
    await user.click((await screen.findAllByRole('button', { name: 'New MAC entry' }))[0] ?? document.body);
    const dialog = within(await screen.findByRole('dialog', { name: 'New MAC entry' }));
    const mac = await dialog.findByLabelText('MAC address');
    await user.type(mac, '9c:00:00:00:00:01');
    expect(dialog.queryByText(/private address/)).not.toBeInTheDocument();
    await user.clear(mac);
    await user.type(mac, '9e:00:00:00:00:01');
    expect(await dialog.findByText(/^This is a private address.*First turn private addresses off/)).toBeVisible();
    await user.click(dialog.getByText('Several'));
    await user.click(await dialog.findByLabelText('MAC addresses'));
    await user.paste('9e:00:00:00:00:01 Till\n9c:00:00:00:00:02 Printer\nda:00:00:00:00:03 Scale');
    expect(await dialog.findByText(/^2 of them are private addresses/)).toBeVisible();
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
