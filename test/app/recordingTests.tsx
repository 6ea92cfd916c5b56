import { expect, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

export type CreateStore = (reducer: (state: unknown, action: unknown) => unknown, preloaded: unknown) => unknown;

/** Saves a recording through the help menu and returns what was in the file. */
export async function saved(user: UserEvent, choose?: () => Promise<void>): Promise<{ name: string; text: string }> {
  const blobs: Blob[] = [];
  URL.createObjectURL = jest.fn((blob: Blob | MediaSource) => {
    blobs.push(blob as Blob);
    return 'blob:1';
  });
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Help' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save diagnostic recording' }));
  const dialog = await screen.findByRole('dialog', { name: 'Save diagnostic recording' });
  await choose?.();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(clicked).toHaveBeenCalled());
  const [blob] = blobs;
  if (!blob) throw new Error('nothing was saved');
  expect(blob.type).toBe('application/json');
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(blob);
  });
  return { name: (clicked.mock.contexts[0] as HTMLAnchorElement).download, text };
}

export const showPersonalData = (user: UserEvent) => () => user.click(screen.getByRole('checkbox', { name: 'Hide personal data' }));
