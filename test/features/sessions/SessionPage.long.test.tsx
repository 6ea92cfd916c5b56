import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { SessionPage } from '../../../src/features/sessions/SessionPage';
import { answerWith } from '../../support/console/answers';
import { madeUpSession } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { running } from './disconnectingTests';

const MARK = /^As counted by the unit\. By the clock/;

test('a session whose time does not fit the clock is marked', async () => {
  const body = madeUpSession({ duration: 900, stop_time: '2026-11-20T11:05:00Z' });
  answerWith({ ...running(true), 'GET /api/sessions/7': { body } });
  renderPage(<SessionPage />, { at: '/sessions/7' });
  expect(await screen.findByText('15m')).toBeVisible();
  expect(screen.getByText('As counted by the unit. By the clock it was 1h 5m.')).toBeVisible();
});

test('a session whose time fits the clock is not marked', async () => {
  answerWith(running(true));
  renderPage(<SessionPage />, { at: '/sessions/7' });
  expect(await screen.findByText('1h 2m 3s')).toBeVisible();
  expect(screen.queryByText(MARK)).not.toBeInTheDocument();
});
