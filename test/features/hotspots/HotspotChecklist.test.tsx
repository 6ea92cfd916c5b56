import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { HOTSPOT_PREFERENCE_DEFAULTS } from '../../../src/contract/plain/hotspotPreferences';
import { isDone, STEPS, type ChecklistState } from '../../../src/features/hotspots/checklist';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { at, hotspot, noChecklist } from './hotspotChecklistTests';

describe('the steps of the checklist', () => {
  const standing: ChecklistState = {
    hotspot: madeUpHotspot({ business_vat: '' }),
    preferences: {
      ...HOTSPOT_PREFERENCE_DEFAULTS,
      sms_login: 'false',
      email_login: 'false',
      facebook_login: 'false',
      linkedin_login: 'false',
    },
    units: 'none',
    managers: 0,
    vouchers: 0,
  };

  test('are all open at first', () => {
    expect(STEPS.filter((step) => isDone(step, standing))).toEqual([]);
  });
});

describe('vouchers while no voucher login is on', () => {
  test('cannot be turned on on an existing back end that lacks the preference', async () => {
    setConfig({ backend: 'existing' });
    answerWith(hotspot({ 'GET /api/hotspots/7': { body: madeUpHotspot() }, 'GET /api/preferences/hotspots/7': { body: [] } }));
    renderPage(<HotspotPage />, { at });
    await noChecklist();
    expect(screen.queryByRole('button', { name: 'Turn on vouchers' })).not.toBeInTheDocument();
  });
});
