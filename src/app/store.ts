/** All slices of the console's state. */
import { combineReducers, configureStore, type Middleware } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import {
  createTransform,
  FLUSH,
  PAUSE,
  PERSIST,
  persistReducer,
  persistStore,
  PURGE,
  REGISTER,
  REHYDRATE,
  type PersistConfig,
  type PersistedState,
} from 'redux-persist';
import { authSlice, isLoggedUser } from '../features/auth/slice';
import { captivePortalSlice } from '../features/captive-portal/slice';
import { guestsSlice } from '../features/guests/slice';
import { marketingSlice } from '../features/marketing/slice';
import { reportsSlice } from '../features/reports/slice';
import { vouchersSlice } from '../features/vouchers/slice';
import { api } from '../shared/api';
import { connectionSlice } from '../shared/connection';
import { dialogsIn, dialogsSlice } from '../shared/dialogs';
import { draftsIn, draftsSlice, withoutPictures } from '../shared/drafts';
import { exportsSlice } from '../shared/exports';
import { locationSlice, moved, type Place } from '../shared/location';
import { isPreferences, preferencesSlice } from '../shared/preferences';
import { secretBehind, withoutSecrets } from '../shared/secrets';
import { browserStorage, tabStorage } from './browserStorage';
import { createRecorder, type Recorded } from './recording';
import type { TimeTravel } from './replay/timeTravel';
import { withSessionChanges } from './sessionChanges';

/** Raising it requires a migration next to each slice's check here. */
const STORED_VERSION = 1;

type AuthState = ReturnType<typeof authSlice.reducer>;
type PreferencesState = ReturnType<typeof preferencesSlice.reducer>;
type DialogsState = ReturnType<typeof dialogsSlice.reducer>;
type DraftsState = ReturnType<typeof draftsSlice.reducer>;

const storedAuth: PersistConfig<AuthState> = {
  key: 'auth',
  version: STORED_VERSION,
  storage: browserStorage,
  whitelist: ['user'],
  // The token itself is in the browser's storage, a reference to it in the state.
  transforms: [createTransform(withToken, withoutSecrets<AuthState['user']>, { whitelist: ['user'] })],
  migrate: async (stored) => (stored && 'user' in stored && isLoggedUser(stored.user) ? stored : undefined),
};

const storedPreferences: PersistConfig<PreferencesState> = {
  key: 'preferences',
  version: STORED_VERSION,
  storage: browserStorage,
  migrate: async (stored) => (isPreferences(stored) ? stored : undefined),
};

function withToken(user: AuthState['user']): AuthState['user'] {
  return user && { ...user, token: secretBehind(user.token) ?? '' };
}

const storedDialogs: PersistConfig<DialogsState> = {
  key: 'dialogs',
  version: STORED_VERSION,
  storage: tabStorage,
  whitelist: ['of', 'stack'],
  migrate: async (stored) => whole(stored, dialogsIn(stored)),
};

const storedDrafts: PersistConfig<DraftsState> = {
  key: 'drafts',
  version: STORED_VERSION,
  storage: tabStorage,
  transforms: [createTransform(withoutPictures, null, { whitelist: ['byKey'] })],
  migrate: async (stored) => whole(stored, draftsIn(stored)),
};

/** What was stored, with its checked part in place of itself; nothing if the check found it broken or foreign. */
function whole(stored: PersistedState, checked: object | null): PersistedState {
  return stored && checked ? { ...stored, ...checked } : undefined;
}

/** The reducers of all slices, none of them stored. */
const plainReducers = {
  auth: authSlice.reducer,
  preferences: preferencesSlice.reducer,
  location: locationSlice.reducer,
  connection: connectionSlice.reducer,
  dialogs: dialogsSlice.reducer,
  drafts: draftsSlice.reducer,
  captivePortal: captivePortalSlice.reducer,
  guests: guestsSlice.reducer,
  marketing: marketingSlice.reducer,
  reports: reportsSlice.reducer,
  vouchers: vouchersSlice.reducer,
  exports: exportsSlice.reducer,
  [api.reducerPath]: api.reducer,
};

/** The whole state, with nothing stored. */
export const plainReducer = withSessionChanges(combineReducers(plainReducers));

const reducer = withSessionChanges(
  combineReducers({
    ...plainReducers,
    auth: persistReducer(storedAuth, authSlice.reducer),
    preferences: persistReducer(storedPreferences, preferencesSlice.reducer),
    dialogs: persistReducer(storedDialogs, dialogsSlice.reducer),
    drafts: persistReducer(storedDrafts, draftsSlice.reducer),
  }),
);

export type State = ReturnType<typeof reducer>;

/** Secrets stay here: reducers, DevTools and recordings get references to them. */
const hideSecrets: Middleware = () => (next) => (action) => next(withoutSecrets(action));

/** Hash routes: the address as the router reads it. */
function placeInAddress(): Place {
  const { pathname, search } = new URL(window.location.hash.slice(1) || '/', window.location.origin);
  return { pathname, search };
}

/** The store, a promise that resolves once stored slices are restored, and the recording tools. `timeTravel`: where DevTools is present. */
export function createStore(timeTravel?: TimeTravel<State>) {
  const recorder = createRecorder();
  const store = configureStore({
    reducer: timeTravel?.replayable(reducer) ?? reducer,
    middleware: (defaults) =>
      defaults({ serializableCheck: { ignoredActions: [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER] } }).concat(
        api.middleware,
        hideSecrets,
        ...(timeTravel ? [timeTravel.middleware] : []),
        recorder.middleware,
      ),
    devTools: { name: 'Portico' },
  });
  timeTravel?.watch(store);
  setupListeners(store.dispatch);
  // Before anything is restored: what was open belongs to this address.
  store.dispatch(moved(placeInAddress()));
  let markRestored: () => void = () => undefined;
  const restored = new Promise<void>((resolve) => {
    markRestored = resolve;
  });
  persistStore(store, null, () => markRestored());
  const recording: RecordingTools = {
    recorded: recorder.recorded,
    leave: () => {
      const { pathname, search } = (timeTravel?.present() ?? store.getState()).location;
      window.history.replaceState(null, '', `#${pathname}${search}`);
      window.location.reload();
    },
  };
  return { store, restored, recording };
}

/** What the help menu and the sign of a replay do with this tab's store. */
export interface RecordingTools {
  recorded: () => Recorded;
  /** Ends a replay: the page starts again where it was. */
  leave: () => void;
}

export type Store = ReturnType<typeof createStore>['store'];
