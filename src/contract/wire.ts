/**
 * Constants of the wire that server and console share (API.md; specification, "Business constants and limits").
 * This file has no zod in it, because the browser bundle has none.
 */

/** Rows per page that lists offer; the first is the default (spec 1 §9, spec 2 §9). */
export const PAGE_SIZES = [25, 50, 100] as const;
export type PageSize = (typeof PAGE_SIZES)[number];

/** Without `limit` a list answers at most this many rows; a larger `limit` is refused (API.md, "Paging"). */
export const MAX_LIMIT = 5000;

/** Totals are exact up to here; beyond, a list may stop counting and say so with `X-Total-More: true` (API.md, "Paging"). */
export const EXACT_TOTAL = 10_000;

/** How the older back end writes "no date"; ours writes null. The console takes both as unset. */
export const NO_DATE = '0001-01-01T00:00:00Z';

/** A name that also works as a host name: letters, digits, dots, dashes; no label starts or ends with a dash (spec 1 §5). */
export const HOTSPOT_NAME = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

/** E-mail shaped: one @, a dot behind it, no spaces or angle brackets. Whether it exists only a mail can tell. */
export const EMAIL = /^[^\s@<>"',;]+@[^\s@<>"',;]+\.[^\s@<>"',;.]+$/;

/** Digits only: the VAT number among a reseller's privacy fields (spec 2 §5). */
export const DIGITS = /^\d+$/;

/** Longest texts, in characters. */
export const MAX_LENGTH = { name: 255, text: 255, description: 1000, email: 254, password: 256, search: 200 } as const;

/** A password chosen for an account has at least this many characters. */
export const MIN_PASSWORD = 6;

/** How many bytes of body a call may have: a captive-portal image of 921083 characters fits, little more does. */
export const MAX_BODY_BYTES = 1_048_576;

/** A unit without a session for this long is reported as silent on the dashboard, in seconds. */
export const SILENT_AFTER_SECONDS = 86_400;

/** What an SMS account counts as near its limit when it has no threshold of its own: the share that is spent. */
export const SMS_NEAR_LIMIT_SHARE = 0.9;

/** The captive portal's text styles (spec 1 §3). */
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

/** Account preferences: the default disclaimers (spec 2 §3). */
export const ACCOUNT_PREFERENCE_KEYS = ['custom_disclaimers_privacy', 'custom_disclaimers_terms'] as const;

/** The smallest picture there is: existing deployments start a captive portal with it as logo and banner. */
const ONE_PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What a hotspot's preferences are at its creation, and with that the list of all keys there are (spec 1 §3). */
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

/** Preferences of the specification that are stored only once somebody sets them (API.md, "Preferences"). */
export const LATER_HOTSPOT_PREFERENCES = ['voucher_expiration_days'] as const;

/** A hotspot's feedback e-mail settings at its creation (spec 2 §3); kept with the preferences, served apart from them. */
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
