/** Other sites where guests log in, on this machine: a real OpenID provider, and simulated answers of Facebook. */
import { createHash, createHmac, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const APP = { id: 'app-1', secret: 'secret-of-the-app-1234567890abcdef' };

async function listening(serve: (request: IncomingMessage, response: ServerResponse) => void): Promise<{ server: Server; url: string }> {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function closed(server: Server) {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** A person at a site. */
export interface Someone {
  id: string;
  name?: string;
  email?: string;
  email_verified?: boolean;
}

/** An OpenID provider at which the person returned by `who` logs in. */
export async function openIdProvider(redirectUri: string, who: () => Someone) {
  const state = { isAway: false, hasPkce: true, tokenRequests: [] as URLSearchParams[] };
  const { server, url } = await listening((request, response) => {
    if (state.isAway) {
      request.destroy();
      return;
    }
    if (request.url === '/.well-known/openid-configuration' && !state.hasPkce) {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ ...metadata, code_challenge_methods_supported: undefined }));
      return;
    }
    if (request.url === '/token') {
      request.on('data', (part: Buffer) => void state.tokenRequests.push(new URLSearchParams(part.toString())));
    }
    void answer(request, response);
  });
  const provider = new Provider(url, {
    clients: [
      {
        client_id: APP.id,
        client_secret: APP.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
        application_type: 'native',
      },
    ],
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    scopes: ['openid', 'profile', 'email'],
    pkce: { required: () => state.hasPkce },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ ...who(), sub: id }) }),
    cookies: { keys: ['key of the cookies'] },
  });
  const answer = provider.callback();
  const metadata = (await (await fetch(`${url}/.well-known/openid-configuration`)).json()) as object;

  /** Logs in there and consents; returns the address to which the browser is redirected. */
  const logIn = async (authorization: string): Promise<string> => {
    const cookies = new Map<string, string>();
    const load = async (address: string, body?: URLSearchParams): Promise<string> => {
      const headers = { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
      const reply = await fetch(address, { headers, redirect: 'manual', ...(body && { method: 'POST', body }) });
      for (const cookie of reply.headers.getSetCookie()) {
        const [pair = ''] = cookie.split(';');
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const location = reply.headers.get('location');
      if (location !== null) {
        const next = new URL(location, address);
        return next.origin === new URL(url).origin ? load(next.href) : next.href;
      }
      const html = await reply.text();
      const [, action] = /<form[^>]* action="([^"]+)"/.exec(html) ?? [];
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(html) ?? [];
      if (action === undefined || prompt === undefined)
        throw new Error(`no form: ${reply.status} ${html.replace(/<[^>]*>/g, ' ').slice(0, 300)}`);
      return load(new URL(action, address).href, new URLSearchParams({ prompt, login: who().id, password: 'x' }));
    };
    return load(authorization);
  };
  return { issuer: url, state, logIn, close: () => closed(server) };
}

/** Facebook's dialog, token and Graph calls, as documented. The person returned by `who` is logged in there. */
export async function playedFacebook(redirectUri: string, who: () => Someone) {
  const state = { asked: [] as URLSearchParams[], refuses: false, status: 200 };
  const codes = new Map<string, { challenge: string }>();
  const tokens = new Set<string>();
  const json = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  const refused = (response: ServerResponse, message: string) =>
    json(response, 400, { error: { message, type: 'OAuthException', code: 100 } });
  const { server, url } = await listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://facebook');
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      if (pathname === '/dialog') {
        state.asked.push(searchParams);
        const back = new URL(searchParams.get('redirect_uri') ?? '');
        const isKnown = searchParams.get('client_id') === APP.id && back.href === redirectUri;
        if (!isKnown) return refused(response, 'unknown app');
        back.searchParams.set('state', searchParams.get('state') ?? '');
        const code = randomBytes(8).toString('hex');
        codes.set(code, { challenge: searchParams.get('code_challenge') ?? '' });
        if (state.refuses) back.searchParams.set('error', 'access_denied');
        else back.searchParams.set('code', code);
        return response.writeHead(302, { Location: `${back.href}#_=_` }).end();
      }
      if (pathname === '/token') {
        const given = new URLSearchParams(body);
        const code = codes.get(given.get('code') ?? '');
        codes.delete(given.get('code') ?? '');
        const challenge = createHash('sha256')
          .update(given.get('code_verifier') ?? '')
          .digest('base64url');
        const isRight =
          given.get('client_id') === APP.id && given.get('client_secret') === APP.secret && given.get('redirect_uri') === redirectUri;
        if (!code || !isRight || code.challenge !== challenge) return refused(response, 'bad code');
        const token = randomBytes(8).toString('hex');
        tokens.add(token);
        return json(response, 200, { access_token: token, token_type: 'bearer', expires_in: 5_000_000 });
      }
      const token = (request.headers.authorization ?? '').replace('Bearer ', '');
      const proof = createHmac('sha256', APP.secret).update(token).digest('hex');
      if (!tokens.has(token) || searchParams.get('appsecret_proof') !== proof) return refused(response, 'bad token');
      if (searchParams.get('fields') !== 'id,name,email') return refused(response, 'too much is asked');
      return json(response, state.status, who());
    });
  });
  return { sites: { dialog: `${url}/dialog`, token: `${url}/token`, me: `${url}/me` }, state, close: () => closed(server) };
}

/** Claims and header of an ID token, and the key that signs it. */
export interface Issued {
  claims: Record<string, unknown>;
  header: Record<string, unknown>;
  key: KeyObject;
}

/**
 * LinkedIn's OpenID Connect calls: neither PKCE nor a nonce, and an ID token signed with RS256, as `issue` changes it. `published` are the
 * keys by which tokens can be checked.
 */
export async function playedLinkedIn(redirectUri: string, who: () => Someone) {
  const own = rsaKey('first');
  const state = { published: [own], keyRequests: 0, issue: (issued: Issued): Issued => issued };
  const code = randomBytes(8).toString('hex');
  const accessToken = randomBytes(8).toString('hex');

  const metadata = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
  });
  const tokensFor = (given: URLSearchParams, iss: string): object | null => {
    const isRight = given.get('code') === code && given.get('client_id') === APP.id && given.get('redirect_uri') === redirectUri;
    if (!isRight) return null;
    const seconds = Math.floor(Date.now() / 1000);
    const claims = { iss, aud: APP.id, sub: who().id, iat: seconds, exp: seconds + 3600 };
    const { name: kid, key } = own;
    const id_token = signedToken(state.issue({ claims, header: { typ: 'JWT', alg: 'RS256', kid }, key }));
    return { access_token: accessToken, token_type: 'Bearer', expires_in: 3600, id_token };
  };
  const personWith = (authorization: string | undefined): object | null => {
    const { id: sub, ...person } = who();
    return authorization === `Bearer ${accessToken}` ? { sub, ...person } : null;
  };
  const { server, url } = await listening((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      if (request.url === '/keys') state.keyRequests += 1;
      const answers: Partial<Record<string, () => object | null>> = {
        '/.well-known/openid-configuration': () => metadata(url),
        '/keys': () => ({ keys: state.published.map(({ published }) => published) }),
        '/me': () => personWith(request.headers.authorization),
        '/token': () => tokensFor(new URLSearchParams(body), url),
      };
      const answer = answers[request.url ?? '']?.() ?? null;
      response.writeHead(answer === null ? 400 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer ?? { error: 'invalid_grant' }));
    });
  });
  return { issuer: url, own, state, code, close: () => closed(server) };
}

/** A key pair with its public half as a site publishes it. */
export function rsaKey(name: string) {
  const { publicKey, privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { name, key, published: { ...publicKey.export({ format: 'jwk' }), kid: name, use: 'sig', alg: 'RS256' } };
}

function signedToken({ claims, header, key }: Issued): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature =
    header.alg === 'RS256'
      ? sign('sha256', Buffer.from(text), key).toString('base64url')
      : header.alg === 'HS256'
        ? createHmac('sha256', APP.secret).update(text).digest('base64url')
        : '';
  return `${text}.${signature}`;
}
