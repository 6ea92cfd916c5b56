import { accountsApi, useGetAccountQuery } from '../accounts/api';
import { isPrivacyComplete } from './hotspotForm';

/** Whether a reseller has filled in its privacy fields and may create hotspots (HSL-16); undefined until known. */
export function useIsReadyToCreate(accountId: number | null): boolean | undefined {
  const { data: account } = useGetAccountQuery(accountId ?? 0, { skip: accountId === null });
  return account && isPrivacyComplete(account);
}

/** The same, as far as the screen behind a dialog knows. */
export function useIsKnownReady(accountId: number): boolean | undefined {
  const { data: account } = accountsApi.endpoints.getAccount.useQueryState(accountId);
  return account && isPrivacyComplete(account);
}
