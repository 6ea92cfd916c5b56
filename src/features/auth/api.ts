import type { Credentials, Login } from '../../contract/auth';
import { api } from '../../shared/api';

const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<Login, Credentials>({ query: (body) => ({ url: 'login', method: 'POST', body }) }),
    logout: build.mutation<void, void>({ query: () => ({ url: 'logout', method: 'POST' }) }),
  }),
});
export const { useLoginMutation, useLogoutMutation } = authApi;
