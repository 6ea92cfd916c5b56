import { describe, expect, test } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { at, hotspot } from './hotspotPageTests';

describe('a hotspot that needs attention', () => {
  const alert = { alert: 'units_silent 7', snoozed_until: null, kind: 'units_silent', hotspot_id: 7, hotspot_name: 'city-library' };
  const silent = { ...alert, silent: 1, units: 2, since: null, silent_units: [{ id: 3, name: 'Reading room' }] };
  const ofOther = {
    ...silent,
    alert: 'units_silent 8',
    hotspot_id: 8,
    hotspot_name: 'other',
    silent_units: [{ id: 9, name: 'Elsewhere' }],
  };

  test('says why on its own page, with a way on, and nothing about other hotspots', async () => {
    answerWith(hotspot({ 'GET /api/attention': { body: { data: [silent, ofOther] } } }));
    renderPage(<HotspotPage />, { as: madeUp('reseller'), at });
    const reasons = within(await screen.findByRole('region', { name: 'Needs attention' }));
    expect(reasons.getByText('Reading room at city-library: not heard yet.')).toBeVisible();
    expect(reasons.getByRole('link', { name: 'Open unit' })).toHaveAttribute('href', '#/units/3');
    expect(screen.queryByText(/Elsewhere/)).not.toBeInTheDocument();
  });

  test('has no such part without a reason, and asks nothing for a desk, which gets no alerts', async () => {
    const calls = answerWith(hotspot({ 'GET /api/attention': { body: { data: [ofOther] } } }));
    renderPage(<HotspotPage />, { as: madeUp('reseller'), at });
    await screen.findByRole('group', { name: 'Managers' });
    expect(screen.queryByRole('region', { name: 'Needs attention' })).not.toBeInTheDocument();
    cleanup();
    const before = calls.length;
    renderPage(<HotspotPage />, { as: madeUp('desk'), at });
    await screen.findByRole('group', { name: 'Active guests' });
    expect(calls.slice(before).map(({ path }) => path)).not.toContain('/api/attention');
  });
});

describe('a closed hotspot', () => {
  const closed = 'This hotspot is closed: nobody can get online.';

  test('is marked, with a link to the preference that opens it', async () => {
    answerWith(hotspot({}, { hotspot_closed: 'true' }));
    const { user } = renderPage(<HotspotPage />, { as: madeUp('reseller'), at });
    expect(await screen.findByText(closed)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Open it in the preferences' }));
    expect(await screen.findByRole('checkbox', { name: 'Closed: nobody can get online' })).toBeChecked();
  });

  test('is marked for the desk, which cannot open it', async () => {
    answerWith(hotspot({}, { hotspot_closed: 'true' }));
    renderPage(<HotspotPage />, { as: madeUp('desk'), at });
    expect(await screen.findByText(closed)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Open it in the preferences' })).not.toBeInTheDocument();
  });
});
