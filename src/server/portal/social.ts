/**
 * Social login: Facebook by OAuth 2, LinkedIn by OpenID Connect. Only the name and e-mail address are requested, and no access token is
 * kept.
 */
import { createHmac } from 'node:crypto';
import type * as openid from 'openid-client';
import { MAX_LENGTH } from '../../contract/plain/wire';
import type { SocialMethod } from '../../contract/plain/accessMethods';
import type { Config } from '../config';
import { canonicalEmail } from '../messages/emailAddresses';

/** Credentials of our app at a provider. */
export interface SocialApp {
  id: string;
  secret: string;
}

export type SocialApps = Readonly<Partial<Record<SocialMethod, SocialApp>>>;

/** Where a site sends guests back, which has to be entered in our app there. */
export const socialRedirect = ({ portalOrigin, basePath }: Pick<Config, 'portalOrigin' | 'basePath'>, site: SocialMethod): string =>
  `${portalOrigin ?? ''}${basePath}/portal/oauth/${site}`;

/** What must be stored between the redirect to the provider and the return. */
export interface Departure {
  verifier: string;
  /** Empty if the provider doesn't return it. */
  nonce: string;
}

export interface Profile {
  /** The person's id at the provider. */
  id: string;
  name: string;
  /** Empty if the person has none or didn't share it. */
  email: string;
  isVerified: boolean;
}

export interface Social {
  /** Whether an app is configured for this provider. */
  has: (method: SocialMethod) => boolean;
  /** The provider's authorisation URL. Throws if the provider can't be reached. */
  leave: (method: SocialMethod, to: { redirectUri: string; stateOf: (departure: Departure) => Promise<string> }) => Promise<string>;
  /** The profile of a guest who came back. Throws if the provider doesn't confirm it. */
  comeBack: (
    method: SocialMethod,
    query: Readonly<Record<string, string>>,
    from: Departure & { redirectUri: string; state: string },
  ) => Promise<Profile>;
}

/** Endpoints of the providers; tests replace them. */
export interface SocialSites {
  facebook: { dialog: string; token: string; me: string };
  linkedin: { issuer: string };
}

const GRAPH = 'https://graph.facebook.com/v23.0';

const SITES: SocialSites = {
  facebook: { dialog: 'https://www.facebook.com/v23.0/dialog/oauth', token: `${GRAPH}/oauth/access_token`, me: `${GRAPH}/me` },
  linkedin: { issuer: 'https://www.linkedin.com/oauth' },
};

const SCOPES: Record<SocialMethod, string> = { facebook: 'public_profile email', linkedin: 'openid profile email' };

/** Timeout in seconds for each request to a provider; a guest is waiting. */
const PATIENCE = 10;

type Library = typeof openid;

export function createSocial(apps: SocialApps, sites: SocialSites = SITES): Social {
  const known = new Map<SocialMethod, Promise<openid.Configuration>>();

  const appOf = (method: SocialMethod): SocialApp => {
    const app = apps[method];
    if (!app) throw new Error(`there is no app at ${method}`);
    return app;
  };

  /** The provider's endpoints and keys, cached. A failure is not cached, so the next call retries. */
  const configurationOf = (library: Library, method: SocialMethod): Promise<openid.Configuration> => {
    const before = known.get(method);
    if (before) return before;
    const found =
      method === 'facebook' ? facebook(library, appOf(method), sites.facebook) : linkedin(library, appOf(method), sites.linkedin);
    known.set(method, found);
    found.catch(() => known.delete(method));
    return found;
  };

  return {
    has: (method) => apps[method] !== undefined,
    leave: async (method, { redirectUri, stateOf }) => {
      const library = await import('openid-client');
      const configuration = await configurationOf(library, method);
      // LinkedIn rejects a PKCE verifier and returns no nonce, and its metadata doesn't list PKCE. There, only the single-use state
      // protects the return.
      const isStrict = configuration.serverMetadata().supportsPKCE();
      const verifier = isStrict ? library.randomPKCECodeVerifier() : '';
      const nonce = isStrict && method === 'linkedin' ? library.randomNonce() : '';
      const url = library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: SCOPES[method],
        state: await stateOf({ verifier, nonce }),
        ...(isStrict && { code_challenge: await library.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }),
        ...(nonce !== '' && { nonce }),
      });
      return url.href;
    },
    comeBack: async (method, query, { redirectUri, state, verifier, nonce }) => {
      const library = await import('openid-client');
      const configuration = await configurationOf(library, method);
      const url = new URL(redirectUri);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const tokens = await library.authorizationCodeGrant(configuration, url, {
        expectedState: state,
        idTokenExpected: method === 'linkedin',
        ...(verifier !== '' && { pkceCodeVerifier: verifier }),
        ...(nonce !== '' && { expectedNonce: nonce }),
      });
      const token = tokens.access_token;
      if (method === 'facebook')
        return profileOf(await meAtFacebook(library, configuration, token, { me: sites.facebook.me, secret: appOf(method).secret }));
      const subject = tokens.claims()?.sub;
      if (subject === undefined) throw new Error('there is no ID token');
      const { sub, name, email, email_verified: isVerified } = await library.fetchUserInfo(configuration, token, subject);
      return profileOf({ id: sub, name, email, isVerified });
    },
  };
}

async function facebook(
  library: Library,
  { id, secret }: SocialApp,
  { dialog, token }: SocialSites['facebook'],
): Promise<openid.Configuration> {
  const { protocol, origin } = new URL(dialog);
  const configuration = new library.Configuration(
    {
      issuer: origin,
      authorization_endpoint: dialog,
      token_endpoint: token,
      code_challenge_methods_supported: ['S256'],
    },
    id,
    secret,
    library.ClientSecretPost(secret),
  );
  configuration.timeout = PATIENCE;
  // oxlint-disable-next-line typescript/no-deprecated -- marked only to stand out; the real sites are at https
  if (protocol === 'http:') library.allowInsecureRequests(configuration);
  return configuration;
}

function linkedin(library: Library, { id, secret }: SocialApp, { issuer }: SocialSites['linkedin']): Promise<openid.Configuration> {
  const address = new URL(issuer);
  return library.discovery(address, id, secret, library.ClientSecretPost(secret), {
    timeout: PATIENCE,
    // By default openid-client relies on TLS alone for an ID token that it fetched itself.
    execute: [
      library.enableNonRepudiationChecks,
      // oxlint-disable-next-line typescript/no-deprecated -- as above
      ...(address.protocol === 'http:' ? [library.allowInsecureRequests] : []),
    ],
  });
}

/** `appsecret_proof` shows Facebook that the token is used by the app it was issued to. */
async function meAtFacebook(
  library: Library,
  configuration: openid.Configuration,
  token: string,
  { me, secret }: { me: string; secret: string },
): Promise<Record<string, unknown>> {
  const url = new URL(me);
  url.searchParams.set('fields', 'id,name,email');
  url.searchParams.set('appsecret_proof', createHmac('sha256', secret).update(token).digest('hex'));
  const answer = await library.fetchProtectedResource(configuration, token, url, 'GET');
  const body: unknown = await answer.json();
  if (!answer.ok || typeof body !== 'object' || body === null) throw new Error(`Facebook answers ${answer.status}`);
  return body as Record<string, unknown>;
}

/** Validates the provider's answer, because it becomes a guest's record. Throws if it has no valid id. */
function profileOf({ id, name, email, isVerified }: Record<string, unknown>): Profile {
  if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) throw new Error('there is no id');
  const address = typeof email === 'string' ? canonicalEmail(email) : null;
  const fullName =
    typeof name === 'string'
      ? name
          .replace(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, MAX_LENGTH.name)
      : '';
  return { id, name: fullName || id, email: address ?? '', isVerified: address !== null && isVerified === true };
}
