import { HOTSPOT_NAME, isTimeZone, isWebAddress, LANGUAGE, MAX_LENGTH } from '../../contract/plain/wire';
import { CAPTIVE_PREFIX, HOTSPOT_PREFERENCE_KINDS } from '../../contract/plain/hotspotPreferences';
import { MB } from '../../shared/format/amounts';
import { type MessageId, type FieldValue, type FieldKind, type PreferenceField, type PreferenceGroup, GROUPS } from './preferenceGroups';

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
