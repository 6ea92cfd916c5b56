/** Records the last minutes of a tab: a state and the actions that followed. src/app/replay saves recordings to files and plays them. */
import { isAction, type Middleware, type UnknownAction } from '@reduxjs/toolkit';
import { REHYDRATE } from 'redux-persist';

export interface Recorded {
  /** The state before the first action. */
  start: unknown;
  actions: UnknownAction[];
  /** When each action happened, in milliseconds since 1970. */
  times: number[];
}

/** Actions per chapter. A recording holds one or two chapters, which is a few minutes of work. */
const CHAPTER = 300;

/** Keeps the latest actions in chapters, each with its initial state, so that the oldest chapter can be dropped. */
export function createRecorder(): { middleware: Middleware<unknown, unknown>; recorded: () => Recorded } {
  let previous: Recorded | null = null;
  let current: Recorded | null = null;
  const middleware: Middleware<unknown, unknown> = (store) => (next) => (action) => {
    // Start over on rehydration, so that the initial state includes the restored slices; nothing is rendered before that.
    if (isAction(action) && action.type === REHYDRATE) previous = current = null;
    // redux-persist's actions contain functions, and their effect is already in the state.
    if (!isAction(action) || action.type.startsWith('persist/')) return next(action);
    if (!current || current.actions.length === CHAPTER) {
      previous = current;
      current = { start: store.getState(), actions: [], times: [] };
    }
    current.actions.push(action);
    current.times.push(Date.now());
    return next(action);
  };
  const recorded = (): Recorded => ({
    start: (previous ?? current)?.start,
    actions: [...(previous?.actions ?? []), ...(current?.actions ?? [])],
    times: [...(previous?.times ?? []), ...(current?.times ?? [])],
  });
  return { middleware, recorded };
}
