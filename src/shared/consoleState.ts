/** The state of the console's store, for components: the store itself is in `src/app`. */
import type { Store } from '@reduxjs/toolkit';
import { useSelector, useStore } from 'react-redux';
import type { Place } from './location';

/** By slice; every slice adds its own by declaration merging, and `src/app/store.ts` doesn't compile without one of them. */
export interface ConsoleState {
  location: Place;
}

export const useConsoleSelector = useSelector.withTypes<ConsoleState>();

/** The store, to read it when something happens rather than while rendering. */
export const useSharedStore = useStore.withTypes<Store<ConsoleState>>();
