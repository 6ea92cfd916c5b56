import { CAPTIVE_PREFIX, HOTSPOT_PREFERENCE_KINDS } from '../../contract/plain/hotspotPreferences';
import { HOTSPOT_NAME, isTimeZone, isWebAddress, LANGUAGE, MAX_LENGTH } from '../../contract/plain/wire';
import { MB } from '../../shared/format/amounts';

type MessageId = FormatjsIntl.Message['ids'];

/** Value of a field: a switch, a number (null: empty), or text. */
export type FieldValue = boolean | number | null | string;

/**
 * How a preference is edited. `whole`: an integer from 0; `minutes` (seconds on the wire) and `megabytes` (of 1024 × 1024; bytes on the
 * wire), both with two decimals; `url`: http or https, or ''; `language`: a two-letter code or ''; `zone`: a time zone or '';
 * `countries`: their codes, comma-separated, or `ANY_COUNTRY`; `lines`: one entry per line, comma-separated on the wire.
 */
type FieldKind = 'switch' | 'whole' | 'minutes' | 'megabytes' | 'line' | 'url' | 'language' | 'zone' | 'countries' | 'lines' | 'text';

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

interface PreferenceGroup {
  title: MessageId;
  fields: readonly PreferenceField[];
}

/** Key of the draft of a hotspot's preferences. */
export const preferencesKey = (hotspotId: number): string => `hotspots/preferences ${hotspotId}`;

/** Stored preferences by key. */
export type Stored = Readonly<Record<string, string>>;

/** Unsaved values by key. */
export type Typed = Readonly<Record<string, FieldValue>>;

/**
 * The groups of fields. Keys that only the back end knows come last, in a group of their own, so that none is lost; those of the portal's
 * look and of feedback e-mails are edited elsewhere. With `canAdd` false, omits keys that aren't stored yet, because the back end can't add
 * them.
 */
export function groupsOf(stored: Stored, canAdd = true): readonly PreferenceGroup[] {
  const others = Object.keys(stored).filter(
    (key) => !Object.hasOwn(HOTSPOT_PREFERENCE_KINDS, key) && !key.startsWith(CAPTIVE_PREFIX) && !key.startsWith('marketing_'),
  );
  const canSave = ({ key }: PreferenceField) => canAdd || Object.hasOwn(stored, key);
  const groups = GROUPS.map(({ title, fields }) => ({ title, fields: fields.filter(canSave) })).filter(({ fields }) => fields.length > 0);
  if (others.length === 0) return groups;
  return [...groups, { title: 'preferences.other', fields: others.map((key) => ({ key, kind: 'text' as const })) }];
}

/** The typed value, otherwise the stored one. */
export function shownValue(field: PreferenceField, stored: Stored, typed: Typed): FieldValue {
  const value = typed[field.key];
  return value === undefined ? toField(field, stored[field.key]) : value;
}

/** Whether the field's switch is on. */
export function isOffered(field: PreferenceField, stored: Stored, typed: Typed): boolean {
  return field.under === undefined || (typed[field.under] ?? stored[field.under] === 'true') === true;
}

/** Offered fields whose value differs from the stored one. */
export function changedFields(stored: Stored, typed: Typed): PreferenceField[] {
  return groupsOf(stored)
    .flatMap(({ fields }) => fields)
    .filter((field) => isOffered(field, stored, typed) && isChanged(field, stored[field.key], typed[field.key]));
}

/** Compares wire values, so that reverted edits don't count, nor does precision that the field can't show. */
function isChanged(field: PreferenceField, stored: string | undefined, typed: FieldValue | undefined): boolean {
  return typed !== undefined && toWire(field, typed) !== toWire(field, toField(field, stored));
}

const SECONDS = 60;
const WIRE_UNITS: Partial<Record<FieldKind, number>> = { whole: 1, minutes: SECONDS, megabytes: MB };

/** The field's value for a stored one, or its empty value if nothing is stored. */
export function toField({ kind, zero }: PreferenceField, stored: string | undefined): FieldValue {
  const unit = WIRE_UNITS[kind];
  if (kind === 'switch') return stored === 'true';
  if (unit !== undefined) return stored === undefined || !isNumber(stored) ? (zero ? 0 : null) : rounded(Number(stored) / unit);
  return kind === 'lines' ? entriesOf(stored ?? '').join('\n') : (stored ?? '');
}

/** The wire value of a field; an empty number becomes ''. */
export function toWire({ kind }: PreferenceField, value: FieldValue): string {
  const unit = WIRE_UNITS[kind];
  if (unit !== undefined) return typeof value === 'number' ? String(Math.round(value * unit)) : '';
  if (kind === 'language') return String(value).trim().toLowerCase();
  if (kind === 'zone' || kind === 'url') return String(value).trim();
  return kind === 'lines' ? entriesOf(String(value).toLowerCase()).join(',') : String(value);
}

const isNumber = (text: string) => /^\d+(\.\d+)?$/.test(text);
const rounded = (value: number) => Math.round(value * 100) / 100;
const entriesOf = (text: string) => text.split(/[\s,;]+/).filter((entry) => entry !== '');

/** The error message and its values for an invalid value, or null. The server applies the same rules. */
export function problemOf(field: PreferenceField, value: FieldValue): { id: MessageId; values?: Record<string, string | number> } | null {
  switch (field.kind) {
    case 'switch':
    case 'countries':
      return null;
    case 'whole':
    case 'minutes':
    case 'megabytes': {
      if (typeof value !== 'number') return { id: 'form.required' };
      const isWhole = field.kind !== 'whole' || Number.isInteger(value);
      return value >= 0 && isWhole && Number.isSafeInteger(Number(toWire(field, value)))
        ? null
        : { id: field.kind === 'whole' ? 'preferences.not_whole' : 'preferences.not_a_number' };
    }
    case 'language':
      return LANGUAGE.test(toWire(field, value)) ? null : { id: 'preferences.not_a_language' };
    case 'url':
      return value === '' || isWebAddress(toWire(field, value)) ? null : { id: 'captive.bad_address' };
    case 'zone':
      return value === '' || isTimeZone(toWire(field, value)) ? null : { id: 'preferences.not_a_zone' };
    case 'line':
      return String(value).length > MAX_LENGTH.text ? { id: 'form.too_long', values: { max: MAX_LENGTH.text } } : null;
    case 'text':
      return String(value).length > MAX_LENGTH.message ? { id: 'form.too_long', values: { max: MAX_LENGTH.message } } : null;
    case 'lines': {
      const wrong = entriesOf(String(value)).find((entry) => !entry.includes('.') || !HOTSPOT_NAME.test(entry));
      if (wrong !== undefined) return { id: 'preferences.not_a_domain', values: { domain: wrong } };
      return toWire(field, value).length > MAX_LENGTH.message ? { id: 'form.too_long', values: { max: MAX_LENGTH.message } } : null;
    }
  }
}

/** All fields, in the order of the tab. */
const GROUPS: readonly PreferenceGroup[] = [
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
