import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { UnitsPage } from '../../../src/features/units/UnitsPage';
import { answerWith, callName, type Answers } from '../../support/console/answers';
import { madeUpHotspot, madeUpUnit, pageOfHotspots, pageOfRows } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { loadLanguage } from '../../../src/app/messages';
import { LANGUAGES } from '../../../src/shared/languages';

const at = '/units?hotspotId=0';
const two = pageOfRows([madeUpUnit(), madeUpUnit({ id: 8, name: 'ap-garden' })]);

describe('the list of units', () => {
  test('shows state, place and last contact of each unit, and other columns can be chosen', async () => {
    const activity = { sessions: 0, last_seen: '2025-11-03T14:05:00Z', state: 'idle' };
    const live = { hotspot_name: 'city-library' };
    const calls = answerWith({
      'GET /api/units': pageOfRows([
        { ...madeUpUnit(), ...live, activity: { ...activity, sessions: 3, state: 'active' } },
        { ...madeUpUnit({ id: 8, name: 'ap-garden' }), ...live, activity },
        { ...madeUpUnit({ id: 9, name: 'ap-cellar' }), ...live, activity: { ...activity, state: 'silent' } },
        { ...madeUpUnit({ id: 10, name: 'ap-new' }), ...live, activity: { ...activity, last_seen: null } },
        { ...madeUpUnit({ id: 11, name: 'ap-hall' }), ...live, activity: { ...activity, state: 'active' } },
      ]),
    });
    const { user } = renderPage(<UnitsPage />, { at });
    const cells = async (name: RegExp) =>
      within(await screen.findByRole('row', { name }))
        .getAllByRole('cell')
        .filter((_cell, index) => [1, 3, 4].includes(index))
        .map((cell) => cell.textContent);
    expect(await cells(/^ap-reception/)).toEqual(['3 active', '3 Nov 2025', 'city-library']);
    expect(await cells(/^ap-garden/)).toEqual(['Idle', '3 Nov 2025', 'city-library']);
    expect(await cells(/^ap-cellar/)).toEqual(['Silent', '3 Nov 2025', 'city-library']);
    expect(await cells(/^ap-new/)).toEqual(['Not heard yet', '-', 'city-library']);
    expect(await cells(/^ap-hall/)).toEqual(['Active', '3 Nov 2025', 'city-library']);
    expect(screen.getByRole('row', { name: /^ap-reception/ })).toHaveTextContent('Reception desk');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    for (const name of ['Description', 'MAC address', 'UUID']) await user.click(await screen.findByRole('checkbox', { name }));
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Status',
      'Last 30 days',
      'Last heard',
      'Hotspot',
      'Description',
      'MAC address',
      'UUID',
      'Actions',
    ]);
    // No request per row.
    expect(calls.map(callName)).not.toContain('GET /api/sessions');
  });

  test.each(LANGUAGES)('has a column of states as wide as its words (%s)', async (language) => {
    const { messages } = await loadLanguage(language);
    await loadLanguage('en');
    const activity = { sessions: 0, last_seen: null, state: 'silent' };
    answerWith({ 'GET /api/units': pageOfRows([{ ...madeUpUnit(), hotspot_name: 'city-library', activity }]) });
    renderPage(<UnitsPage />, { at, language });
    const words = messages['units.not_heard'] ?? '';
    expect(await screen.findByText(words)).toBeVisible();
    const position = screen.getAllByRole('columnheader').findIndex((header) => header.textContent === messages['units.state']);
    const width = Number.parseFloat(document.querySelectorAll<HTMLTableColElement>('colgroup col')[position]?.style.width ?? '');
    // A letter of the system's fonts at 14 px has at least 6 px on average; dot, gap and padding have 30.
    expect(width).toBeGreaterThanOrEqual(words.length * 6 + 30);
  });
});

describe('registering a unit', () => {
  const known: Answers = {
    'GET /api/units': two,
    'GET /api/sessions': pageOfRows([]),
    'GET /api/hotspots': pageOfHotspots([{ id: 7 }]),
    'GET /api/hotspots/7': { body: madeUpHotspot() },
  };

  test('sends nothing without a hotspot or with a wrong MAC address', async () => {
    const calls = answerWith(known);
    const { user } = renderPage(<UnitsPage />, { at });
    await user.click(await screen.findByRole('button', { name: 'Register unit' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Name'), 'ap-pool');
    await user.type(dialog.getByLabelText('MAC address'), '00:11');
    await user.click(dialog.getByRole('button', { name: 'Register unit' }));
    expect(await dialog.findByText('Choose a hotspot')).toBeVisible();
    expect(await dialog.findByText('Enter six pairs of digits, like 00-11-22-AA-BB-CC')).toBeVisible();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });
});

describe('an empty list of units', () => {
  const none = { 'GET /api/units': pageOfRows([], 0), 'GET /api/hotspots': pageOfHotspots([]) };

  test('says that the chosen hotspot has none yet, and offers to register one there', async () => {
    answerWith({ ...none, 'GET /api/hotspots/7': { body: { ...madeUpHotspot(), name: 'albergo-nuovo' } } });
    const { user, store } = renderPage(<UnitsPage />, { at: '/units?hotspotId=7' });
    expect(await screen.findByText('albergo-nuovo has no units yet.')).toBeVisible();
    expect(screen.queryByText(/Try removing a filter/)).not.toBeInTheDocument();
    await user.click(screen.getAllByRole('button', { name: 'Register unit' }).at(-1)!);
    expect(store.getState().dialogs.stack.at(-1)).toMatchObject({ name: 'units/register', args: { hotspotId: 7 } });
  });

  test('still blames the search where there is one', async () => {
    answerWith({ ...none, 'GET /api/hotspots/7': { body: { ...madeUpHotspot(), name: 'albergo-nuovo' } } });
    renderPage(<UnitsPage />, { at: '/units?hotspotId=7&q=garden' });
    expect(await screen.findByText('No results. Try removing a filter:')).toBeVisible();
  });
});
