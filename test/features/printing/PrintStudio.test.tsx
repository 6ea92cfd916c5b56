import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { TEMPLATE, ROW, studio, save } from './printStudioTests';

// jsdom has no pointer capture, and its pointer events have no coordinates.
HTMLElement.prototype.setPointerCapture = () => undefined;

test('a concurrent version is shown beside the own one, and overwritten only on request', async () => {
  const theirs = { ...ROW, name: 'House style', template: TEMPLATE };
  const stale = { status: 412, body: { message: '', code: 'stale', current: theirs, etag: '"two"' } };
  const { user, changes, isClosed } = await studio({ 'PUT /api/paper_templates/12': [stale, { body: { status: 'success' } }] });
  await user.clear(screen.getByLabelText('Name of the template'));
  await user.type(screen.getByLabelText('Name of the template'), 'Mine');
  await save(user);
  expect(await screen.findByText('House style')).toBeVisible();
  expect(isClosed()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Keep my version' }));
  await waitFor(() => expect(changes().map(({ ifMatch }) => ifMatch)).toContain('"two"'));
  expect(within(document.body).queryByText('Couldn’t save the template')).toBeNull();
});
