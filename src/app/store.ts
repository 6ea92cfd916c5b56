/** All slices of the console's state. */
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { FLUSH, PAUSE, PERSIST, persistReducer, persistStore, PURGE, REGISTER, REHYDRATE, type PersistConfig } from 'redux-persist';
import { accountsSlice } from '../features/accounts/slice';
import { authSlice, isLoggedUser } from '../features/auth/slice';
import { guestsSlice } from '../features/guests/slice';
import { hotspotsSlice } from '../features/hotspots/slice';
import { integrationsSlice } from '../features/integrations/slice';
import { macAuthSlice } from '../features/mac-auth/slice';
import { unitsSlice } from '../features/units/slice';
import { vouchersSlice } from '../features/vouchers/slice';
import { api, refetchOvertaken, stopAsking } from '../shared/api';
import { connectionSlice } from '../shared/connection';
import { locationSlice } from '../shared/location';
import { isPreferences, preferencesSlice } from '../shared/preferences';
import { browserStorage } from './browserStorage';
import { createRecorder, isRecording, play, replayable, type Recording } from './recording';
import { withoutSecrets } from './withoutSecrets';

/** Raising it requires a migration next to each slice's check here. */
const STORED_VERSION = 1;

type AuthState = ReturnType<typeof authSlice.reducer>;
type PreferencesState = ReturnType<typeof preferencesSlice.reducer>;

const storedAuth: PersistConfig<AuthState> = {
  key: 'auth',
  version: STORED_VERSION,
  storage: browserStorage,
  whitelist: ['user'],
  migrate: async (stored) => (stored && 'user' in stored && isLoggedUser(stored.user) ? stored : undefined),
};

const storedPreferences: PersistConfig<PreferencesState> = {
  key: 'preferences',
  version: STORED_VERSION,
  storage: browserStorage,
  migrate: async (stored) => (isPreferences(stored) ? stored : undefined),
};

const reducer = combineReducers({
  auth: persistReducer(storedAuth, authSlice.reducer),
  preferences: persistReducer(storedPreferences, preferencesSlice.reducer),
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
});

type State = ReturnType<typeof reducer>;

/** The store, a promise that resolves once stored slices are restored, and the recording tools. */
export function createStore() {
  const recorder = createRecorder();
  const store = configureStore({
    reducer: replayable<State>(reducer),
    middleware: (defaults) =>
      defaults({ serializableCheck: { ignoredActions: [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER] } }).concat(
        refetchOvertaken,
        api.middleware,
        recorder.middleware,
      ),
    devTools: { name: 'Portico', stateSanitizer: withoutSecrets, actionSanitizer: withoutSecrets },
  });
  setupListeners(store.dispatch);
  let markRestored: () => void = () => undefined;
  const restored = new Promise<void>((resolve) => {
    markRestored = resolve;
  });
  const persistor = persistStore(store, null, () => markRestored());
  const recording: RecordingTools = {
    save: recorder.save,
    play: (recorded) => {
      if (!isRecording(recorded)) throw new Error('not a recording');
      // Don't store the recorded session: it isn't this browser's.
      persistor.pause();
      stopAsking();
      play(recorded, store.dispatch);
    },
  };
  return { store, restored, recording };
}

/** Saves a recording of this tab or plays one back; `play` throws if the value isn't a recording. */
export interface RecordingTools {
  save: () => Recording;
  play: (recorded: unknown) => void;
}

export type Store = ReturnType<typeof createStore>['store'];
