import { describe, expect, test } from '@jest/globals';
import { MARKETING_DEFAULTS } from '../../../src/contract/plain/hotspotPreferences';
import {
  changedKeys,
  isOffered,
  MARKETING_KEYS,
  problemOf,
  shownSettings,
  wrongKeys,
  type MarketingKey,
  type Settings,
} from '../../../src/features/marketing/marketingForm';

const settings = (change: Partial<Record<MarketingKey, string>> = {}): Settings => ({
  ...shownSettings(MARKETING_DEFAULTS),
  marketing_1_enabled: 'true',
  marketing_2_feedback_email: 'owner@example.com',
  ...change,
});
const offeredWith = (change: Partial<Record<MarketingKey, string>>) => MARKETING_KEYS.filter((key) => isOffered(key, settings(change)));

test('the settings are the seventeen of the specification and the quiet hours', () => {
  expect(MARKETING_KEYS).toEqual([...Object.keys(MARKETING_DEFAULTS), 'marketing_17_quiet_hours']);
});

describe('the shown settings', () => {
  test('default to 4 days, 3 stars and a second e-mail at the end of access, without counting as changed', () => {
    const shown = shownSettings({});
    expect(shown).toMatchObject({
      marketing_7_second_after: 'expiration',
      marketing_8_second_after_days: '4',
      marketing_9_threshold: '3',
      marketing_1_enabled: 'false',
      marketing_13_feedback_body_text: '',
    });
    expect(changedKeys(shown, {})).toEqual([]);
    expect(changedKeys(shown, { marketing_8_second_after_days: '4' })).toEqual([]);
    expect(changedKeys(shown, { marketing_8_second_after_days: '5' })).toEqual(['marketing_8_second_after_days']);
  });

  test('are only the two switches while the service is off', () => {
    expect(offeredWith({ marketing_1_enabled: 'false', marketing_3_first_email_enabled: 'true' })).toEqual([
      'marketing_0_reason_country',
      'marketing_1_enabled',
    ]);
  });

  test('include the fields of an e-mail while its switch is on, and days only after "days"', () => {
    const first: MarketingKey[] = ['marketing_6_first_after', 'marketing_13_feedback_body_text', 'marketing_15_feedback_subject_text'];
    const second: MarketingKey[] = ['marketing_7_second_after', 'marketing_14_review_body_text', 'marketing_16_review_subject_text'];
    const neither = offeredWith({});
    for (const key of [...first, ...second]) expect(neither).not.toContain(key);
    expect(offeredWith({ marketing_3_first_email_enabled: 'true' })).toEqual(expect.arrayContaining(first));
    const on = { marketing_4_second_email_enabled: 'true' };
    expect(offeredWith(on)).toEqual(expect.arrayContaining(second));
    expect(offeredWith(on)).not.toContain('marketing_8_second_after_days');
    expect(offeredWith({ ...on, marketing_7_second_after: 'days' })).toContain('marketing_8_second_after_days');
  });
});

describe('valid settings', () => {
  test.each<[MarketingKey, string, string | null]>([
    ['marketing_2_feedback_email', '', 'form.required'],
    ['marketing_2_feedback_email', 'owner', 'form.email'],
    ['marketing_2_feedback_email', 'a@example.com, b@example.com', 'form.email'],
    ['marketing_6_first_after', '', null],
    ['marketing_6_first_after', '120', null],
    ['marketing_6_first_after', '-1', 'preferences.not_whole'],
    ['marketing_6_first_after', '1.5', 'preferences.not_whole'],
    ['marketing_8_second_after_days', '', 'form.required'],
    ['marketing_10_first_url', '', null],
    ['marketing_10_first_url', 'https://example.com/reviews?x=1', null],
    ['marketing_11_second_url', 'www.example.com', 'captive.bad_address'],
    ['marketing_12_third_url', 'javascript:alert(1)', 'captive.bad_address'],
    ['marketing_12_third_url', 'ftp://example.com', 'captive.bad_address'],
    ['marketing_15_feedback_subject_text', 'x'.repeat(256), 'form.too_long'],
    ['marketing_13_feedback_body_text', 'x'.repeat(200_001), 'form.too_long'],
    ['marketing_13_feedback_body_text', 'no placeholder', null],
  ])('judge %s %j as %s', (key, value, id) => {
    expect(problemOf(key, settings({ [key]: value }))?.id ?? null).toBe(id);
  });

  test('require the e-mail address only while the service is on', () => {
    const shown = shownSettings({});
    expect(wrongKeys(shown, { marketing_1_enabled: 'true' })).toEqual(['marketing_2_feedback_email']);
    expect(wrongKeys(shown, {})).toEqual([]);
    expect(wrongKeys(shown, { marketing_0_reason_country: 'true' })).toEqual([]);
  });

  test('include text below a switch that is off, whose mistakes do not block saving', () => {
    const shown = settings();
    const typed = { marketing_13_feedback_body_text: '<p>new</p>', marketing_8_second_after_days: '' };
    expect(changedKeys(shown, typed)).toEqual(['marketing_13_feedback_body_text']);
    expect(wrongKeys(shown, typed)).toEqual([]);
  });
});
