import type { UnitKind } from '../../contract/plain/wire';
import { GATEWAYS } from '../../gateways/gateways';

/** The name of a unit's kind; `generic` is the message for units of no kind in particular. */
export const unitKindName = (kind: UnitKind, generic: string): string => GATEWAYS[kind].name ?? generic;
