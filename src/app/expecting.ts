import { selectUser, type LoggedUser } from '../features/auth/slice';
import type { State, Store } from './store';

/** A freshly signed-in user who runs several hotspots. The dashboard of other roles can't be rendered without the account. */
const PLACEHOLDER_USER: LoggedUser = {
  id: 0,
  token: '',
  account_type: 'reseller',
  info: null,
  subscription: null,
  must_change_password: false,
};

/** The store as it will be after the next sign-in, with a placeholder user; once somebody has signed in, the store itself. */
export function expecting(store: Store): Store {
  let known: State | undefined;
  let expected: State | undefined;
  const getState = () => {
    const state = store.getState();
    if (selectUser(state)) return state;
    if (!expected || state !== known) {
      known = state;
      // Without open dialogs, which would be rendered into the document.
      expected = { ...state, auth: { ...state.auth, user: PLACEHOLDER_USER }, dialogs: { ...state.dialogs, stack: [] } };
    }
    return expected;
  };
  return { ...store, getState };
}
