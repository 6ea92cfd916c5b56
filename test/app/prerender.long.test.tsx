import { expect, jest, test } from '@jest/globals';
import { act } from '@testing-library/react';
import { prerender } from '../../src/app/prerender';
import { createStore } from '../../src/app/store';
import { signedIn } from '../../src/features/auth/slice';
import { paths } from '../../src/shared/paths';
import { dialogOpened } from '../../src/shared/dialogs';
import { setConfig } from '../../src/shared/config';
import { watchCalls } from '../support/console/answers';
import '../support/console/render';
import { madeUp } from '../support/console/renderAs';

/** What React's effects would do: calls, timers, listeners, the title, the store. */
async function prerendered(at: string, { isSignedIn = false, stopping = new AbortController(), isStopped = false } = {}) {
  const calls = watchCalls();
  const { store, restored } = createStore();
  await restored;
  if (isSignedIn) store.dispatch(signedIn(madeUp('customer')));
  // One that is open stays the only one.
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
  // The router has one while it is there.
  const listened = listen.mock.calls.filter(([, one]) => !unlisten.mock.calls.some(([, other]) => one === other)).map(([event]) => event);
  const done = { before, after, changes, calls, drawn, listened, repeats: repeat.mock.calls.length };
  for (const spy of [create, listen, unlisten, repeat]) spy.mockRestore();
  return done;
}

test.each([
  ['the dashboard before signing in', paths.dashboard.to(), false],
  ['a list after signing in', paths.guests.to(), true],
])('%s is prerendered out of sight without side effects', async (_what, at, isSignedIn) => {
  setConfig({ backend: 'portico' });
  const { before, after, changes, calls, drawn, listened, repeats } = await prerendered(at, { isSignedIn });
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
