import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { App as AntApp } from 'antd';
import * as React from 'react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { createHashRouter, matchPath, RouterProvider } from 'react-router-dom';
import { App, AppProviders } from '../../src/app/App';
import { followOtherTabs } from '../../src/app/otherTabs';
import { followLocation } from '../../src/app/router';
import { createStore, type RecordingTools, type Store } from '../../src/app/store';
import { loadLanguage } from '../../src/app/messages';
import { signedIn, type LoggedUser } from '../../src/features/auth/slice';
import { setConfig } from '../../src/shared/config';
import { paths } from '../../src/shared/paths';
import { remembered, type Language, type Preferences } from '../../src/shared/preferences';
import { SERVER } from './answers';
import { madeUp } from './renderAs';

const WORDS = { en: await loadLanguage('en'), it: await loadLanguage('it') };

// antd writes a style sheet for each component it draws, and jsdom asks every rule of every sheet about every element on the way to one
// that is looked for by its role: seconds a query. So sheets are not read here, and what an element says itself is all its style.
// What a person reads does not depend on it; looks are the browser journeys' affair.
for (const method of ['appendChild', 'insertBefore', 'prepend'] as const) {
  const attach = document.head[method].bind(document.head) as (...nodes: unknown[]) => unknown;
  const attachUnread = (...nodes: unknown[]) => {
    if (nodes[0] instanceof HTMLStyleElement) nodes[0].setAttribute('type', 'text/plain');
    return attach(...nodes);
  };
  Object.assign(document.head, { [method]: attachUnread });
}
const { style: HIDDEN } = document.createElement('p');
HIDDEN.display = 'none';
window.getComputedStyle = (element) => (element.hasAttribute('hidden') ? HIDDEN : (element as HTMLElement).style);

// A machine that is busy with other things is slow, not wrong.
configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(60_000);

// Under 'test' antd gives everything the same id, so that a dialog is called by the name of something else.
process.env.NODE_ENV = 'development';

// In development React notes for each element where it was made, until it has noted enough: here it has.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });

/** antd waits for its next turn by a message to itself and leaves the ports open, which in node would keep the run from ending. */
class NextTurn {
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.(), 0) };
}
Object.assign(window, { MessageChannel: NextTurn });

/**
 * React would like to be told of everything that happens, and here things happen when the server answers. Sizes are of no style sheet.
 * The store's checks say so when they are slow, on a busy machine.
 */
const OF_NO_INTEREST = /not wrapped in act\(|^`NaN` is an invalid value for the `%s` css|^\w+Middleware took \d+ms/;

const undo: (() => void)[] = [];
let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  for (const method of ['error', 'warn'] as const) {
    jest.spyOn(console, method).mockImplementation((...words) => {
      if (!OF_NO_INTEREST.test(String(words[0]))) complaints.push(words);
    });
  }
  const config = { product: 'Portico', company: '', help_url: '', privacy_url: '' };
  setConfig({ api_base: SERVER, wax_base: SERVER, backend: 'portico', ...config });
  goTo('/');
});

afterEach(() => {
  cleanup();
  for (const step of undo.splice(0)) step();
  // React, the store and react-intl say on the console what is wrong: a state that is no JSON, a sentence without its argument.
  expect(complaints).toEqual([]);
});

interface PageOptions {
  /** Who is signed in: a made-up reseller where it does not matter. */
  as?: LoggedUser;
  /** Where in the console, as '/hotspots?q=bar'. */
  at?: string;
  language?: Language;
  preferences?: Partial<Preferences>;
}

interface Rendered {
  user: UserEvent;
  store: Store;
}

/** Renders one screen or dialog with the store and all that the console puts around it; other places are empty. */
export function renderPage(
  page: ReactElement,
  { as = madeUp('reseller'), at = '/', language = 'en', preferences }: PageOptions = {},
): Rendered {
  goTo(at);
  // The store of the test before may have kept something only now.
  localStorage.clear();
  const { store } = createStore();
  store.dispatch(signedIn(as));
  store.dispatch(remembered({ language, ...preferences }));
  const here = Object.values(paths).find(({ path }) => matchPath(path, at.replace(/\?.*/, '')));
  const router = createHashRouter([
    { path: here?.path ?? '*', element: <AntApp message={{ duration: 3 }}>{page}</AntApp> },
    { path: '*', element: null },
  ]);
  undo.push(followLocation(router, store), () => router.dispose());
  const user = userEvent.setup({ delay: null });
  render(
    <Provider store={store}>
      <AppProviders firstWords={WORDS[language]}>
        <RouterProvider router={router} />
      </AppProviders>
    </Provider>,
  );
  return { user, store };
}

interface ConsoleOptions {
  /** Whose log-in the browser has stored; nobody's without it. */
  as?: LoggedUser;
  at?: string;
  /** What else the browser has stored, as it lies there. */
  stored?: Record<string, string>;
}

/** Starts the whole console as main.tsx does, in a browser that remembers this and nothing else. */
export async function openConsole({ as, at = '/', stored = {} }: ConsoleOptions = {}): Promise<Rendered & { recording: RecordingTools }> {
  goTo(at);
  localStorage.clear();
  if (as) localStorage.setItem('persist:auth', storedLogin(as));
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  const { store, restored, recording } = createStore();
  await restored;
  undo.push(followOtherTabs(store));
  const user = userEvent.setup({ delay: null });
  render(<App store={store} recording={recording} words={WORDS.en} />);
  return { user, store, recording };
}

/** A log-in as redux-persist writes it. */
export function storedLogin(user: LoggedUser | null): string {
  return JSON.stringify({ user: JSON.stringify(user), _persist: JSON.stringify({ version: 1, rehydrated: true }) });
}

/** The place that the address bar names, as '/hotspots?q=bar'. */
export function placeNow(): string {
  return window.location.hash.replace(/^#/, '') || '/';
}

/** jsdom cannot reload a page, and its location cannot be replaced: what it is asked is counted instead. */
export function watchReloads(): jest.Mock<() => void> {
  const reload = jest.fn<() => void>();
  const held = window.location as unknown as Record<symbol, { reload?: () => void } | undefined>;
  const inner = Object.getOwnPropertySymbols(held)
    .map((symbol) => held[symbol])
    .find((one) => one?.reload);
  if (!inner) throw new Error('jsdom keeps its location elsewhere now');
  inner.reload = reload;
  undo.push(() => delete inner.reload);
  return reload;
}

/** A window as wide as a phone's. */
export function onPhone(): void {
  const { innerWidth } = window;
  window.innerWidth = 360;
  undo.push(() => (window.innerWidth = innerWidth));
}

/** Without the events of a real navigation, which would come after the test has begun. */
function goTo(place: string): void {
  window.history.replaceState(null, '', `#${place}`);
}
