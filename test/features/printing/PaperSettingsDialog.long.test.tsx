import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { PaperSettingsDialog } from '../../../src/features/printing/dialogs/PaperSettingsDialog';
import { answerWith, callName } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { pageAnswers, preview } from './printVouchersDialogTests';

test('the settings for paper begin with the designs as pictures, and show one voucher large, or its whole page', async () => {
  const calls = answerWith(pageAnswers({ 'PUT /api/paper/hotspots/7': { body: { status: 'success' } } }));
  const { user } = renderPage(<PaperSettingsDialog args={{ hotspotId: 7 }} onClose={jest.fn()} />);
  const designs = within(await screen.findByRole('radiogroup', { name: 'Design' }));
  const names = () => designs.getAllByRole('radio').map((radio) => radio.closest('label')?.querySelector('.designName')?.textContent);
  expect(names()).toEqual(['Sheet', 'Card', 'Compact', 'Receipt', 'Poster']);
  // The accessible name is the design's name, without the texts in its picture.
  const card = designs.getByRole('radio', { name: 'Card' });
  await waitFor(() => expect(document.querySelectorAll('.designPicture svg')).toHaveLength(5));
  const drawn = async () =>
    Array.from((await preview()).querySelectorAll('svg'), (svg) => Number(svg.getAttribute('viewBox')?.split(' ')[2]));
  await waitFor(async () => expect(await drawn()).toHaveLength(1));
  const [width = 0] = await drawn();
  await user.click(screen.getByRole('button', { name: 'Show the whole page' }));
  // The page is as wide as A4.
  await waitFor(async () => expect(await drawn()).toEqual([210]));
  await user.click(screen.getByRole('button', { name: 'Show one voucher' }));
  await waitFor(async () => expect(await drawn()).toEqual([width]));
  expect(width).toBeLessThan(210);
  await user.click(card);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(calls.map(callName)).toContain('PUT /api/paper/hotspots/7'));
  expect(calls.find((call) => callName(call) === 'PUT /api/paper/hotspots/7')?.body).toMatchObject({ design: 'card' });
});
