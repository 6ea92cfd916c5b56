import { UNIT_KINDS, type UnitKind } from '../../contract/wire';
import type { units } from '../database/schema';
import type { PlayedUnit } from '../simulate/playedUnit';

/** Kinds that the server can tell by their requests. */
const KINDS: readonly [UnitKind, ...UnitKind[]] = ['coovachilli', 'mikrotik', 'aruba'];

/** The simulated unit for a row: of the kind set by staff, otherwise of a kind that varies by hotspot. */
export function playedUnit({ uuid, mac_address, secret, kind, hotspot_id }: typeof units.$inferSelect): PlayedUnit {
  const chosen = UNIT_KINDS.find((one) => one === kind);
  return { uuid, mac: mac_address, secret, kind: chosen ?? KINDS[hotspot_id % KINDS.length] ?? KINDS[0] };
}
