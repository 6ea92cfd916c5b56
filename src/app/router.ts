import type { createHashRouter } from 'react-router-dom';
import { moved, selectLocation, type ConsoleLocation } from '../shared/location';
import { isReplaying } from '../shared/replaying';
import type { Store } from './store';

type Router = ReturnType<typeof createHashRouter>;

/**
 * Keeps the location in the store and the address bar in sync, both ways: links and the back button update the store, and changes in the
 * store (a list filtered, time travel in DevTools) update the address. Returns a function that stops it.
 */
export function followLocation(router: Router, store: Store): () => void {
  const pathAndSearch = ({ pathname, search }: ConsoleLocation): ConsoleLocation => ({ pathname, search });
  const same = (a: ConsoleLocation, b: ConsoleLocation) => a.pathname === b.pathname && a.search === b.search;
  if (!same(router.state.location, selectLocation(store.getState()))) store.dispatch(moved(pathAndSearch(router.state.location)));
  // In a replay the store ignores `moved`, so the address has to go back to the store's location.
  const goBack = () => {
    const stored = selectLocation(store.getState());
    if (isReplaying() && !same(stored, router.state.location)) void router.navigate(pathAndSearch(stored), { replace: true });
  };
  goBack();

  const stopRouter = router.subscribe(({ location, navigation }) => {
    if (!same(location, selectLocation(store.getState()))) store.dispatch(moved(pathAndSearch(location)));
    if (navigation.state === 'idle') goBack();
  });
  let last = selectLocation(store.getState());
  const stopStore = store.subscribe(() => {
    const stored = selectLocation(store.getState());
    if (stored === last) return;
    last = stored;
    if (same(stored, router.state.location)) return;
    void router.navigate(pathAndSearch(stored), { replace: stored.isFilled === true || isReplaying() });
    // A screen with unsaved changes has blocked the navigation to ask first, so the store goes back to the router's location.
    const isHeld = [...router.state.blockers.values()].some(({ state }) => state === 'blocked');
    if (isHeld) store.dispatch(moved(pathAndSearch(router.state.location)));
  });
  return () => {
    stopRouter();
    stopStore();
  };
}
