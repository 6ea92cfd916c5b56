/**
 * Log-ins at another site: Facebook by OAuth 2, LinkedIn by OpenID Connect. Only name and e-mail address are asked for, and nothing is kept
 * that lets us ask again.
 */
import { createHmac } from 'node:crypto';
import type * as openid from 'openid-client';
import { EMAIL, MAX_LENGTH } from '../../contract/wire';
import type { SocialWay } from '../access/ways';

/** An app at another site. */
export interface SocialApp {
  id: string;
  secret: string;
}

export type SocialApps = Readonly<Partial<Record<SocialWay, SocialApp>>>;

/** What has to be remembered between leaving for the site and coming back. */
export interface Left {
  verifier: string;
  /** Empty where the site returns none. */
  nonce: string;
}

export interface Profile {
  /** The person's id there. */
  id: string;
  name: string;
  /** Empty if there is none, or none was given away. */
  email: string;
  isVerified: boolean;
}

export interface Social {
  /** Whether an app is configured. */
  has: (way: SocialWay) => boolean;
  /** The address to send a guest to. Throws if the site can't be asked. */
  leave: (way: SocialWay, to: { redirectUri: string; stateOf: (left: Left) => string }) => Promise<string>;
  /** Who came back. Throws if the site doesn't confirm it. */
  comeBack: (
    way: SocialWay,
    query: Readonly<Record<string, string>>,
    from: Left & { redirectUri: string; state: string },
  ) => Promise<Profile>;
}

/** Where the sites are. */
export interface SocialSites {
  facebook: { dialog: string; token: string; me: string };
  linkedin: { issuer: string };
}

const GRAPH = 'https://graph.facebook.com/v23.0';

const SITES: SocialSites = {
  facebook: { dialog: 'https://www.facebook.com/v23.0/dialog/oauth', token: `${GRAPH}/oauth/access_token`, me: `${GRAPH}/me` },
  linkedin: { issuer: 'https://www.linkedin.com/oauth' },
};

const SCOPES: Record<SocialWay, string> = { facebook: 'public_profile email', linkedin: 'openid profile email' };

/** Seconds for each call to a site: a guest is waiting. */
const PATIENCE = 10;

type Library = typeof openid;

export function createSocial(apps: SocialApps, sites: SocialSites = SITES): Social {
  const known = new Map<SocialWay, Promise<openid.Configuration>>();

  const appOf = (way: SocialWay): SocialApp => {
    const app = apps[way];
    if (!app) throw new Error(`there is no app at ${way}`);
    return app;
  };

  /** The site's addresses and keys. A site that was away is asked again. */
  const configurationOf = (library: Library, way: SocialWay): Promise<openid.Configuration> => {
    const before = known.get(way);
    if (before) return before;
    const found = way === 'facebook' ? facebook(library, appOf(way), sites.facebook) : linkedin(library, appOf(way), sites.linkedin);
    known.set(way, found);
    found.catch(() => known.delete(way));
    return found;
  };

  return {
    has: (way) => apps[way] !== undefined,
    leave: async (way, { redirectUri, stateOf }) => {
      const library = await import('openid-client');
      const configuration = await configurationOf(library, way);
      // LinkedIn refuses the verifier and returns no nonce; its metadata doesn't name PKCE. There the state, good once, is what binds.
      const isStrict = configuration.serverMetadata().supportsPKCE();
      const verifier = isStrict ? library.randomPKCECodeVerifier() : '';
      const nonce = isStrict && way === 'linkedin' ? library.randomNonce() : '';
      const url = library.buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: redirectUri, scope: SCOPES[way], state: stateOf({ verifier, nonce }) },
        ...(isStrict && { code_challenge: await library.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' }),
        ...(nonce !== '' && { nonce }),
      });
      return url.href;
    },
    comeBack: async (way, query, { redirectUri, state, verifier, nonce }) => {
      const library = await import('openid-client');
      const configuration = await configurationOf(library, way);
      const url = new URL(redirectUri);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const tokens = await library.authorizationCodeGrant(configuration, url, {
        ...{ expectedState: state, idTokenExpected: way === 'linkedin' },
        ...(verifier !== '' && { pkceCodeVerifier: verifier }),
        ...(nonce !== '' && { expectedNonce: nonce }),
      });
      const token = tokens.access_token;
      if (way === 'facebook')
        return profileOf(await meAtFacebook(library, configuration, token, { me: sites.facebook.me, secret: appOf(way).secret }));
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
      ...{ issuer: origin, authorization_endpoint: dialog, token_endpoint: token },
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
    // oxlint-disable-next-line typescript/no-deprecated -- as above
    ...(address.protocol === 'http:' && { execute: [library.allowInsecureRequests] }),
  });
}

/** The proof says that the token is used by the app that it was made for. */
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

/** Only what is one: the site's answer becomes a guest's record. */
function profileOf({ id, name, email, isVerified }: Record<string, unknown>): Profile {
  if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) throw new Error('there is no id');
  const address = typeof email === 'string' ? email.trim().toLowerCase() : '';
  const isAddress = EMAIL.test(address) && address.length <= MAX_LENGTH.email;
  const named =
    typeof name === 'string'
      ? name
          .replace(/[\p{C}\s]+/gu, ' ')
          .trim()
          .slice(0, MAX_LENGTH.name)
      : '';
  return { id, name: named || id, email: isAddress ? address : '', isVerified: isAddress && isVerified === true };
}
