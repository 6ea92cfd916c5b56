import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { ManagedIntegration } from '../../../src/contract/integrations';
import { IntegrationsPage } from '../../../src/features/integrations/IntegrationsPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith, later, callName } from '../../support/console/answers';
import { currentAddress, renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { integration, known, at, cardOf } from './integrationsPageTests';

describe('the integrations of a hotspot', () => {
  test.each([
    [null, 'portico'],
    ['0001-01-01T00:00:00Z', 'existing'],
    ['never', 'existing'],
  ] as const)('show the last sync %j as failed', async (last_sync, backend) => {
    setConfig({ backend });
    answerWith(known({ 'GET /api/hotspot_integrations/7': { body: [{ integration_id: 1, last_sync }] } }));
    renderPage(<IntegrationsPage />, { at });
    expect(await (await cardOf('Loyalty')).findByText('Sync failed')).toBeVisible();
  });

  test("are enabled by one request however often the button is pressed, and show the server's answer", async () => {
    const slow = later();
    const calls = answerWith(
      known({
        'GET /api/hotspot_integrations/7': [{ body: [] }, { body: [{ integration_id: 1, last_sync: '2026-11-20T10:00:00Z' }] }],
        'PUT /api/hotspot_integrations/7/1': () => slow.answer(),
      }),
    );
    const { user } = renderPage(<IntegrationsPage />, { at });
    const card = await cardOf('Loyalty');
    await user.dblClick(await card.findByRole('button', { name: 'Enable Loyalty' }));
    slow.come({ body: { status: 'success' } });
    expect(await card.findByText(/Last sync/)).toBeVisible();
    expect(calls.map(callName).filter((call) => call.startsWith('PUT'))).toEqual(['PUT /api/hotspot_integrations/7/1']);
  });

  test('explain that a customer is missing', async () => {
    const refusal = { status: 409, body: { message: 'No customer account associate to hotspot found!', code: 'no_customer_account' } };
    answerWith(known({ 'GET /api/hotspot_integrations/7': { body: [] }, 'PUT /api/hotspot_integrations/7/1': refusal }));
    const { user } = renderPage(<IntegrationsPage />, { at });
    await user.click(await (await cardOf('Loyalty')).findByRole('button', { name: 'Enable Loyalty' }));
    expect(await screen.findByText(/This hotspot has no customer account/)).toBeVisible();
  });

  test('names the setting that allows a webhook on a private network', async () => {
    const refusal = { status: 500, body: { message: 'The webhook was not called', code: 'webhook_refused' } };
    answerWith(known({ 'GET /api/hotspot_integrations/7': { body: [] }, 'PUT /api/hotspot_integrations/7/1': refusal }));
    const { user } = renderPage(<IntegrationsPage />, { at });
    await user.click(await (await cardOf('Loyalty')).findByRole('button', { name: 'Enable Loyalty' }));
    expect(await screen.findByText(/PORTICO_WEBHOOKS_PRIVATE/)).toBeVisible();
  });

  test('are disabled on the server and then shown as off', async () => {
    const calls = answerWith(
      known({
        'GET /api/hotspot_integrations/7': [{ body: [{ integration_id: 1, last_sync: '2026-11-20T10:00:00Z' }] }, { body: [] }],
        'DELETE /api/hotspot_integrations/7/1': { body: { status: 'success' } },
      }),
    );
    const { user } = renderPage(<IntegrationsPage />, { at });
    const card = await cardOf('Loyalty');
    await user.click(await card.findByRole('button', { name: 'Disable Loyalty' }));
    expect(await card.findByText('not enabled')).toBeVisible();
    expect(calls.map(callName)).toContain('DELETE /api/hotspot_integrations/7/1');
  });

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

test('Refresh reads the integrations and their states again', async () => {
  const calls = answerWith(
    known({
      'GET /api/integrations': [{ body: [integration()] }, { body: [integration(), integration({ id: 2, name: 'Booking' })] }],
      'GET /api/hotspot_integrations/7': [{ body: [{ integration_id: 1, last_sync: '2026-11-20T10:00:00Z' }] }, { body: [] }],
    }),
  );
  const { user } = renderPage(<IntegrationsPage />, { at });
  expect(await (await cardOf('Loyalty')).findByText(/Last sync/)).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Booking' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await (await cardOf('Booking')).findByText('not enabled')).toBeVisible();
  expect(await (await cardOf('Loyalty')).findByText('not enabled')).toBeVisible();
  expect(calls.filter(({ path }) => path.includes('integrations'))).toHaveLength(4);
});

test('a reseller without a hotspot is prompted to choose one, and no state is requested', async () => {
  const calls = answerWith(known());
  renderPage(<IntegrationsPage />, { at: '/integrations?hotspotId=0' });
  expect(await screen.findByText('Choose a hotspot to see its integrations.')).toBeVisible();
  expect(calls.filter(({ path }) => path.includes('hotspot_integrations'))).toEqual([]);
  expect(currentAddress()).toBe('/integrations?hotspotId=0');
});

test('missing and unreadable integrations are explained', async () => {
  setConfig({ backend: 'existing' });
  const none = { status: 404, body: { message: 'No integrations found!' } };
  answerWith(known({ 'GET /api/integrations': [{ status: 500 }, none] }));
  const { user } = renderPage(<IntegrationsPage />, { at });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No integrations found')).toBeVisible();
});

describe('the integrations of an admin', () => {
  const as = madeUp('admin');
  const managed: ManagedIntegration = {
    id: 1,
    name: 'Loyalty',
    description: 'Points for guests',
    site: 'https://loyalty.example.com',
    logo: '',
    webhook_url: 'https://loyalty.example.com/hook',
    pre_auth_redirect_url: '',
    post_auth_redirect_url: '',
    privacy: '',
    has_webhook_token: true,
  };
  const choose = async (user: ReturnType<typeof renderPage>['user'], entry: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Loyalty' }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };

  test('are created, with invalid input rejected beforehand and refusals at their fields', async () => {
    const refused = {
      status: 400,
      body: { message: 'Request fields malformed', code: 'malformed', fields: { webhook_url: 'is private' } },
    };
    const calls = answerWith(known({ 'POST /api/integrations': [refused, { status: 201, body: { id: 3, status: 'success' } }] }));
    const { user } = renderPage(<IntegrationsPage />, { at: '/integrations?hotspotId=0', as });
    await user.click(await screen.findByRole('button', { name: 'New integration' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), 'Points');
    await user.type(dialog.getByLabelText('Site'), 'javascript:x');
    await user.click(dialog.getByRole('button', { name: 'Create integration' }));
    expect(await dialog.findByText('Enter an address that starts with http:// or https://')).toBeVisible();
    expect(calls.map(callName)).not.toContain('POST /api/integrations');

    await user.clear(dialog.getByLabelText('Site'));
    await user.type(dialog.getByLabelText('Webhook address'), 'http://10.0.0.1/hook');
    await user.type(dialog.getByLabelText('Webhook secret'), 'between-us');
    await user.click(dialog.getByRole('button', { name: 'Create integration' }));
    expect(await dialog.findByText(/Enter an https address .*PORTICO_WEBHOOKS_HTTP.*PORTICO_WEBHOOKS_PRIVATE/)).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveValue('Points');
    await user.clear(dialog.getByLabelText('Webhook address'));
    await user.click(dialog.getByRole('button', { name: 'Create integration' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const sent = calls.filter((call) => callName(call) === 'POST /api/integrations').map(({ body }) => body);
    expect(sent.at(-1)).toMatchObject({ name: 'Points', site: '', webhook_url: '', webhook_token: 'between-us', logo: '' });
  });

  test('are changed without ever showing their secret', async () => {
    const calls = answerWith(
      known({
        'GET /api/integrations/1': { body: managed, headers: { ETag: '"one"' } },
        'PUT /api/integrations/1': { body: { status: 'success' } },
      }),
    );
    const { user } = renderPage(<IntegrationsPage />, { at: '/integrations?hotspotId=0', as });
    await choose(user, 'Edit');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Leave empty to keep the current secret.')).toBeVisible();
    await user.type(dialog.getByLabelText('Description'), ' again');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const put = calls.find((call) => callName(call) === 'PUT /api/integrations/1');
    expect(put).toMatchObject({ ifMatch: '"one"', body: { description: 'Points for guests again', webhook_token: '' } });
  });

  test.each([
    [{ status: 200, body: 'thanks', milliseconds: 81 }, 'The platform answered 200 in 81 ms, as expected.'],
    [{ status: 302, body: '', milliseconds: 81 }, 'The platform answered 302 in 81 ms. A sync only succeeds with 200.'],
    [{ failed: 'refused', milliseconds: 0 }, 'Private addresses can’t be called. Use a public URL.'],
    [{ failed: 'too_slow', milliseconds: 10_000 }, 'No answer within 10,000 ms.'],
  ])('are tested, and the result %j is explained', async (answer, words) => {
    answerWith(known({ 'POST /api/integrations/1/test': { body: answer } }));
    const { user } = renderPage(<IntegrationsPage />, { at: '/integrations?hotspotId=0', as });
    await choose(user, 'Send test request');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Send test request' }));
    expect(await dialog.findByText(words)).toBeVisible();
    if ('body' in answer && answer.body) expect(dialog.getByText(answer.body)).toBeVisible();
  });

  test('are deleted after a warning', async () => {
    const calls = answerWith(known({ 'DELETE /api/integrations/1': { body: { status: 'success' } } }));
    const { user } = renderPage(<IntegrationsPage />, { at: '/integrations?hotspotId=0', as });
    await choose(user, 'Delete');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/disabled at every hotspot/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete integration' }));
    await waitFor(() => expect(calls.map(callName)).toContain('DELETE /api/integrations/1'));
  });

  test('cannot be created on another back end, which has no such call', async () => {
    setConfig({ backend: 'existing' });
    answerWith(known());
    renderPage(<IntegrationsPage />, { at, as });
    await cardOf('Loyalty');
    expect(screen.queryByRole('button', { name: 'New integration' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Actions for Loyalty' })).not.toBeInTheDocument();
  });
});
