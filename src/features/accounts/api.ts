import type {
  Account,
  AccountPreference,
  CreateAccount,
  ListAccounts,
  SubscriptionPlan,
  UpdateAccount,
  UpdateAccountPreference,
  UpdateSubscription,
} from '../../contract/accounts';
import type { Disclaimer } from '../../contract/disclaimers';
import type { AccountIntegration } from '../../contract/integrations';
import type { SmsAccount } from '../../contract/stats';
import { api, listedPage, listTag, onSuccess, rowTags, type ListedPage, type Page } from '../../shared/api';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';
import { ifMatch, withEtag, type WithEtag } from '../../shared/etag';

/** So many rows are asked for at once where all are wanted (API.md, "Paging"). */
const MANY = 1000;

/** An integration that is switched on or off for a reseller. */
interface Switching {
  accountId: number;
  integrationId: number;
}

const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAccounts: build.query<ListedPage<Account>, Partial<ListAccounts>>({
      query: (params) => ({ url: 'accounts', params }),
      transformResponse: (reply: Page<Account>, meta) => listedPage(reply, meta),
      providesTags: (page) => rowTags('Account', page?.data),
    }),
    getAccount: build.query<WithEtag<Account>, number>({
      query: (id) => `accounts/${id}`,
      transformResponse: (reply: Account, meta) => withEtag(reply, meta),
      providesTags: (_account, _error, id) => [{ type: 'Account', id }],
    }),
    /** How many managers an account has made, directly: they go when it goes (API.md, "Accounts"). */
    countMadeBy: build.query<number, number>({
      queryFn: async (id, _api, _extra, ask) => {
        let made = 0;
        for (let page = 1, seen = 0, total = 1; seen < total; page += 1) {
          const answer = await ask({ url: 'accounts', params: { page, limit: MANY } });
          if (answer.error) return { error: answer.error };
          const { data, total: all } = answer.data as Page<Account>;
          made += data.filter(({ creator_id }) => creator_id === id).length;
          seen += data.length;
          total = data.length === 0 ? 0 : all;
        }
        return { data: made };
      },
      providesTags: [listTag('Account')],
    }),
    createAccount: build.mutation<{ id: number }, Keyed<CreateAccount>>({
      query: (sent) => idempotentPost('accounts', sent),
      invalidatesTags: onSuccess(listTag('Account'), listTag('Attention')),
    }),
    updateAccount: build.mutation<void, { id: number; change: UpdateAccount; etag?: string }>({
      query: ({ id, change, etag = '' }) => ({ url: `accounts/${id}`, method: 'PUT', body: change, ...ifMatch(etag) }),
      invalidatesTags: (_result, error, { id, change }) =>
        error ? [] : [{ type: 'Account', id }, listTag('Attention'), ...(change.password === undefined ? [] : [listTag('AccountSession')])],
    }),
    /** Takes with it the account's tokens and the accounts that it made. `accountDeleted` tells the lists, once nothing shows it any more. */
    deleteAccount: build.mutation<void, number>({ query: (id) => ({ url: `accounts/${id}`, method: 'DELETE' }) }),
    listSubscriptionPlans: build.query<SubscriptionPlan[], void>({ query: () => 'subscription_plans' }),
    /** Another plan for a reseller, or another end of it (embedded server). */
    updateSubscription: build.mutation<void, { id: number; change: UpdateSubscription }>({
      query: ({ id, change }) => ({ url: `accounts/${id}/subscription`, method: 'PUT', body: change }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [{ type: 'Account', id }]),
    }),
    /** The SMS pack of an account; null where there is none: only resellers have one. */
    getAccountSms: build.query<SmsAccount | null, number>({
      query: (id) => ({ url: `stats/sms/accounts/${id}`, validateStatus: (response) => response.ok || response.status === 404 }),
      transformResponse: (reply: SmsAccount | { message: string }) => ('sms_count' in reply ? reply : null),
      providesTags: [listTag('Sms')],
    }),
    /** So many more SMS for an account. */
    addSms: build.mutation<void, Keyed<{ id: number; sms_to_add: number }>>({
      query: ({ body: { id, sms_to_add }, key }) => idempotentPost(`stats/sms/accounts/${id}`, { body: { sms_to_add }, key }),
      invalidatesTags: onSuccess(listTag('Sms'), listTag('Attention')),
    }),
    /** Warn an account when so many SMS are left; 0: do not. */
    updateSmsThreshold: build.mutation<void, { id: number; sms_threshold: number }>({
      query: ({ id, sms_threshold }) => ({ url: `stats/sms/accounts/${id}`, method: 'PUT', body: { sms_threshold } }),
      invalidatesTags: onSuccess(listTag('Sms'), listTag('Attention')),
    }),
    listDisclaimers: build.query<Disclaimer[], number>({
      query: (accountId) => `disclaimers/accounts/${accountId}`,
      providesTags: (rows) => rowTags('Disclaimer', rows),
    }),
    listAccountPreferences: build.query<AccountPreference[], number>({
      query: (id) => `preferences/accounts/${id}`,
      providesTags: [listTag('AccountPreference')],
    }),
    /** Sets preferences of an account, one call a key (spec 2 §7). Fails with the first that fails; the others are read again. */
    updateAccountPreferences: build.mutation<null, { id: number; changes: readonly UpdateAccountPreference[] }>({
      queryFn: async ({ id, changes }, _api, _extra, ask) => {
        const sent = changes.map(async (change) => {
          const { error } = await ask({ url: `preferences/accounts/${id}`, method: 'PUT', body: { ...change, account_id: id } });
          return error;
        });
        const error = (await Promise.all(sent)).find((one) => one !== undefined);
        return error ? { error } : { data: null };
      },
      // Also after a failure: one of the two may have been taken.
      invalidatesTags: [listTag('AccountPreference')],
    }),
    /** What the admin has switched on for a reseller. */
    listAccountIntegrations: build.query<AccountIntegration[], number>({
      query: (id) => `account_integrations/${id}`,
      providesTags: [listTag('AccountIntegration')],
    }),
    enableAccountIntegration: build.mutation<void, Keyed<Switching>>({
      query: ({ body: { accountId, integrationId }, key }) =>
        idempotentPost(`account_integrations/${accountId}/${integrationId}`, { body: {}, key }),
      invalidatesTags: onSuccess(listTag('AccountIntegration')),
    }),
    disableAccountIntegration: build.mutation<void, Switching>({
      query: ({ accountId, integrationId }) => ({ url: `account_integrations/${accountId}/${integrationId}`, method: 'DELETE' }),
      invalidatesTags: onSuccess(listTag('AccountIntegration')),
    }),
  }),
});
export const {
  useListAccountsQuery,
  useGetAccountQuery,
  useCountMadeByQuery,
  useCreateAccountMutation,
  useUpdateAccountMutation,
  useDeleteAccountMutation,
  useListSubscriptionPlansQuery,
  useUpdateSubscriptionMutation,
  useGetAccountSmsQuery,
  useAddSmsMutation,
  useUpdateSmsThresholdMutation,
  useListDisclaimersQuery,
  useListAccountPreferencesQuery,
  useUpdateAccountPreferencesMutation,
  useListAccountIntegrationsQuery,
  useEnableAccountIntegrationMutation,
  useDisableAccountIntegrationMutation,
} = accountsApi;

export const accountDeleted = () => api.util.invalidateTags((['Account', 'Sms', 'Attention', 'Hotspot'] as const).map(listTag));
