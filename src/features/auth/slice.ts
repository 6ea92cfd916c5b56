import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Account, Subscription } from '../../contract/accounts';
import type { Role } from '../../contract/roles';
import { ROLES } from '../../contract/roles';
import type { SmsAccount } from '../../contract/stats';
import { loginLost } from '../../shared/api';

/** The account of who is signed in, with its SMS pack where it has one. */
export type LoggedAccount = Account & Partial<SmsCounts>;

type SmsCounts = Pick<SmsAccount, 'sms_count' | 'sms_max_count' | 'sms_threshold'>;

/** Who is signed in, as it is kept in the browser (spec 1 §3, "Logged user"). */
export interface LoggedUser {
  id: number;
  token: string;
  account_type: Role;
  /** Null until the account has been read for the first time. */
  info: LoggedAccount | null;
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
      if (state.user?.id === payload.id) state.user.info = { ...smsOf(state.user.info), ...payload };
    },
    smsRead: (state, { payload }: PayloadAction<SmsCounts | null>) => {
      if (state.user?.info && payload) Object.assign(state.user.info, smsOf(payload));
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
export const { signedIn, accountRead, smsRead, passwordChosen, signedOut, otherTabFollowed } = authSlice.actions;
export const { selectUser, selectEnded } = authSlice.selectors;

/** What of an account tells of its SMS; an account that is read again says nothing of them but the threshold. */
function smsOf(account: Partial<SmsCounts> | null): Partial<SmsCounts> {
  if (account?.sms_count === undefined || account.sms_max_count === undefined) return {};
  const { sms_count, sms_max_count, sms_threshold } = account;
  return { sms_count, sms_max_count, ...(sms_threshold !== undefined && { sms_threshold }) };
}

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
