import { expect } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { HOTSPOT_PREFERENCE_DEFAULTS } from '../../../src/contract/plain/hotspotPreferences';
import type { Answers } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';

export const at = '/hotspots/7';
export const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();

export const total = (count: number) => ({ body: { data: [], total: count } });
export const preferences = (change: Record<string, string> = {}) => ({
  body: Object.entries({ ...HOTSPOT_PREFERENCE_DEFAULTS, ...change }).map(([key, value]) => ({ key, value })),
});

/** A hotspot made yesterday, with nothing on it. */
export function hotspot(answers: Answers = {}): Answers {
  return {
    'GET /api/hotspots/7': { body: madeUpHotspot({ created: YESTERDAY }) },
    ...Object.fromEntries(['accounts', 'units', 'users', 'devices', 'sessions'].map((list) => [`GET /api/${list}`, total(0)])),
    'GET /api/attention': { body: { data: [] } },
    'GET /api/stats/online/7': { body: { online: [], most_online: null } },
    'GET /api/stats/sms/hotspots/7': { body: [], headers: { 'X-Total-Count': '0' } },
    'GET /api/preferences/hotspots/7': preferences(),
    'GET /api/vouchers/7': { body: [], headers: { 'X-Total-Count': '0', 'X-Sort': 'created' } },
    ...answers,
  };
}

export const NAME = 'Get this hotspot ready';
export const noChecklist = async () => {
  await screen.findByRole('region', { name: 'Hotspot info' });
  await waitFor(() => expect(screen.getByRole('group', { name: 'Units' })).toHaveTextContent(/\d/));
  expect(screen.queryByRole('region', { name: NAME })).not.toBeInTheDocument();
};
