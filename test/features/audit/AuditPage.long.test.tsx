import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { AuditPage } from '../../../src/features/audit/AuditPage';
import { remembered } from '../../../src/shared/preferences';
import type { UserEvent } from '@testing-library/user-event';
import { answerWith, callName } from '../../support/console/answers';
import { renderPage, currentAddress } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { download, watchFiles } from '../../support/console/savedFiles';
import { entry, page } from './auditPageTests';
import { madeUpHotspot } from '../../support/console/answersMadeUp';

const row = (words: RegExp) => screen.findByRole('row', { name: words });

/** Opens an entry and returns what it says was changed. */
async function changesOf(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: /^Details of / }));
  return screen.findByRole('list');
}

describe('an audit entry', () => {
  test('shows who, when, from where, and the values before and after', async () => {
    answerWith({ 'GET /api/audit': page([entry()]) });
    const { user } = renderPage(<AuditPage />, { at: '/audit' });
    const line = await row(/Unit changed/);
    expect(within(line).getAllByRole('cell')[1]).toHaveTextContent(/^(20 Nov|Today|Yesterday)/);
    for (const words of ['adriatica', 'city-library']) expect(line).toHaveTextContent(words);
    expect(within(line).getByRole('link', { name: 'ap-lobby' })).toHaveAttribute('href', '#/units/9');
    expect(screen.queryByText('By the door')).not.toBeInTheDocument();
    expect(await changesOf(user)).toHaveTextContent('Description: By the door → now By the stairs');
    expect(screen.getByText('By the door').closest('del')).not.toBeNull();
    for (const words of [/Reseller/, '203.0.113.7']) expect(screen.getByText(words)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Details of Unit changed ap-lobby' })).toHaveAttribute('aria-expanded', 'true');
  });

  test.each([
    [{ field: 'max_traffic', old: 0, new: 1_048_576 }, 'Traffic: No limit → now 1.00 MB'],
    [{ field: 'CoovaChilli-Max-Navigation-Time', old: '0', new: '3600' }, 'No limit → now 1h'],
    [{ field: 'auto_login', old: false, new: true }, 'Automatic login: No → now Yes'],
    [{ field: 'voucher_login', old: 'true', new: 'false' }, 'Yes → now No'],
    [{ field: 'kbps_down', old: 512, new: 4096 }, '512 kbit/s → now 4,096 kbit/s'],
    [{ field: 'coa_port', old: null, new: 37_990 }, 'Port for disconnect requests: 37990'],
    [{ field: 'business_dpo', old: 'Dott. Neri', new: null }, 'DPO: Dott. Neri'],
    [{ field: 'business_dpo', old: null, new: 'Dott. Neri' }, 'DPO: Dott. Neri'],
    [{ field: 'password', old: null, new: null, hidden: true as const }, 'Password: changed (secret)'],
    [{ field: 'remain_use', old: -1, new: 3 }, 'Uses: Unlimited → now 3 left'],
    [{ field: 'type', old: null, new: 'normal' }, 'Type: For anybody'],
    [{ field: 'type', old: 'customer', new: 'desk' }, 'Type: Customer → now Desk'],
    [{ field: 'of_another_version', old: 1, new: 2 }, 'of_another_version: 1 → now 2'],
  ])('shows %j as readable text', async (change, words) => {
    answerWith({ 'GET /api/audit': page([entry({ changes: [change] })]) });
    const { user } = renderPage(<AuditPage />, { at: '/audit' });
    expect(await changesOf(user)).toHaveTextContent(words);
  });

  test('shows what a unit answered, and that nobody requested it', async () => {
    const changes = [
      { field: 'session_key', old: null, new: '81c00001' },
      { field: 'unit', old: null, new: 'ap-lobby' },
      { field: 'outcome', old: null, new: 'refused' },
      { field: 'cause', old: null, new: 'session cannot be removed' },
    ];
    const byServer = { account_id: 0, account_name: 'Portico', role: 'server', address: '' } as const;
    const about = { action: 'sessions.disconnect', kind: 'guest', object_name: 'MARIO', changes } as const;
    answerWith({ 'GET /api/audit': page([entry({ ...byServer, ...about, changes })]) });
    const { user } = renderPage(<AuditPage />, { at: '/audit' });
    const line = await row(/Guest disconnected/);
    expect(line).toHaveTextContent('Portico');
    expect(within(line).queryByRole('button', { name: 'Portico' })).not.toBeInTheDocument();
    const shown = await changesOf(user);
    for (const words of ['Unit: ap-lobby', 'Unit’s answer: refused', 'Unit’s reason: session cannot be removed']) {
      expect(shown).toHaveTextContent(words);
    }
    expect(screen.getByText(/Automatic/)).toBeVisible();
    expect(screen.queryByText(/IP address/)).not.toBeInTheDocument();
  });

  test.each(['acknowledged', 'ended', 'refused', 'no_answer', 'with_next_report', 'not_possible'])(
    'describes the answer %s of a unit',
    async (outcome) => {
      answerWith({
        'GET /api/audit': page([entry({ action: 'sessions.change', changes: [{ field: 'outcome', old: null, new: outcome }] })]),
      });
      const { user } = renderPage(<AuditPage />, { at: '/audit' });
      expect(await changesOf(user)).not.toHaveTextContent(/_/);
      expect(await row(/Unit asked to apply new limits/)).toBeVisible();
    },
  );

  test('links no deleted object and names no erased guest', async () => {
    answerWith({
      'GET /api/audit': page([
        entry({ id: 1, action: 'units.delete' }),
        entry({ id: 2, action: 'guests.delete', kind: 'guest', object_name: '', changes: [] }),
        entry({ id: 3, action: 'made.later' }),
      ]),
    });
    renderPage(<AuditPage />, { at: '/audit' });
    const gone = await row(/Unit deleted/);
    expect(within(gone).queryByRole('link')).not.toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Guest deleted/ })).toHaveTextContent('erased guest');
    expect(screen.getByRole('row', { name: /made\.later/ })).toBeVisible();
  });
});

describe('the audit list', () => {
  test('pages by the total that the server counted', async () => {
    const calls = answerWith({ 'GET /api/audit': page([entry()], 60) });
    const { user } = renderPage(<AuditPage />, { at: '/audit' });
    await screen.findByText('page 1 of 3');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText('page 2 of 3');
    expect(calls.at(-1)?.query).toMatchObject({ page: '2', limit: '25' });
  });

  test('exports a line for each field, without secrets and formulas', async () => {
    const changes = [
      { field: 'name', old: 'x', new: '=1+1' },
      { field: 'password', old: null, new: null, hidden: true as const },
    ];
    const calls = answerWith({ 'GET /api/audit': page([entry({ changes })]) });
    const { user } = renderPage(<AuditPage />, { at: '/audit?q=lobby' });
    await row(/Unit changed/);
    const files = watchFiles();
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await download(user);
    await waitFor(() => expect(files).toHaveLength(1));
    const lines = ((await files[0]?.text()) ?? '').trim().split(/\r?\n/);
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('When,Who,Role,IP address,Action,Type,Item,Hotspot,Field,Before,After');
    expect(lines[1]).toMatch(/adriatica,Reseller,"=""203\.0\.113\.7""",Unit changed,Unit,ap-lobby,city-library,Name,x,'=1\+1$/);
    expect(lines[2]).toContain('Password');
    expect(calls.filter((call) => callName(call) === 'GET /api/audit').at(-1)?.query).toMatchObject({ q: 'lobby', limit: '5000' });
  });

  test('exports nothing and reports it when it cannot be read, even after an earlier export', async () => {
    const files = watchFiles();
    answerWith({ 'GET /api/audit': [page([entry()]), page([entry()]), { status: 500, body: {} }] });
    const { user } = renderPage(<AuditPage />, { at: '/audit' });
    await row(/Unit changed/);
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await download(user);
    await waitFor(() => expect(files).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await download(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t load the rows');
    expect(files).toHaveLength(1);
  });

  test('is in Italian, values included', async () => {
    const changes = [
      { field: 'auto_login', old: false, new: true },
      { field: 'custom_disclaimers_terms', old: 'Summer terms', new: 'Default' },
    ];
    answerWith({ 'GET /api/audit': page([entry({ changes })]) });
    const { user } = renderPage(<AuditPage />, { at: '/audit', as: madeUp('admin'), language: 'it' });
    await row(/Unità modificata/);
    await user.click(screen.getByRole('button', { name: /^Dettagli di / }));
    expect(await screen.findByRole('list')).toHaveTextContent('No → ora Sì');
    expect(screen.getByRole('list')).toHaveTextContent('Summer terms → ora Predefinita');
  });

  test('changes to Italian at once, dates included', async () => {
    answerWith({ 'GET /api/audit': page([entry({ at: '2020-05-20T10:00:00Z' })]) });
    const { store } = renderPage(<AuditPage />, { at: '/audit', as: madeUp('admin') });
    expect(await screen.findByText('20 May 2020')).toBeVisible();
    act(() => void store.dispatch(remembered({ language: 'it' })));
    expect(await screen.findByText('20 mag 2020')).toBeVisible();
  });

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
