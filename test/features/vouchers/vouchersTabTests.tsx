import { screen } from '@testing-library/react';
import type { Voucher } from '../../../src/contract/vouchers';
import { callName, type Answer, type Answers, type Call } from '../../support/console/answers';
import { madeUpHotspot, madeUpVoucher } from '../../support/console/answersMadeUp';

export const at = '/hotspots/7?tab=vouchers';
export const LIST = 'GET /api/vouchers/7';

export const preferences = (values: Record<string, string>): Answer => ({
  body: Object.entries(values).map(([key, value]) => ({ key, value })),
});
export const page = (vouchers: Partial<Voucher>[], total = vouchers.length): Answer => ({
  body: vouchers.map((change, index) => madeUpVoucher({ id: index + 1, code: `code-${index + 1}`, ...change })),
  headers: { 'X-Total-Count': String(total), 'X-Sort': 'created', 'X-Order': 'desc' },
});
export const pageAnswers = (answers: Answers): Answers => ({
  'GET /api/hotspots/7': { body: madeUpHotspot() },
  'GET /api/preferences/hotspots/7': preferences({ voucher_login: 'true', temp_code_login: 'true' }),
  'GET /api/units': { body: { data: [], total: 0 } },
  'GET /api/stats/online/7': { body: { online: [], most_online: null } },
  ...answers,
});
export const listCalls = (calls: Call[]) => calls.filter((call) => callName(call) === LIST).map(({ query }) => query);
export const row = (name: RegExp) => screen.findByRole('row', { name });
