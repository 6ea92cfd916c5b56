import { isAction, type Middleware, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import { PERSIST, REHYDRATE } from 'redux-persist';
import { isReplaying, setReplaying } from '../../shared/replaying';
import './everyEndpoint';

interface WatchedStore<S> {
  getState: () => S;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Detects time travel, whichever DevTools engine causes it: the state changes without one of our actions. From then on only the engine's
 * log determines the state, and what screens dispatch (calls, preferences, locations) is dropped. Responses to pending requests are held
 * back until the present returns; otherwise those requests would stay pending there.
 */
export function createTimeTravel<S extends object>() {
  let dispatching = 0;
  let present: S | undefined;
  let isPast = false;
  const loading = new Set<string>();
  const waiting: (() => void)[] = [];

  /** Must be the last of the middlewares that can drop or change an action. */
  const middleware: Middleware<unknown, S> = (store) => (next) => {
    const pass = (action: unknown) => {
      dispatching += 1;
      try {
        return next(action);
      } finally {
        dispatching -= 1;
        present = store.getState();
      }
    };
    return (action) => {
      const call = callOf(action);
      if (!isReplaying()) {
        if (call?.isPending) loading.add(call.requestId);
        else if (call) loading.delete(call.requestId);
        return pass(action);
      }
      if (call && !call.isPending && loading.delete(call.requestId)) waiting.push(() => pass(action));
      return action;
    };
  };

  /**
   * Wraps the root reducer. An engine recomputes past states, possibly from another browser's log; in doing so nothing may be registered
   * with redux-persist or written by it.
   */
  const replayable =
    (reducer: Reducer<S>): Reducer<S> =>
    (state, action) => {
      if (dispatching > 0 || !state) return reducer(state, action);
      if (action.type === PERSIST) return state;
      return reducer(unstored(restored(state, action)), action.type === REHYDRATE ? { type: 'replayed' } : action);
    };

  /** Must be called before anything else subscribes: earlier subscribers would act on a past state. */
  const watch = (store: WatchedStore<S>) => {
    present = store.getState();
    store.subscribe(() => {
      if (dispatching > 0) return;
      const wasPast = isPast;
      isPast = store.getState() !== present;
      if (isPast === wasPast) return;
      setReplaying(isPast);
      if (!isPast) for (const deliver of waiting.splice(0)) deliver();
    });
  };

  return { middleware, replayable, watch, present: () => present };
}

export type TimeTravel<S extends object> = ReturnType<typeof createTimeTravel<S>>;

/** The request that an RTK Query action belongs to; null for other actions. */
function callOf(action: unknown): { requestId: string; isPending: boolean } | null {
  if (!isAction(action) || !/^api\/execute(?:Query|Mutation)\//.test(action.type)) return null;
  const { requestId = '' } = (action as UnknownAction & { meta?: { requestId?: string } }).meta ?? {};
  return { requestId, isPending: action.type.endsWith('/pending') };
}

/** Merges what redux-persist restored, as happened when the action was first dispatched. */
function restored<S extends object>(state: S, action: UnknownAction): S {
  const { type, key, payload } = action as UnknownAction & { key?: keyof S; payload?: object };
  if (type !== REHYDRATE || key === undefined || payload === undefined) return state;
  return { ...state, [key]: { ...state[key], ...payload } };
}

/** Removes redux-persist's `_persist` fields; without them a slice is never written. */
function unstored<S extends object>(state: S): S {
  const entries = Object.entries(state) as [string, object][];
  if (entries.every(([, slice]) => !('_persist' in slice))) return state;
  return Object.fromEntries(entries.map(([name, slice]) => [name, '_persist' in slice ? withoutPersist(slice) : slice])) as S;
}

function withoutPersist({ _persist: _, ...slice }: { _persist?: unknown }): object {
  return slice;
}
