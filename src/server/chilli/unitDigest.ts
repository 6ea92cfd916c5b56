/** Identifies a unit by its digest, the MD5 of its secret followed by its uuid. Guests see the digest in their address bar, too. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { startAttempt } from '../auth/throttle';
import type { Deps } from '../deps';
import { RefusedError, tooOften } from '../http/errors';
import { findProvenUnit, type ProvenUnit } from '../units/proofQueries';
import { findSecrets, findUnitId, secretsOf } from '../units/secretQueries';
import { ttlCache } from '../ttlCache';

const text = z.string().max(255).default('');

export const proofQuery = z.object({
  /** Lower-case hex. */
  digest: text,
  uuid: text,
});
type Proof = z.infer<typeof proofQuery>;

/** Milliseconds for which a verified digest is cached, because units ask many times a second. Reports are verified without the cache. */
const PROVEN_FOR = 10_000;
const MAX_UNITS = 5000;

/** `refused` is called for each failed proof of a known unit, so that staff see which address has a wrong secret. */
export function unitProofs(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  { refused }: { refused: (unitId: number, ip: string) => void },
) {
  const proven = ttlCache<ProvenUnit>(MAX_UNITS, PROVEN_FOR);

  /**
   * Looks the proof up first, and counts only wrong ones: guests share the unit's address, and their wrong attempts must not lock it out,
   * not even after a restart. That makes no secret easier to guess: whoever has seen a digest can try secrets against it offline.
   */
  const throttled = async <T>({ uuid }: Proof, ip: string, find: () => Promise<T | null>): Promise<T | null> => {
    const found = await find();
    if (found !== null) return found;
    const attempt = await startAttempt(db, { what: 'unit', username: uuid, address: ip, agent: '' }, config.loginLimit, clock());
    if ('wait' in attempt) throw tooOften(attempt.wait);
    return null;
  };

  /**
   * The unit that this digest belongs to. With `isNow` the cache isn't used, so a digest that has just been replaced is rejected. The
   * caller may be a guest. Throws if the digest is missing or wrong, or after too many attempts.
   */
  const unitOf = async (proof: Proof, ip: string, { isNow = false } = {}): Promise<ProvenUnit> => {
    if (proof.digest === '') throw malformed('digest required');
    if (proof.uuid === '') throw malformed('uuid required');
    const remembered = isNow ? undefined : proven.get(keyOf(proof));
    if (remembered) return remembered;
    const unit = await throttled(proof, ip, () => findProvenUnit(db, proof));
    if (!unit) {
      const unitId = await findUnitId(db, proof.uuid);
      if (unitId !== undefined) refused(unitId, ip);
      throw new RefusedError(400, { message: 'digest is invalid', code: 'invalid_digest' });
    }
    proven.set(keyOf(proof), unit);
    return unit;
  };

  /** Whether the caller knows the unit's secret, which no guest does. */
  const isSecret = async (unit: ProvenUnit, given: string, ip: string): Promise<boolean> => {
    const proof = { uuid: `secret of unit ${unit.id}`, digest: hashOf(given).toString('base64') };
    const found = await throttled(proof, ip, async () => {
      const row = await findSecrets(db, unit.id);
      const isRight = row && secretsOf(row).some((one) => timingSafeEqual(hashOf(one), hashOf(given)));
      return isRight === true ? true : null;
    });
    if (!found) refused(unit.id, ip);
    return found === true;
  };

  return { unitOf, isSecret };
}

const keyOf = ({ uuid, digest }: Proof) => `${digest} ${uuid}`;
const hashOf = (given: string) => createHash('sha256').update(given).digest();

export const malformed = (message: string) => new RefusedError(400, { message, code: 'malformed' });
