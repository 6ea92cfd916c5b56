import type { Dispatch } from '@reduxjs/toolkit';
import { signedOut } from '../features/auth/slice';
import { isReplaying } from '../shared/replaying';
import { browserStorage, tabStorage } from './browserStorage';

/**
 * Clears the stored session and reloads the page, so that nothing of one person's data stays in memory for the next (AUTH-13).
 */
export async function signOut(dispatch: Dispatch): Promise<void> {
  // Clear the state first: redux-persist writes with a delay and would store the session again.
  dispatch(signedOut());
  // In a replay it's the recorded user who signs out: keep this browser's session. The reload ends the replay.
  if (!isReplaying()) {
    await Promise.all([
      browserStorage.removeItem('persist:auth'),
      tabStorage.removeItem('persist:drafts'),
      tabStorage.removeItem('persist:dialogs'),
    ]);
  }
  window.location.hash = '#/';
  window.location.reload();
}
