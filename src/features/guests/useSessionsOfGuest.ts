import { useListHistoriesQuery, useListSessionsQuery } from '../sessions/api';

/** The newest of them are read; the list of sessions has them all. */
const NEWEST = 25;

/** The newest running or past sessions of a guest. Whoever asks for the same on one page shares one call. */
export function useSessionsOfGuest(userId: number, hotspotId: number, isRunning: boolean) {
  const wish = { user: userId, hotspot: hotspotId, page: 1, limit: NEWEST, sort: 'start_time', order: 'desc' } as const;
  const running = useListSessionsQuery(wish, { skip: !isRunning });
  const ended = useListHistoriesQuery(wish, { skip: isRunning });
  return isRunning ? running : ended;
}
