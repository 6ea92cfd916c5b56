import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { MARKETING_DEFAULTS } from '../../../src/contract/plain/hotspotPreferences';
import { ON, rowsOf, keeping, open, text } from './marketingPageTests';

// jsdom has no layout, but the editor measures its cursor.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
Range.prototype.getBoundingClientRect = () => new DOMRect();

test('the page without a hotspot prompts for one and reads nothing', async () => {
  const { calls } = await open({}, '/marketing');
  expect(await screen.findByText('Choose a hotspot to edit its feedback e-mails')).toBeVisible();
  expect(calls).toEqual([]);
});

test('unreadable settings are reported, and a retry reads them', async () => {
  const good = keeping(ON);
  const answers = { ...good, 'GET /api/marketing/7': [{ status: 500 }, { body: rowsOf({ ...MARKETING_DEFAULTS, ...ON }) }] } as const;
  const { user } = await open(answers);
  expect(await screen.findByText(/Couldn’t load/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await text()).toHaveTextContent('How was your stay? survey link');
});
