import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { answerWith } from '../../support/console/answers';
import { openConsole } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { atCounter } from './deskCounterTests';

/** jsdom has no full screen: stands for a browser that allows it or not. */
const browser = { isAllowed: true, isFull: false };
const change = (isFull: boolean) => {
  browser.isFull = isFull;
  document.dispatchEvent(new Event('fullscreenchange'));
  return Promise.resolve();
};
const request = jest.fn(() => change(true));
const exit = jest.fn(() => change(false));

beforeEach(() => {
  Object.assign(browser, { isAllowed: true, isFull: false });
  Object.defineProperties(document, {
    fullscreenEnabled: { configurable: true, get: () => browser.isAllowed },
    fullscreenElement: { configurable: true, get: () => (browser.isFull ? document.documentElement : null) },
    exitFullscreen: { configurable: true, value: exit },
  });
  Object.defineProperty(document.documentElement, 'requestFullscreen', { configurable: true, value: request });
});

afterEach(() => {
  jest.clearAllMocks();
});

async function atDesk() {
  answerWith(atCounter());
  const { user } = await openConsole({ as: madeUp('desk') });
  const button = await screen.findByRole('button', { name: 'Full screen' });
  return { user, button };
}

/** Menu and top bar, which the counter covers in full screen. */
const frame = () => [screen.queryByRole('navigation'), screen.queryByRole('banner')].filter(Boolean);

test('the counter takes the whole screen without menu and top bar, and gives it back by its button', async () => {
  const { user, button } = await atDesk();
  expect(button).toHaveAttribute('aria-pressed', 'false');
  expect(frame()).toHaveLength(2);
  await user.click(button);
  expect(request).toHaveBeenCalledTimes(1);
  expect(frame()).toHaveLength(0);
  expect(await screen.findByRole('button', { name: '1 day' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leave full screen', pressed: true }));
  expect(exit).toHaveBeenCalledTimes(1);
  expect(frame()).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Full screen' })).toBeVisible();
});

test('menu and top bar come back when Esc ends the browser’s full screen', async () => {
  const { user, button } = await atDesk();
  await user.click(button);
  await act(() => change(false));
  expect(await screen.findByRole('button', { name: 'Full screen', pressed: false })).toBeVisible();
  expect(frame()).toHaveLength(2);
  expect(exit).not.toHaveBeenCalled();
});

test('the counter fills the window where the browser allows no full screen', async () => {
  browser.isAllowed = false;
  const { user, button } = await atDesk();
  await user.click(button);
  expect(request).not.toHaveBeenCalled();
  expect(frame()).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Leave full screen' }));
  expect(frame()).toHaveLength(2);
  expect(exit).not.toHaveBeenCalled();
});
