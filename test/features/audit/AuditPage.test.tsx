import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { AuditPage } from '../../../src/features/audit/AuditPage';
import { answerWith } from '../../support/console/answers';
import { madeUpHotspot } from '../../support/console/answersMadeUp';
import { placeNow, renderPage } from '../../support/console/render';
import { entry, page } from './auditPageTests';

describe('the audit list', () => {
  test('filters by person, hotspot, action and days, and by the link', async () => {
    const calls = answerWith({
      'GET /api/audit': page([entry()]),
      'GET /api/accounts': { body: { data: [], total: 0 } },
      'GET /api/hotspots/7': { body: madeUpHotspot() },
    });
    const { user } = renderPage(<AuditPage />, { at: '/audit?action=units.update&hotspot=7&from=2026-11-01&to=2026-11-20' });
    await user.click(await screen.findByRole('button', { name: 'adriatica' }));
    await waitFor(() => expect(placeNow()).toContain('account=2'));
    const who = screen.getByRole('combobox', { name: 'Manager' });
    await waitFor(() => expect(who.closest('.ant-select')).toHaveTextContent('adriatica'));
    const query = calls.at(-1)?.query;
    expect(query).toMatchObject({ account: '2', hotspot: '7', action: 'units.update', order: 'desc', limit: '25', page: '1' });
    expect(new Date(query?.from ?? '')).toEqual(new Date(2026, 10, 1));
    expect(new Date(query?.to ?? '')).toEqual(new Date(2026, 10, 20, 23, 59, 59, 999));
    await user.click(who);
    await user.click(await screen.findByTitle('Everybody'));
    await waitFor(() => expect(placeNow()).not.toContain('account'));
  });

  test('names the filter to relax when nothing matches, and reports when it cannot be read', async () => {
    answerWith({ 'GET /api/audit': [{ status: 500, body: { message: 'no', code: 'internal' } }, page([])] });
    const { user } = renderPage(<AuditPage />, { at: '/audit?action=units.delete' });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await user.click(await screen.findByRole('button', { name: 'All actions' }));
    expect(await screen.findByText('No changes yet.')).toBeVisible();
    expect(placeNow()).toBe('/audit');
  });
});
