import { otherTabFollowed, selectUser, signedOut } from '../features/auth/slice';
import { api } from '../shared/api';
import { remembered, selectPreferences, type Preferences } from '../shared/preferences';
import { isReplaying, onReplaying } from '../shared/replaying';
import { storedText, writtenByOtherTab } from './browserStorage';
import type { Store } from './store';
import { storedPreferencesIn, storedUser } from './stored';

/**
 * What one tab stores applies to the browser's other tabs at once: who is signed in, language, theme, and all else that is remembered.
 * Returns a function that stops this.
 */
export function followOtherTabs(store: Store): () => void {
  const followLogin = (text: string | null) => {
    const user = storedUser(text);
    if (user?.token === selectUser(store.getState())?.token) return;
    writtenByOtherTab('persist:auth', text);
    // Signing out removes the entry; a session that ended leaves an empty one, and with it what was typed here.
    store.dispatch(text === null ? signedOut() : otherTabFollowed(user));
    // The cache holds the previous person's data.
    store.dispatch(api.util.resetApiState());
  };
  const followPreferences = (text: string | null) => {
    const mine = selectPreferences(store.getState());
    const isNew = ([key, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(mine[key as keyof Preferences]);
    const changes = Object.entries(storedPreferencesIn(text)).filter(isNew);
    if (changes.length === 0) return;
    writtenByOtherTab('persist:preferences', text);
    store.dispatch(remembered(Object.fromEntries(changes)));
  };
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (isReplaying()) return;
    if (key === 'persist:auth') followLogin(newValue);
    else if (key === 'persist:preferences') followPreferences(newValue);
    // Everything was cleared.
    else if (key === null) followLogin(null);
  };
  const catchUp = () => {
    const [login, preferences] = [storedText('persist:auth'), storedText('persist:preferences')];
    if (login !== undefined) followLogin(login);
    if (preferences !== undefined) followPreferences(preferences);
  };
  // A page that comes back from the browser's history heard nothing in the meantime.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) catchUp();
  };
  // What other tabs did during a replay applies once the present is back.
  const stopReplaying = onReplaying(() => {
    if (!isReplaying()) catchUp();
  });
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    stopReplaying();
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}
