import { otherTabFollowed, selectUser, signedOut } from '../features/auth/slice';
import { api } from '../shared/api';
import { remembered, selectPreferences, type Preferences } from '../shared/preferences';
import { isReplaying, onReplaying } from '../shared/replaying';
import { storedText, writtenByOtherTab } from './browserStorage';
import type { Store } from './store';
import { storedPreferencesIn, storedUser } from './stored';

/**
 * Applies at once what other tabs of this browser store: who is signed in, language, theme and all other preferences. Returns a function
 * that stops this.
 */
export function followOtherTabs(store: Store): () => void {
  const followLogin = (text: string | null) => {
    const user = storedUser(text);
    if (user?.token === selectUser(store.getState())?.token) return;
    writtenByOtherTab('persist:auth', text);
    // Signing out removes the entry. An expired session stores one without a user; then keep what was typed in this tab.
    store.dispatch(text === null ? signedOut() : otherTabFollowed(user));
    // The cache holds the previous user's data.
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
    // A null key means that storage was cleared.
    else if (key === null) followLogin(null);
  };
  const catchUp = () => {
    const [login, preferences] = [storedText('persist:auth'), storedText('persist:preferences')];
    if (login !== undefined) followLogin(login);
    if (preferences !== undefined) followPreferences(preferences);
  };
  // A page restored from the back/forward cache got no events in the meantime.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) catchUp();
  };
  // Changes made by other tabs during a replay are applied once it ends.
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
