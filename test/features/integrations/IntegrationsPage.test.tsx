import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { IntegrationsPage } from '../../../src/features/integrations/IntegrationsPage';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { known, at, cardOf } from './integrationsPageTests';

describe('the integrations of a hotspot', () => {
  test('show what they are, whether they are on, and when they synchronized', async () => {
    answerWith(known());
    const { user } = renderPage(<IntegrationsPage />, { at });
    const on = await cardOf('Loyalty');
    expect(await on.findByText(/Last sync/)).toHaveTextContent('20 November 2026');
    expect(on.getByRole('link', { name: 'Site of Loyalty' })).toHaveAttribute('rel', 'noopener noreferrer');
    expect(on.getByRole('button', { name: 'Disable Loyalty' })).toBeEnabled();
    expect(on.getByRole('button', { name: 'Force sync of Loyalty' })).toBeEnabled();
    const off = await cardOf('Booking');
    expect(off.getByText('not enabled')).toBeVisible();
    expect(off.getByRole('button', { name: 'Force sync of Booking' })).toBeDisabled();
    expect(off.getByRole('button', { name: 'Force sync of Booking' })).toHaveAccessibleDescription('not enabled');
    expect(off.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.getByText(/inherit credentials for the external platform/)).toBeVisible();
    await user.click(on.getByRole('button', { name: 'Privacy of Loyalty' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('names')).toBeVisible();
    expect(document.querySelector('.ant-modal script')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('report a failed sync in a dismissible alert and show the present state', async () => {
    const failed = [{ integration_id: 1, last_sync: null }];
    answerWith(
      known({
        'GET /api/hotspot_integrations/7': [{ body: [{ integration_id: 1, last_sync: '2026-11-20T10:00:00Z' }] }, { body: failed }],
        'PUT /api/hotspot_integrations/7/1': { status: 500, body: { message: 'Call to WebHook failed!', code: 'webhook_failed' } },
      }),
    );
    const { user } = renderPage(<IntegrationsPage />, { at });
    const card = await cardOf('Loyalty');
    await user.click(await card.findByRole('button', { name: 'Force sync of Loyalty' }));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('There was a temporary error in integration sync. Try again later.')).toBeVisible();
    expect(await card.findByText('Sync failed')).toBeVisible();
    await user.click(alert.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  });
});
