import { describe, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';
import { at, hotspot } from './hotspotPageTests';

describe('a closed hotspot', () => {
  const closed = 'This hotspot is closed: nobody can be online.';

  test('is marked, with a link to the preference that opens it', async () => {
    answerWith(hotspot({}, { hotspot_closed: 'true' }));
    const { user } = renderPage(<HotspotPage />, { as: madeUp('reseller'), at });
    expect(await screen.findByText(closed)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Open it in the preferences' }));
    expect(await screen.findByRole('checkbox', { name: 'Closed: nobody can be online' })).toBeChecked();
  });

  test('is marked for the desk, which cannot open it', async () => {
    answerWith(hotspot({}, { hotspot_closed: 'true' }));
    renderPage(<HotspotPage />, { as: madeUp('desk'), at });
    expect(await screen.findByText(closed)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Open it in the preferences' })).not.toBeInTheDocument();
  });
});
