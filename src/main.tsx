import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { loadPart, watchForLostFiles } from './app/lostFiles';
import { followOtherTabs } from './app/otherTabs';
import { createStore, type State } from './app/store';
import { loadLanguage } from './app/messages';
import { consoleConfig, loadConfig } from './shared/config';
import { selectLanguage } from './shared/preferences';
import './app/app.css';

async function begin(root: HTMLElement): Promise<void> {
  watchForLostFiles();
  // Redux DevTools may hand the store any log at any time, whatever screens have been loaded.
  const hasDevTools = '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in window;
  const { store, restored, recording } = createStore(hasDevTools ? await timeTravel() : undefined);
  await Promise.all([loadConfig(), restored]);
  document.title = consoleConfig().product;
  const words = await loadPart(() => loadLanguage(selectLanguage(store.getState())));
  followOtherTabs(store);
  createRoot(root).render(<App store={store} recording={recording} words={words} />);
}

const timeTravel = async () => (await import('./app/replay/timeTravel')).createTimeTravel<State>();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
begin(root).catch(() => {
  const notice = document.querySelector<HTMLTemplateElement>('#not-loaded');
  if (notice) root.replaceChildren(notice.content.cloneNode(true));
});
