import type { GuestAccess, GuestDetails } from '../../contract/guests';
import { capabilities } from '../../shared/backEnd/capabilities';
import { useGetGuestAccessQuery } from './api';

/** Polling interval, in milliseconds: while a guest tries to log in, each refused attempt should soon show. */
const REFRESH_AFTER = 20_000;

interface AccessQuery {
  /** Whether the back end can explain it; it can't for archived guests, whose access has ended. */
  isExplained: boolean;
  /** Null if the hotspot has no unit; undefined until loaded, or if it can't be explained. */
  access: GuestAccess | null | undefined;
  isError: boolean;
  refetch: () => unknown;
}

/** Whether a guest may be online, and if not, why. Components that ask about the same guest share one request. */
export function useGuestAccess(guest: GuestDetails): AccessQuery {
  const isExplained = capabilities().explainsAccess && !('user_id' in guest);
  const { currentData, isError, refetch } = useGetGuestAccessQuery(guest.id, {
    skip: !isExplained,
    pollingInterval: REFRESH_AFTER,
    skipPollingIfUnfocused: true,
  });
  return { isExplained, access: isExplained ? currentData : undefined, isError, refetch };
}
