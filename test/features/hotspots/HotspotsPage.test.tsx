import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { HotspotsPage } from '../../../src/features/hotspots/HotspotsPage';
import { loggedIn } from '../../support/renderAs';
import { renderPage } from '../../support/render';

test('a first look', async () => {
  const t0 = performance.now();
  renderPage(<HotspotsPage />, { as: await loggedIn('reseller'), at: '/hotspots' });
  const t1 = performance.now();
  const table = await screen.findByRole('table');
  const t2 = performance.now();
  const names = within(table).getAllByRole('columnheader').map((h) => h.textContent);
  const t3 = performance.now();
  const row = screen.getByRole('row', { name: /grand-hotel-miramare/ });
  const t4 = performance.now();
  console.log(names, row.textContent, t1 - t0, t2 - t1, t3 - t2, t4 - t3);
  expect(names).toHaveLength(10);
});
