import type { Deleted } from '../../contract/deleted';
import type { Account, CreateAccount, ListAccounts, SubscriptionPlan, UpdateAccount, UpdateSubscription } from '../../contract/accounts';
import type { SmsAccount } from '../../contract/stats';
import {
  api,
  listAndTotal,
  listedPage,
  listTag,
  nameTags,
  onSuccess,
  rowTags,
  totalTag,
  type ListedPage,
  type Page,
  type Tag,
} from '../../shared/api';
import { idempotentPost, type Keyed } from '../../shared/idempotencyKey';
import { ifMatch, withEtag, type WithEtag } from '../../shared/concurrentChanges';
import { deletion } from '../deleted/api';

/** Page size for reading all rows; the server allows up to 5000. */
const MANY = 1000;

export const accountsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAccounts: build.query<ListedPage<Account>, Partial<ListAccounts>>({
      query: (params) => ({ url: 'accounts', params }),
      transformResponse: (reply: Page<Account>, meta) => listedPage(reply, meta),
      // Rows include tokens, which change with a hotspot's integrations.
      providesTags: (page) => [...rowTags('Account', page?.data), listTag('HotspotIntegration')],
    }),
    getAccount: build.query<WithEtag<Account>, number>({
      query: (id) => `accounts/${id}`,
      transformResponse: (reply: Account, meta) => withEtag(reply, meta),
      providesTags: (_account, _error, id) => [{ type: 'Account', id }, listTag('HotspotIntegration')],
    }),
    /** The number of accounts that an account created directly, which are deleted with it. */
    countMadeBy: build.query<number, number>({
      queryFn: async (id, _api, _extra, baseQuery) => {
        let createdCount = 0;
        for (let page = 1, seen = 0, total = 1; seen < total; page += 1) {
          const answer = await baseQuery({ url: 'accounts', params: { page, limit: MANY } });
          if (answer.error) return { error: answer.error };
          const { data, total: all } = answer.data as Page<Account>;
          createdCount += data.filter(({ creator_id }) => creator_id === id).length;
          seen += data.length;
          total = data.length === 0 ? 0 : all;
        }
        return { data: createdCount };
      },
      providesTags: [totalTag('Account')],
    }),
    createAccount: build.mutation<{ id: number }, Keyed<CreateAccount>>({
      query: (sent) => idempotentPost('accounts', sent),
      invalidatesTags: onSuccess(...listAndTotal('Account'), listTag('Attention')),
    }),
    updateAccount: build.mutation<void, { id: number; change: UpdateAccount; etag?: string }>({
      query: ({ id, change, etag = '' }) => ({ url: `accounts/${id}`, method: 'PUT', body: change, ...ifMatch(etag) }),
      invalidatesTags: (_result, error, { id, change }) => (error ? [] : tagsOf(id, change)),
    }),
    /** Also deletes the account's tokens and the accounts it created. Invalidates nothing: call `accountDeleted` after leaving its page. */
    deleteAccount: build.mutation<Deleted | null, number>({ query: (id) => deletion(`accounts/${id}`) }),
    listSubscriptionPlans: build.query<SubscriptionPlan[], void>({ query: () => 'subscription_plans' }),
    /** Changes a reseller's plan or end date (our server only). */
    updateSubscription: build.mutation<void, { id: number; change: UpdateSubscription }>({
      query: ({ id, change }) => ({ url: `accounts/${id}/subscription`, method: 'PUT', body: change }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [{ type: 'Account', id }, listTag('Attention')]),
    }),
    /** An account's SMS pack; null if it has none: only resellers have one. */
    getAccountSms: build.query<SmsAccount | null, number>({
      query: (id) => ({ url: `stats/sms/accounts/${id}`, validateStatus: (response) => response.ok || response.status === 404 }),
      transformResponse: (reply: SmsAccount | { message: string }) => ('sms_count' in reply ? reply : null),
      providesTags: (_pack, _error, id) => [{ type: 'Sms', id }, listTag('Sms')],
    }),
    /** Adds SMS to an account's pack. */
    addSms: build.mutation<void, Keyed<{ id: number; sms_to_add: number }>>({
      query: ({ body: { id, sms_to_add }, key }) => idempotentPost(`stats/sms/accounts/${id}`, { body: { sms_to_add }, key }),
      invalidatesTags: (_result, error, { body: { id } }) => (error ? [] : [{ type: 'Sms', id }, listTag('Attention')]),
    }),
    /** Sets the number of remaining SMS at which an account is warned; 0: never. */
    updateSmsThreshold: build.mutation<void, { id: number; sms_threshold: number }>({
      query: ({ id, sms_threshold }) => ({ url: `stats/sms/accounts/${id}`, method: 'PUT', body: { sms_threshold } }),
      invalidatesTags: onSuccess(listTag('Sms'), listTag('Attention')),
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
} = accountsApi;

export const accountDeleted = () =>
  api.util.invalidateTags([...(['Account', 'Hotspot'] as const).flatMap(listAndTotal), listTag('Sms'), listTag('Attention')]);

/** What changing an account makes stale. */
function tagsOf(id: number, { password, current_password: _current, one_time_password: _once, ...others }: UpdateAccount): Tag[] {
  const names = Object.keys(others);
  return [
    // A password isn't shown anywhere, but changing it ends sessions.
    ...(password === undefined ? [] : [listTag('AccountSession')]),
    ...(names.length === 0 ? [] : [{ type: 'Account' as const, id }]),
    ...(names.some((name) => ['name', 'email', 'type'].includes(name)) ? [listTag('Account')] : []),
    ...('name' in others ? [...nameTags('Account', [id]), listTag('Attention')] : []),
    // Alerts report missing privacy fields, and disclaimers contain these fields.
    ...(names.some((name) => name.startsWith('privacy_')) ? [listTag('Attention'), listTag('Disclaimer')] : []),
  ];
}
