import { screen } from '@testing-library/react';
import type { Hotspot } from '../../../src/contract/hotspots';
import type { Preference } from '../../../src/contract/preferences';
import { HOTSPOT_PREFERENCE_DEFAULTS } from '../../../src/contract/plain/hotspotPreferences';
import type { LoggedUser } from '../../../src/features/auth/slice';
import { PreferencesTab } from '../../../src/features/hotspots/PreferencesTab';
import type { Answers } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';

/** Preferences of a new hotspot, with `change` applied. */
export function preferences(change: Record<string, string | undefined> = {}): Preference[] {
  const values: Record<string, string | undefined> = { ...HOTSPOT_PREFERENCE_DEFAULTS, ...change };
  return Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
}

/** The SMS pack of the hotspot's reseller, of which 400 are sent. */
export const packOf = (sms_max_count: number): Answers => ({
  [`GET /api/stats/sms/accounts/${madeUpHotspot().account_id}`]: {
    body: { id: 1, account_id: madeUpHotspot().account_id, sms_max_count, sms_count: 400, sms_threshold: 0 },
  },
});

/** A back end that stores what it is sent, except the keys in `refused`. */
export function keeping(rows: Preference[], refused: Answers[string] | null = null, keys: readonly string[] = []): Answers {
  const stored = new Map(rows.map(({ key, value }) => [key, value]));
  const never = { status: 500 };
  return {
    ...packOf(500),
    'GET /api/preferences/hotspots/7': () => ({ body: [...stored].map(([key, value]) => ({ key, value })) }),
    'PUT /api/preferences/hotspots/7': ({ body }) => {
      const { key, value } = body as Preference;
      if (keys.includes(key)) return (refused as typeof never | null) ?? never;
      stored.set(key, value);
      return { body: { status: 'success' } };
    },
  };
}

export async function open(user?: LoggedUser, hotspot: Hotspot = madeUpHotspot()) {
  const rendered = renderPage(<PreferencesTab hotspot={hotspot} />, user ? { as: user } : {});
  await screen.findByRole('region', { name: 'Login methods' });
  return rendered;
}
