/** Changes to a running session (CoA-Request, RFC 5176): which units accept them, and with which attributes. */
import { MAX_INTEGER, type UnitKind } from '../../contract/wire';
import type { Grant } from '../access/authorise';
import { grantAttributes } from './attributes';
import { attribute, type Attribute } from './codec';

/** What a session has used since it began. */
export interface UsedSoFar {
  seconds: number;
  bytes: number;
}

/** The others accept Disconnect-Requests at most, or can't be called at all. */
const TAKE_CHANGES: readonly UnitKind[] = ['mikrotik', 'coovachilli', 'aruba', 'ruckus', 'generic'];

export const takesChanges = (kind: UnitKind): boolean => TAKE_CHANGES.includes(kind);

/**
 * The attributes that change a session from one grant to another; `before` is null if unknown. A grant says what is left from now on, but
 * units count from the start of the session, so what it has used is added. What isn't sent stays as it was, so "no limit" is sent too.
 */
export function changeAttributes({ before, after }: { before: Grant | null; after: Grant }, kind: UnitKind, used: UsedSoFar): Attribute[] {
  const whole = {
    ...after,
    seconds: Math.min(after.seconds + used.seconds, MAX_INTEGER),
    bytes: after.bytes === null ? null : after.bytes + used.bytes,
  };
  return [...grantAttributes(whole, kind), ...unlimited(before, after, kind)];
}

/** To units that don't know 0 as "no limit": 4 Gbit/s. */
const FASTEST = 0xff_ff_ff_ff;

function unlimited(before: Grant | null, { kbpsDown, kbpsUp, bytes }: Grant, kind: UnitKind): Attribute[] {
  if (kind === 'mikrotik') {
    return [
      ...(kbpsDown === null && kbpsUp === null ? [attribute('Mikrotik-Rate-Limit', '0/0')] : []),
      ...(bytes === null ? [attribute('Mikrotik-Total-Limit', 0), attribute('Mikrotik-Total-Limit-Gigawords', 0)] : []),
    ];
  }
  if (kind === 'coovachilli') {
    return [
      ...(kbpsUp === null ? [attribute('CoovaChilli-Bandwidth-Max-Up', 0)] : []),
      ...(kbpsDown === null ? [attribute('CoovaChilli-Bandwidth-Max-Down', 0)] : []),
      ...(bytes === null ? [attribute('CoovaChilli-Max-Total-Octets', 0), attribute('CoovaChilli-Max-Total-Gigawords', 0)] : []),
    ];
  }
  // Only if the session has a limit: a unit may refuse a speed that it can't reach.
  return [
    ...(kbpsUp === null && typeof before?.kbpsUp === 'number' ? [attribute('WISPr-Bandwidth-Max-Up', FASTEST)] : []),
    ...(kbpsDown === null && typeof before?.kbpsDown === 'number' ? [attribute('WISPr-Bandwidth-Max-Down', FASTEST)] : []),
  ];
}
