/**
 * Recordings of the console for debugging: a state and the actions that followed, both without secrets. A development build
 * (`npm run dev`) plays one back without a server: help menu, "Load recording".
 */
import { createAction, isAction, type Middleware, type Reducer, type UnknownAction } from '@reduxjs/toolkit';
import { withoutSecrets } from './withoutSecrets';

export interface Recording {
  version: 1;
  /** The state before the first action. */
  start: unknown;
  actions: UnknownAction[];
}

/** Actions per chapter. A recording holds one to two chapters: a few minutes of work. */
const CHAPTER = 300;

interface Chapter {
  start: unknown;
  actions: UnknownAction[];
}

/** Keeps the latest actions, in chapters that each store their initial state, so that the oldest can be dropped. */
export function createRecorder(): { middleware: Middleware; save: () => Recording } {
  let previous: Chapter | null = null;
  let current: Chapter | null = null;
  const middleware: Middleware = (store) => (next) => (action) => {
    // redux-persist's actions carry functions and add nothing the state doesn't show.
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

/** A recording replaces the state; from then on the console makes no calls (shared/api.ts). */
const recordingLoaded = createAction<unknown>('recording/loaded');

/** Wraps the root reducer so that loading a recording replaces the state. */
export function replayable<S>(reducer: Reducer<S>): Reducer<S> {
  return (state, action) => reducer(recordingLoaded.match(action) ? (action.payload as S) : state, action);
}

/** Plays a recording: its initial state, then each action, so that DevTools can step through them. */
export function play({ start, actions }: Recording, dispatch: (action: UnknownAction) => unknown): void {
  dispatch(recordingLoaded(start));
  for (const action of actions) dispatch(action);
}

export function isRecording(value: unknown): value is Recording {
  if (typeof value !== 'object' || value === null) return false;
  const { version, start, actions } = value as Record<keyof Recording, unknown>;
  return version === 1 && typeof start === 'object' && start !== null && Array.isArray(actions) && actions.every(isAction);
}
