import { UNIT_KINDS, type UnitKind } from '../../contract/wire';
import type { units } from '../database/schema';
import type { PlayedUnit } from '../simulate/playedUnit';

/** Kinds that give themselves away by what they send. */
const KINDS: readonly [UnitKind, ...UnitKind[]] = ['coovachilli', 'mikrotik', 'aruba'];

/** A unit of the demonstration, played: as the kind that staff chose, or as another one at each hotspot. */
export function playedUnit({ uuid, mac_address, secret, kind, hotspot_id }: typeof units.$inferSelect): PlayedUnit {
  const chosen = UNIT_KINDS.find((one) => one === kind);
  return { uuid, mac: mac_address, secret, kind: chosen ?? KINDS[hotspot_id % KINDS.length] ?? KINDS[0] };
}
