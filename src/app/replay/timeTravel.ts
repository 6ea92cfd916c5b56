import { isAction, type Middleware, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import { PERSIST, REHYDRATE } from 'redux-persist';
import { isReplaying, setReplaying } from '../../shared/replaying';
import './everyEndpoint';

interface WatchedStore<S> {
  getState: () => S;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Notices time travel by whatever engine: a state to which no action of ours led. Then the state follows the log alone; what screens
 * dispatch (calls, remembered filters, addresses) is dropped. Answers to calls that were under way wait until the present is back, or they
 * would stay pending there.
 */
export function createTimeTravel<S extends object>() {
  let dispatching = 0;
  let present: S | undefined;
  let isPast = false;
  const underWay = new Set<string>();
  const waiting: (() => void)[] = [];

  /** Must be the last middleware that may drop or change an action. */
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
        if (call?.isPending) underWay.add(call.requestId);
        else if (call) underWay.delete(call.requestId);
        return pass(action);
      }
      if (call && !call.isPending && underWay.delete(call.requestId)) waiting.push(() => pass(action));
      return action;
    };
  };

  /**
   * Wraps the root reducer. An engine computes past states anew, also those of another browser: then nothing may be registered with
   * redux-persist or written by it.
   */
  const replayable =
    (reducer: Reducer<S>): Reducer<S> =>
    (state, action) => {
      if (dispatching > 0 || !state) return reducer(state, action);
      if (action.type === PERSIST) return state;
      return reducer(unstored(restored(state, action)), action.type === REHYDRATE ? { type: 'replayed' } : action);
    };

  /** Must be called before anybody else subscribes, who would act on a past state. */
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

/** The call an action of RTK Query is about. */
function callOf(action: unknown): { requestId: string; isPending: boolean } | null {
  if (!isAction(action) || !/^api\/execute(?:Query|Mutation)\//.test(action.type)) return null;
  const { requestId = '' } = (action as UnknownAction & { meta?: { requestId?: string } }).meta ?? {};
  return { requestId, isPending: action.type.endsWith('/pending') };
}

/** What redux-persist restored, as it did when the action was new. */
function restored<S extends object>(state: S, action: UnknownAction): S {
  const { type, key, payload } = action as UnknownAction & { key?: keyof S; payload?: object };
  if (type !== REHYDRATE || key === undefined || payload === undefined) return state;
  return { ...state, [key]: { ...state[key], ...payload } };
}

/** Without redux-persist's marks, a slice is never written. */
function unstored<S extends object>(state: S): S {
  const entries = Object.entries(state) as [string, object][];
  if (entries.every(([, slice]) => !('_persist' in slice))) return state;
  return Object.fromEntries(entries.map(([name, { _persist: _, ...slice }]: [string, { _persist?: unknown }]) => [name, slice])) as S;
}
