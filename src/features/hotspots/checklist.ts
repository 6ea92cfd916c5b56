/** What a new hotspot still needs, derived from its current data. */
import { CAPTIVE_PREFIX, HOTSPOT_PREFERENCE_DEFAULTS } from '../../contract/plain/hotspotPreferences';
import type { HotspotFacts } from './api';

export const STEPS = ['privacy', 'logins', 'unit', 'portal', 'manager', 'voucher'] as const;
export type Step = (typeof STEPS)[number];

/** What is known about a hotspot. */
export interface ChecklistState {
  hotspot: HotspotFacts;
  preferences: Readonly<Record<string, string>>;
  /** A hotspot works with a unit that has reported; a unit that was never heard still has to be connected. */
  units: 'none' | 'never heard' | 'heard';
  managers: number;
  vouchers: number;
}

const LOGINS = ['sms_login', 'email_login', 'facebook_login', 'linkedin_login', 'voucher_login', 'temp_code_login'] as const;

/** How long a hotspot counts as new, in milliseconds: 30 days. */
const NEW_FOR = 2_592_000_000;

export function isNew({ created }: HotspotFacts, now: number): boolean {
  return created !== null && now - Date.parse(created) < NEW_FOR;
}

export function isDone(step: Step, { hotspot, preferences, units, managers, vouchers }: ChecklistState): boolean {
  switch (step) {
    case 'privacy': {
      const { business_name, business_vat, business_address, business_email } = hotspot;
      return [business_name, business_vat, business_address, business_email].every((field) => field.trim() !== '');
    }
    case 'logins':
      return LOGINS.some((key) => preferences[key] === 'true');
    case 'unit':
      return units === 'heard';
    case 'portal':
      return Object.entries(HOTSPOT_PREFERENCE_DEFAULTS).some(
        ([key, value]) => key.startsWith(CAPTIVE_PREFIX) && preferences[key] !== undefined && preferences[key] !== value,
      );
    case 'manager':
      return managers > 0;
    case 'voucher':
      return vouchers > 0;
  }
}
