import { afterEach, beforeEach, expect, jest } from '@jest/globals';
import { cleanup, configure, getConfig, render } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { App as AntApp } from 'antd';
import * as React from 'react';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { createHashRouter, matchPath, RouterProvider } from 'react-router-dom';
import { App, AppProviders } from '../../../src/app/App';
import { ConsoleProviders } from '../../../src/app/ConsoleProviders';
import { DIALOGS } from '../../../src/app/dialogs';
import { followOtherTabs } from '../../../src/app/otherTabs';
import { followLocation } from '../../../src/app/router';
import { createStore, type RecordingTools, type Store } from '../../../src/app/store';
import { loadedLanguage, loadLanguage } from '../../../src/app/messages';
import { UndoNote } from '../../../src/features/deleted/UndoNote';
import { signedIn, type LoggedUser } from '../../../src/features/auth/slice';
import { api } from '../../../src/shared/api';
import { setConfig } from '../../../src/shared/config';
import type { DialogNoun } from '../../../src/shared/dialogs';
import { paths } from '../../../src/shared/paths';
import type { Language } from '../../../src/shared/languages';
import { remembered, type Preferences } from '../../../src/shared/preferences';
import { setReplaying } from '../../../src/shared/replaying';
import { secretBehind } from '../../../src/shared/secrets';
import { DialogHost, loadDialogs } from '../../../src/shared/ui/dialog/DialogHost';
// Imported here one after another, because jest can't import two modules at once.
import '../../../src/shared/backEnd/existingBackEnd';
import '../../../src/app/Console';
import '../../../src/app/AppShell';
import '../../../src/features/dashboard/DashboardPage';
import { SERVER } from './answers';
import { madeUp } from './renderAs';

/** Rendered by default; tests in another language load that first. */
const ENGLISH = await loadLanguage('en');
await loadLanguage('it');

// Screens load their dialogs a moment after they open; have them loaded from the start. One by one, because jest's loader can't load
// several at once.
for (const noun of Object.keys(DIALOGS)) await loadDialogs(DIALOGS, noun as DialogNoun);

// antd adds a style sheet per component, and a query by role makes jsdom match every rule against every element, which takes seconds.
// So style sheets are dropped here and only inline styles count. What people can read doesn't depend on them; the browser journeys test
// how it looks.
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

// Testing Library writes the whole page into every error, including those that only make it retry and that nobody reads. A setting of its
// own tells when it is retrying; after the last attempt it asks for the error again.
const { getElementError } = getConfig();
const isWaiting = () => (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true;

configure({
  // Don't find hidden elements by their text either.
  defaultIgnore: 'script, style, [hidden] *',
  // Only a failing test waits this long; a shorter limit would fail on a busy machine.
  asyncUtilTimeout: 60_000,
  getElementError: (message, container) => (isWaiting() ? new Error(message ?? '') : getElementError(message, container)),
});

// With 'test' antd gives all elements the same id, so that dialogs get another element's accessible name.
process.env.NODE_ENV = 'development';

// In development React captures a stack for each element up to a limit; pretend it is reached, for speed.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} });

/** antd schedules work by posting messages to itself and never closes the ports, which would keep Node from exiting. Timers don't. */
class NextTurn {
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: () => setTimeout(() => this.port1.onmessage?.(), 0) };
}
Object.assign(window, { MessageChannel: NextTurn });

/**
 * Harmless warnings: about act(), because updates here come whenever the server answers; about sizes, because there are no style sheets;
 * and about slow store checks, because the machine may be busy.
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
  setReplaying(false);
  for (const step of undo.splice(0)) step();
  // React, the store and react-intl report mistakes on the console, such as non-serializable state or a message's missing argument.
  expect(complaints).toEqual([]);
});

interface PageOptions {
  /** Who is signed in; by default a made-up reseller. */
  as?: LoggedUser;
  /** Address in the console, like '/hotspots?q=bar'. */
  at?: string;
  language?: Language;
  preferences?: Partial<Preferences>;
}

interface Rendered {
  user: UserEvent;
  store: Store;
}

/** Renders one screen or dialog inside the store and the console's providers; all other routes are empty. */
export function renderPage(
  page: ReactElement,
  { as = madeUp('reseller'), at = '/', language = 'en', preferences }: PageOptions = {},
): Rendered {
  goTo(at);
  // The previous test's store may have written late.
  localStorage.clear();
  sessionStorage.clear();
  const { store, close } = createStore();
  store.dispatch(signedIn(as));
  store.dispatch(remembered({ language, ...preferences }));
  const here = Object.values(paths).find(({ path }) => matchPath(path, at.replace(/\?.*/, '')));
  const router = createHashRouter([
    { path: here?.path ?? '*', element: <OnScreen page={page} /> },
    { path: '*', element: null },
  ]);
  undo.push(followLocation(router, store), () => router.dispose(), close, endCalls(store));
  const user = userEvent.setup({ delay: null });
  render(
    <Provider store={store}>
      <AppProviders initialMessages={loadedLanguage(language) ?? ENGLISH}>
        <ConsoleProviders>
          <RouterProvider router={router} />
        </ConsoleProviders>
      </AppProviders>
    </Provider>,
  );
  return { user, store };
}

/** Ends pending calls with their test. Otherwise they would affect the next test, or run when the window is gone. */
const endCalls = (store: Store) => () => void store.dispatch(api.util.resetApiState());

function OnScreen({ page }: { page: ReactElement }) {
  return (
    <AntApp message={{ duration: 3 }}>
      {page}
      <DialogHost loaders={DIALOGS} />
      <UndoNote />
    </AntApp>
  );
}

interface ConsoleOptions {
  /** Whose login is stored in the browser; nobody's by default. */
  as?: LoggedUser;
  at?: string;
  /** Other raw entries of localStorage. */
  stored?: Record<string, string>;
  /** Raw entries of this tab's sessionStorage. */
  tab?: Record<string, string>;
}

/** Starts the whole console as main.tsx does, in a browser that has stored only this. */
export async function openConsole({ as, at = '/', stored = {}, tab = {} }: ConsoleOptions = {}): Promise<
  Rendered & { recording: RecordingTools }
> {
  goTo(at);
  localStorage.clear();
  sessionStorage.clear();
  if (as) localStorage.setItem('persist:auth', storedLogin(as));
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  for (const [key, value] of Object.entries(tab)) sessionStorage.setItem(key, value);
  const { store, restored, recording, close } = createStore();
  await restored;
  undo.push(followOtherTabs(store), close, endCalls(store));
  const user = userEvent.setup({ delay: null });
  render(<App store={store} recording={recording} messages={ENGLISH} />);
  return { user, store, recording };
}

/** A login in redux-persist's format. */
export function storedLogin(user: LoggedUser | null): string {
  return JSON.stringify({ user: JSON.stringify(user), _persist: JSON.stringify({ version: 1, rehydrated: true }) });
}

/** The token of the login in a store. */
export function tokenIn(store: Store): string | undefined {
  const { user } = store.getState().auth;
  return user ? secretBehind(user.token) : undefined;
}

/** The current address, like '/hotspots?q=bar'. */
export function currentAddress(): string {
  return window.location.hash.replace(/^#/, '') || '/';
}

/** Counts reloads: jsdom can't reload, and its location can't be mocked. */
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

/** Makes the window as wide as a phone's. */
export function onPhone(): void {
  const { innerWidth } = window;
  window.innerWidth = 360;
  undo.push(() => (window.innerWidth = innerWidth));
}

/** Sets the address without navigation events, which would arrive after the test has begun. */
function goTo(address: string): void {
  window.history.replaceState(null, '', `#${address}`);
}
