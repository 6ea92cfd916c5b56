import { isLoggedUser, otherTabFollowed, selectUser } from '../features/auth/slice';
import { api } from '../shared/api';
import type { Store } from './store';

/** Signing in or out in one tab applies to the browser's other tabs too. Returns a function that stops this. */
export function followOtherTabs(store: Store): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== 'persist:auth') return;
    const user = storedUser(newValue);
    if (user?.token === selectUser(store.getState())?.token) return;
    store.dispatch(otherTabFollowed(user));
    // The cache holds the previous person's data.
    store.dispatch(api.util.resetApiState());
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** redux-persist stores one JSON object whose values are JSON strings again, one per field of the slice. */
function storedUser(stored: string | null) {
  try {
    const parts = JSON.parse(stored ?? '{}') as { user?: string };
    const user: unknown = JSON.parse(parts.user ?? 'null');
    return isLoggedUser(user) ? user : null;
  } catch {
    return null;
  }
}
