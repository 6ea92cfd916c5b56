/** Changes to a running session (CoA-Request, RFC 5176): which units accept them, and with which attributes. */
import { MAX_INTEGER, type UnitKind } from '../../contract/plain/wire';
import { MAX_UINT32 } from '../../gateways/gateway';
import { GATEWAYS } from '../../gateways/gateways';
import type { Grant } from '../access/authorise';
import { enforceable } from '../access/trafficLimit';
import { encoded, limitAttributes } from './attributes';
import { attribute, type Attribute } from './codec';

/** What a session has used since it began. */
export interface UsedSoFar {
  seconds: number;
  bytes: number;
}

const kbpsOf = ({ seconds, bytes }: UsedSoFar): number => (seconds > 0 ? (bytes * 8) / 1000 / seconds : 0);

/** Whether units of this kind accept changes. Others accept at most Disconnect-Requests. */
export const takesChanges = (kind: UnitKind): boolean => GATEWAYS[kind].abilities.takesChanges;

/**
 * The attributes that change a session from one grant to another; `before` is null if unknown. A grant contains what is left from now on,
 * but units count from the start of the session, so what it has used is added. Limits that aren't sent stay unchanged, so "no limit" is
 * sent, too.
 */
export function changeAttributes(
  { before, after: decided }: { before: Grant | null; after: Grant },
  kind: UnitKind,
  used: UsedSoFar,
): Attribute[] {
  const after = enforceable(decided, { ...GATEWAYS[kind].radius, measuredKbps: kbpsOf(used) });
  const whole = {
    ...after,
    seconds: Math.min(after.seconds + used.seconds, MAX_INTEGER),
    bytes: after.bytes === null ? null : after.bytes + used.bytes,
  };
  return [...limitAttributes(whole, kind), ...unlimited(before, after, kind)];
}

/** Stands for "no limit" at units for which 0 doesn't: 4 Gbit/s. */
const FASTEST = MAX_UINT32;

function unlimited(before: Grant | null, after: Grant, kind: UnitKind): Attribute[] {
  const { withoutLimits } = GATEWAYS[kind].radius;
  if (withoutLimits) return withoutLimits(after).map(encoded);
  const { kbpsDown, kbpsUp } = after;
  // Only for a session that has a limit, because a unit may reject a speed that it can't reach.
  return [
    ...(kbpsUp === null && typeof before?.kbpsUp === 'number' ? [attribute('WISPr-Bandwidth-Max-Up', FASTEST)] : []),
    ...(kbpsDown === null && typeof before?.kbpsDown === 'number' ? [attribute('WISPr-Bandwidth-Max-Down', FASTEST)] : []),
  ];
}
