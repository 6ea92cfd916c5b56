import { Activity, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router-dom';
import { Screens } from './Console';
import { ConsoleProviders } from './ConsoleProviders';
import { routeObjects } from './routeObjects';
import type { Store } from './store';

const prerendered = new Set<string>();

/**
 * Prerenders a screen off-document, time-sliced at low priority, so that its code is compiled and antd's styles are generated before it
 * is shown. Hidden by `Activity`, it runs no effects: no requests, no listeners, no state changes.
 *
 * @param at the screen's address; its files should have been loaded
 * @param signal aborts it, before the screen is really rendered
 */
export async function prerender(store: Store, at: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted || prerendered.has(at)) return;
  prerendered.add(at);
  const state = store.getState();
  // Without open dialogs, which would be rendered into the document.
  const frozen = { ...state, dialogs: { ...state.dialogs, stack: [] } };
  const container = document.createElement('div');
  const root = createRoot(container);
  const router = createMemoryRouter(routeObjects, { initialEntries: [at] });
  startTransition(() =>
    root.render(
      <Activity mode="hidden">
        <Provider store={{ ...store, getState: () => frozen, subscribe: () => () => undefined }}>
          <ConsoleProviders>
            <Screens router={router} />
          </ConsoleProviders>
        </Provider>
      </Activity>,
    ),
  );
  const isRendered = await renderedIn(container, signal);
  router.dispose();
  // A rendered screen stays mounted: antd forgets the styles of unmounted components and would generate them again when the screen is
  // shown.
  if (!isRendered) root.unmount();
}

/** Resolves to true when the screen's heading has been rendered, or to false when the signal is aborted. */
function renderedIn(container: HTMLElement, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isRendered: boolean) => {
      observer.disconnect();
      signal.removeEventListener('abort', abort);
      resolve(isRendered);
    };
    const abort = () => end(false);
    // The skeleton of a loading screen has a heading, too.
    const hasHeading = () => [...container.querySelectorAll('h1')].some((heading) => !heading.closest('[aria-busy]'));
    const observer = new MutationObserver(() => hasHeading() && end(true));
    observer.observe(container, { childList: true, subtree: true });
    signal.addEventListener('abort', abort);
  });
}
