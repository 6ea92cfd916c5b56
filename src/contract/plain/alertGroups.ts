/** Groups of alerts, worst first: those that keep guests offline now, those that soon will, and those that affect only staff. */
export const ALERT_GROUPS = [
  'proxy_not_named',
  'messages_failing',
  'sms_spent',
  'plan_ended',
  'units_silent',
  'sms_refused',
  'short_limit',
  'sync_failed',
  'sms_near_limit',
  'plan_ends',
  'privacy_missing',
  'retention_unset',
] as const;
export type AlertGroup = (typeof ALERT_GROUPS)[number];

/** The fields of an alert that decide its group. */
type Grouped =
  | { kind: 'sms_near_limit'; sms_count: number; sms_max_count: number }
  | { kind: 'plan_ending'; expired: boolean }
  | { kind: Exclude<AlertGroup, 'sms_spent' | 'sms_near_limit' | 'plan_ended' | 'plan_ends'> };

/** The group of an alert: alerts of quotas and plans are split by whether these are used up or expired. */
export function groupOf(item: Grouped): AlertGroup {
  if (item.kind === 'sms_near_limit') return item.sms_count >= item.sms_max_count ? 'sms_spent' : 'sms_near_limit';
  if (item.kind === 'plan_ending') return item.expired ? 'plan_ended' : 'plan_ends';
  return item.kind;
}
