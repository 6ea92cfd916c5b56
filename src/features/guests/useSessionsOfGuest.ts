import { useListHistoriesQuery, useListSessionsQuery } from '../sessions/api';
import { latestOfGuest } from '../sessions/slice';

/** A guest's latest running or past sessions; components asking for the same share one request. */
export function useSessionsOfGuest(userId: number, hotspotId: number, isRunning: boolean) {
  const query = latestOfGuest(userId, hotspotId);
  const running = useListSessionsQuery(query, { skip: !isRunning });
  const ended = useListHistoriesQuery(query, { skip: isRunning });
  return isRunning ? running : ended;
}
