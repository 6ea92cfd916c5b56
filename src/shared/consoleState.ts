/** The state of the console's store, for components: the store itself is in `src/app`. */
import type { Store } from '@reduxjs/toolkit';
import { useSelector, useStore } from 'react-redux';
import type { ConsoleLocation } from './location';

/**
 * The state by slice. Each slice adds its own part by declaration merging; if one is missing in `src/app/store.ts`, that file doesn't
 * compile.
 */
export interface ConsoleState {
  location: ConsoleLocation;
}

export const useConsoleSelector = useSelector.withTypes<ConsoleState>();

/** The store itself, for reading it in event handlers rather than while rendering. */
export const useSharedStore = useStore.withTypes<Store<ConsoleState>>();
