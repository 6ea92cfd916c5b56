import dayjs from 'dayjs';
import type { Subscription, UpdateSubscription } from '../../contract/accounts';

/** A plan, and its last day in the browser's time zone as `YYYY-MM-DD`. */
export interface SubscriptionForm {
  planId: number;
  until: string;
}

const DAY = 'YYYY-MM-DD';

/** Initial values: the current plan, renewed by one period from its end, or from now if that is past. */
export function toForm({ id, valid_until, subscription_plan }: Subscription, now: number): SubscriptionForm {
  return { planId: id === 0 ? 0 : subscription_plan.id, until: renewedUntil(valid_until, subscription_plan.period, now) };
}

/** The last day after another `days` days, counted from the current end, or from now if that is past or unset. */
export function renewedUntil(validUntil: string | null, days: number, now: number): string {
  const end = dayjs(validUntil ?? now);
  return (end.isValid() && end.valueOf() > now ? end : dayjs(now)).add(days, 'day').format(DAY);
}

/** The request body; a subscription is valid until the end of the chosen day. */
export function toUpdate({ planId, until }: SubscriptionForm): UpdateSubscription {
  return { subscription_plan_id: planId, valid_until: dayjs(until).endOf('day').toISOString() };
}
