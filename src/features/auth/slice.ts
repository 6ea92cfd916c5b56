import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Account, Subscription } from '../../contract/accounts';
import type { Role } from '../../contract/roles';
import { ROLES } from '../../contract/roles';
import { loginLost } from '../../shared/api';

/** Who is signed in, as it is kept in the browser (spec 1 §3, "Logged user"). */
export interface LoggedUser {
  id: number;
  token: string;
  account_type: Role;
  /** Null until the account has been read for the first time. */
  info: Account | null;
  subscription: Subscription | null;
  /** The one-time password of an installation is still in use. */
  must_change_password: boolean;
}

interface AuthState {
  user: LoggedUser | null;
  /** Why the log-in screen shows although somebody was signed in. */
  ended: 'lost' | null;
}

const initialState: AuthState = { user: null, ended: null };

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<LoggedUser>): AuthState => ({ user: payload, ended: null }),
    accountRead: (state, { payload }: PayloadAction<Account>) => {
      if (state.user?.id === payload.id) state.user.info = payload;
    },
    passwordChosen: (state) => {
      if (state.user) state.user.must_change_password = false;
    },
    signedOut: (): AuthState => initialState,
    /** Another tab of this browser signed in or out; this one follows. */
    otherTabFollowed: (_state, { payload }: PayloadAction<LoggedUser | null>): AuthState => ({ user: payload, ended: null }),
  },
  extraReducers: (build) => {
    build.addCase(loginLost, (): AuthState => ({ user: null, ended: 'lost' }));
  },
  selectors: { selectUser: (state) => state.user, selectEnded: (state) => state.ended },
});
export const { signedIn, accountRead, passwordChosen, signedOut, otherTabFollowed } = authSlice.actions;
export const { selectUser, selectEnded } = authSlice.selectors;

/** What a stored state may become of; a broken or foreign one is no log-in. */
export function isLoggedUser(stored: unknown): stored is LoggedUser {
  if (typeof stored !== 'object' || stored === null) return false;
  const { id, token, account_type, info } = stored as Record<keyof LoggedUser, unknown>;
  return (
    typeof id === 'number' &&
    typeof token === 'string' &&
    ROLES.some((role) => role === account_type) &&
    (info === null || typeof info === 'object')
  );
}
