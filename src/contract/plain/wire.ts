/** Constants shared by server and console. No zod here: the console bundles this file (docs/decisions/0004-no-zod-in-the-browser.md). */

/** Page sizes that lists offer; the first is the default (FMT-10). */
export const PAGE_SIZES = [25, 50, 100] as const;

/** Page sizes of the tables on a hotspot's page: vouchers, MAC entries (VCH-01, MAC-01). */
export const CARD_PAGE_SIZES = [5, 25, 50, 100] as const;
export type PageSize = (typeof CARD_PAGE_SIZES)[number];

/** Rows returned when `limit` is omitted, and its maximum: a larger `limit` is rejected. */
export const MAX_LIMIT = 5000;

/** How many rows a list may be asked for by their ids at once: so many fit into an address. */
export const MOST_IDS = 500;

/** Results of a kind that `GET /api/find` returns at most. */
export const FOUND_AT_MOST = 5;

/** Totals are exact up to this many rows; beyond it a list may stop counting and then sends `X-Total-More: true`. */
export const EXACT_TOTAL = 10_000;

/** "No date" as existing back ends write it; ours writes null. The console treats both as unset. */
export const NO_DATE = '0001-01-01T00:00:00Z';

/** A name that is also a valid host name: letters, digits, dots, dashes; no label starts or ends with a dash (HSP-17). */
export const HOTSPOT_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/**
 * Looks like an e-mail address: one @, a dot after it, no spaces, no invisible characters, nothing that means a name, a comment or a group; an
 * apostrophe only before the @ (o'neil@example.org). Doesn't check that the address exists.
 */
export const EMAIL = /^[^\s@<>",;:()[\]\\\p{C}]+@[^\s@<>"',;:()[\]\\\p{C}]+\.[^\s@<>"',;:()[\]\\.\p{C}]+$/u;

/** Digits only: the VAT number among a reseller's privacy fields (PRO-05). */
export const DIGITS = /^\d+$/;

/** Maximum text lengths, in characters. `html` is for disclaimers and feedback e-mails, `message` for texts that a captive portal shows. */
export const MAX_LENGTH = {
  name: 255,
  text: 255,
  description: 1000,
  email: 254,
  password: 256,
  search: 200,
  url: 2048,
  message: 5000,
  html: 200_000,
} as const;

/** The largest PostgreSQL `integer`: the limit for kbps, seconds and counts. */
export const MAX_INTEGER = 2_147_483_647;

/** Alphabet of generated codes and one-time passwords, without easily confused characters. */
export const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Length of a generated voucher code. */
export const CODE_LENGTH = 8;

/** A voucher code chosen by the user. Restricted because guests read it off paper and type it on a phone. */
export const VOUCHER_CODE = /^[a-z0-9][a-z0-9._-]{0,31}$/i;

/** Least length of a code chosen for a new voucher: shorter ones can be guessed. Existing shorter ones still work. */
export const MIN_CODE_LENGTH = 6;

/** Whether a code is shorter than new ones may be. */
export const isShortCode = (code: string): boolean => code.length < MIN_CODE_LENGTH;

/** Maximum number of vouchers per create call (VCH-37). */
export const MAX_VOUCHERS = 1000;

/** Maximum validity of a voucher, in days. */
export const MAX_VOUCHER_DAYS = 36_500;

/** Validity of a MAC entry in days: ten years, as in existing back ends. */
export const MAC_ENTRY_DAYS = 3650;

/** A unit's uuid: existing units use a UUID or plain hexadecimal digits. */
export const UNIT_UUID = /^[a-z0-9][a-z0-9-]{0,63}$/i;

/**
 * What a unit's requests over HTTP must have besides its digest, which guests see in their address bars: a signature (`md`) with its
 * secret; else the address where it last proved its secret; or nothing, for units whose address changes.
 */
export const HTTP_PROOFS = ['signature', 'address', 'digest'] as const;
export type HttpProof = (typeof HTTP_PROOFS)[number];

/**
 * The secret of a unit that our own console adds: at least 16 characters, nothing that configuration files of units take for the end of a
 * value (white space, `#`, quotes). The scripts of older back ends send what their owner chose.
 */
export const UNIT_SECRET = /^[^\s\p{Cc}#'"]{16,}$/u;

/** Unit types that are handled differently, in the order in which they are offered. What each can do is in src/gateways. */
export const UNIT_KINDS = ['mikrotik', 'unifi', 'omada', 'aruba', 'wlc', 'ruckus', 'pfsense', 'coovachilli', 'opennds', 'generic'] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

/** Default port on which units listen for Disconnect-Requests (RFC 5176). */
export const COA_PORT = 3799;

/**
 * Image limits: 700 KB as a file and 921083 characters encoded, whichever is stricter (CPT-08, CPT-09). Pixels are limited too, because
 * decoding needs memory for every pixel, however small the file is.
 */
export const MAX_IMAGE = { bytes: 716_800, characters: 921_083, side: 8000, pixels: 25_000_000 } as const;

/** Minimum length of an account's password, in characters. */
export const MIN_PASSWORD = 6;

/** Minimum length of an admin's password; the server also rejects common ones. */
export const MIN_ADMIN_PASSWORD = 10;

/** Maximum request body, in bytes: just enough for a captive-portal image of 921083 characters. */
export const MAX_BODY_BYTES = 1_048_576;

/** Sent by our own console with each call to our server, which answers others as older back ends do (docs/wire.md#our-own-console). */
export const CONSOLE_HEADER = 'X-Portico-Console';

/** Maximum length of an `Idempotency-Key`, in characters. */
export const MAX_IDEMPOTENCY_KEY = 200;

/** An integration's token is valid for this many days after its last sync (our server only). */
export const INTEGRATION_DAYS = 90;

/** A guest whose speed is limited below this, in kbps, can hardly open a page. */
export const SLOW_BELOW_KBPS = 256;

/** A unit without a running session counts as active until this many seconds after its last one. */
export const ACTIVE_FOR_SECONDS = 1800;

/** The dashboard reports a unit as silent when neither RADIUS nor a session has been heard from it for this many seconds. */
export const SILENT_AFTER_SECONDS = 86_400;

/** How far back a unit's availability is told: the last day by half-hours, and the days before. */
export const AVAILABLE_HALF_HOURS = 48;
export const AVAILABLE_FOR_DAYS = 30;

/** How many days of usage the SMS forecast is based on. */
export const SMS_FORECAST_DAYS = 30;

/** The dashboard reports a subscription that ends within this many days. */
export const PLAN_ENDS_WITHIN_DAYS = 14;

/** How long an alert stays snoozed, in hours. */
export const SNOOZE_HOURS = 24;

/** An SMS pack counts as near its limit once this share is used, or earlier if its own threshold says so. */
export const SMS_NEAR_LIMIT_SHARE = 0.9;

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

/** The languages of the captive portal. */
export const PORTAL_LANGUAGES = ['en', 'it', 'de', 'fr', 'es'] as const;
export type PortalLanguage = (typeof PORTAL_LANGUAGES)[number];

/** Account preferences: a reseller's default disclaimers (PRV-11). */
export const ACCOUNT_PREFERENCE_KEYS = ['custom_disclaimers_privacy', 'custom_disclaimers_terms'] as const;

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

/** Marketing keys that no new hotspot has (our server only). */
export const UNSET_MARKETING = ['marketing_17_quiet_hours'] as const;

/** Hours of the day between which guests get no mail and no SMS, where none are set: from 21:00 to 9:00. */
export const QUIET_HOURS_DEFAULT = '21-9';

/** Stands for all countries where some are chosen. */
export const ANY_COUNTRY = '*';

/** When the second feedback e-mail is sent: some days after the first, or when the guest's validity ends (MKT-19). */
export const SECOND_AFTER = ['days', 'expiration'] as const;

/**
 * Whether the value is an http or https URL, with its host. Guests are redirected there, so `javascript:` and `file:` must not pass, nor
 * `http:shop`, which browsers resolve against the page they are on.
 */
export function isWebAddress(value: string): boolean {
  return value.length <= MAX_LENGTH.url && /^https?:\/\/[^\s/]\S*$/i.test(value) && URL.canParse(value);
}

/** A two-letter language code, or empty. */
export const LANGUAGE = /^(?:[a-z]{2})?$/;

/** Stands for a time zone: that of the hotspot that a request is about, in which its days begin and end (our server only). */
export const HOTSPOT_ZONE = 'hotspot';

/** Whether this runtime knows the time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** `#rgb` or `#rrggbb`, optionally with alpha. */
export const COLOUR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Prefix of the keys that style the captive portal, which only some plans allow changing (PREF-16, HSP-11). */
export const CAPTIVE_PREFIX = 'captive_';

/** Where a guest gave a consent: at the captive portal, or in an older system from which it was taken over. */
export const CONSENT_SOURCES = ['portal', 'older_system'] as const;

/** The most devices at once that a voucher may be set to. */
export const MAX_DEVICES = 10_000;

/**
 * What leaves the server by the outbox. `code`: for a guest who logs in; `voucher`: mailed by staff; `feedback`, `review`: questions to a
 * guest; `answer`: what a guest wrote, for the hotspot's feedback address; `sync`: an integration switched on, synced or off; `test`: sent
 * by staff to see what arrives.
 */
export const MESSAGE_KINDS = ['code', 'voucher', 'feedback', 'review', 'answer', 'sms_warning', 'password_reset', 'sync', 'test'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const MESSAGE_CHANNELS = ['mail', 'sms', 'webhook'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** `waiting` for its time or the next try; `failed` for good, unless somebody sends it again. */
export const MESSAGE_STATES = ['waiting', 'sending', 'sent', 'failed'] as const;
