import { expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { dialogOpened, selectOpenDialog } from '../../../src/shared/dialogs';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { found, FIND } from './findDialogTests';

/** A page with a text field, and a palette that is shown once the browser has painted, when `paint` is called. */
function openSlowly() {
  answerWith({ [FIND]: found([]) });
  const frames: FrameRequestCallback[] = [];
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  const rendered = renderPage(<input aria-label="Page" />);
  act(() => screen.getByRole('textbox', { name: 'Page' }).focus());
  act(() => void rendered.store.dispatch(dialogOpened({ name: 'find/anything', args: null })));
  return { ...rendered, paint: () => act(() => frames.splice(0).forEach((frame) => frame(0))) };
}

test('keys pressed before the palette is there are sought in it, and don’t reach the page behind', async () => {
  const { user, paint } = openSlowly();
  await user.keyboard('rossix{Backspace}{Enter}');
  expect(screen.getByRole('textbox', { name: 'Page' })).toHaveValue('');
  paint();
  const box = await screen.findByRole('combobox');
  expect(box).toHaveValue('rossi');
  expect(box).toHaveFocus();
  await user.keyboard(' 12');
  expect(box).toHaveValue('rossi 12');
});

test('Escape closes a palette that is not there yet', async () => {
  const { user, store, paint } = openSlowly();
  await user.keyboard('a{Escape}b');
  paint();
  expect(selectOpenDialog(store.getState())).toBeUndefined();
  expect(screen.getByRole('textbox', { name: 'Page' })).toHaveValue('b');
});
