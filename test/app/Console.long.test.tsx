import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { AppProviders } from '../../src/app/App';
import { Console } from '../../src/app/Console';
import { loadLanguage } from '../../src/app/messages';
import { createStore } from '../../src/app/store';
import { signedIn } from '../../src/features/auth/slice';
import { dialogOpened } from '../../src/shared/dialogs';
import { setConfig } from '../../src/shared/config';
import { api } from '../../src/shared/api';
import { answerWith, watchCalls } from '../support/console/answers';
import { answersOfDashboard } from '../support/console/answersMadeUp';
import '../support/console/render';
import { madeUp } from '../support/console/renderAs';

test('the console is rendered out of sight without side effects, and shown to whoever signs in without being drawn again', async () => {
  setConfig({ backend: 'portico' });
  const calls = watchCalls();
  const words = await loadLanguage('en');
  const { store, restored } = createStore();
  await restored;
  // A dialog that was left open by an expired login.
  store.dispatch(dialogOpened({ name: 'app/keys', args: null }));
  const before = { state: store.getState(), title: document.title, address: window.location.href };
  const create = jest.spyOn(document, 'createElement');
  const repeat = jest.spyOn(window, 'setInterval');
  const shown = (isShown: boolean) => (
    <Provider store={store}>
      <AppProviders initialMessages={words}>
        <Console isShown={isShown} />
      </AppProviders>
    </Provider>
  );
  const { rerender, container } = render(shown(false));
  const headings = () =>
    create.mock.results
      .map(({ value }) => value as HTMLElement)
      .filter(({ localName, textContent }) => localName === 'h1' && textContent === 'Dashboard');
  expect(headings()).toHaveLength(1);
  expect(container).toBeEmptyDOMElement();
  expect({ state: store.getState(), title: document.title, address: window.location.href }).toEqual(before);
  expect(calls).toEqual([]);
  expect(repeat).not.toHaveBeenCalled();

  answerWith(answersOfDashboard('admin'));
  act(() => {
    store.dispatch(signedIn(madeUp('admin')));
    rerender(shown(true));
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBe(headings()[0]);
  expect(headings()).toHaveLength(1);
  expect(await screen.findByRole('link', { name: 'Messages' })).toBeVisible();
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  create.mockRestore();
  repeat.mockRestore();
  act(() => void store.dispatch(api.util.resetApiState()));
});
