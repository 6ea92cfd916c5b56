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

/** The others accept Disconnect-Requests at most, or can't be called at all. */
export const takesChanges = (kind: UnitKind): boolean => GATEWAYS[kind].abilities.takesChanges;

/**
 * The attributes that change a session from one grant to another; `before` is null if unknown. A grant says what is left from now on, but
 * units count from the start of the session, so what it has used is added. What isn't sent stays as it was, so "no limit" is sent too.
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

/** To units that don't know 0 as "no limit": 4 Gbit/s. */
const FASTEST = MAX_UINT32;

function unlimited(before: Grant | null, after: Grant, kind: UnitKind): Attribute[] {
  const { withoutLimits } = GATEWAYS[kind].radius;
  if (withoutLimits) return withoutLimits(after).map(encoded);
  const { kbpsDown, kbpsUp } = after;
  // Only if the session has a limit: a unit may refuse a speed that it can't reach.
  return [
    ...(kbpsUp === null && typeof before?.kbpsUp === 'number' ? [attribute('WISPr-Bandwidth-Max-Up', FASTEST)] : []),
    ...(kbpsDown === null && typeof before?.kbpsDown === 'number' ? [attribute('WISPr-Bandwidth-Max-Down', FASTEST)] : []),
  ];
}
