/**
 * Forward authentication of level 4: every few seconds openNDS asks by itself whom to let in, instead of being told by the guest's browser.
 * It has no place for a proof, so whoever knows the address may ask. Asking changes nothing; what it answers names no guest, and the token in it
 * is good only for this device, and only from the unit's script, which proves itself when it tells that the client is in (routes.ts).
 */
import { randomInt } from 'node:crypto';
import type { Db } from '../database/db';
import { explainAccess } from '../access/queries';
import { waitingLogins } from '../access/tokens';
import { ratesAndQuotas, secondsOf } from './limits';
import { credentialOf, customOf } from './proofs';

/** Clients that openNDS lets in at a time; it cuts longer lists. */
const MOST_AT_ONCE = 4;

const ACKNOWLEDGED = 'ack';

interface Asking {
  unitId: number;
  now: Date;
  /** The zone of hotspots that have none of their own. */
  serverZone: string;
}

/**
 * The answer to `auth_get`. Only a question for the list gets one; what openNDS tells besides, that it has let a client in or has begun
 * anew, is heard from its script.
 */
export async function answerToRouter(
  db: Db,
  asking: Asking,
  { auth_get, payload = '' }: Readonly<Record<string, string>>,
): Promise<string> {
  const isForList = auth_get === 'view' && Buffer.from(payload, 'base64').toString('latin1').trim() === 'none';
  return isForList ? ['*', ...(await waitingClients(db, asking))].join(' ') : ACKNOWLEDGED;
}

/** Each as openNDS's own command to let it in takes it: the client, minutes, kbit/s up and down, kB up and down, and what its script gets. */
async function waitingClients(db: Db, { unitId, now, serverZone }: Asking): Promise<string[]> {
  const all = (await waitingLogins(db, unitId, now)).filter(({ sessionKey }) => /^[\da-f]{64}$/.test(sessionKey));
  // From anywhere, so that clients whom openNDS doesn't know keep nobody waiting.
  const first = all.length > 0 ? randomInt(all.length) : 0;
  const clients: string[] = [];
  for (const { sessionKey, deviceMac, username, guestId, token } of [...all.slice(first), ...all.slice(0, first)].slice(0, MOST_AT_ONCE)) {
    const credential = credentialOf({ username, token, requestHash: '' });
    const answer = await explainAccess(db, { unitId, credential, deviceMac, now, serverZone });
    if (!answer || 'refusal' in answer.decision) continue;
    const { grant } = answer.decision;
    const minutes = Math.max(1, Math.ceil(secondsOf(grant) / 60));
    clients.push(encodeURIComponent([sessionKey, minutes, ratesAndQuotas(grant), customOf(guestId, token)].join(' ')));
  }
  return clients;
}
