import type { AccountSession, Credentials, Login } from '../../contract/auth';
import type {
  PreparedSecondFactor,
  PrepareSecondFactor,
  ProvedBoth,
  RecoveryCodes,
  SecondFactor,
  TurnOnSecondFactor,
} from '../../contract/secondFactor';
import { api, listTag, onSuccess } from '../../shared/api';

const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<Login, Credentials>({ query: (body) => ({ url: 'login', method: 'POST', body }) }),
    logout: build.mutation<void, void>({ query: () => ({ url: 'logout', method: 'POST' }) }),
    /** Requests a code by e-mail; the response doesn't reveal whether the account exists (our server only). */
    requestReset: build.mutation<void, { username: string }>({ query: (body) => ({ url: 'password_reset', method: 'POST', body }) }),
    /** Sets a new password with the mailed code, which can be used once, within 30 minutes. */
    resetPassword: build.mutation<void, { token: string; password: string }>({
      query: (body) => ({ url: 'password_reset', method: 'PUT', body }),
    }),
    /** The account's own sessions, most recent first (our server only). */
    listAccountSessions: build.query<AccountSession[], void>({
      query: () => 'account_sessions',
      transformResponse: (reply: { data: AccountSession[] }) => reply.data,
      providesTags: [listTag('AccountSession')],
    }),
    deleteAccountSession: build.mutation<void, number>({
      query: (id) => ({ url: `account_sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: onSuccess(listTag('AccountSession')),
    }),
    /** Ends every session of the account except this one. */
    deleteOtherAccountSessions: build.mutation<void, void>({
      query: () => ({ url: 'account_sessions', method: 'DELETE' }),
      invalidatesTags: onSuccess(listTag('AccountSession')),
    }),
    /** Ends every session of another account. */
    signOutEverywhere: build.mutation<void, number>({
      query: (id) => ({ url: `accounts/${id}/account_sessions`, method: 'DELETE' }),
    }),
    /** Whether an account has a second factor (our server only). */
    getSecondFactor: build.query<SecondFactor, number>({
      query: (id) => `accounts/${id}/second_factor`,
      providesTags: [listTag('SecondFactor')],
    }),
    /** A secret for an authenticator app, and recovery codes. Changes nothing yet. */
    prepareSecondFactor: build.mutation<PreparedSecondFactor, PrepareSecondFactor>({
      query: (body) => ({ url: 'second_factor/setup', method: 'PUT', body }),
    }),
    /** `id`: that of the signed-in account. */
    turnOnSecondFactor: build.mutation<void, { id: number; body: TurnOnSecondFactor }>({
      query: ({ body }) => ({ url: 'second_factor', method: 'PUT', body }),
      invalidatesTags: (_result, error, { id }) =>
        error ? [] : [listTag('SecondFactor'), listTag('AccountSession'), { type: 'Account', id }],
    }),
    renewRecoveryCodes: build.mutation<RecoveryCodes, ProvedBoth>({
      query: (body) => ({ url: 'second_factor/recovery_codes', method: 'PUT', body }),
      invalidatesTags: onSuccess(listTag('SecondFactor')),
    }),
    /** `id`: that of the signed-in account. */
    turnOffSecondFactor: build.mutation<void, { id: number; body: ProvedBoth }>({
      query: ({ body }) => ({ url: 'second_factor/off', method: 'PUT', body }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [listTag('SecondFactor'), { type: 'Account', id }]),
    }),
    /** Turns off another account's second factor. */
    turnOffSecondFactorOf: build.mutation<void, number>({
      query: (id) => ({ url: `accounts/${id}/second_factor`, method: 'DELETE' }),
      invalidatesTags: (_result, error, id) => (error ? [] : [listTag('SecondFactor'), listTag('Account'), { type: 'Account', id }]),
    }),
  }),
});
export const {
  useLoginMutation,
  useLogoutMutation,
  useRequestResetMutation,
  useResetPasswordMutation,
  useListAccountSessionsQuery,
  useDeleteAccountSessionMutation,
  useDeleteOtherAccountSessionsMutation,
  useSignOutEverywhereMutation,
  useGetSecondFactorQuery,
  usePrepareSecondFactorMutation,
  useTurnOnSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useTurnOffSecondFactorMutation,
  useTurnOffSecondFactorOfMutation,
} = authApi;
