import { describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { HotspotsPage } from '../../../src/features/hotspots/HotspotsPage';
import { answerWith, LOST, callName, watchCalls } from '../../support/console/answers';
import { pageOfHotspots } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { loggedIn } from '../../support/console/renderAs';
import { at, self, listCalls } from './hotspotsPageTests';

describe('the hotspot list with live health', () => {
  test('shows on the real server how each hotspot is doing, with problems first and links to the details', async () => {
    const calls = watchCalls();
    renderPage(<HotspotsPage />, { as: await loggedIn('reseller'), at });
    const row = await screen.findByRole('row', { name: /grand-hotel-miramare/ });
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Name',
      'Status',
      'Guests online',
      'Active units',
      'Vouchers left',
      'Units, 30 days',
      'Alerts',
      'Actions',
    ]);
    expect(within(row).getAllByRole('cell')[0]).toHaveTextContent('grand-hotel-miramareGrand Hotel Miramare, Rimini');
    expect(within(row).getByRole('link', { name: 'grand-hotel-miramare' })).toHaveAttribute('href', '#/hotspots/1');
    expect(row).toHaveTextContent(/\d+ of 7/);
    expect(listCalls(calls)[0]).toMatchObject({ sort: 'trouble', order: 'desc', board: 'true' });
    // One call returns everything about all hotspots.
    expect(calls.map(callName).filter((name) => !/^(GET \/api\/(hotspots|accounts\/\d+)|POST \/api\/login)$/.test(name))).toEqual([]);
  });
});

describe('an empty or failed list of hotspots', () => {
  test.each([
    ['a fault of the server', { status: 500, body: { message: 'boom' } }],
    ['no answer', LOST],
    ['the page of a proxy', { status: 502, body: '<html>Bad gateway</html>' }],
    ['a mistyped path', { status: 404, body: { message: 'Route GET:/api/hotspots not found' } }],
  ] as const)('reports %s, and a retry reads the list', async (_name, failure) => {
    answerWith({ ...self, 'GET /api/hotspots': [failure, pageOfHotspots([{}])] });
    const { user } = renderPage(<HotspotsPage />, { at });

    expect(await screen.findByText(/Couldn’t load hotspots/)).toBeVisible();
    expect(screen.queryByText('No Hotspots found')).not.toBeInTheDocument();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('row', { name: /city-library/ })).toBeVisible();
    expect(screen.queryByText(/Couldn’t load/)).not.toBeInTheDocument();
  });
});
