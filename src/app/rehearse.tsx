import { Activity, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router-dom';
import { selectUser, type LoggedUser } from '../features/auth/slice';
import { Screens } from './Console';
import { ConsoleProviders } from './ConsoleProviders';
import { routeObjects } from './routeObjects';
import type { Store } from './store';

/** A freshly signed-in user who runs several hotspots. The dashboard of other roles can't be rendered without the account. */
const ANYBODY: LoggedUser = { id: 0, token: '', account_type: 'reseller', info: null, subscription: null, must_change_password: false };

const rehearsed = new Set<string>();

/**
 * Prerenders a screen off-document, time-sliced at low priority, so that its code is compiled and antd's styles are generated before it
 * is shown. Hidden by `Activity`, it runs no effects: no requests, no listeners, no state changes. Before sign-in it is rendered for a
 * placeholder user.
 *
 * @param at the screen's address; its files should have been loaded
 * @param signal aborts it, before the screen is really rendered
 */
export async function rehearse(store: Store, at: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted || rehearsed.has(at)) return;
  rehearsed.add(at);
  const state = store.getState();
  const auth = selectUser(state) ? state.auth : { ...state.auth, user: ANYBODY };
  // Without open dialogs, which would be rendered into the document.
  const then = { ...state, auth, dialogs: { ...state.dialogs, stack: [] } };
  const stage = document.createElement('div');
  const root = createRoot(stage);
  const router = createMemoryRouter(routeObjects, { initialEntries: [at] });
  startTransition(() =>
    root.render(
      <Activity mode="hidden">
        <Provider store={{ ...store, getState: () => then, subscribe: () => () => undefined }}>
          <ConsoleProviders>
            <Screens router={router} />
          </ConsoleProviders>
        </Provider>
      </Activity>,
    ),
  );
  await drawnOn(stage, signal);
  router.dispose();
  root.unmount();
}

/** Resolves when the screen has been rendered, which its heading shows, or when the signal is aborted. */
function drawnOn(stage: HTMLElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const observer = new MutationObserver(() => stage.querySelector('h1') && end());
    observer.observe(stage, { childList: true, subtree: true });
    signal.addEventListener('abort', end);
  });
}
