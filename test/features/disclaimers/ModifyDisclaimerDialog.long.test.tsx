import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { ModifyDisclaimerDialog } from '../../../src/features/disclaimers/ModifyDisclaimerDialog';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { madeUp, madeUpAccount } from '../../support/console/renderAs';

test('the preview shows the version that is being edited, and the text itself where there is none', async () => {
  answerWith({
    'GET /api/disclaimers/4': {
      body: { id: 4, type: 'privacy', title: 'House', body: '<p>We keep little.</p>', translations: { it: '<p>Teniamo poco.</p>' } },
    },
    'GET /api/disclaimers/4/hotspots': { body: [] },
    'GET /api/accounts/2': { body: madeUpAccount('reseller') },
  });
  const { user } = renderPage(<ModifyDisclaimerDialog args={{ id: 4, accountId: 2 }} onClose={() => undefined} />, {
    as: madeUp('reseller'),
  });
  const preview = within(await screen.findByRole('region', { name: 'What guests will read' }));
  expect(await preview.findByText('We keep little.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Italiano/ }));
  expect((await preview.findByText('Teniamo poco.')).closest('[lang]')).toHaveAttribute('lang', 'it');
  await user.click(screen.getByRole('button', { name: /^Deutsch/ }));
  expect(await preview.findByText('We keep little.')).toBeVisible();
});
