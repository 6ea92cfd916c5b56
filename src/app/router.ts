import type { createHashRouter } from 'react-router-dom';
import { moved, selectPlace, type Place } from '../shared/location';
import { isReplaying } from '../shared/replaying';
import type { Store } from './store';

type Router = ReturnType<typeof createHashRouter>;

/**
 * Keeps the location in the store and the address bar in sync, both ways: links and the back button update the store, and changes in the
 * store (a list filtered, time travel in DevTools) update the address. Returns a function that stops it.
 */
export function followLocation(router: Router, store: Store): () => void {
  const placeOf = ({ pathname, search }: Place): Place => ({ pathname, search });
  const same = (a: Place, b: Place) => a.pathname === b.pathname && a.search === b.search;
  if (!same(router.state.location, selectPlace(store.getState()))) store.dispatch(moved(placeOf(router.state.location)));
  // In a replay the store ignores `moved`, so the address has to go back to the store's location.
  const goBack = () => {
    const place = selectPlace(store.getState());
    if (isReplaying() && !same(place, router.state.location)) void router.navigate(placeOf(place), { replace: true });
  };
  goBack();

  const stopRouter = router.subscribe(({ location, navigation }) => {
    if (!same(location, selectPlace(store.getState()))) store.dispatch(moved(placeOf(location)));
    if (navigation.state === 'idle') goBack();
  });
  let last = selectPlace(store.getState());
  const stopStore = store.subscribe(() => {
    const place = selectPlace(store.getState());
    if (place === last) return;
    last = place;
    if (same(place, router.state.location)) return;
    void router.navigate(placeOf(place), { replace: place.isFilled === true || isReplaying() });
    // A screen with unsaved changes has blocked the navigation to ask first, so the store goes back to the router's location.
    const isHeld = [...router.state.blockers.values()].some(({ state }) => state === 'blocked');
    if (isHeld) store.dispatch(moved(placeOf(router.state.location)));
  });
  return () => {
    stopRouter();
    stopStore();
  };
}
