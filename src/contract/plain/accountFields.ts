import { namesOf, type Fields } from './fields';
import { DIGITS, EMAIL, MAX_LENGTH } from './wire';

const CHANGEABLE = { isFixed: false, autoComplete: 'off' } as const;

/** A manager's texts, in the order of the form. To add one: a row here, a migration with its column, and its label `accounts.<name>`. */
export const ACCOUNT_FIELDS = {
  name: { ...CHANGEABLE, max: MAX_LENGTH.name, isRequired: true, isPersonal: false, shown: 'own' },
  email: { ...CHANGEABLE, max: MAX_LENGTH.email, pattern: EMAIL, isRequired: true, isPersonal: true, shown: 'own' },
} as const satisfies Fields;

export type AccountField = keyof typeof ACCOUNT_FIELDS;

const PRIVACY = { ...CHANGEABLE, isPersonal: true, shown: 'extra' } as const;

/**
 * A reseller's texts as data controller, which disclaimers show; in the order of the profile's form. To add one: a row here, a migration
 * with its column, and its labels `profile.<name>` and `accounts.<name>`.
 */
export const PRIVACY_FIELDS = {
  privacy_name: { ...PRIVACY, max: MAX_LENGTH.text, isRequired: true, autoComplete: 'organization' },
  privacy_vat: { ...PRIVACY, max: 32, pattern: DIGITS, isRequired: true },
  privacy_address: { ...PRIVACY, max: MAX_LENGTH.text, isRequired: true, autoComplete: 'street-address' },
  privacy_email: { ...PRIVACY, max: MAX_LENGTH.email, pattern: EMAIL, isRequired: true, autoComplete: 'email' },
  privacy_dpo: { ...PRIVACY, max: MAX_LENGTH.text, isRequired: false },
  privacy_dpo_mail: { ...PRIVACY, max: MAX_LENGTH.email, pattern: EMAIL, isRequired: false },
} as const satisfies Fields;

/** A manager's texts on the wire, in the order of existing back ends. */
export const ACCOUNT_TEXTS = [
  'name',
  'username',
  ...namesOf(ACCOUNT_FIELDS).filter((field) => field !== 'name'),
  ...namesOf(PRIVACY_FIELDS),
] as const;

export type PrivacyField = keyof typeof PRIVACY_FIELDS;
