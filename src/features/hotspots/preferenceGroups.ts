export type MessageId = FormatjsIntl.Message['ids'];

/** Value of a field: a switch, a number (null: empty), or text. */
export type FieldValue = boolean | number | null | string;

/**
 * How a preference is edited. `whole`: an integer from 0; `minutes` (seconds on the wire) and `megabytes` (of 1024 × 1024; bytes on the
 * wire), both with two decimals; `url`: http or https, or ''; `language`: a two-letter code or ''; `zone`: a time zone or ''; `countries`: their codes,
 * comma-separated, or `ANY_COUNTRY`; `lines`: one entry per line,
 * comma-separated on the wire.
 */
export type FieldKind =
  | 'switch'
  | 'whole'
  | 'minutes'
  | 'megabytes'
  | 'line'
  | 'url'
  | 'language'
  | 'zone'
  | 'countries'
  | 'lines'
  | 'text';

export interface PreferenceField {
  key: string;
  kind: FieldKind;
  /** Undefined for keys that only the back end knows, which are shown as they are. */
  label?: MessageId;
  /** Shown inside the field. */
  unit?: MessageId;
  hint?: MessageId;
  /** What 0 means; it is then shown as an empty field. */
  zero?: MessageId;
  /** Key of the switch that enables this field. */
  under?: string;
}

export interface PreferenceGroup {
  title: MessageId;
  fields: readonly PreferenceField[];
}

export const GROUPS: readonly PreferenceGroup[] = [
  {
    title: 'preferences.ways_in',
    fields: [
      { key: 'sms_login', kind: 'switch', label: 'preferences.sms_login' },
      { key: 'sms_login_max', kind: 'whole', label: 'preferences.sms_login_max', zero: 'common.no_limit', under: 'sms_login' },
      {
        key: 'sms_login_threshold',
        kind: 'whole',
        label: 'preferences.sms_login_threshold',
        zero: 'preferences.no_warning',
        under: 'sms_login',
      },
      {
        key: 'sms_countries',
        kind: 'countries',
        label: 'preferences.sms_countries',
        hint: 'preferences.sms_countries_hint',
        under: 'sms_login',
      },
      {
        key: 'sms_unentered_max',
        kind: 'whole',
        label: 'preferences.sms_unentered_max',
        zero: 'preferences.sms_unentered_zero',
        hint: 'preferences.sms_unentered_hint',
        under: 'sms_login',
      },
      { key: 'email_login', kind: 'switch', label: 'preferences.email_login' },
      {
        key: 'email_login_skip_auth',
        kind: 'switch',
        label: 'preferences.email_login_skip_auth',
        hint: 'preferences.email_login_skip_auth_hint',
        under: 'email_login',
      },
      { key: 'facebook_login', kind: 'switch', label: 'preferences.facebook_login' },
      {
        key: 'facebook_login_page',
        kind: 'url',
        label: 'preferences.facebook_login_page',
        hint: 'preferences.facebook_login_page_hint',
        under: 'facebook_login',
      },
      { key: 'linkedin_login', kind: 'switch', label: 'preferences.linkedin_login' },
      { key: 'voucher_login', kind: 'switch', label: 'preferences.voucher_login' },
      { key: 'temp_code_login', kind: 'switch', label: 'preferences.temp_code_login' },
    ],
  },
  {
    title: 'preferences.durations',
    fields: [
      { key: 'user_expiration_days', kind: 'whole', label: 'preferences.user_expiration_days', unit: 'preferences.days' },
      {
        key: 'voucher_expiration_days',
        kind: 'whole',
        label: 'preferences.voucher_expiration_days',
        unit: 'preferences.days',
        zero: 'preferences.voucher_expiration_zero',
        hint: 'preferences.voucher_expiration_hint',
      },
      {
        key: 'temp_session_duration',
        kind: 'minutes',
        label: 'preferences.temp_session_duration',
        unit: 'preferences.minutes',
        hint: 'preferences.temp_session_hint',
      },
      { key: 'auto_login', kind: 'switch', label: 'preferences.auto_login' },
      { key: 'auth_renew', kind: 'switch', label: 'preferences.auth_renew' },
      { key: 'bypass_macaddress_check', kind: 'switch', label: 'preferences.bypass_macaddress_check' },
      { key: 'check_marketing', kind: 'switch', label: 'preferences.check_marketing', hint: 'preferences.check_marketing_hint' },
    ],
  },
  {
    title: 'preferences.domains',
    fields: [
      { key: 'check_email_domain', kind: 'switch', label: 'preferences.check_email_domain' },
      {
        key: 'check_email_domain_list',
        kind: 'lines',
        label: 'preferences.check_email_domain_list',
        hint: 'preferences.one_a_line',
        under: 'check_email_domain',
      },
    ],
  },
  {
    title: 'preferences.limits',
    fields: [
      {
        key: 'CoovaChilli-Bandwidth-Max-Down',
        kind: 'whole',
        label: 'preferences.max_down',
        unit: 'preferences.kbps',
        zero: 'common.no_limit',
      },
      {
        key: 'CoovaChilli-Bandwidth-Max-Up',
        kind: 'whole',
        label: 'preferences.max_up',
        unit: 'preferences.kbps',
        zero: 'common.no_limit',
      },
      {
        key: 'CoovaChilli-Max-Navigation-Time',
        kind: 'minutes',
        label: 'preferences.max_time',
        unit: 'preferences.minutes_a_day',
        zero: 'common.no_limit',
      },
      {
        key: 'CoovaChilli-Max-Total-Octets',
        kind: 'megabytes',
        label: 'preferences.max_traffic',
        unit: 'preferences.megabytes_a_day',
        zero: 'common.no_limit',
      },
      {
        key: 'max_devices',
        kind: 'whole',
        label: 'preferences.max_devices',
        zero: 'preferences.max_devices_zero',
        hint: 'preferences.max_devices_hint',
      },
      { key: 'oldest_device_leaves', kind: 'switch', label: 'preferences.oldest_device_leaves' },
      { key: 'time_zone', kind: 'zone', label: 'preferences.time_zone', hint: 'preferences.time_zone_hint' },
      { key: 'guest_language', kind: 'language', label: 'preferences.guest_language', hint: 'preferences.guest_language_hint' },
      { key: 'voucher_limits_total', kind: 'switch', label: 'preferences.voucher_limits_total' },
    ],
  },
  {
    title: 'preferences.wifi4eu',
    fields: [
      { key: 'wifi4eu_enabled', kind: 'switch', label: 'preferences.wifi4eu_enabled' },
      { key: 'wifi4eu_id', kind: 'line', label: 'preferences.wifi4eu_id', hint: 'preferences.wifi4eu_id_hint', under: 'wifi4eu_enabled' },
      {
        key: 'wifi4eu_lang',
        kind: 'language',
        label: 'preferences.wifi4eu_lang',
        hint: 'preferences.wifi4eu_lang_hint',
        under: 'wifi4eu_enabled',
      },
      {
        key: 'wifi4eu_zdebug',
        kind: 'switch',
        label: 'preferences.wifi4eu_zdebug',
        hint: 'preferences.wifi4eu_zdebug_hint',
        under: 'wifi4eu_enabled',
      },
    ],
  },
  {
    title: 'preferences.closing',
    fields: [{ key: 'hotspot_closed', kind: 'switch', label: 'preferences.hotspot_closed', hint: 'preferences.hotspot_closed_hint' }],
  },
];
