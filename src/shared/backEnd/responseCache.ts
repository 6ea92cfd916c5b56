/**
 * Caches responses of an existing back end. It doesn't sort, and takes seconds for a page over all hotspots, so changing the order or page
 * of rows we already have shouldn't fetch them again.
 */
import type { Answer, SendRequest, BackEnd } from './types';

type Store = Parameters<BackEnd>[1];

/** In milliseconds; as long as the store considers a list fresh (`refetchOnMountOrArgChange`). */
const FRESH_FOR = 10_000;

interface CachedResponse {
  at: number;
  /**
   * Cache keys of the store's queries that were answered from this entry. The entry stays valid as long as the store has such a query other
   * than the caller's, because a screen shows this response.
   */
  usedBy: Set<string>;
  answer: Promise<Answer>;
}

const cacheByStore = new WeakMap<object, Map<string, CachedResponse>>();

/** Drops everything after a change, since we can't know what the change affected. */
export function clearResponseCache(store: Store): void {
  cacheByStore.delete(store.dispatch);
}

/** Sends a request unless its response is cached; a forced refetch always sends it. */
export function cachedAnswers(send: SendRequest, store: Store, token: string | undefined): SendRequest {
  const cache = cacheByStore.get(store.dispatch) ?? new Map<string, CachedResponse>();
  cacheByStore.set(store.dispatch, cache);
  const isAlive = ({ at, usedBy }: CachedResponse) => {
    if (Date.now() - at < FRESH_FOR) return true;
    const { queries } = (store.getState() as { api: { queries: object } }).api;
    return [...usedBy].some((key) => key !== store.queryCacheKey && key in queries);
  };
  return (args) => {
    for (const [key, entry] of cache) if (!isAlive(entry)) cache.delete(key);
    const key = JSON.stringify([token, args.url, args.params]);
    let entry = cache.get(key);
    if (!entry || store.forced) {
      const answer = send(args);
      entry = { at: Date.now(), usedBy: new Set(), answer };
      cache.set(key, entry);
      void answer.then(({ error }) => error && cache.get(key)?.answer === answer && cache.delete(key));
    }
    if (store.queryCacheKey !== undefined) entry.usedBy.add(store.queryCacheKey);
    return entry.answer;
  };
}
