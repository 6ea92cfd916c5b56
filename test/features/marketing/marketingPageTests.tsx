import { screen, within } from '@testing-library/react';
import type { Preference } from '../../../src/contract/preferences';
import { HOTSPOT_PREFERENCE_DEFAULTS, MARKETING_DEFAULTS } from '../../../src/contract/plain/hotspotPreferences';
import { MarketingPage } from '../../../src/features/marketing/MarketingPage';
import { answerWith, type Answers } from '../../support/console/answers';
import { madeUpHotspot, NO_RESULTS } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';

export const ON = {
  marketing_1_enabled: 'true',
  marketing_2_feedback_email: 'owner@example.com',
  marketing_3_first_email_enabled: 'true',
} as const;
export const COLOURS = { captive_7_background: '#112233', captive_83_title_color: '#aa0000', captive_2_title: 'Benvenuti <al> mare' };

export const rowsOf = (values: Record<string, string>): Preference[] => Object.entries(values).map(([key, value]) => ({ key, value }));

/** A back end that stores what it is sent, except the keys in `refused`. */
export function keeping(change: Record<string, string>, refused: readonly string[] = []): Answers {
  const stored = new Map<string, string>(Object.entries({ ...MARKETING_DEFAULTS, ...change }));
  return {
    'GET /api/hotspots/7': { body: madeUpHotspot({ business_name: 'Biblioteca', business_email: 'ciao@example.com' }) },
    'GET /api/preferences/hotspots/7': { body: rowsOf({ ...HOTSPOT_PREFERENCE_DEFAULTS, ...COLOURS }) },
    'GET /api/marketing/7': () => ({ body: rowsOf(Object.fromEntries(stored)) }),
    'GET /api/marketing/7/results': { body: NO_RESULTS },
    'PUT /api/marketing/7': ({ body }) => {
      const { key, value } = body as Preference;
      if (refused.includes(key)) return { status: 500 };
      stored.set(key, value);
      return { body: { status: 'success' } };
    },
  };
}

export async function open(answers: Answers, address = '/marketing?hotspotId=7') {
  const calls = answerWith(answers);
  const rendered = renderPage(<MarketingPage />, { at: address });
  return { calls, ...rendered };
}

export const first = () => screen.findByRole('region', { name: 'First e-mail: how was it?' });
export const text = async () => within(await first()).findByRole('textbox', { name: 'E-mail text' });
