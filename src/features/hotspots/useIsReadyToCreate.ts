import { accountsApi, useGetAccountQuery } from '../accounts/api';
import { isPrivacyComplete } from './hotspotForm';

/** Whether a reseller has filled in the privacy fields and may create hotspots (HSL-16); undefined until known. */
export function useIsReadyToCreate(accountId: number | null): boolean | undefined {
  const { data: account } = useGetAccountQuery(accountId ?? 0, { skip: accountId === null });
  return account && isPrivacyComplete(account);
}

/** The same, but only from the cache: doesn't fetch the account. */
export function useIsKnownReady(accountId: number): boolean | undefined {
  const { data: account } = accountsApi.endpoints.getAccount.useQueryState(accountId);
  return account && isPrivacyComplete(account);
}
