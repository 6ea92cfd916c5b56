import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { AppProviders } from '../../src/app/App';
import { Console } from '../../src/app/Console';
import { loadLanguage } from '../../src/app/messages';
import { prerender } from '../../src/app/prerender';
import { createStore } from '../../src/app/store';
import { signedIn } from '../../src/features/auth/slice';
import { paths } from '../../src/shared/paths';
import { dialogOpened } from '../../src/shared/dialogs';
import { setConfig } from '../../src/shared/config';
import { api } from '../../src/shared/api';
import { answerWith, watchCalls } from '../support/console/answers';
import { answersOfDashboard } from '../support/console/answersMadeUp';
import '../support/console/render';
import { madeUp } from '../support/console/renderAs';

/** Prerenders a screen, and records what effects would have done: calls, timers, listeners, changes of the title and the store. */
async function prerendered(at: string, { isSignedIn = false, stopping = new AbortController(), isStopped = false } = {}) {
  const calls = watchCalls();
  const { store, restored } = createStore();
  await restored;
  if (isSignedIn) store.dispatch(signedIn(madeUp('customer')));
  // A dialog that was open must remain the only one.
  store.dispatch(dialogOpened({ name: 'app/keys', args: null }));
  const before = { state: store.getState(), body: document.body.innerHTML, title: document.title, address: window.location.href };
  const create = jest.spyOn(document, 'createElement');
  const listen = jest.spyOn(window, 'addEventListener');
  const unlisten = jest.spyOn(window, 'removeEventListener');
  const repeat = jest.spyOn(window, 'setInterval');
  const drawn = new Set<string>();
  const changes: string[] = [];
  const watch = new MutationObserver((records) => changes.push(...records.map(({ type }) => type)));
  watch.observe(document.body, { subtree: true, childList: true, attributes: true });
  let end = Promise.resolve();
  await act(async () => {
    end = prerender(store, at, stopping.signal);
    if (isStopped) stopping.abort();
    await Promise.resolve();
  });
  await end;
  watch.disconnect();
  for (const { value } of create.mock.results) if (value instanceof HTMLElement) drawn.add(value.localName);
  const after = { state: store.getState(), body: document.body.innerHTML, title: document.title, address: window.location.href };
  // The router has a listener while it exists, so leave out those that were removed.
  const listened = listen.mock.calls.filter(([, one]) => !unlisten.mock.calls.some(([, other]) => one === other)).map(([event]) => event);
  const done = { before, after, changes, calls, drawn, listened, repeats: repeat.mock.calls.length };
  for (const spy of [create, listen, unlisten, repeat]) spy.mockRestore();
  return done;
}

test('a list is prerendered out of sight without side effects', async () => {
  setConfig({ backend: 'portico' });
  const { before, after, changes, calls, drawn, listened, repeats } = await prerendered(paths.guests.to(), { isSignedIn: true });
  expect([...drawn]).toEqual(expect.arrayContaining(['header', 'h1', 'button']));
  expect(after).toEqual(before);
  expect(changes).toEqual([]);
  expect(calls).toEqual([]);
  expect(listened).toEqual([]);
  expect(repeats).toBe(0);
});

test('prerendering stops when it would be in the way and happens once per screen', async () => {
  const stopping = new AbortController();
  expect((await prerendered(paths.hotspots.to(), { stopping, isStopped: true })).drawn).not.toContain('h1');
  expect((await prerendered(paths.units.to(), { stopping })).drawn).toEqual(new Set());
  expect((await prerendered(paths.guests.to())).drawn).toEqual(new Set());
});

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
  expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  create.mockRestore();
  repeat.mockRestore();
  act(() => void store.dispatch(api.util.resetApiState()));
});
