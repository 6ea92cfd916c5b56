import { flushSync } from 'react-dom';
import { useConsoleSelector, useSharedStore } from '../../consoleState';
import { useNavigate } from 'react-router-dom';
import { pageClosed, selectClosedPage } from '../../dialogs';
import { selectPathname } from '../../location';

/**
 * For the dialog that deletes an object: closes the dialog, and leaves the object's own page if that is open. Await it before queries
 * refetch, or that page would ask for an object that no longer exists.
 *
 * @param page path of the object's page
 * @param to where to go from there
 */
export function useLeaveDeleted(page: string, to: string, onClose: () => void): () => Promise<void> {
  const store = useSharedStore();
  const navigate = useNavigate();
  return async () => {
    flushSync(onClose);
    if (selectPathname(store.getState()) !== page) return;
    flushSync(() => store.dispatch(pageClosed(page)));
    await navigate(to, { flushSync: true });
  };
}

/**
 * Whether the page of a deleted object is being left. It stays mounted, but hidden, until the next page's code has loaded, so it must
 * unmount its content or its queries would refetch.
 */
export function useIsClosed(page: string): boolean {
  return useConsoleSelector((state) => selectClosedPage(state) === page);
}
