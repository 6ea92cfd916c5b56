import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { Moment } from '../../../src/shared/ui/facts/Moment';
import { renderPage } from '../../support/console/render';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick'] });
  jest.setSystemTime(new Date(2026, 10, 22, 23, 59, 30));
});
afterEach(() => {
  jest.useRealTimers();
});

test('today becomes yesterday at midnight without a reload', async () => {
  renderPage(<Moment at={new Date(2026, 10, 22, 19, 57).toISOString()} isShort />);
  expect(screen.getByText('Today 19:57')).toBeVisible();
  expect(screen.getByText('Today 19:57').title).toBe(`22 November 2026, 19:57 (${Intl.DateTimeFormat().resolvedOptions().timeZone})`);
  // Let the stored preferences load first.
  await act(() => jest.advanceTimersByTimeAsync(0));
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('Yesterday 19:57')).toBeVisible();
});

test('starts with a small letter within a sentence', () => {
  renderPage(<Moment at={new Date(2026, 10, 22, 19, 57).toISOString()} isInSentence />);
  expect(screen.getByText('today 19:57')).toBeVisible();
});

test('the end of a voucher names the zone of its hotspot where the browser is in another', () => {
  const at = '2026-11-24T10:59:59Z';
  renderPage(
    <>
      <Moment at={at} zone="Pacific/Pago_Pago" />
      <Moment at={at} zone="Pacific/Pago_Pago" isShort />
    </>,
  );
  expect(screen.getByText('23 November 2026, 23:59 (Pacific/Pago_Pago)')).toBeVisible();
  // There it is still the day before.
  expect(screen.getByText('Tomorrow 23:59')).toHaveAttribute('title', '23 November 2026, 23:59 (Pacific/Pago_Pago)');
});
