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
} from 'redux-persist';
import { accountsSlice } from '../features/accounts/slice';
import { authSlice, isLoggedUser } from '../features/auth/slice';
import { guestsSlice } from '../features/guests/slice';
import { hotspotsSlice } from '../features/hotspots/slice';
import { integrationsSlice } from '../features/integrations/slice';
import { macAuthSlice } from '../features/mac-auth/slice';
import { unitsSlice } from '../features/units/slice';
import { vouchersSlice } from '../features/vouchers/slice';
import { api } from '../shared/api';
import { connectionSlice } from '../shared/connection';
import { locationSlice } from '../shared/location';
import { isPreferences, preferencesSlice } from '../shared/preferences';
import { secretBehind, withoutSecrets } from '../shared/secrets';
import { browserStorage } from './browserStorage';
import { createRecorder, type Recorded } from './recording';
import type { TimeTravel } from './replay/timeTravel';

/** Raising it requires a migration next to each slice's check here. */
const STORED_VERSION = 1;

type AuthState = ReturnType<typeof authSlice.reducer>;
type PreferencesState = ReturnType<typeof preferencesSlice.reducer>;

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

/** The reducers of all slices, none of them stored. */
export const plainReducers = {
  auth: authSlice.reducer,
  preferences: preferencesSlice.reducer,
  location: locationSlice.reducer,
  connection: connectionSlice.reducer,
  accounts: accountsSlice.reducer,
  guests: guestsSlice.reducer,
  hotspots: hotspotsSlice.reducer,
  integrations: integrationsSlice.reducer,
  macAuth: macAuthSlice.reducer,
  units: unitsSlice.reducer,
  vouchers: vouchersSlice.reducer,
  [api.reducerPath]: api.reducer,
};

const reducer = combineReducers({
  ...plainReducers,
  auth: persistReducer(storedAuth, authSlice.reducer),
  preferences: persistReducer(storedPreferences, preferencesSlice.reducer),
});

export type State = ReturnType<typeof reducer>;

/** Secrets stay here: reducers, DevTools and recordings get references to them. */
const hideSecrets: Middleware = () => (next) => (action) => next(withoutSecrets(action));

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
