import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { HotspotPage } from '../../../src/features/hotspots/HotspotPage';
import { setConfig } from '../../../src/shared/config';
import { answerWith } from '../../support/console/answers';
import { renderPage } from '../../support/console/render';
import { pageAnswers, open } from './batchesTabTests';

beforeEach(() => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T10:00:00Z'));
});

describe('the batches', () => {
  test('show name, creator and the numbers of used, expired and remaining vouchers', async () => {
    answerWith(pageAnswers());
    open();
    expect(await screen.findByRole('row', { name: /^Wedding 50 30 5 15 desk/ })).toBeVisible();
    expect(screen.getByRole('link', { name: '12 vouchers' })).toHaveAttribute('href', '#/hotspots/7?tab=vouchers&batch=2');
  });

  test('are missing on an existing back end', async () => {
    setConfig({ backend: 'existing' });
    answerWith(pageAnswers({ 'GET /api/vouchers/7': { body: [] } }));
    renderPage(<HotspotPage />, { at: '/hotspots/7?tab=vouchers' });
    expect(await screen.findByRole('tab', { name: 'Vouchers' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Batches' })).not.toBeInTheDocument();
  });
});
