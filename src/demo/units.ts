import { UNIT_KINDS } from '../contract/plain/wire';
import { GATEWAYS } from '../gateways/gateways';
import type { units } from '../server/database/schema';
import type { PlayedUnit } from './simulate/playedUnit';

/** Kinds that the server recognises by their requests. */
const KINDS = UNIT_KINDS.filter((kind) => GATEWAYS[kind].simulated.signs.length > 0);

/** The simulated unit for a row: of the kind set by staff, otherwise of a kind that varies by hotspot. */
export function playedUnit({ uuid, mac_address, secret, kind, hotspot_id }: typeof units.$inferSelect): PlayedUnit {
  const chosen = UNIT_KINDS.find((one) => one === kind);
  return { uuid, mac: mac_address, secret, kind: chosen ?? KINDS[hotspot_id % KINDS.length] ?? 'generic' };
}
