import type { createHashRouter } from 'react-router-dom';
import { moved, selectPlace, type Place } from '../shared/location';
import type { Store } from './store';

type Router = ReturnType<typeof createHashRouter>;

/**
 * Keeps the location in the store and the address bar in sync, both ways: links and the back button update the store, and changes in the
 * store (a list filtered, time travel in DevTools) update the address. Returns a function that stops it.
 */
export function followLocation(router: Router, store: Store): () => void {
  const placeOf = ({ pathname, search }: Place): Place => ({ pathname, search });
  const same = (a: Place, b: Place) => a.pathname === b.pathname && a.search === b.search;
  store.dispatch(moved(placeOf(router.state.location)));

  const stopRouter = router.subscribe(({ location }) => {
    if (!same(location, selectPlace(store.getState()))) store.dispatch(moved(placeOf(location)));
  });
  let last = selectPlace(store.getState());
  const stopStore = store.subscribe(() => {
    const place = selectPlace(store.getState());
    if (place === last) return;
    last = place;
    if (same(place, router.state.location)) return;
    void router.navigate(placeOf(place), { replace: place.isFilled === true });
    // A screen with unsaved changes is asking first; nothing has moved until that is answered.
    const isHeld = [...router.state.blockers.values()].some(({ state }) => state === 'blocked');
    if (isHeld) store.dispatch(moved(placeOf(router.state.location)));
  });
  return () => {
    stopRouter();
    stopStore();
  };
}
