import { namesOf, type Fields } from './fields';
import { MAX_LENGTH } from './wire';

/**
 * The texts that staff write about a guest, in the order of the form. Another one is a row here, a migration with its column in the tables
 * of guests and of archived ones, and its label `guests.<name>`. All are erased with the guest; `isPersonal` hides one in recordings
 * wherever it occurs, a name only beside what makes it a person's.
 */
export const GUEST_FIELDS = {
  name: { max: MAX_LENGTH.name, isRequired: true, isFixed: false, isPersonal: false, shown: 'own', autoComplete: 'off' },
  // Not checked: units and portals of other makers send anything (GST-21).
  email: { max: MAX_LENGTH.email, isRequired: false, isFixed: false, isPersonal: true, shown: 'own', autoComplete: 'off' },
} as const satisfies Fields;

export type GuestField = keyof typeof GUEST_FIELDS;

/** The texts beside the name, which lists and facts show first. */
export const OTHER_GUEST_FIELDS = namesOf(GUEST_FIELDS).filter((field) => field !== 'name');

/** A guest's texts on the wire, in the order of existing back ends. */
export const GUEST_TEXTS = ['name', 'username', ...OTHER_GUEST_FIELDS] as const;
