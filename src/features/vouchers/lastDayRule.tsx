import { FormattedMessage } from 'react-intl';
import { daysUntil, MOST } from './voucherForm';

/** The rule of a field for the last day of a voucher: from tomorrow to the longest time that a voucher may have. `now` in milliseconds. */
export const lastDayRule = (now: number) => ({
  validator: async (_rule: unknown, day: string) => {
    const days = daysUntil(day, now);
    if (!(days >= 1 && days <= MOST.days)) throw new Error('not a day on which a voucher may end');
  },
  message: <FormattedMessage id="vouchers.day_too_early" />,
});
