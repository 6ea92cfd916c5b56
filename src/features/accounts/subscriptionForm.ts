import type { Subscription, UpdateSubscription } from '../../contract/accounts';
import { dayIn, endOfDay, shifted } from '../../contract/plain/zones';

/** A plan, and its last day in the server's time zone as `YYYY-MM-DD`. */
export interface SubscriptionForm {
  planId: number;
  until: string;
}

/** Initial values: the current plan, renewed by one period from its end, or from now if that is past. `zone` is the server's. */
export function toForm({ id, valid_until, subscription_plan }: Subscription, now: number, zone: string): SubscriptionForm {
  return { planId: id === 0 ? 0 : subscription_plan.id, until: renewedUntil(valid_until, subscription_plan.period, now, zone) };
}

/** The last day after another `days` days, counted from the current end, or from now if that is past or unset. */
export function renewedUntil(validUntil: string | null, days: number, now: number, zone: string): string {
  const end = Date.parse(validUntil ?? '');
  return shifted(dayIn(new Date(end > now ? end : now), zone), days);
}

/** The request body; a subscription is valid until the end of the chosen day. */
export function toUpdate({ planId, until }: SubscriptionForm, zone: string): UpdateSubscription {
  return { subscription_plan_id: planId, valid_until: endOfDay(until, zone).toISOString() };
}
