/** Constants shared by server and console. No zod here: the console bundles this file (docs/decisions/0004-no-zod-in-the-browser.md). */

/** Page sizes that lists offer; the first is the default (FMT-10). */
export const PAGE_SIZES = [25, 50, 100] as const;

/** Page sizes of the tables on a hotspot's page: vouchers, MAC entries (VCH-01, MAC-01). */
export const CARD_PAGE_SIZES = [5, 25, 50, 100] as const;
export type PageSize = (typeof CARD_PAGE_SIZES)[number];

/** Rows returned when `limit` is omitted, and its maximum: a larger `limit` is rejected. */
export const MAX_LIMIT = 5000;

/** Maximum number of ids in the query of a list, so that the URL doesn't get too long. */
export const MOST_IDS = 500;

/** Maximum number of results of each kind from `GET /api/find`. */
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

/** Minimum length of a code chosen for a new voucher: shorter ones can be guessed. Existing shorter ones still work. */
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
 * What a unit's requests over HTTP must have besides its digest, which guests see in their address bars: a signature (`md`) made with its
 * secret; the address from which it last proved that it knows the secret; or nothing, for units whose address changes.
 */
export const HTTP_PROOFS = ['signature', 'address', 'digest'] as const;
export type HttpProof = (typeof HTTP_PROOFS)[number];

/**
 * The secret of a unit added in our own console: at least 16 characters, and none that ends a value in a unit's configuration file (white
 * space, `#`, quotes). Scripts for existing back ends may send any secret.
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

/** Minimum length of an account's password, in characters; the server also rejects common ones. */
export const MIN_PASSWORD = 8;

/** Minimum length of an admin's password, which must also be harder to guess. */
export const MIN_ADMIN_PASSWORD = 10;

/** Minimum length of a password with an existing back end, and of one that its console sends to our server. */
export const MIN_EXISTING_PASSWORD = 6;

/** Days for which a one-time password that a manager sets can be used to sign in. */
export const ONE_TIME_PASSWORD_DAYS = 7;

/** Maximum request body, in bytes: just enough for a captive-portal image of 921083 characters. */
export const MAX_BODY_BYTES = 1_048_576;

/** Sent by our own console with each call to our server, which answers others as existing back ends do (docs/wire.md#our-own-console). */
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

/** The periods for which a unit's availability is reported: the last day in half-hours, and the days before. */
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

/** The languages of the captive portal. */
export const PORTAL_LANGUAGES = ['en', 'it', 'de', 'fr', 'es'] as const;
export type PortalLanguage = (typeof PORTAL_LANGUAGES)[number];

/** Account preferences: a reseller's default disclaimers (PRV-11). */
export const ACCOUNT_PREFERENCE_KEYS = ['custom_disclaimers_privacy', 'custom_disclaimers_terms'] as const;

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

/** Where a guest gave a consent: at the captive portal, or in an older system from which it was taken over. */
export const CONSENT_SOURCES = ['portal', 'older_system'] as const;

/** The most devices at once that a voucher may be set to. */
export const MAX_DEVICES = 10_000;

/**
 * Messages that go through the outbox. `code`: for a guest who logs in; `voucher`: mailed by staff; `feedback`, `review`: questions to a
 * guest; `answer`: what a guest wrote, for the hotspot's feedback address; `sync`: an integration switched on, synced or switched off;
 * `test`: sent by staff to see how a message arrives.
 */
export const MESSAGE_KINDS = ['code', 'voucher', 'feedback', 'review', 'answer', 'sms_warning', 'password_reset', 'sync', 'test'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const MESSAGE_CHANNELS = ['mail', 'sms', 'webhook'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** `waiting`: not due yet, or until the next try. `failed`: for good, unless staff send it again. */
export const MESSAGE_STATES = ['waiting', 'sending', 'sent', 'failed'] as const;
