import type { Dispatch } from '@reduxjs/toolkit';
import { signedOut } from '../features/auth/slice';
import { browserStorage } from './browserStorage';

/**
 * Forgets the log-in and starts the console anew, so that nothing of one person's data is left in memory for the next (spec 1 §4:
 * "Logout clears the stored login and reloads the page").
 */
export async function signOut(dispatch: Dispatch): Promise<void> {
  // In the state first: redux-persist writes a little later than a change, and must not put the log-in back.
  dispatch(signedOut());
  await browserStorage.removeItem('persist:auth');
  window.location.hash = '#/';
  window.location.reload();
}
