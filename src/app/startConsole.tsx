import { createRoot } from 'react-dom/client';
import { consoleConfig } from '../shared/config';
import { selectLanguage } from '../shared/preferences';
import { App } from './App';
import { loadChunk, handlePreloadErrors } from '../shared/staleChunks';
import { followOtherTabs } from './otherTabs';
import { createStore, type State } from './store';
import { preloadFrameFiles } from './frame';
import { loadSignInMessages } from './signInMessages';

/** Renders the console once its configuration is loaded and the stored state is restored. */
export async function startConsole(root: HTMLElement, configured: Promise<void>): Promise<void> {
  handlePreloadErrors();
  preloadFrameFiles();
  // Redux DevTools can load any action log into the store at any time, whatever screens have been loaded.
  const hasDevTools = '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in window;
  const { store, restored, recording } = createStore(hasDevTools ? await timeTravel() : undefined);
  await Promise.all([configured, restored]);
  document.title = consoleConfig().product;
  const messages = await loadChunk(() => loadSignInMessages(selectLanguage(store.getState())));
  followOtherTabs(store);
  createRoot(root).render(<App store={store} recording={recording} messages={messages} />);
}

const timeTravel = async () => (await import('./replay/timeTravel')).createTimeTravel<State>();
