import { screen } from '@testing-library/react';
import { DashboardPage } from '../../../src/features/dashboard/DashboardPage';
import type { Answers } from '../../support/console/answers';
import { answersOfDashboard, madeUpVoucher } from '../../support/console/answersMadeUp';
import { renderPage } from '../../support/console/render';
import { madeUp } from '../../support/console/renderAs';

export const NOW = Date.parse('2026-11-20T10:00:00Z');

export const LIST = 'GET /api/vouchers/7';
export const CREATE = 'POST /api/vouchers';
export const page = (...vouchers: object[]) => ({
  body: vouchers.map((change, at) => madeUpVoucher({ id: 50 - at, ...change })),
  headers: { 'X-Total-Count': String(vouchers.length), 'X-Sort': 'created', 'X-Order': 'desc' },
});
export const preferences = (values: Record<string, string>) => ({ body: Object.entries(values).map(([key, value]) => ({ key, value })) });
export const created = (change: object = {}) => {
  const voucher = madeUpVoucher({ id: 99, hotspot_id: 7, code: 'abcd2345', ...change });
  return { status: 201, body: { status: 'success', ids: [voucher.id], vouchers: [voucher] } };
};
export const atCounter = (answers: Answers = {}) =>
  answersOfDashboard('desk', {
    'GET /api/preferences/hotspots/7': preferences({ voucher_login: 'true' }),
    [LIST]: page({ code: 'mmmm2222', preset: '#check_out:0:-1', printed: true, prints: 2 }),
    ...answers,
  });
export const desk = () => renderPage(<DashboardPage />, { as: madeUp('desk') });
export const preset = (name: string) => screen.findByRole('button', { name });
