import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { selectLastDeletion, selectNote } from '../../../src/features/deleted/slice';
import { IntegrationsPage } from '../../../src/features/integrations/IntegrationsPage';
import { UnitsPage } from '../../../src/features/units/UnitsPage';
import { setConfig } from '../../../src/shared/config';
import { loggedIn } from '../../support/console/renderAs';
import { renderPage } from '../../support/console/render';
import { LAST, note, askToDelete, confirm, isListed } from './undoTests';

describe('a deleted unit on the real server', () => {
  test('comes back by the note, which says so', async () => {
    // Not the unit that undo.long.test.tsx deletes meanwhile on the same server.
    const { user, store } = renderPage(<UnitsPage />, { as: await loggedIn('alpenfunk'), at: '/units?sort=name&order=desc' });
    const name = await askToDelete(user);
    expect(screen.getByRole('dialog')).toHaveTextContent('You can undo this for 24 hours.');
    await confirm(user, 'Delete unit');
    expect(await note()).toHaveTextContent(`Unit ${name} deleted`);
    await waitFor(() => expect(isListed(name)).toBe(false), LAST);
    await user.click(within(await note()).getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await note()).toHaveTextContent(`${name} has been restored.`), LAST);
    await waitFor(() => expect(isListed(name)).toBe(true), LAST);
    expect(within(await note()).queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
    expect(selectLastDeletion(store.getState())).toBeUndefined();
    await user.click(within(await note()).getByRole('button', { name: 'Close' }));
    expect(selectNote(store.getState())).toBeNull();
  });
});

test('an integration comes back by the note on the real server', async () => {
  const { user } = renderPage(<IntegrationsPage />, { as: await loggedIn('admin'), at: '/integrations?hotspotId=0' });
  const [menu] = await screen.findAllByRole('button', { name: /^Actions for/ });
  const name = menu!.getAttribute('aria-label')!.replace('Actions for ', '');
  await user.click(menu!);
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(await screen.findByRole('dialog')).toHaveTextContent('You can undo this for 24 hours.');
  await confirm(user, 'Delete integration');
  expect(await note()).toHaveTextContent(`Integration ${name} deleted`);
  await waitFor(() => expect(screen.queryByRole('button', { name: `Actions for ${name}` })).not.toBeInTheDocument(), LAST);
  await user.click(within(await note()).getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await note()).toHaveTextContent(`${name} has been restored.`), LAST);
  expect(await screen.findByRole('button', { name: `Actions for ${name}` })).toBeVisible();
});

test('shows that deleting is final with an existing back end, which brings nothing back', async () => {
  const { user } = renderPage(<UnitsPage />, { as: await loggedIn('alpenfunk'), at: '/units' });
  await screen.findByRole('table');
  setConfig({ backend: 'existing' });
  await askToDelete(user);
  expect(screen.getByRole('dialog')).toHaveTextContent('This can’t be undone.');
});
