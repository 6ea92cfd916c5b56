/** Hotspot preferences: keys, a new hotspot's values, and valid values. Marketing preferences are read and written by their own calls. */
import { PORTAL_LANGUAGES, type PortalLanguage } from './wire';

/** The captive portal's text styles (CPT-04). */
export const TEXT_STYLES = [
  'Lato',
  'Roboto',
  'Hind',
  'Fira Sans Extra Condensed',
  'Dosis',
  'EB Garamond',
  'Playfair Display',
  'Playfair Display SC',
] as const;

/** A one-pixel PNG, which existing back ends use as the initial logo and banner of a captive portal. */
const ONE_PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Preferences of a new hotspot. Together with `UNSET_PREFERENCES`, the list of all valid keys. */
export const HOTSPOT_PREFERENCE_DEFAULTS = {
  sms_login: 'true',
  email_login: 'true',
  email_login_skip_auth: 'false',
  facebook_login: 'true',
  facebook_login_page: '',
  linkedin_login: 'true',
  voucher_login: 'false',
  temp_code_login: 'false',
  temp_session_duration: '300',
  user_expiration_days: '30',
  auto_login: 'true',
  auth_renew: 'true',
  bypass_macaddress_check: 'false',
  check_marketing: 'false',
  check_email_domain: 'false',
  check_email_domain_list: '',
  sms_login_max: '0',
  sms_login_threshold: '0',
  wifi4eu_enabled: 'false',
  wifi4eu_id: '',
  wifi4eu_lang: '',
  wifi4eu_zdebug: 'false',
  'CoovaChilli-Bandwidth-Max-Down': '0',
  'CoovaChilli-Bandwidth-Max-Up': '0',
  'CoovaChilli-Max-Navigation-Time': '0',
  'CoovaChilli-Max-Total-Octets': '0',
  captive_1_redir: 'https://example.com',
  captive_2_title: 'Welcome',
  captive_3_logo: ONE_PIXEL,
  captive_4_subtitle: 'Guest WiFi',
  captive_5_banner: ONE_PIXEL,
  captive_6_description: 'Free internet access',
  captive_7_background: '#1f6feb',
  captive_81_bg_image: '',
  captive_82_container_bg_color: '#ffffffff',
  captive_83_title_color: '#4A4A4A',
  captive_84_text_color: '#4A4A4A',
  captive_85_text_style: 'Roboto',
} as const;

/** Preferences without a default; they have no row until somebody sets them. */
export const UNSET_PREFERENCES = [
  'voucher_expiration_days',
  'voucher_presets',
  'time_zone',
  'guest_language',
  'voucher_limits_total',
  'hotspot_closed',
  'max_devices',
  'oldest_device_leaves',
  'sms_countries',
  'sms_unentered_max',
] as const;

/** Texts of the portal's look that may have versions in the portal's languages; guests in other languages read the text itself. */
export const TRANSLATED_TEXTS = ['captive_2_title', 'captive_4_subtitle', 'captive_6_description'] as const;
export type TranslatedText = (typeof TRANSLATED_TEXTS)[number];
export type TranslationKey = `${TranslatedText}_${PortalLanguage}`;

/** The preference with a text's version in a language. */
export const translationKey = (text: TranslatedText, language: PortalLanguage): TranslationKey => `${text}_${language}`;

export const TRANSLATION_KEYS: readonly TranslationKey[] = TRANSLATED_TEXTS.flatMap((text) =>
  PORTAL_LANGUAGES.map((language) => translationKey(text, language)),
);

/** Feedback e-mail settings of a new hotspot. Stored with the preferences, but read and written by their own calls (MKT-09). */
export const MARKETING_DEFAULTS = {
  marketing_0_reason_country: 'false',
  marketing_1_enabled: 'false',
  marketing_2_feedback_email: '',
  marketing_3_first_email_enabled: 'false',
  marketing_4_second_email_enabled: 'false',
  marketing_5_sms_enabled: 'false',
  marketing_6_first_after: '',
  marketing_7_second_after: 'expiration',
  marketing_8_second_after_days: '',
  marketing_9_threshold: '3',
  marketing_10_first_url: '',
  marketing_11_second_url: '',
  marketing_12_third_url: '',
  marketing_13_feedback_body_text: '<p>How was your stay? $$URL$$</p>',
  marketing_14_review_body_text: '<p>Leave us a review: $$URL$$</p>',
  marketing_15_feedback_subject_text: 'Your stay at $$HOTSPOT$$',
  marketing_16_review_subject_text: 'Thank you from $$HOTSPOT$$',
} as const;

/**
 * Valid values of a preference. `flag`: true or false; `count`: an integer from 0; `count_or_nothing`: the same, or empty;
 * `line`: single-line text; `text`: multi-line text; `language`: two letters, or empty; `zone`: a time zone, or empty for the server's;
 * `url`: http or https, or empty; `email`: one address, or empty; `colour`: see `COLOUR`; `text_style`: one of `TEXT_STYLES`; `image`: a
 * PNG or JPEG as a data URL, or empty; `domains`: comma-separated; `countries`: ISO 3166 codes, comma-separated, or `ANY_COUNTRY`; `stars`: 1 to 5; `second_after`: when the second e-mail is sent, see
 * `SECOND_AFTER`; `quiet_hours`: two hours of the day, like 21-9, the same twice for none; `presets`: see contract/plain/presets.ts; `html`: see contract/plain/html.ts.
 */
export type PreferenceKind =
  | 'flag'
  | 'count'
  | 'count_or_nothing'
  | 'line'
  | 'language'
  | 'zone'
  | 'text'
  | 'url'
  | 'email'
  | 'colour'
  | 'text_style'
  | 'image'
  | 'domains'
  | 'countries'
  | 'stars'
  | 'second_after'
  | 'quiet_hours'
  | 'presets'
  | 'html';

const SPECIFIED_KINDS = {
  sms_login: 'flag',
  email_login: 'flag',
  email_login_skip_auth: 'flag',
  facebook_login: 'flag',
  facebook_login_page: 'url',
  linkedin_login: 'flag',
  voucher_login: 'flag',
  temp_code_login: 'flag',
  temp_session_duration: 'count',
  user_expiration_days: 'count',
  voucher_expiration_days: 'count',
  voucher_presets: 'presets',
  auto_login: 'flag',
  auth_renew: 'flag',
  bypass_macaddress_check: 'flag',
  check_marketing: 'flag',
  check_email_domain: 'flag',
  check_email_domain_list: 'domains',
  sms_login_max: 'count',
  sms_login_threshold: 'count',
  wifi4eu_enabled: 'flag',
  wifi4eu_id: 'line',
  wifi4eu_lang: 'language',
  wifi4eu_zdebug: 'flag',
  'CoovaChilli-Bandwidth-Max-Down': 'count',
  'CoovaChilli-Bandwidth-Max-Up': 'count',
  'CoovaChilli-Max-Navigation-Time': 'count',
  'CoovaChilli-Max-Total-Octets': 'count',
  time_zone: 'zone',
  guest_language: 'language',
  voucher_limits_total: 'flag',
  hotspot_closed: 'flag',
  max_devices: 'count',
  oldest_device_leaves: 'flag',
  sms_countries: 'countries',
  sms_unentered_max: 'count',
  captive_1_redir: 'url',
  captive_2_title: 'line',
  captive_3_logo: 'image',
  captive_4_subtitle: 'line',
  captive_5_banner: 'image',
  captive_6_description: 'text',
  captive_7_background: 'colour',
  captive_81_bg_image: 'image',
  captive_82_container_bg_color: 'colour',
  captive_83_title_color: 'colour',
  captive_84_text_color: 'colour',
  captive_85_text_style: 'text_style',
} as const satisfies Record<keyof typeof HOTSPOT_PREFERENCE_DEFAULTS | (typeof UNSET_PREFERENCES)[number], PreferenceKind>;

/** The kind of value that each hotspot preference takes. */
export const HOTSPOT_PREFERENCE_KINDS: Record<keyof typeof SPECIFIED_KINDS | TranslationKey, PreferenceKind> = {
  ...SPECIFIED_KINDS,
  ...(Object.fromEntries(
    TRANSLATED_TEXTS.flatMap((text) => PORTAL_LANGUAGES.map((language) => [translationKey(text, language), SPECIFIED_KINDS[text]])),
  ) as Record<TranslationKey, PreferenceKind>),
};

/** The kind of value that each feedback e-mail setting takes. */
export const MARKETING_KINDS: Record<keyof typeof MARKETING_DEFAULTS | (typeof UNSET_MARKETING)[number], PreferenceKind> = {
  marketing_0_reason_country: 'flag',
  marketing_1_enabled: 'flag',
  marketing_2_feedback_email: 'email',
  marketing_3_first_email_enabled: 'flag',
  marketing_4_second_email_enabled: 'flag',
  marketing_5_sms_enabled: 'flag',
  marketing_6_first_after: 'count_or_nothing',
  marketing_7_second_after: 'second_after',
  marketing_8_second_after_days: 'count_or_nothing',
  marketing_9_threshold: 'stars',
  marketing_10_first_url: 'url',
  marketing_11_second_url: 'url',
  marketing_12_third_url: 'url',
  marketing_13_feedback_body_text: 'html',
  marketing_14_review_body_text: 'html',
  marketing_15_feedback_subject_text: 'line',
  marketing_16_review_subject_text: 'line',
  marketing_17_quiet_hours: 'quiet_hours',
};

/** Marketing preferences without a default (our server only). */
export const UNSET_MARKETING = ['marketing_17_quiet_hours'] as const;

/** Default hours of the day in which guests get no mail and no SMS: from 21:00 to 9:00. */
export const QUIET_HOURS_DEFAULT = '21-9';

/** Means all countries, in place of a list of them. */
export const ANY_COUNTRY = '*';

/** When the second feedback e-mail is sent: some days after the first, or when the guest's validity ends (MKT-19). */
export const SECOND_AFTER = ['days', 'expiration'] as const;

/** Prefix of the keys that style the captive portal, which only some plans allow changing (PREF-16, HSP-11). */
export const CAPTIVE_PREFIX = 'captive_';
