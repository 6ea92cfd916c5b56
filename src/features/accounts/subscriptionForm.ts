import dayjs from 'dayjs';
import type { Subscription, UpdateSubscription } from '../../contract/accounts';

/** What the dialog asks for: a plan, and the last day of it in the browser's zone as `YYYY-MM-DD`. */
export interface SubscriptionForm {
  planId: number;
  until: string;
}

const DAY = 'YYYY-MM-DD';

/** What the dialog begins with: the plan as it is, renewed by one period from its end, or from now where that is over. */
export function toForm({ id, valid_until, subscription_plan }: Subscription, now: number): SubscriptionForm {
  return { planId: id === 0 ? 0 : subscription_plan.id, until: renewedUntil(valid_until, subscription_plan.period, now) };
}

/** The end of a subscription that goes on for `days` after its end, or after now where it is over or there was none. */
export function renewedUntil(validUntil: string | null, days: number, now: number): string {
  const end = dayjs(validUntil ?? now);
  return (end.isValid() && end.valueOf() > now ? end : dayjs(now)).add(days, 'day').format(DAY);
}

/** What is sent: the end of the chosen day. */
export function toUpdate({ planId, until }: SubscriptionForm): UpdateSubscription {
  return { subscription_plan_id: planId, valid_until: dayjs(until).endOf('day').toISOString() };
}
