import { namesOf, type Fields } from './fields';
import { EMAIL, HOTSPOT_NAME, MAX_LENGTH } from './wire';

const CHANGEABLE = { isFixed: false, isPersonal: true, autoComplete: 'off' } as const;

/**
 * A hotspot's texts, in the order of the form. To add one: a row here, a migration with its column, and its label `hotspots.<name>` in
 * both languages; for a required business field also the hint `hotspots.add_<name>`.
 */
export const HOTSPOT_FIELDS = {
  name: {
    max: MAX_LENGTH.name,
    pattern: HOTSPOT_NAME,
    isRequired: true,
    isFixed: true,
    isPersonal: false,
    shown: 'own',
    autoComplete: 'off',
  },
  description: { ...CHANGEABLE, max: MAX_LENGTH.description, isRequired: true, isPersonal: false, shown: 'own' },
  business_name: { ...CHANGEABLE, max: MAX_LENGTH.text, isRequired: true, shown: 'main', autoComplete: 'organization' },
  business_vat: { ...CHANGEABLE, max: MAX_LENGTH.text, isRequired: true, shown: 'extra' },
  business_address: { ...CHANGEABLE, max: MAX_LENGTH.text, isRequired: true, shown: 'main', autoComplete: 'street-address' },
  business_email: { ...CHANGEABLE, max: MAX_LENGTH.email, pattern: EMAIL, isRequired: true, shown: 'extra', autoComplete: 'email' },
  business_dpo: { ...CHANGEABLE, max: MAX_LENGTH.text, isRequired: false, shown: 'extra' },
  business_dpo_mail: { ...CHANGEABLE, max: MAX_LENGTH.email, pattern: EMAIL, isRequired: false, shown: 'extra' },
} as const satisfies Fields;

export type HotspotField = keyof typeof HOTSPOT_FIELDS;

/** The fields about the business that runs the hotspot, in the order of the form. */
export const BUSINESS_FIELDS = namesOf(HOTSPOT_FIELDS).filter(isOfBusiness);

function isOfBusiness<F extends HotspotField>(field: F): field is F & Exclude<HotspotField, 'name' | 'description'> {
  return HOTSPOT_FIELDS[field].shown !== 'own';
}
