/** All slices of the console's state. */
import { combineReducers, configureStore, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { FLUSH, PAUSE, PERSIST, persistReducer, persistStore, PURGE, REGISTER, REHYDRATE } from 'redux-persist';
import { authSlice } from '../features/auth/slice';
import { captivePortalSlice } from '../features/portal-designer/slice';
import { deletedSlice } from '../features/deleted/slice';
import { guestsSlice } from '../features/guests/slice';
import { marketingSlice } from '../features/marketing/slice';
import { reportsSlice } from '../features/reports/slice';
import { counterSlice } from '../features/counter/slice';
import { printingSlice } from '../features/printing/slice';
import { studioSlice } from '../features/printing/studio/slice';
import { vouchersSlice } from '../features/vouchers/slice';
import { api } from '../shared/api';
import { recoverByItself, refetchOnReturn, refetchOvertaken } from '../shared/refetch';
import { connectionSlice } from '../shared/connection';
import type { ConsoleState } from '../shared/consoleState';
import { dialogsSlice } from '../shared/dialogs';
import { draftsSlice } from '../shared/drafts';
import { exportsSlice } from '../shared/exports';
import { locationSlice, moved, type ConsoleLocation } from '../shared/location';
import { recentsSlice } from '../shared/recents';
import { withoutSecrets } from '../shared/secrets';
import { unfoldedSlice } from '../shared/unfolded';
import { createRecorder, type Recorded } from './recording';
import type { TimeTravel } from './replay/timeTravel';
import { withSessionChanges } from './sessionChanges';
import { preferencesReducer, storedAuth, storedCounter, storedDialogs, storedDrafts, storedPreferences } from './stored';

const sliceReducers = {
  auth: authSlice.reducer,
  preferences: preferencesReducer,
  location: locationSlice.reducer,
  connection: connectionSlice.reducer,
  dialogs: dialogsSlice.reducer,
  drafts: draftsSlice.reducer,
  captivePortal: captivePortalSlice.reducer,
  deleted: deletedSlice.reducer,
  guests: guestsSlice.reducer,
  marketing: marketingSlice.reducer,
  reports: reportsSlice.reducer,
  vouchers: vouchersSlice.reducer,
  counter: counterSlice.reducer,
  printing: printingSlice.reducer,
  studio: studioSlice.reducer,
  exports: exportsSlice.reducer,
  recents: recentsSlice.reducer,
  unfolded: unfoldedSlice.reducer,
} satisfies { [Slice in keyof ConsoleState]: (before: undefined, action: UnknownAction) => ConsoleState[Slice] };

/** The reducers of all slices, without persistence. */
const plainReducers = { ...sliceReducers, [api.reducerPath]: api.reducer };

/** The root reducer without persistence. */
export const plainReducer = withSessionChanges(combineReducers(plainReducers));

const reducer = withSessionChanges(
  combineReducers({
    ...plainReducers,
    auth: persistReducer(storedAuth, authSlice.reducer),
    counter: persistReducer(storedCounter, counterSlice.reducer),
    preferences: persistReducer(storedPreferences, preferencesReducer),
    dialogs: persistReducer(storedDialogs, dialogsSlice.reducer),
    drafts: persistReducer(storedDrafts, draftsSlice.reducer),
  }),
);

export type State = ReturnType<typeof reducer>;

/** In milliseconds. Development checks are slow on a busy machine; a lower limit would warn although the state isn't too large. */
const SLOW_CHECK = 500;

/** Replaces secrets with references before reducers, DevTools and recordings see them. */
const hideSecrets: Middleware<unknown, unknown> = () => (next) => (action) => next(withoutSecrets(action));

/** The location in the address bar (hash routes), as the router reads it. */
function locationInAddressBar(): ConsoleLocation {
  const { pathname, search } = new URL(window.location.hash.slice(1) || '/', window.location.origin);
  return { pathname, search };
}

/**
 * Creates the store. Returns it with a promise that resolves once persisted slices are restored, the recording tools, and a function that
 * stops the store's background work. `timeTravel`: only with DevTools.
 */
export function createStore(timeTravel?: TimeTravel<State>) {
  const recorder = createRecorder();
  const store = configureStore({
    reducer: timeTravel?.replayable(reducer) ?? reducer,
    middleware: (defaults) =>
      defaults({
        serializableCheck: { ignoredActions: [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER], warnAfter: SLOW_CHECK },
        immutableCheck: { warnAfter: SLOW_CHECK },
      })
        .concat(refetchOvertaken, api.middleware, hideSecrets, ...(timeTravel ? [timeTravel.middleware] : []))
        .concat(recorder.middleware),
    devTools: { name: 'Portico' },
  });
  timeTravel?.watch(store);
  setupListeners(store.dispatch);
  const ending = [refetchOnReturn(store.dispatch), recoverByItself(store)];
  // Set the location before restoring: stored dialogs belong to it.
  store.dispatch(moved(locationInAddressBar()));
  let markRestored: () => void = () => undefined;
  const restored = new Promise<void>((resolve) => {
    markRestored = resolve;
  });
  const persistor = persistStore(store, null, () => markRestored());
  // redux-persist writes one value per tick; without this, a change made just before a reload would be lost.
  window.addEventListener('pagehide', () => void persistor.flush());
  const recording: RecordingTools = {
    recorded: recorder.recorded,
    leave: () => {
      const { pathname, search } = (timeTravel?.present() ?? store.getState()).location;
      window.history.replaceState(null, '', `#${pathname}${search}`);
      window.location.reload();
    },
  };
  const close = () => ending.forEach((end) => end());
  return { store, restored, recording, close };
}

/** What the help menu and the replay banner can do with this tab's store. */
export interface RecordingTools {
  recorded: () => Recorded;
  /** Ends a replay by reloading the page at the location where it was before. */
  leave: () => void;
}

export type Store = ReturnType<typeof createStore>['store'];
