/**
 * Forward authentication (FAS) level 4: every few seconds openNDS polls for the clients to let in, instead of being told by the guest's
 * browser. The request can't be authenticated, so anybody who knows the URL may send it. It therefore changes nothing, and its answer names
 * no guest; a token in it is valid only for its device and from the unit's script, which authenticates itself when it reports the client
 * (routes.ts).
 */
import { randomInt } from 'node:crypto';
import type { Db } from '../database/db';
import { explainAccess } from '../access/queries';
import { pendingLogins } from '../access/tokenQueries';
import { ratesAndQuotas, secondsOf } from './limits';
import { credentialOf, customOf } from '../units/openndsProofs';

/** Clients returned per poll; openNDS truncates longer lists. */
const MOST_AT_ONCE = 4;

const ACKNOWLEDGED = 'ack';

interface AuthenticationRequest {
  unitId: number;
  now: Date;
  /** Time zone of hotspots that have none of their own. */
  serverZone: string;
}

/**
 * The answer to `auth_get`. Only a request for the list gets the list; all others, such as a confirmation or a restart, are just
 * acknowledged, because the unit's script reports these, too.
 */
export async function authGetResponse(
  db: Db,
  request: AuthenticationRequest,
  { auth_get, payload = '' }: Readonly<Record<string, string>>,
): Promise<string> {
  const isForList = auth_get === 'view' && Buffer.from(payload, 'base64').toString('latin1').trim() === 'none';
  return isForList ? ['*', ...(await waitingClients(db, request))].join(' ') : ACKNOWLEDGED;
}

/**
 * One entry per client, with the arguments of openNDS' own command: client, minutes, kbit/s up and down, kB up and down, data for the
 * script.
 */
async function waitingClients(db: Db, { unitId, now, serverZone }: AuthenticationRequest): Promise<string[]> {
  const all = (await pendingLogins(db, unitId, now)).filter(({ sessionKey }) => /^[\da-f]{64}$/.test(sessionKey));
  // Starts at a random position, so that clients unknown to openNDS can't block the others.
  const first = all.length > 0 ? randomInt(all.length) : 0;
  const clients: string[] = [];
  for (const { sessionKey, deviceMac, username, guestId, token } of [...all.slice(first), ...all.slice(0, first)].slice(0, MOST_AT_ONCE)) {
    const credential = credentialOf({ username, token, requestHash: '' });
    const answer = await explainAccess(db, { unitId, credential, deviceMac, now, serverZone, isLogIn: true });
    if (!answer || 'refusal' in answer.decision) continue;
    const { grant } = answer.decision;
    const minutes = Math.max(1, Math.ceil(secondsOf(grant) / 60));
    clients.push(encodeURIComponent([sessionKey, minutes, ratesAndQuotas(grant), customOf(guestId, token)].join(' ')));
  }
  return clients;
}
