import { isLoggedUser, otherTabFollowed, selectUser, signedOut } from '../features/auth/slice';
import { api } from '../shared/api';
import { isReplaying, onReplaying } from '../shared/replaying';
import { withoutSecrets } from '../shared/secrets';
import { browserStorage } from './browserStorage';
import type { Store } from './store';

/** Signing in or out in one tab applies to the browser's other tabs too. Returns a function that stops this. */
export function followOtherTabs(store: Store): () => void {
  const follow = (text: string | null) => {
    const user = storedUser(text);
    if (user?.token === selectUser(store.getState())?.token) return;
    // Signing out removes the entry; a session that ended leaves an empty one, and with it what was typed here.
    store.dispatch(text === null ? signedOut() : otherTabFollowed(user));
    // The cache holds the previous person's data.
    store.dispatch(api.util.resetApiState());
  };
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === 'persist:auth' && !isReplaying()) follow(newValue);
  };
  // What other tabs did during a replay applies once the present is back.
  const stopReplaying = onReplaying(() => {
    if (!isReplaying()) void browserStorage.getItem('persist:auth').then(follow);
  });
  window.addEventListener('storage', onStorage);
  return () => {
    stopReplaying();
    window.removeEventListener('storage', onStorage);
  };
}

/** redux-persist stores one JSON object whose values are JSON strings again, one per field of the slice. */
function storedUser(stored: string | null) {
  try {
    const parts = JSON.parse(stored ?? '{}') as { user?: string };
    const user: unknown = JSON.parse(parts.user ?? 'null');
    return isLoggedUser(user) ? withoutSecrets(user) : null;
  } catch {
    return null;
  }
}
