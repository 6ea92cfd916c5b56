/**
 * What happened to the session, as the root reducer (app/store.ts) tells every slice: slices need no rules of their own about when the
 * screen or the person has changed.
 */
import { createAction } from '@reduxjs/toolkit';

/** Another screen, or another tab of it, is shown; the payload is its pathname. */
export const screenLeft = createAction<string>('session/screenLeft');

/** Somebody else than before is signed in, by account id; null: signed out. After a lost login the person is still the same. */
export const personChanged = createAction<number | null>('session/personChanged');
