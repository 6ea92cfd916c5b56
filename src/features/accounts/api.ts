import type { Account, ListAccounts, UpdateAccount } from '../../contract/accounts';
import type { Disclaimer } from '../../contract/disclaimers';
import { api, listTag, okOrNothingFound, pageOrNothing, rowTags, type Page } from '../../shared/api';

const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAccounts: build.query<Page<Account>, Partial<ListAccounts>>({
      query: (params) => ({ url: 'accounts', params, validateStatus: okOrNothingFound }),
      transformResponse: pageOrNothing<Account>,
      providesTags: (page) => rowTags('Account', page?.data),
    }),
    getAccount: build.query<Account, number>({
      query: (id) => `accounts/${id}`,
      providesTags: (_account, _error, id) => [{ type: 'Account', id }],
    }),
    updateAccount: build.mutation<void, { id: number; change: UpdateAccount }>({
      query: ({ id, change }) => ({ url: `accounts/${id}`, method: 'PUT', body: change }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [{ type: 'Account', id }, listTag('Attention')]),
    }),
    listDisclaimers: build.query<Disclaimer[], number>({
      query: (accountId) => ({ url: `disclaimers/accounts/${accountId}`, validateStatus: okOrNothingFound }),
      transformResponse: (reply: Disclaimer[] | { message: string }) => (Array.isArray(reply) ? reply : []),
    }),
  }),
});
export const { useListAccountsQuery, useGetAccountQuery, useUpdateAccountMutation, useListDisclaimersQuery } = accountsApi;
