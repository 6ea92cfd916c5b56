/** What redux-persist keeps in the browser between visits, and how every stored version is read. */
import type { Reducer } from '@reduxjs/toolkit';
import { createTransform, type PersistConfig, type PersistedState } from 'redux-persist';
import { isLoggedUser, type authSlice, otherTabFollowed, signedIn, signedOut } from '../features/auth/slice';
import { storedVouchersIn, type counterSlice } from '../features/counter/slice';
import { dialogsIn, type dialogsSlice } from '../shared/dialogs';
import { draftsIn, withoutPictures, type draftsSlice } from '../shared/drafts';
import { afterSignOut, ofAccount, preferencesSlice, readPreferences, type Preferences } from '../shared/preferences';
import { secretBehind, withoutSecrets } from '../shared/secrets';
import { personChanged } from '../shared/session';
import { browserStorage, storedText, tabStorage } from './browserStorage';

/** Increasing it requires a line in MIGRATIONS. */
const STORED_VERSION = 3;

type Values = Record<string, unknown>;

/** Each entry migrates the preferences of the previous version to `version`. */
const MIGRATIONS: readonly (readonly [version: number, migrate: (stored: Values) => Values])[] = [
  // Preferences used to have no owner; assume it is whoever is signed in.
  [2, (stored) => ({ ...stored, owner_id: storedUser(storedText('persist:auth') ?? null)?.id ?? null })],
  // The guest list used to have a flag to show expired guests instead of valid ones.
  [3, ({ guests_show_expired, ...stored }) => ({ ...stored, guests_segment: guests_show_expired === true ? 'expired' : 'active' })],
];

/** With the option that redux-persist's types lack. */
type ParsedConfig<S> = PersistConfig<S> & { deserialize: typeof parsed };

type AuthState = ReturnType<typeof authSlice.reducer>;

export const storedAuth: PersistConfig<AuthState> = {
  key: 'auth',
  version: STORED_VERSION,
  storage: browserStorage,
  whitelist: ['user'],
  // The browser's storage holds the token itself, the state only a reference to it.
  transforms: [createTransform(withToken, withoutSecrets<AuthState['user']>, { whitelist: ['user'] })],
  migrate: async (stored) => (stored && 'user' in stored && isLoggedUser(stored.user) ? stored : undefined),
};

export const storedPreferences: ParsedConfig<Preferences> = {
  key: 'preferences',
  version: STORED_VERSION,
  storage: browserStorage,
  deserialize: parsed,
  migrate: async (stored) => {
    if (!stored) return undefined;
    const from = storedVersion(stored);
    const migrated = MIGRATIONS.filter(([version]) => version > from).reduce<Values>((values, [, migrate]) => migrate(values), {
      ...stored,
    });
    const preferences = readPreferences(migrated);
    // Another tab may have stored a login in the meantime.
    const user = storedUser(storedText('persist:auth') ?? null);
    return (user ? ofAccount(preferences, user.id) : preferences) as PersistedState;
  },
};

function withToken(user: AuthState['user']): AuthState['user'] {
  return user && { ...user, token: secretBehind(user.token) ?? '' };
}

/** The vouchers that the counter shows while the server can't be reached. */
export const storedCounter: ParsedConfig<ReturnType<typeof counterSlice.reducer>> = {
  key: 'counter',
  version: STORED_VERSION,
  storage: browserStorage,
  whitelist: ['kept'],
  deserialize: parsed,
  migrate: async (stored) => whole(stored, { kept: stored && 'kept' in stored ? storedVouchersIn(stored.kept) : null }),
};

export const storedDialogs: PersistConfig<ReturnType<typeof dialogsSlice.reducer>> = {
  key: 'dialogs',
  version: STORED_VERSION,
  storage: tabStorage,
  whitelist: ['of', 'stack'],
  migrate: async (stored) => whole(stored, dialogsIn(stored)),
};

export const storedDrafts: PersistConfig<ReturnType<typeof draftsSlice.reducer>> = {
  key: 'drafts',
  version: STORED_VERSION,
  storage: tabStorage,
  transforms: [createTransform(withoutPictures, null, { whitelist: ['byKey'] })],
  migrate: async (stored) => whole(stored, draftsIn(stored)),
};

/** The stored state with its validated part; undefined if validation failed. */
function whole(stored: PersistedState, checked: object | null): PersistedState {
  return stored && checked ? { ...stored, ...checked } : undefined;
}

/** Preferences reducer that doesn't pass preferences from one user to the next. */
export const preferencesReducer: Reducer<Preferences> = (state, action) => {
  const preferences = preferencesSlice.reducer(state, action);
  if (signedIn.match(action)) return ofAccount(preferences, action.payload.id);
  if (personChanged.match(action)) return action.payload === null ? preferences : ofAccount(preferences, action.payload);
  if (signedOut.match(action)) return afterSignOut(preferences);
  if (otherTabFollowed.match(action)) return action.payload ? ofAccount(preferences, action.payload.id) : afterSignOut(preferences);
  return preferences;
};

/** Versions before 1 stored no version; the types don't know that. */
const storedVersion = (stored: { _persist?: { version?: number } }): number => stored._persist?.version ?? 0;

/** The login in a stored text; null if there is none or it is invalid. */
export function storedUser(text: string | null) {
  const user = partsOf(text).user;
  return isLoggedUser(user) ? withoutSecrets(user) : null;
}

/** The valid preferences in a stored text. */
export const storedPreferencesIn = (text: string | null): Partial<Preferences> => readPreferences(partsOf(text));

/** redux-persist stores a slice as a JSON object whose values are again JSON texts, one per field. */
function partsOf(text: string | null): Values {
  const parts = parsed(text ?? '');
  if (typeof parts !== 'object' || parts === null) return {};
  return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, parsed(part)]));
}

/** Undefined for invalid JSON, so that one broken value doesn't lose the others. */
function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
