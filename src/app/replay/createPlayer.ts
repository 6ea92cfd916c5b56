import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { ActionCreators, instrument, type EnhancedStore } from '@redux-devtools/instrument';
import { api } from '../../shared/api';
import { plainReducer, type State } from '../store';
import type { Recording } from './recordingFile';

/** Plays a recording in a separate store, using the engine of Redux DevTools. The tab's own store isn't touched. */
export interface Player {
  store: ReturnType<typeof createPlayerStore>;
  recording: Recording;
  /** Shows the state after this many actions. */
  show: (step: number) => void;
  /** The number of actions applied so far. */
  step: () => number;
  /** The error that computing a step threw; null if there was none. */
  errorAt: (step: number) => string | null;
  subscribe: (listener: () => void) => () => void;
}

export function createPlayer(recording: Recording): Player {
  const store = createPlayerStore();
  const { liftedStore } = store as unknown as EnhancedStore<State, UnknownAction, null>;
  liftedStore.dispatch({
    type: 'IMPORT_STATE',
    nextLiftedState: recording.actions,
    preloadedState: withoutMarks(recording.start as Record<string, object>) as unknown as State,
  });
  return {
    store,
    recording,
    show: (step) => void liftedStore.dispatch(ActionCreators.jumpToState(step)),
    step: () => liftedStore.getState().currentStateIndex,
    errorAt: (step) => liftedStore.getState().computedStates[step]?.error ?? null,
    subscribe: (listener) => liftedStore.subscribe(listener),
  };
}

/** Drops everything that screens dispatch: only recorded actions may change the state. */
const dropAllActions: Middleware = () => () => (action) => action;

function createPlayerStore() {
  return configureStore({
    reducer: plainReducer,
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware, dropAllActions),
    enhancers: (defaults) => defaults().concat(instrument(undefined, { shouldCatchErrors: true, maxAge: Infinity })),
    devTools: false,
  });
}

/** Removes redux-persist's `_persist` fields from the recorded state, as nothing is persisted here. Slices may also be arrays. */
function withoutMarks(start: Record<string, object>): Record<string, object> {
  const plain = ({ _persist: _, ...slice }: { _persist?: unknown }) => slice;
  return Object.fromEntries(Object.entries(start).map(([name, slice]) => [name, '_persist' in slice ? plain(slice) : slice]));
}
