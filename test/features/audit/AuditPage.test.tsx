import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { AuditPage } from '../../../src/features/audit/AuditPage';
import { answerWith, callName } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { currentAddress, renderPage } from '../../support/console/render';
import { entry, page } from './auditPageTests';

describe('the audit list', () => {
  test('filters by person, hotspot, action and days, and by the link', async () => {
    const calls = answerWith({
      'GET /api/audit': page([entry()]),
      'GET /api/accounts': { body: { data: [], total: 0 } },
      'GET /api/hotspots/7': { body: madeUpHotspot() },
      'GET /api/hotspots/zone': ({ query }) => ({ body: { zone: query.hotspot === '7' ? 'America/New_York' : 'UTC', server: 'UTC' } }),
    });
    const { user } = renderPage(<AuditPage />, { at: '/audit?action=units.update&hotspot=7&from=2026-11-01&to=2026-11-20' });
    await user.click(await screen.findByRole('button', { name: 'adriatica' }));
    await waitFor(() => expect(currentAddress()).toContain('account=2'));
    const who = screen.getByRole('combobox', { name: 'Manager' });
    await waitFor(() => expect(who.closest('.ant-select')).toHaveTextContent('adriatica'));
    const query = calls.filter((one) => callName(one) === 'GET /api/audit').at(-1)?.query;
    expect(query).toMatchObject({ account: '2', hotspot: '7', action: 'units.update', order: 'desc', limit: '25', page: '1' });
    // Days in the hotspot's time zone, the first of which has 25 hours; the list also shows times in that zone.
    expect([query?.from, query?.to]).toEqual(['2026-11-01T04:00:00.000Z', '2026-11-21T04:59:59.999Z']);
    expect(screen.getByText('America/New_York time')).toBeVisible();
    expect(screen.getByTitle('20 November 2026, 05:00 (America/New_York)')).toHaveTextContent('05:00');
    await user.click(who);
    await user.click(await screen.findByTitle('Everybody'));
    await waitFor(() => expect(currentAddress()).not.toContain('account'));
  });

  test('names the filter to relax when nothing matches, and reports when it cannot be read', async () => {
    answerWith({ 'GET /api/audit': [{ status: 500, body: { message: 'no', code: 'internal' } }, page([])] });
    const { user } = renderPage(<AuditPage />, { at: '/audit?action=units.delete' });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'All actions' }));
    expect(await screen.findByText('No changes yet.')).toBeVisible();
    expect(currentAddress()).toBe('/audit');
  });
});
