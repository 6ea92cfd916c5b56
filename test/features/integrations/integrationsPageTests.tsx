import { screen, within } from '@testing-library/react';
import type { Integration } from '../../../src/contract/integrations';
import type { Answers } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';

export function integration(change: Partial<Integration> = {}): Integration {
  return {
    id: 1,
    name: 'Loyalty',
    description: 'Points for guests',
    site: 'https://loyalty.example.com',
    logo: '',
    webhook_url: '',
    pre_auth_redirect_url: '',
    post_auth_redirect_url: '',
    auth_login_url: 'a',
    iv_array: 'b',
    privacy: '<p>They get <b>names</b>.</p><script>steal()</script>',
    ...change,
  };
}

export const known = (answers: Answers = {}): Answers => ({
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/integrations': { body: [integration(), integration({ id: 2, name: 'Booking', privacy: '', site: 'javascript:x' })] },
  'GET /api/hotspot_integrations/7': { body: [{ integration_id: 1, last_sync: '2026-11-20T10:00:00Z' }] },
  ...answers,
});
export const at = '/integrations?hotspotId=7';
export const cardOf = async (name: string) => {
  const item = (await screen.findByRole('heading', { level: 2, name })).closest('li');
  if (item === null) throw new Error(`${name} is in no list`);
  return within(item);
};
