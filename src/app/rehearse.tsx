import { Activity, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router-dom';
import { selectUser, type LoggedUser } from '../features/auth/slice';
import { Screens } from './Console';
import { ConsoleProviders } from './ConsoleProviders';
import { routeObjects } from './routeObjects';
import type { Store } from './store';

/** Somebody who runs many hotspots, just signed in. Nobody else's dashboard can be drawn without the account. */
const ANYBODY: LoggedUser = { id: 0, token: '', account_type: 'reseller', info: null, subscription: null, must_change_password: false };

const rehearsed = new Set<string>();

/**
 * Draws a screen once where nobody sees it, in slices when there is nothing else to do, so that its code is compiled and antd's styles are
 * made before it is drawn in earnest. Hidden, it has no effects: it asks for nothing, listens to nothing and changes nothing. Before
 * somebody is signed in it is drawn for anybody.
 *
 * @param at the screen's address; its files should have been loaded
 * @param signal ends it, before the screen is drawn in earnest
 */
export async function rehearse(store: Store, at: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted || rehearsed.has(at)) return;
  rehearsed.add(at);
  const state = store.getState();
  const auth = selectUser(state) ? state.auth : { ...state.auth, user: ANYBODY };
  // A dialog would open in the document.
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

/** Resolves when a screen is on the stage, which then has its heading, or when the signal comes. */
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
