import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { AuditPage } from '../../../src/features/audit/AuditPage';
import { selectLastDeletion, selectNote } from '../../../src/features/deleted/slice';
import { UndoHint } from '../../../src/features/deleted/UndoHint';
import { GuestsPage } from '../../../src/features/guests/GuestsPage';
import { UnitsPage } from '../../../src/features/units/UnitsPage';
import { callApi, loggedIn } from '../../support/console/renderAs';
import { renderPage } from '../../support/console/render';
import { LAST, note, askToDelete, confirm, isListed } from './undoTests';
import { IntegrationsPage } from '../../../src/features/integrations/IntegrationsPage';
import { setConfig } from '../../../src/shared/config';

describe('a deleted unit on the real server', () => {
  test('comes back by Ctrl Z, which text fields keep for themselves', async () => {
    const { user, store } = renderPage(<UnitsPage />, { as: await loggedIn('alpenfunk'), at: '/units' });
    const name = await askToDelete(user);
    await confirm(user, 'Delete unit');
    await note();
    await user.click(screen.getByRole('searchbox'));
    await user.keyboard('{Control>}z{/Control}');
    expect(selectLastDeletion(store.getState())).toMatchObject({ title: name });
    await user.click(document.body);
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(async () => expect(await note()).toHaveTextContent('has been restored'), LAST);
    await waitFor(() => expect(isListed(name)).toBe(true), LAST);
  });

  test('says what stands in the way of bringing it back, and offers another try', async () => {
    const person = await loggedIn('alpenfunk');
    const { user } = renderPage(<UnitsPage />, { as: person, at: '/units' });
    const name = await askToDelete(user);
    const { data } = (await callApi('GET', '/api/units?limit=5000', { token: person.token })) as {
      data: { name: string; hotspot_id: number; mac_address: string; uuid: string; id: number }[];
    };
    const { id: _id, ...unit } = data.find((one) => one.name === name)!;
    await confirm(user, 'Delete unit');
    const body = { name: 'colleague', description: '', hotspot_id: unit.hotspot_id, mac_address: unit.mac_address, uuid: unit.uuid };
    const other = (await callApi('POST', '/api/units', { token: person.token, body })) as { id: number };
    await user.click(within(await note()).getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await note()).toHaveTextContent(`Couldn’t restore ${name}. ${name} is already in use.`), LAST);
    await callApi('DELETE', `/api/units/${other.id}`, { token: person.token });
    await user.click(within(await note()).getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await note()).toHaveTextContent(`${name} has been restored`), LAST);
  });

  test('comes back by the audit trail', async () => {
    const person = await loggedIn('alpenfunk');
    const { data } = (await callApi('GET', '/api/units?limit=1', { token: person.token })) as { data: { name: string; id: number }[] };
    const unit = data[0]!;
    await callApi('DELETE', `/api/units/${unit.id}`, { token: person.token });
    const { user } = renderPage(<AuditPage />, { as: person, at: '/audit' });
    const [row] = await screen.findAllByRole('row', { name: new RegExp(`Unit deleted.*${unit.name}`) });
    await user.click(within(row!).getByRole('button', { name: 'Restore' }));
    await waitFor(async () => expect(await note()).toHaveTextContent(`${unit.name} has been restored`), LAST);
    const its = () => screen.getAllByRole('row', { name: new RegExp(unit.name) });
    await waitFor(() => expect(its()[0]).toHaveTextContent('Restored'), LAST);
    for (const one of its()) expect(within(one).queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
  });

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

describe('a guest on the real server', () => {
  test('comes back if deleted', async () => {
    const { user } = renderPage(<GuestsPage />, { as: await loggedIn('customer'), at: '/users' });
    const name = await askToDelete(user);
    await confirm(user, 'Delete guest');
    expect(await note()).toHaveTextContent(`Guest ${name} deleted`);
    await user.click(within(await note()).getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await note()).toHaveTextContent(`${name} has been restored`), LAST);
  });

  test('is erased for good at once on request', async () => {
    const { user, store } = renderPage(<GuestsPage />, { as: await loggedIn('customer'), at: '/users' });
    const name = await askToDelete(user);
    await user.click(screen.getByRole('radio', { name: /^Erase personal data now/ }));
    await confirm(user, 'Erase personal data');
    expect(await screen.findByText('Personal data erased')).toBeVisible();
    expect(selectLastDeletion(store.getState())).toBeUndefined();
    await waitFor(() => expect(isListed(name)).toBe(false), LAST);
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

test('deleting is final with an existing back end, which brings nothing back', () => {
  setConfig({ backend: 'existing' });
  renderPage(<UndoHint />);
  expect(screen.getByText('This can’t be undone.')).toBeVisible();
});
