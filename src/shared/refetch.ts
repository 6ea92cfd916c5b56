import { isAction, type Middleware, type SerializedError, type UnknownAction } from '@reduxjs/toolkit';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import { isServed } from './config';
import { failureOf } from './failure';
import { isReplaying } from './replaying';
import { api } from './api';

/** Refetches everything on screen, as after reconnecting. */
export function refetchAll(): UnknownAction {
  return api.internalActions.onOnline();
}

/** How often, in milliseconds, to check whether a server that didn't respond is back. */
const LOOK_EVERY = 10_000;

/** The part of the store that `recoverByItself` needs. */
interface Recovering {
  dispatch: (action: UnknownAction) => unknown;
  getState: () => { connection: { isAway: boolean }; api: QueriesState };
  subscribe: (listener: () => void) => () => void;
}

/**
 * While the server doesn't respond, checks every ten seconds whether it is back, and then refetches what is on screen. At the first check
 * after it is back, also refetches the other queries that failed, because not every screen retries by itself. Returns a function that stops
 * this.
 */
export function recoverByItself({ dispatch, getState, subscribe }: Recovering): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = async () => {
    const { connection, api: answers } = getState();
    if (!connection.isAway) {
      clearInterval(timer);
      timer = undefined;
      for (const again of unanswered(answers)) dispatch(again);
    } else if (document.visibilityState !== 'hidden' && (await isServed())) dispatch(refetchAll());
  };
  const unsubscribe = subscribe(() => {
    if (timer === undefined && getState().connection.isAway && !isReplaying()) timer = setInterval(() => void look(), LOOK_EVERY);
  });
  return () => {
    unsubscribe();
    clearInterval(timer);
  };
}

/** Refetches of the queries that failed because there was no response. */
function unanswered({ queries }: QueriesState): UnknownAction[] {
  return Object.values(queries).flatMap((query) => {
    if (query?.status !== 'rejected' || failureOf(query.error ?? {}).kind !== 'away') return [];
    return refetch(query) ?? [];
  });
}

/** Seconds in the background after which returning to the tab refetches. */
const OUT_OF_SIGHT = 10;

/** Refetches what is on screen when the user returns to the tab. Returns a function that stops this. */
export function refetchOnReturn(dispatch: (action: UnknownAction) => unknown): () => void {
  let hiddenSince: number | null = null;
  const onChange = () => {
    const isSeen = document.visibilityState === 'visible' && document.hasFocus();
    if (!isSeen) hiddenSince ??= Date.now();
    else if (hiddenSince !== null) {
      if (Date.now() - hiddenSince > OUT_OF_SIGHT * 1000) dispatch(refetchAll());
      hiddenSince = null;
    }
  };
  const events = ['visibilitychange', 'focus', 'blur'];
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
}

/** The parts of RTK Query's actions that the middleware below reads. */
interface CallAction extends UnknownAction {
  meta: { condition?: boolean; arg: { endpointName: string; originalArgs: unknown; queryCacheKey: string; forceRefetch?: unknown } };
}

/** The parts of a query and of RTK Query's state that this file reads. */
interface Query {
  endpointName?: string | undefined;
  originalArgs?: unknown;
}

interface QueriesState {
  queries: Record<
    string,
    (Query & { status: string; data?: unknown; error?: FetchBaseQueryError | SerializedError | undefined }) | undefined
  >;
}

/**
 * A mutation that completes while a list is being fetched makes that response stale on arrival, and RTK Query won't start a second fetch
 * while one is pending. So queries that were in flight are fetched again when they complete.
 */
export const refetchOvertaken: Middleware = (store) => {
  let isInvalidating = false;
  const overtaken = new Set<string>();
  const readingFirst = () => {
    const { queries } = (store.getState() as { api: QueriesState }).api;
    return Object.keys(queries).filter((key) => queries[key]?.status === 'pending' && queries[key].data === undefined);
  };
  return (next) => (action) => {
    if (!isAction(action)) return next(action);
    const isChange = /^api\/executeMutation\/(?:fulfilled|rejected)$/.test(action.type);
    if (isChange || api.util.invalidateTags.match(action)) {
      // A first fetch has provided no tags yet, so we can't tell whether the change affects it: assume it does.
      if (isChange) for (const key of readingFirst()) overtaken.add(key);
      isInvalidating = true;
      const result = next(action);
      isInvalidating = false;
      return result;
    }
    const result = next(action);
    if (/^api\/executeQuery\/(?:fulfilled|rejected)$/.test(action.type)) {
      const { condition, arg } = (action as CallAction).meta;
      if (condition === true) {
        if (isInvalidating) overtaken.add(arg.queryCacheKey);
      } else if (overtaken.delete(arg.queryCacheKey)) {
        store.dispatch(refetch(arg) as unknown as UnknownAction);
      }
    }
    return result;
  };
};

function refetch({ endpointName = '', originalArgs }: Query) {
  const endpoints = api.endpoints as unknown as Record<string, { initiate: (args: unknown, options: object) => UnknownAction } | undefined>;
  return endpoints[endpointName]?.initiate(originalArgs, { subscribe: false, forceRefetch: true });
}
