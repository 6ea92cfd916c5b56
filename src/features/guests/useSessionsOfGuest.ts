import { useListHistoriesQuery, useListSessionsQuery } from '../sessions/api';

/** Sessions read at most; the sessions list has the rest. */
const NEWEST = 25;

/** A guest's latest running or past sessions; components asking for the same share one request. */
export function useSessionsOfGuest(userId: number, hotspotId: number, isRunning: boolean) {
  const query = { user: userId, hotspot: hotspotId, page: 1, limit: NEWEST, sort: 'start_time', order: 'desc' } as const;
  const running = useListSessionsQuery(query, { skip: !isRunning });
  const ended = useListHistoriesQuery(query, { skip: isRunning });
  return isRunning ? running : ended;
}
