/**
 * A recording of what happened in the console, for whoever has to find out why: a state, and the actions that followed, both
 * without secrets. A development build (`npm run dev`) plays one back without a server: help menu, "Load recording".
 */
import { createAction, isAction, type Middleware, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import { withoutSecrets } from './withoutSecrets';

export interface Recording {
  version: 1;
  /** The state before the first of the actions. */
  start: unknown;
  actions: UnknownAction[];
}

/** A recording holds between one and two times as many actions: some minutes of work. */
const CHAPTER = 300;

interface Chapter {
  start: unknown;
  actions: UnknownAction[];
}

/** Keeps the last actions. They are kept in chapters, each with the state that it begins with, so that the oldest can go. */
export function createRecorder(): { middleware: Middleware; save: () => Recording } {
  let previous: Chapter | null = null;
  let current: Chapter | null = null;
  const middleware: Middleware = (store) => (next) => (action) => {
    // redux-persist's own actions carry functions, and say nothing that the state does not.
    if (!isAction(action) || action.type.startsWith('persist/')) return next(action);
    current ??= { start: store.getState(), actions: [] };
    if (current.actions.length === CHAPTER) {
      previous = current;
      current = { start: store.getState(), actions: [] };
    }
    current.actions.push(withoutSecrets(action));
    return next(action);
  };
  const save = (): Recording => ({
    version: 1,
    start: withoutSecrets((previous ?? current)?.start),
    actions: [...(previous?.actions ?? []), ...(current?.actions ?? [])],
  });
  return { middleware, save };
}

/** A recording takes the place of the state; after it, the console asks no server any more (shared/api.ts). */
const recordingLoaded = createAction<unknown>('recording/loaded');

/** Lets a loaded recording's start take the place of the state. */
export function replayable<S>(reducer: Reducer<S>): Reducer<S> {
  return (state, action) => reducer(recordingLoaded.match(action) ? (action.payload as S) : state, action);
}

/** Plays a recording: its start, then each action, which DevTools can step through. */
export function play({ start, actions }: Recording, dispatch: (action: UnknownAction) => unknown): void {
  dispatch(recordingLoaded(start));
  for (const action of actions) dispatch(action);
}

export function isRecording(value: unknown): value is Recording {
  if (typeof value !== 'object' || value === null) return false;
  const { version, start, actions } = value as Record<keyof Recording, unknown>;
  return version === 1 && typeof start === 'object' && start !== null && Array.isArray(actions) && actions.every(isAction);
}
