import type { Fields } from './fields';
import { MAX_LENGTH } from './wire';

const CHANGEABLE = { isFixed: false, isPersonal: false, autoComplete: 'off' } as const;

/** A unit's texts, in the order of the form. To add one: a row here, a migration with its column, and its label `units.<name>`. */
export const UNIT_FIELDS = {
  name: { ...CHANGEABLE, max: MAX_LENGTH.name, isRequired: true, shown: 'own' },
  description: { ...CHANGEABLE, max: MAX_LENGTH.description, isRequired: false, shown: 'extra' },
} as const satisfies Fields;

export type UnitField = keyof typeof UNIT_FIELDS;
