import { EMAIL, isWebAddress, MAX_LENGTH } from '../../contract/plain/wire';
import { MARKETING_KINDS, QUIET_HOURS_DEFAULT } from '../../contract/plain/hotspotPreferences';

type MessageId = FormatjsIntl.Message['ids'];

export type MarketingKey = keyof typeof MARKETING_KINDS;

export const MARKETING_KEYS = Object.keys(MARKETING_KINDS) as MarketingKey[];

/** Settings as shown, by key, in wire form: all are strings (MKT-09). */
export type Settings = Readonly<Record<MarketingKey, string>>;

/** Unsaved values by key, including those of hidden fields. */
export type Typed = Readonly<Partial<Record<MarketingKey, string>>>;

/** Shown in place of an empty setting (MKT-19 to MKT-21); stored only when the user changes it. */
const SHOWN_WHILE_EMPTY: Typed = {
  marketing_7_second_after: 'expiration',
  marketing_8_second_after_days: '4',
  marketing_9_threshold: '3',
  marketing_17_quiet_hours: QUIET_HOURS_DEFAULT,
};

/** Stored settings with defaults filled in: a switch that isn't stored is off, a text empty. */
export function shownSettings(stored: Readonly<Partial<Record<string, string>>>): Settings {
  const shown = (key: MarketingKey) => stored[key] || (SHOWN_WHILE_EMPTY[key] ?? (MARKETING_KINDS[key] === 'flag' ? 'false' : ''));
  return Object.fromEntries(MARKETING_KEYS.map((key) => [key, shown(key)])) as Settings;
}

/** Whether the switches that this key depends on are on (MKT-10 to MKT-13). */
export function isOffered(key: MarketingKey, settings: Settings): boolean {
  const isOn = settings.marketing_1_enabled === 'true';
  const isSecond = isOn && settings.marketing_4_second_email_enabled === 'true';
  switch (key) {
    case 'marketing_0_reason_country':
    case 'marketing_1_enabled':
      return true;
    case 'marketing_6_first_after':
    case 'marketing_13_feedback_body_text':
    case 'marketing_15_feedback_subject_text':
      return isOn && settings.marketing_3_first_email_enabled === 'true';
    case 'marketing_7_second_after':
    case 'marketing_14_review_body_text':
    case 'marketing_16_review_subject_text':
      return isSecond;
    case 'marketing_8_second_after_days':
      return isSecond && settings.marketing_7_second_after === 'days';
    default:
      return isOn;
  }
}

export interface Problem {
  id: MessageId;
  values?: Record<string, number>;
}

/** The error message for an invalid setting, or null. The server applies the same rules. */
export function problemOf(key: MarketingKey, settings: Settings): Problem | null {
  const value = settings[key];
  switch (MARKETING_KINDS[key]) {
    case 'email':
      if (value === '') return settings.marketing_1_enabled === 'true' ? { id: 'form.required' } : null;
      return EMAIL.test(value) && value.length <= MAX_LENGTH.email ? null : { id: 'form.email' };
    case 'count_or_nothing':
      if (value === '') return key === 'marketing_8_second_after_days' ? { id: 'form.required' } : null;
      return /^\d{1,15}$/.test(value) ? null : { id: 'preferences.not_whole' };
    case 'url':
      return value === '' || isWebAddress(value) ? null : { id: 'captive.bad_address' };
    case 'line':
      return tooLong(value, MAX_LENGTH.text);
    case 'html':
      return tooLong(value, MAX_LENGTH.html);
    default:
      return null;
  }
}

const tooLong = (value: string, max: number): Problem | null => (value.length > max ? { id: 'form.too_long', values: { max } } : null);

/**
 * The keys to save. Valid text behind a switch that is off is saved too, because it would be lost otherwise; invalid text there is skipped,
 * because nobody sees its field.
 */
export function changedKeys(shown: Settings, typed: Typed): MarketingKey[] {
  const settings = { ...shown, ...typed };
  return MARKETING_KEYS.filter((key) => settings[key] !== shown[key] && (isOffered(key, settings) || problemOf(key, settings) === null));
}

/** Fields that block saving, in order: changed invalid ones, and a missing feedback e-mail address once the service is on (MKT-17). */
export function wrongKeys(shown: Settings, typed: Typed): MarketingKey[] {
  const settings = { ...shown, ...typed };
  return MARKETING_KEYS.filter(
    (key) =>
      isOffered(key, settings) &&
      (settings[key] !== shown[key] || key === 'marketing_2_feedback_email') &&
      problemOf(key, settings) !== null,
  );
}
