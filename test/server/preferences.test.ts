import { describe, expect, test } from '@jest/globals';
import {
  HOTSPOT_PREFERENCE_DEFAULTS,
  HOTSPOT_PREFERENCE_KINDS,
  MARKETING_DEFAULTS,
  MARKETING_KINDS,
  UNSET_MARKETING,
} from '../../src/contract/plain/hotspotPreferences';
import { valueTag } from '../../src/contract/plain/valueTag';
import { server, changesNothing, put, putMarketing, stored } from './preferencesTests';

describe('setting a preference', () => {
  test('separates marketing keys from all others', async () => {
    expect(await changesNothing(() => putMarketing('sms_login', 'true'))).toMatchObject({ status: 404 });
  });

  test('has a rule for every key', () => {
    expect(Object.keys(MARKETING_KINDS)).toEqual([...Object.keys(MARKETING_DEFAULTS), ...UNSET_MARKETING]);
    expect(Object.keys(HOTSPOT_PREFERENCE_KINDS)).toEqual(expect.arrayContaining(Object.keys(HOTSPOT_PREFERENCE_DEFAULTS)));
  });
});

describe('permission to set preferences', () => {
  test.each(['reseller1', 'customer11'])('lets %s design the captive portal, because the plan includes it', async (as) => {
    expect((await put('captive_2_title', as, as)).status).toBe(200);
    expect(await stored('captive_2_title')).toBe(as);
  });

  test('keeps customers and desks from setting feedback e-mails', async () => {
    for (const as of ['customer11', 'desk11']) {
      expect(await changesNothing(() => putMarketing('marketing_1_enabled', 'true', as))).toMatchObject({ status: 403 });
    }
  });
});

test('an ETag reveals nothing about the settings of others', async () => {
  const seen = { 'If-Match': valueTag('not what is stored') };
  const change = { key: 'user_expiration_days', value: '61' };
  for (const as of ['reseller2', 'customer21']) {
    const answer = await changesNothing(() => server.as(as).put('/api/preferences/hotspots/1', change, seen));
    expect({ as, status: answer.status }).toEqual({ as, status: as === 'reseller2' ? 404 : 403 });
    expect(answer.body).not.toHaveProperty('current');
  }
});

test('a plan without the captive portal is reported before an outdated ETag', async () => {
  const seen = { 'If-Match': valueTag('not what is stored') };
  const change = { key: 'captive_2_title', value: 'Mine' };
  const answer = await changesNothing(() => server.as('reseller2').put('/api/preferences/hotspots/4', change, seen));
  expect(answer).toMatchObject({ status: 403, body: { code: 'not_in_plan' } });
  expect(answer.body).not.toHaveProperty('current');
});
