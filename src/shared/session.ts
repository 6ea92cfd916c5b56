/**
 * Changes of screen or user, dispatched by the root reducer (app/store.ts) to every slice, so that slices need no rules of their own for
 * detecting them.
 */
import { createAction } from '@reduxjs/toolkit';

/** Another screen, or another tab of it, is shown; the payload is the pathname. */
export const screenClosed = createAction<string>('session/screenLeft');

/** A different account is signed in, by id; null after a sign-out. An expired login doesn't change the person. */
export const personChanged = createAction<number | null>('session/personChanged');
