import type { UnitKind } from '../../contract/plain/wire';
import { GATEWAYS } from '../../gateways/gateways';

/** The name of a unit's type; `generic` is the message for units of no specific type. */
export const unitKindName = (kind: UnitKind, generic: string): string => GATEWAYS[kind].name ?? generic;
