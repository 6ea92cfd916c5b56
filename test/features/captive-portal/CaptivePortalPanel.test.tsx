import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { CaptivePortalPanel } from '../../../src/features/captive-portal/CaptivePortalPanel';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { pictureWorks } from './pictures';
import { at, hotspot, someone, hotspotWith, preview } from './captivePortalPanelTests';

beforeEach(() => pictureWorks());

describe('access to the captive portal designer', () => {
  test('shows a desk the preview without any field', async () => {
    hotspotWith();
    renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone('desk'), at });
    expect(await screen.findByRole('region', { name: 'Preview' })).toBeVisible();
    expect(preview().getByRole('heading', { name: 'Welcome' })).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Undo|Save/ })).not.toBeInTheDocument();
  });

  test('offers a retry when the portal cannot be read', async () => {
    const answer = { body: [{ key: 'captive_2_title', value: 'Ciao' }] };
    answerWith({ 'GET /api/preferences/hotspots/7': [{ status: 500 }, answer], 'GET /api/marketing/7': { body: [] } });
    const { user } = renderPage(<CaptivePortalPanel hotspot={hotspot} />, { as: someone('admin'), at });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Ciao');
  });
});
