import { configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { ActionCreators, instrument, type EnhancedStore } from '@redux-devtools/instrument';
import { api } from '../../shared/api';
import { plainReducer, type State } from '../store';
import type { Recording } from './recordingFile';

/** Plays a recording in a store of its own, with the engine of Redux DevTools. The tab's own store waits. */
export interface Player {
  store: ReturnType<typeof createPlayerStore>;
  recording: Recording;
  /** Shows the state after so many actions. */
  show: (step: number) => void;
  /** How many actions have happened. */
  step: () => number;
  /** Why a step could not be computed; null if it could. */
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

/** In a film nobody acts: what screens dispatch is dropped. */
const onlyTheFilm: Middleware = () => () => (action) => action;

function createPlayerStore() {
  return configureStore({
    reducer: plainReducer,
    middleware: (defaults) => defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware, onlyTheFilm),
    enhancers: (defaults) => defaults().concat(instrument(undefined, { shouldCatchErrors: true, maxAge: Infinity })),
    devTools: false,
  });
}

/** The marks of redux-persist are in the recorded state; here nothing is stored. */
function withoutMarks(start: Record<string, object>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(start).map(([name, { _persist: _, ...slice }]: [string, { _persist?: unknown }]) => [name, slice]),
  );
}
