import { expect, test } from '@jest/globals';
import { startExistingBackEnd } from '../support/backEnd/existingBackEnd.mjs';
import { fixture, logins, passwordOf, readExchanges, readExistingReads, type Exchange } from '../support/backEnd/recordings';
import { differences, isRecord } from './compare';

/** Password hashes, which were removed from one of the two recordings. */
const LEFT_OUT = ['password'];

test.each([
  { recording: 'reads over all parameters', exchanges: readExistingReads(), count: 985 },
  { recording: 'reads and changes, in order', exchanges: readExchanges(), count: 485 },
])('the substitute for an existing back end answers as recorded: $recording', async ({ exchanges, count }) => {
  expect(exchanges).toHaveLength(count);
  const existing = await startExistingBackEnd({ fixture, logins, callWebhook: async (url) => url.endsWith('/hook') });
  const request = asker(existing.url);
  const wrong: unknown[] = [];
  for (const exchange of exchanges) {
    const { status, body } = await request(exchange);
    const problems =
      status === exchange.status
        ? differences(exchange.response, asRecorded(exchange.response, body), LEFT_OUT)
        : [`status ${exchange.status} expected, got ${status} ${JSON.stringify(body)}`];
    if (problems.length > 0) wrong.push([`${exchange.method} ${exchange.path} as ${exchange.as ?? 'nobody'}`, ...problems]);
  }
  await existing.close();
  expect(wrong).toEqual([]);
});

/** Sends recorded requests as their recorded caller, signing each in once. Redirects aren't followed. */
function asker(url: string) {
  const tokens = new Map([['__bad__', 'not-a-token']]);
  const send = async ({ method, path, body }: Pick<Exchange, 'method' | 'path' | 'body'>, token?: string) => {
    const headers = { ...(token !== undefined && { Token: token }), ...(body !== undefined && { 'Content-Type': 'application/json' }) };
    const answer = await fetch(url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
    return { status: answer.status, body: (isJson ? JSON.parse(text) : text || null) as unknown };
  };
  const tokenOf = async (username: string) => {
    const signIn = { username, password: passwordOf(username) };
    const { body } = await send({ method: 'POST', path: '/api/login', body: signIn });
    return isRecord(body) && typeof body.token === 'string' ? body.token : '';
  };
  return async (exchange: Exchange) => {
    if (exchange.as === null) return send(exchange);
    const token = tokens.get(exchange.as) ?? (await tokenOf(exchange.as));
    tokens.set(exchange.as, token);
    return send(exchange, token);
  };
}

/** The CSV without its password column, which the recording doesn't have. */
function asRecorded(response: unknown, body: unknown): unknown {
  if (!isRecord(response) || !isRecord(body) || typeof response.data !== 'string' || typeof body.data !== 'string') return body;
  return response.data.includes(',Password,') ? body : { ...body, data: body.data.replace(',Password,', ',').replace(COLUMN, '$1') };
}

/** The password column in a row: the one after the login name, which the stand-in leaves empty. */
const COLUMN = /^((?:[^,\n]*,){4}),/gm;
