import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { Hint } from '../../../src/shared/ui/page/Hint';
import { renderPage } from '../../support/console/render';

let user: ReturnType<typeof renderPage>['user'];

beforeEach(() => {
  ({ user } = renderPage(
    <>
      <button type="button">Before</button>
      <Hint title="Opens a second window">
        <button type="button">Guest’s window</button>
      </Hint>
      <button type="button">After</button>
    </>,
  ));
});

const target = () => screen.getByRole('button', { name: 'Guest’s window' });
const hidden = () => waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());

test('opens when its button is reached by keyboard, and closes when focus moves on', async () => {
  screen.getByRole('button', { name: 'Before' }).focus();
  await user.tab();
  expect(target()).toHaveFocus();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Opens a second window');
  expect(target()).toHaveAccessibleDescription('Opens a second window');
  await user.tab();
  await hidden();
});

test('closes by Escape, with the button still focused', async () => {
  screen.getByRole('button', { name: 'Before' }).focus();
  await user.tab();
  await screen.findByRole('tooltip');
  await user.keyboard('{Escape}');
  await hidden();
  expect(target()).toHaveFocus();
});

test('opens under the pointer', async () => {
  await user.hover(target());
  expect(await screen.findByRole('tooltip')).toBeInTheDocument();
  await user.unhover(target());
  await hidden();
});

test('stays closed when a button that was clicked is focused again, as when one comes back to the window', async () => {
  const button = target();
  // What a browser answers after a click; jsdom takes every focus for one by keyboard.
  jest.spyOn(button, 'matches').mockReturnValue(false);
  act(() => button.focus());
  await hidden();
  expect(button).toHaveFocus();
});
