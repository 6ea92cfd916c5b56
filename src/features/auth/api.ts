import type { AccountSession, Credentials, Login } from '../../contract/auth';
import { api, listTag, onSuccess } from '../../shared/api';

const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<Login, Credentials>({ query: (body) => ({ url: 'login', method: 'POST', body }) }),
    logout: build.mutation<void, void>({ query: () => ({ url: 'logout', method: 'POST' }) }),
    /** Asks for a code by mail; the answer is the same whether or not there is such an account (embedded server). */
    requestReset: build.mutation<void, { username: string }>({ query: (body) => ({ url: 'password_reset', method: 'POST', body }) }),
    /** A new password by that code, which is good once and for half an hour. */
    resetPassword: build.mutation<void, { token: string; password: string }>({
      query: (body) => ({ url: 'password_reset', method: 'PUT', body }),
    }),
    /** Where one is signed in, the latest first (embedded server). */
    listAccountSessions: build.query<AccountSession[], void>({
      query: () => 'account_sessions',
      transformResponse: (reply: { data: AccountSession[] }) => reply.data,
      providesTags: [listTag('AccountSession')],
    }),
    deleteAccountSession: build.mutation<void, number>({
      query: (id) => ({ url: `account_sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: onSuccess(listTag('AccountSession')),
    }),
    /** Signs out everywhere but here. */
    deleteOtherAccountSessions: build.mutation<void, void>({
      query: () => ({ url: 'account_sessions', method: 'DELETE' }),
      invalidatesTags: onSuccess(listTag('AccountSession')),
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
} = authApi;
