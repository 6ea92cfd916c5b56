import type { Reducer } from '@reduxjs/toolkit';
import { signedOut } from '../features/auth/slice';
import { moved, readTab, type ConsoleLocation } from '../shared/location';
import { personChanged, screenClosed } from '../shared/session';

/** The part of the state that says who is signed in and which screen is open. */
interface Holding {
  auth: { user: { id: number } | null };
  location: ConsoleLocation;
  dialogs: { of: number | null };
  drafts: { of: number | null };
}

/**
 * Tells the slices when the screen or the user has changed. Derived from the state, so that dialogs close and other users' drafts are
 * cleared whatever the cause: a link, the back button, another browser tab, a new login.
 */
export function withSessionChanges<S extends Holding>(slices: Reducer<S>): Reducer<S> {
  return (state, action) => {
    let next = slices(state, action);
    if (signedOut.match(action)) return slices(next, personChanged(null));
    const person = next.auth.user?.id;
    if (person !== undefined && (person !== next.drafts.of || person !== next.dialogs.of)) next = slices(next, personChanged(person));
    if (state && isElsewhere(state.location, next.location, moved.match(action))) next = slices(next, screenClosed(next.location.pathname));
    return next;
  };
}

/**
 * Whether another screen is shown. Filtering a list only changes its query, which doesn't count; going through the history (`moved`) does.
 */
function isElsewhere(before: ConsoleLocation, after: ConsoleLocation, isMove: boolean): boolean {
  if (before.pathname !== after.pathname || readTab(before.search) !== readTab(after.search)) return true;
  return isMove && before.search !== after.search;
}
