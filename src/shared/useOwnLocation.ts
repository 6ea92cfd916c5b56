import type { Action } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { useSharedStore } from './consoleState';
import { readTab, type ConsoleLocation } from './location';

/**
 * The location of the screen that calls this: the router's, which follows the store's. The router changes it in a transition, so that a
 * click is painted before the screen re-renders. While the next screen loads, the old one keeps its own location; otherwise it would query
 * rows with the next screen's filters, and write its own filters to the next screen's URL.
 */
export const useOwnLocation = (): ConsoleLocation => useLocation();

/**
 * Dispatches what a screen changes of its own address, and drops it once another screen or tab is open: a field may report what was typed only
 * when a link has taken the focus, and the filter would then be written to the next address.
 *
 * @param hasTab whether the tab in the address is one of the screen's own filters
 */
export function useOwnDispatch(hasTab: boolean): (action: Action) => void {
  const store = useSharedStore();
  const { pathname, search } = useOwnLocation();
  const tab = readTab(search);
  return useCallback(
    (action) => {
      const { location } = store.getState();
      if (location.pathname === pathname && (hasTab || readTab(location.search) === tab)) store.dispatch(action);
    },
    [store, pathname, tab, hasTab],
  );
}
