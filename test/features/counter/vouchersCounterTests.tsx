import type { Answers } from '../../support/console/answers';
import { madeUpVoucher } from '../../support/console/answersMadeUp';

export const LIST = 'GET /api/vouchers/7';
export const on: Answers = { 'GET /api/preferences/hotspots/7': { body: [{ key: 'voucher_login', value: 'true' }] } };
export const last: Answers = {
  [LIST]: {
    body: [
      madeUpVoucher({ id: 3, code: 'good', user_name: 'Ada' }),
      madeUpVoucher({ id: 2, code: 'spent', remain_use: 0 }),
      madeUpVoucher({ id: 1, code: 'late', expires: '2026-11-19T00:00:00Z' }),
    ],
    headers: { 'X-Total-Count': '3', 'X-Sort': 'created' },
  },
};
