import { screen, within } from '@testing-library/react';
import type { Subscription } from '../../../src/contract/accounts';
import type { Role } from '../../../src/contract/plain/roles';
import { HOTSPOT_PREFERENCE_DEFAULTS } from '../../../src/contract/plain/hotspotPreferences';
import { answerWith, type Answers } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { madeUp } from '../../support/console/renderAs';
import { png } from './pictures';

export const at = '/hotspots/7?tab=captive';
export const hotspot = madeUpHotspot();
export const LOGO = `data:image/png;base64,${png().toString('base64')}`;

const planOf = (wings_customization: boolean): Subscription => {
  const none = madeUp('reseller').subscription as Subscription;
  return { ...none, subscription_plan: { ...none.subscription_plan, name: 'Premium', wings_customization } };
};
export const someone = (role: Role, hasPlan = true) => madeUp(role, { subscription: planOf(hasPlan) });

type Preferences = Record<string, string>;

/** A hotspot that applies PUT preferences, like both back ends; `feedback`: its settings for feedback e-mails. */
export function hotspotWith(change: Preferences = {}, answers: Answers = {}, feedback: Preferences = {}) {
  const stored: Preferences = { ...HOTSPOT_PREFERENCE_DEFAULTS, captive_3_logo: LOGO, ...change };
  /** Keys the server refuses. */
  const refused = new Set<string>();
  const calls = answerWith({
    'GET /api/marketing/7': { body: Object.entries(feedback).map(([key, value]) => ({ key, value })) },
    'GET /api/preferences/hotspots/7': () => ({ body: Object.entries(stored).map(([key, value]) => ({ key, value })) }),
    'PUT /api/preferences/hotspots/7': ({ body }) => {
      const { key, value } = body as { key: string; value: string };
      if (refused.has(key)) return { status: 500 };
      stored[key] = value;
      return { body: { status: 'success' } };
    },
    ...answers,
  });
  return { calls, stored, refused };
}
export const preview = () => within(screen.getByRole('region', { name: 'Preview' }));
