import type { Answer } from '../server/server';
import { passwordOf } from './recordings';

/**
 * Sends calls as the console of an existing back end does: with its JSON media type even if the body is empty, and without any of our headers.
 */
export interface ExistingConsole {
  get: (path: string) => Promise<Answer>;
  post: (path: string, body?: unknown) => Promise<Answer>;
  put: (path: string, body?: unknown) => Promise<Answer>;
  delete: (path: string) => Promise<Answer>;
  call: (method: string, path: string, body?: unknown) => Promise<Answer>;
}

/**
 * That console, calling the server at `url()`. Callers are accounts of the fixture, signed in at their first call. As in the recordings,
 * `null` has no token and `__bad__` a wrong one.
 */
export function existingConsoleOf(url: () => string): (username: string | null) => ExistingConsole {
  const tokens = new Map<string, Promise<string>>([['__bad__', Promise.resolve('not-a-token')]]);

  const send = async (method: string, path: string, body?: unknown, token?: string): Promise<Answer> => {
    const answer = await fetch(url() + path, {
      method,
      headers: { 'Content-Type': 'application/json;charset=utf-8', ...(token !== undefined && { Token: token }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as unknown), headers: answer.headers };
  };
  const signIn = async (username: string): Promise<string> => {
    const { status, body } = await send('POST', '/api/login', { username, password: passwordOf(username) });
    if (status !== 201) throw new Error(`${username} could not log in: ${status} ${JSON.stringify(body)}`);
    return (body as { token: string }).token;
  };
  const tokenOf = (username: string): Promise<string> => {
    const token = tokens.get(username) ?? signIn(username);
    tokens.set(username, token);
    return token;
  };

  return (username) => {
    const call: ExistingConsole['call'] = async (method, path, body) =>
      send(method, path, body, username === null ? undefined : await tokenOf(username));
    return {
      call,
      get: (path) => call('GET', path),
      post: (path, body) => call('POST', path, body),
      put: (path, body) => call('PUT', path, body),
      delete: (path) => call('DELETE', path),
    };
  };
}

/** What that console sends to make a voucher at hotspot 1, with `change`. */
export const voucherBody = (change: Record<string, unknown> = {}) => ({
  hotspot_id: 1,
  code: '',
  auto_login: true,
  bandwidth_down: 0,
  bandwidth_up: 0,
  max_traffic: 0,
  max_time: 0,
  time: 'duration',
  duration: 7,
  expiration: 14,
  type: 'normal',
  user_name: null,
  user_mail: null,
  remain_use: -1,
  num_vouchers: 1,
  ...change,
});
