import { namesOf, type Fields } from './fields';
import { MAX_LENGTH } from './wire';

/**
 * The texts that staff write about a guest, in the order of the form. To add one: a row here, a migration with its column in the tables of
 * guests and of archived guests, and its label `guests.<name>`. All are erased with the guest. Recordings hide texts with `isPersonal`
 * wherever they occur, but a name only next to other data of a person.
 */
export const GUEST_FIELDS = {
  name: { max: MAX_LENGTH.name, isRequired: true, isFixed: false, isPersonal: false, shown: 'own', autoComplete: 'off' },
  // No pattern: units and portals of other makers send anything as an e-mail address (GST-21).
  email: { max: MAX_LENGTH.email, isRequired: false, isFixed: false, isPersonal: true, shown: 'own', autoComplete: 'off' },
} as const satisfies Fields;

export type GuestField = keyof typeof GUEST_FIELDS;

/** All but the name, which lists and details show first. */
export const OTHER_GUEST_FIELDS = namesOf(GUEST_FIELDS).filter((field) => field !== 'name');

/** A guest's texts on the wire, in the order of existing back ends. */
export const GUEST_TEXTS = ['name', 'username', ...OTHER_GUEST_FIELDS] as const;
