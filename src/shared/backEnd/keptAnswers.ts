/**
 * Answers of an existing back end that are used again. It does not sort, and over all hotspots a page takes it seconds: another order or
 * another page of rows that are here already is no reason to ask again.
 */
import type { Answer, Ask, BackEnd } from './types';

type Store = Parameters<BackEnd>[1];

/** As long as the store takes a list for fresh, in milliseconds. */
const FRESH_FOR = 10_000;

interface Kept {
  at: number;
  /** The queries in the store that were answered from it: as long as one is there, it is what the screen shows. */
  usedBy: Set<string>;
  answer: Promise<Answer>;
}

const keptByStore = new WeakMap<object, Map<string, Kept>>();

/** Nothing is kept over a change: who knows what it changed. */
export function forgetKept(store: Store): void {
  keptByStore.delete(store.dispatch);
}

/** Asks, unless the same is here already; a refresh always asks. */
export function keptAnswers(ask: Ask, store: Store, token: string | undefined): Ask {
  const kept = keptByStore.get(store.dispatch) ?? new Map<string, Kept>();
  keptByStore.set(store.dispatch, kept);
  const isAlive = ({ at, usedBy }: Kept) => {
    if (Date.now() - at < FRESH_FOR) return true;
    const { queries } = (store.getState() as { api: { queries: object } }).api;
    return [...usedBy].some((key) => key !== store.queryCacheKey && key in queries);
  };
  return (args) => {
    for (const [key, entry] of kept) if (!isAlive(entry)) kept.delete(key);
    const key = JSON.stringify([token, args.url, args.params]);
    let entry = kept.get(key);
    if (!entry || store.forced) {
      const answer = ask(args);
      entry = { at: Date.now(), usedBy: new Set(), answer };
      kept.set(key, entry);
      void answer.then(({ error }) => error && kept.get(key)?.answer === answer && kept.delete(key));
    }
    if (store.queryCacheKey !== undefined) entry.usedBy.add(store.queryCacheKey);
    return entry.answer;
  };
}
