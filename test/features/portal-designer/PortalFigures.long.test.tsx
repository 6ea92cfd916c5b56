import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { PortalFigures as Figures } from '../../../src/contract/stats';
import { PortalFigures } from '../../../src/features/portal-designer/PortalFigures';
import { setConfig } from '../../../src/shared/config';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';

beforeEach(() => setConfig({ backend: 'portico' }));

const NONE = { opened: 0, tried: 0, logged_in: 0, seconds: null };
const FIGURES: Figures = {
  opened: 1240,
  tried: 900,
  logged_in: 812,
  seconds: 95,
  ways: [
    { way: 'voucher', count: 700 },
    { way: 'email', count: 100 },
    { way: 'pigeon', count: 12 },
  ],
  days: [
    { day: '2026-11-21', ...NONE },
    { day: '2026-11-22', opened: 1240, tried: 900, logged_in: 812, seconds: 95 },
  ],
};

const shown = async (answer: { status?: number; body?: unknown }) => {
  const calls = answerWith({ 'GET /api/stats/portal/7': () => answer });
  renderPage(<PortalFigures hotspotId={7} />, { as: madeUp('reseller'), at: '/hotspots/7?tab=captive' });
  fireEvent.click(await screen.findByRole('button', { name: 'Guests at the portal, last 30 days' }));
  return calls;
};

test("the portal's figures show how many guests opened it, tried and logged in, by which method and how fast", async () => {
  await shown({ body: FIGURES });
  expect(await screen.findAllByText('1,240')).not.toHaveLength(0);
  expect(screen.getAllByText('1m 35s')).not.toHaveLength(0);
  expect(screen.getByText('voucher or code: 700, e-mail: 100, and pigeon: 12')).toBeTruthy();
  const table = screen.getByRole('table', { hidden: true });
  const rows = Array.from(table.querySelectorAll('tbody tr[data-row-key]'), (row) => row.getAttribute('data-row-key'));
  // Days on which nobody came are left out.
  expect(rows).toEqual(['2026-11-22']);
});

test("the portal's figures report that there were no visitors", async () => {
  await shown({ body: { ...NONE, ways: [], days: [] } });
  expect(await screen.findByText('No guest has opened the portal in the last 30 days.')).toBeTruthy();
});

test("the portal's figures offer a retry when they cannot be read", async () => {
  const calls = await shown({ status: 500, body: {} });
  await screen.findByText('Couldn’t load the portal’s figures.');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(calls.length).toBe(2));
});

test("the portal's figures are requested only when they are opened", async () => {
  const calls = answerWith({});
  renderPage(<PortalFigures hotspotId={7} />, { as: madeUp('reseller'), at: '/hotspots/7?tab=captive' });
  await screen.findByRole('button', { name: 'Guests at the portal, last 30 days' });
  expect(calls).toEqual([]);
});
