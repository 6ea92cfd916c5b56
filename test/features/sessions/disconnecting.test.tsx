import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { SessionPage } from '../../../src/features/sessions/SessionPage';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { running } from './disconnectingTests';

test('a session without a request to its unit shows none', async () => {
  answerWith(running(true));
  renderPage(<SessionPage />, { at: '/sessions/7' });
  await screen.findByText('key-7', { selector: 'code' });
  expect(screen.queryByText('Last request to the unit')).not.toBeInTheDocument();
});

test('a session that no unit reports has no disconnect button', async () => {
  answerWith(running(false));
  renderPage(<SessionPage />, { at: '/sessions/7' });
  await screen.findByText('key-7', { selector: 'code' });
  expect(screen.queryByRole('button', { name: 'Disconnect' })).not.toBeInTheDocument();
});
