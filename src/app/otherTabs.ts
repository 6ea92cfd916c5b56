import { isLoggedUser, otherTabFollowed, selectUser } from '../features/auth/slice';
import { api } from '../shared/api';
import type { Store } from './store';

/** Tabs of one browser follow each other's log-in and log-out (DESIGN.md §4). Answers how to stop. */
export function followOtherTabs(store: Store): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== 'persist:auth') return;
    const user = storedUser(newValue);
    if (user?.token === selectUser(store.getState())?.token) return;
    store.dispatch(otherTabFollowed(user));
    // What was read for one person is not shown to the next.
    store.dispatch(api.util.resetApiState());
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** redux-persist writes each part of the slice as JSON of its own, inside one JSON object. */
function storedUser(stored: string | null) {
  try {
    const parts = JSON.parse(stored ?? '{}') as { user?: string };
    const user: unknown = JSON.parse(parts.user ?? 'null');
    return isLoggedUser(user) ? user : null;
  } catch {
    return null;
  }
}
