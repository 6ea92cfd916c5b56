import { describe, expect, test } from '@jest/globals';
import { PRESETS_KEY } from '../../../src/contract/plain/presets';
import { CAPTIVE_PREFIX, HOTSPOT_PREFERENCE_DEFAULTS, HOTSPOT_PREFERENCE_KINDS } from '../../../src/contract/plain/hotspotPreferences';
import {
  changedFields,
  groupsOf,
  isOffered,
  problemOf,
  shownValue,
  toField,
  toWire,
  type PreferenceField,
} from '../../../src/features/hotspots/preferenceFields';
import { checkedValue, kindOf } from '../../../src/server/hotspots/preferenceValues';

const FIELDS = groupsOf({}).flatMap(({ fields }) => fields);
/** Presets are left out because they are changed at the counter. */
const KEYS = Object.keys(HOTSPOT_PREFERENCE_KINDS).filter((key) => !key.startsWith(CAPTIVE_PREFIX) && key !== PRESETS_KEY);
const STARTING = KEYS.filter((key) => Object.hasOwn(HOTSPOT_PREFERENCE_DEFAULTS, key));

function fieldOf(key: string): PreferenceField {
  const field = FIELDS.find((other) => other.key === key);
  if (!field) throw new Error(`no field for ${key}`);
  return field;
}

test("every specified preference except the portal's look has exactly one field", () => {
  expect(FIELDS.map(({ key }) => key).sort()).toEqual([...KEYS].sort());
});

test.each(STARTING)('%s shows the default of a new hotspot and sends it back unchanged', (key) => {
  const stored = (HOTSPOT_PREFERENCE_DEFAULTS as Record<string, string>)[key] ?? '';
  expect(toWire(fieldOf(key), toField(fieldOf(key), stored))).toBe(stored);
});

test.each([
  ['CoovaChilli-Max-Navigation-Time', '5400', 90],
  ['CoovaChilli-Max-Navigation-Time', '90', 1.5],
  ['CoovaChilli-Max-Total-Octets', '1048576', 1],
  ['CoovaChilli-Max-Total-Octets', '1572864', 1.5],
  ['temp_session_duration', '300', 5],
  ['user_expiration_days', '30', 30],
  ['sms_login', 'true', true],
  ['check_email_domain_list', 'a.example,b.example', 'a.example\nb.example'],
  ['wifi4eu_id', 'x', 'x'],
  ['time_zone', 'Europe/Rome', 'Europe/Rome'],
  ['guest_language', 'it', 'it'],
  ['voucher_limits_total', 'true', true],
])('%s converts %s from the wire to %p in the field and back', (key, wire, shown) => {
  expect(toField(fieldOf(key), wire)).toBe(shown);
  expect(toWire(fieldOf(key), shown)).toBe(wire);
});

test('pasted domains are sent without spaces, capitals and empty lines', () => {
  expect(toWire(fieldOf('check_email_domain_list'), ' Example.COM \n\nexample.org, mail.example;x.example ')).toBe(
    'example.com,example.org,mail.example,x.example',
  );
});

describe('changed preferences', () => {
  const changed = (stored: Record<string, string>, typed: Record<string, string | number | boolean | null>) =>
    changedFields(stored, typed).map(({ key }) => key);

  test('are those that would be sent differently', () => {
    const stored = { user_expiration_days: '30', auto_login: 'true' };
    expect(changed(stored, {})).toEqual([]);
    expect(changed(stored, { user_expiration_days: 30, auto_login: true })).toEqual([]);
    expect(changed(stored, { user_expiration_days: 31, auto_login: false })).toEqual(['user_expiration_days', 'auto_login']);
  });

  test('exclude a number of bytes that is rounded for display', () => {
    expect(toField(fieldOf('CoovaChilli-Max-Total-Octets'), '1000000000')).toBe(953.67);
    expect(changed({ 'CoovaChilli-Max-Total-Octets': '1000000000' }, { 'CoovaChilli-Max-Total-Octets': 953.67 })).toEqual([]);
  });

  test('exclude fields below a switch that is off', () => {
    const typed = { facebook_login_page: 'new' };
    expect(changed({ facebook_login: 'false' }, typed)).toEqual([]);
    expect(changed({ facebook_login: 'true' }, typed)).toEqual(['facebook_login_page']);
    expect(changed({ facebook_login: 'false' }, { ...typed, facebook_login: true })).toEqual(['facebook_login', 'facebook_login_page']);
  });

  test('include a cleared number, which stays empty', () => {
    const field = fieldOf('user_expiration_days');
    expect(shownValue(field, { user_expiration_days: '30' }, { user_expiration_days: null })).toBeNull();
    expect(changed({ user_expiration_days: '30' }, { user_expiration_days: null })).toEqual(['user_expiration_days']);
    expect(problemOf(field, null)).toEqual({ id: 'form.required' });
  });

  test('exclude an unset value until it is filled in', () => {
    expect(shownValue(fieldOf('user_expiration_days'), {}, {})).toBeNull();
    expect(changed({}, { user_expiration_days: null })).toEqual([]);
    expect(changed({}, { user_expiration_days: 0 })).toEqual(['user_expiration_days']);
    expect(changed({}, { time_zone: '', guest_language: '', voucher_limits_total: false })).toEqual([]);
    expect(changed({}, { time_zone: 'Europe/Rome', voucher_limits_total: true })).toEqual(['time_zone', 'voucher_limits_total']);
  });
});

test('sub-options are shown only while their switch is on', () => {
  const field = fieldOf('wifi4eu_id');
  expect(isOffered(field, { wifi4eu_enabled: 'false' }, {})).toBe(false);
  expect(isOffered(field, { wifi4eu_enabled: 'true' }, {})).toBe(true);
  expect(isOffered(field, { wifi4eu_enabled: 'true' }, { wifi4eu_enabled: false })).toBe(false);
});

test('unknown keys form a group of their own, except those of the portal and feedback', () => {
  const groups = groupsOf({ house_rule: 'x', captive_99_new: 'y', marketing_1_enabled: 'true', sms_login: 'true' });
  expect(groups.at(-1)).toEqual({ title: 'preferences.other', fields: [{ key: 'house_rule', kind: 'text' }] });
  expect(groups).toHaveLength(groupsOf({}).length + 1);
});

test.each([
  ['user_expiration_days', -1],
  ['user_expiration_days', 1.5],
  ['CoovaChilli-Max-Total-Octets', 1e12],
  ['wifi4eu_id', 'x'.repeat(256)],
  ['wifi4eu_lang', 'italiano'],
  ['wifi4eu_lang', 'i'],
  ['wifi4eu_lang', '12'],
  ['time_zone', 'Rome'],
  ['time_zone', 'Europe'],
  ['check_email_domain_list', 'example'],
  ['check_email_domain_list', 'exam ple.com'],
  ['check_email_domain_list', 'me@example.com'],
  ['check_email_domain_list', 'https://example.com'],
  ['check_email_domain_list', Array.from({ length: 600 }, () => 'example.com').join('\n')],
])('%s rejects %p before sending, as the server would', async (key, value) => {
  expect(problemOf(fieldOf(key), value)).not.toBeNull();
  const kind = kindOf(key, false);
  if (kind && key !== 'check_email_domain_list' && value !== 1.5)
    expect(await checkedValue(kind, toWire(fieldOf(key), value))).toHaveProperty('reason');
});

test.each([
  ['user_expiration_days', 0],
  ['CoovaChilli-Max-Total-Octets', 0.5],
  ['CoovaChilli-Max-Navigation-Time', 1.25],
  ['wifi4eu_id', ''],
  ['wifi4eu_lang', ''],
  ['wifi4eu_lang', ' IT '],
  ['time_zone', ''],
  ['time_zone', ' Pacific/Auckland '],
  ['check_email_domain_list', 'Example.com\nmail.example.org'],
  ['check_email_domain_list', ''],
])('%s accepts %p, as the server does', async (key, value) => {
  expect(problemOf(fieldOf(key), value)).toBeNull();
  const kind = kindOf(key, false);
  expect(kind && (await checkedValue(kind, toWire(fieldOf(key), value)))).toHaveProperty('value');
});
