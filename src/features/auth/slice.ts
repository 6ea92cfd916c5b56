import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Account, Subscription } from '../../contract/accounts';
import { type Role, ROLES, managesSeveralHotspots } from '../../contract/plain/roles';
import type { SmsAccount } from '../../contract/stats';
import { loginLost, secondFactorMissed } from '../../shared/sendRequest';
import { accountsApi } from '../accounts/api';
import { dashboardApi } from '../dashboard/api';

/** The signed-in user's account, with its SMS pack if it has one. */
export type LoggedAccount = Account & Partial<SmsCounts>;

type SmsCounts = Pick<SmsAccount, 'sms_count' | 'sms_max_count' | 'sms_threshold'>;

/** The signed-in user as stored in the browser (AUTH-10). */
export interface LoggedUser {
  id: number;
  token: string;
  account_type: Role;
  /** Null until the account has been loaded once. */
  info: LoggedAccount | null;
  subscription: Subscription | null;
  /** Whether the installation's one-time password is still in use. */
  must_change_password: boolean;
  /** A second factor is required here, and still missing. */
  second_factor_missing?: boolean;
}

interface AuthState {
  user: LoggedUser | null;
  /** Why the login form is shown although somebody was signed in. */
  ended: 'lost' | null;
}

declare module '../../shared/consoleState' {
  interface ConsoleState {
    auth: AuthState;
  }
}

const initialState: AuthState = { user: null, ended: null };

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    signedIn: (_state, { payload }: PayloadAction<LoggedUser>): AuthState => ({ user: payload, ended: null }),
    passwordChosen: (state) => {
      if (state.user) state.user.must_change_password = false;
    },
    secondFactorFound: (state) => {
      if (state.user) state.user.second_factor_missing = false;
    },
    signedOut: (): AuthState => initialState,
    /** Another tab of this browser signed in or out. */
    otherTabFollowed: (_state, { payload }: PayloadAction<LoggedUser | null>): AuthState => ({ user: payload, ended: null }),
  },
  extraReducers: (build) => {
    build
      .addCase(loginLost, (): AuthState => ({ user: null, ended: 'lost' }))
      .addCase(secondFactorMissed, (state) => {
        if (state.user) state.user.second_factor_missing = true;
      })
      // Stored with the login, so that the console can start while the server is away.
      .addMatcher(accountsApi.endpoints.getAccount.matchFulfilled, (state, { payload }) => readAccount(state, payload))
      .addMatcher(dashboardApi.endpoints.getOwnSms.matchFulfilled, (state, { payload }) => {
        if (state.user?.info && payload) Object.assign(state.user.info, smsOf(payload));
      });
  },
  selectors: {
    selectUser: (state) => state.user,
    selectIsSignedIn: ({ user }) => user !== null,
    selectEnded: (state) => state.ended,
    selectRole: ({ user }) => user?.account_type ?? null,
    /** The hotspot that a customer or desk is limited to; undefined for roles that manage many. */
    selectOwnHotspotId: ({ user }) => (user && managesSeveralHotspots(user.account_type) ? undefined : (user?.info?.hotspot_id ?? 0)),
  },
});
export const { signedIn, passwordChosen, secondFactorFound, signedOut, otherTabFollowed } = authSlice.actions;
export const { selectUser, selectIsSignedIn, selectEnded, selectRole, selectOwnHotspotId } = authSlice.selectors;

function readAccount(state: AuthState, account: Account): void {
  if (state.user?.id === account.id) state.user.info = { ...smsOf(state.user.info), ...account };
}

/** An account's SMS counts. Refetching the account returns only the threshold, so the rest is carried over. */
function smsOf(account: Partial<SmsCounts> | null): Partial<SmsCounts> {
  if (account?.sms_count === undefined || account.sms_max_count === undefined) return {};
  const { sms_count, sms_max_count, sms_threshold } = account;
  return { sms_count, sms_max_count, ...(sms_threshold !== undefined && { sms_threshold }) };
}

/** Validates what was stored; anything broken or unknown counts as signed out. */
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
