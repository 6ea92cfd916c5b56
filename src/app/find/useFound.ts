import { useFindQuery } from '../../features/find/api';
import { useDebouncedValue } from '../../shared/useDebouncedValue';

/** Debounce of the search, in milliseconds. */
const PAUSE = 150;

/** The search results; undefined until the response for exactly this text has arrived. */
export function useFound(wanted: string) {
  const q = useDebouncedValue(wanted, PAUSE);
  const answer = useFindQuery(q, { skip: q === '', refetchOnMountOrArgChange: true });
  // Don't offer results of an earlier query.
  const items = q === wanted && q !== '' ? answer.currentData : undefined;
  const isSearching = wanted !== '' && items === undefined && !answer.isError;
  return { items, answer, isSearching, answeredAt: answer.fulfilledTimeStamp ?? 0 };
}
