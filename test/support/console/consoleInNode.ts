/** The console's real store in Node, for tests that run a real server in the same process. */
import { createStore } from '../../../src/app/store';
import { signedIn, type LoggedUser } from '../../../src/features/auth/slice';
import { setConfig } from '../../../src/shared/config';
import { call } from './endpoints';
import { passwordOf } from '../backEnd/recordings';
import type { TestServer } from '../server/server';

/** Signs in an account of the fixture in a new store, whose calls go to this server. */
export async function consoleOf(server: TestServer, username: string) {
  const window = Object.assign(new EventTarget(), {
    location: { origin: 'http://127.0.0.1', href: 'http://127.0.0.1/', pathname: '/', hash: '' },
  });
  const document = { querySelector: () => null, visibilityState: 'visible', hasFocus: () => true };
  Object.assign(globalThis, { window, document });
  setConfig({ api_base: server.url(), wax_base: server.url(), backend: 'portico' });
  const { store, restored } = createStore();
  await restored;
  const { data } = await call(store, 'login', { username, password: passwordOf(username) });
  const { id, token, account_type, subscription } = data as LoggedUser;
  store.dispatch(signedIn({ id, token, account_type, subscription, info: null, must_change_password: false }));
  return store;
}
