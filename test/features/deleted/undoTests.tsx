import { expect } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

export const LAST = { timeout: 5000 };
export const note = () => screen.findByRole('region', { name: 'What was deleted' }, LAST);

/** Opens the dialog that deletes the first row of a list, and returns the row's name. */
export async function askToDelete(user: UserEvent): Promise<string> {
  const [, row] = within(await screen.findByRole('table')).getAllByRole('row');
  const name = within(row!).getAllByRole('link')[0]!.textContent;
  await user.click(within(row!).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByRole('dialog');
  return name;
}

export async function confirm(user: UserEvent, button: string): Promise<void> {
  const remove = await screen.findByRole('button', { name: button });
  await waitFor(() => expect(remove).toBeEnabled());
  await user.click(remove);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument(), LAST);
}

export const isListed = (name: string) => within(screen.getByRole('table')).queryByRole('link', { name }) !== null;
