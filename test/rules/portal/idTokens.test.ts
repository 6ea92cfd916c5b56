/** ID tokens of a social site: whom they prove to whom. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createSocial } from '../../../src/server/portal/social';
import { APP, playedFacebook, playedLinkedIn, rsaKey, type Issued } from '../../support/peers/sites';

const BACK = 'https://wifi.example/portal/oauth/linkedin';
const ADA = { id: 'ada', name: 'Ada', email: 'ada@mail.example', email_verified: true };
let linkedin: Awaited<ReturnType<typeof playedLinkedIn>>;
let facebook: Awaited<ReturnType<typeof playedFacebook>>;

beforeAll(async () => {
  linkedin = await playedLinkedIn(BACK, () => ADA);
  facebook = await playedFacebook(BACK, () => ADA);
});
afterAll(async () => {
  await linkedin.close();
  await facebook.close();
});
beforeEach(() => {
  linkedin.state.published = [linkedin.own];
  linkedin.state.issue = (issued) => issued;
  linkedin.state.keyRequests = 0;
});

/** A server that has just started, and the profile with which a guest comes back to it. */
function newServer() {
  const social = createSocial({ linkedin: APP }, { linkedin: { issuer: linkedin.issuer }, facebook: facebook.sites });
  return async () => {
    let departure = { verifier: '', nonce: '' };
    const stateOf = (given: typeof departure) => Promise.resolve(((departure = given), 'state'));
    await social.leave('linkedin', { redirectUri: BACK, stateOf });
    const back = { code: linkedin.code, state: 'state' };
    return social.comeBack('linkedin', back, { ...departure, redirectUri: BACK, state: 'state' });
  };
}

test('a token that the site signed for us proves who the guest is', async () => {
  expect(await newServer()()).toEqual({ id: 'ada', name: 'Ada', email: 'ada@mail.example', isVerified: true });
});

describe('a token', () => {
  const claimed = (claims: Record<string, unknown>) => (issued: Issued) => ({ ...issued, claims: { ...issued.claims, ...claims } });
  const headed = (header: Record<string, unknown>) => (issued: Issued) => ({ ...issued, header: { ...issued.header, ...header } });
  const stranger = rsaKey('stranger');

  test.each<[string, (issued: Issued) => Issued]>([
    ['is refused when signed with another key under the name of the site’s', (issued) => ({ ...issued, key: stranger.key })],
    [
      'is refused when signed with a key that the site hasn’t published',
      (issued) => ({ ...headed({ kid: stranger.name })(issued), key: stranger.key }),
    ],
    ['is refused without a signature', headed({ alg: 'none' })],
    ['is refused with the signature of another algorithm', headed({ alg: 'RS512' })],
    ['is refused when signed with our own secret', headed({ alg: 'HS256' })],
    ['is refused for another app', claimed({ aud: 'app-2' })],
    ['is refused for another app, too', claimed({ aud: [APP.id, 'app-2'] })],
    ['is refused when it is of another issuer', claimed({ iss: 'https://www.linkedin.com/oauth' })],
    ['is refused when it has expired', claimed({ exp: Math.floor(Date.now() / 1000) - 60, iat: Math.floor(Date.now() / 1000) - 3600 })],
    ['is refused for another log-in', claimed({ nonce: 'of another log-in' })],
    ['is refused when it is of another person', claimed({ sub: 'eve' })],
  ])('%s', async (_what, issue) => {
    linkedin.state.issue = issue;
    await expect(newServer()()).rejects.toThrow();
  });
});

test('a site that publishes no key proves nobody', async () => {
  linkedin.state.published = [];
  await expect(newServer()()).rejects.toThrow();
});

test('keys are fetched once for many guests', async () => {
  const guest = newServer();
  await guest();
  await guest();
  expect(linkedin.state.keyRequests).toBe(1);
});
