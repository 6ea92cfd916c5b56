import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { answerWith, named } from '../support/console/answers';
import { madeUpHotspot } from '../support/console/answersMadeUp';
import { CREATE, MODIFY, KEY, around, description, openModify } from './draftsTests';

describe('drafts after a reload', () => {
  const stored = (of: number) => ({
    'persist:drafts': JSON.stringify({
      of: String(of),
      byKey: JSON.stringify({
        [KEY]: {
          values: { description: 'Typed here' },
          begun: { etag: '"1"', values: { ...madeUpHotspot(), description: 'Of that time' } },
        },
      }),
      _persist: '{"version":1,"rehydrated":true}',
    }),
    'persist:dialogs': JSON.stringify({
      of: String(of),
      stack: JSON.stringify([
        { ...MODIFY, key: KEY, isDirty: true },
        { ...CREATE, key: 'hotspots/create' },
      ]),
      _persist: '{"version":1,"rehydrated":true}',
    }),
  });

  test('reopen the dialog with the unsaved text, and discarding shows what is stored', async () => {
    const { user, store } = await openModify({}, stored(2));
    expect(await screen.findByRole('dialog', { name: 'Edit hotspot' })).toBeVisible();
    await waitFor(async () => expect(await description()).toHaveValue('Typed here'));
    expect(store.getState().dialogs.stack).toHaveLength(1);
    const notice = screen.getByText('Unsaved changes restored').closest<HTMLElement>('[role="status"]')!;
    await user.click(within(notice).getByRole('button', { name: 'Discard' }));
    expect(await description()).toHaveValue(madeUpHotspot().description);
    expect(screen.queryByText('Unsaved changes restored')).not.toBeInTheDocument();
    expect(store.getState().drafts.byKey).toEqual({});
  });

  test('are saved with the version they started from, so that a conflict is noticed', async () => {
    const { user } = await openModify({}, stored(2));
    const calls = answerWith(around({ 'PUT /api/hotspots/7': { body: { status: 'success' } } }));
    await waitFor(async () => expect(await description()).toHaveValue('Typed here'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.filter((call) => named(call) === 'PUT /api/hotspots/7')).toHaveLength(1));
    expect(calls.find((call) => named(call) === 'PUT /api/hotspots/7')?.ifMatch).toBe('"1"');
  });
});
