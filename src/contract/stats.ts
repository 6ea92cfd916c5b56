import { z } from 'zod';
import { amount, dayZone, id, moment, paging, sorting } from './lists';
import { MAX_LENGTH, MESSAGE_CHANNELS } from './plain/wire';

/** What the dashboard counts (API-09). */
export const COUNTED = ['hotspots', 'units', 'accounts', 'devices', 'users', 'sessions'] as const;
export type Counted = (typeof COUNTED)[number];

/** GET /api/stats/users/total: all current guests, only valid ones, also those who haven't used their voucher yet, or those online (our server only). */
export const totalOfGuests = z.object({ state: z.enum(['all', 'valid', 'current', 'online']).default('all') });
export type TotalOfGuests = z.infer<typeof totalOfGuests>;

export const total = z.object({ total: z.number().int() });

/** A reseller's SMS pack: SMS bought and sent, and the remaining number that triggers a warning (0: no warning). */
export const smsAccount = z.object({
  id,
  account_id: id,
  sms_max_count: z.number().int(),
  sms_count: z.number().int(),
  sms_threshold: z.number().int(),
});
export type SmsAccount = z.infer<typeof smsAccount>;

/** POST /api/stats/sms/accounts/{id}: how many SMS to add. Capped at a million to catch typos. */
export const addSms = z.object({ sms_to_add: z.number().int().min(0).max(1_000_000) });

/** PUT /api/stats/sms/accounts/{id}: the remaining number of SMS that triggers a warning; 0 for none. */
export const updateSmsThreshold = z.object({ sms_threshold: amount });

const figures = {
  opened: z.number().int(),
  tried: z.number().int(),
  logged_in: z.number().int(),
  /** Median time from opening the portal to being online, rounded up to a bucket; null if every log-in was automatic. */
  seconds: z.number().int().nullable(),
};

/** GET /api/stats/portal/{id}: number of days, including today, in the hotspot's zone. */
export const portalFiguresQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) });

/** Usage of a hotspot's portal. A guest who returns within 15 minutes counts once; a log-in counts when the unit has let the guest in. */
export const portalFigures = z.object({
  ...figures,
  ways: z.array(z.object({ way: z.string(), count: z.number().int() })),
  /** Oldest first, one entry for every day. */
  days: z.array(z.object({ day: z.iso.date(), ...figures })),
});
export type PortalFigures = z.infer<typeof portalFigures>;

/** GET /api/stats/dashboard: days are those of the zone `tz`. */
export const dashboardQuery = z.object({ tz: dayZone.default('UTC') });

/** The current number, its last 14 complete days (oldest first), and two numbers for a week-over-week comparison. */
const trend = z.object({
  total: z.number().int(),
  days: z.array(z.number().int()),
  week: z.number().int(),
  week_before: z.number().int(),
});
export type Trend = z.infer<typeof trend>;

/**
 * All numbers of an admin's, reseller's or customer's dashboard in one response (our server only). Inventory (managers, hotspots, units,
 * devices) has its number at the end of each day, and in `week` and `week_before` its number now and a week ago. Activity (guests,
 * sessions, SMS) has the number per day, and the sums of the last seven days and of the seven before.
 */
export const dashboard = z.object({
  /** Null for a customer, who has no accounts or hotspots of their own. */
  accounts: trend.nullable(),
  hotspots: trend.nullable(),
  units: trend,
  /** Total: guests now who are valid or haven't used their voucher yet. Days: guests with a session on that day. */
  users: trend,
  devices: trend,
  /** Total: running sessions. Days: sessions that started on that day, ended or not. */
  sessions: trend,
  /** The caller's pack, SMS sent by its hotspots, and how many of those in the last 30 days. Null for a customer. */
  sms: z.object({ pack: smsAccount.nullable(), sent: trend, lately: z.number().int() }).nullable(),
  /** Guests with a session at each of the last 24 full hours and now, oldest first. */
  online: z.array(z.object({ at: z.string(), guests: z.number().int() })),
  /** The highest number of guests online at any moment since the start of `online`, and when; null if nobody was online. */
  most_online: z.object({ at: z.string(), guests: z.number().int() }).nullable(),
  /**
   * For a customer: guests with a session yesterday, yesterday's weekday (0 is Sunday), and the median of up to eight earlier days with the
   * same weekday; null if the hotspot has fewer than three. Null for roles with several hotspots.
   */
  yesterday: z.object({ guests: z.number().int(), weekday: z.number().int(), usual: z.number().nullable() }).nullable(),
  /** Hotspots with the most guests present today, busiest first; empty for a customer. */
  busiest: z.array(z.object({ hotspot_id: id, hotspot_name: z.string(), guests: z.number().int() })),
  /** The most recent valid guests, newest first. */
  newest: z.array(
    z.object({ id, guest_name: z.string(), username: z.string(), created: moment, hotspot_id: id, hotspot_name: z.string() }),
  ),
});
export type Dashboard = z.infer<typeof dashboard>;

/** GET /api/stats/online/{id}: the same for one hotspot. */
export const hotspotOnline = dashboard.pick({ online: true, most_online: true });
export type HotspotOnline = z.infer<typeof hotspotOnline>;

/** One SMS that a hotspot sent. */
export const smsSent = z.object({
  id,
  hotspot_id: id,
  unit_id: id,
  number: z.string(),
  reset: z.boolean(),
  sent: moment,
});
export type SmsSent = z.infer<typeof smsSent>;

export const listSmsSent = z.object({ ...paging.shape, ...sorting(['id', 'sent', 'number', 'hotspot_id']).shape });
export type ListSmsSent = z.infer<typeof listSmsSent>;

/** Fields of every alert: the key that identifies it for snoozing, and until when the caller has snoozed it. */
const alert = { alert: z.string(), snoozed_until: moment };

/**
 * One alert (our server only); lists have the worst first (`ALERT_GROUPS`). `since` is when the problem began, if known. `ALERTS` in
 * contract/plain/roles.ts says which roles get which kind.
 */
export const attentionItem = z.discriminatedUnion('kind', [
  z.object({
    ...alert,
    kind: z.literal('sms_near_limit'),
    account_id: id,
    account_name: z.string(),
    sms_count: z.number().int(),
    sms_max_count: z.number().int(),
  }),
  /** A reseller's subscription has ended or ends soon. */
  z.object({ ...alert, kind: z.literal('plan_ending'), account_id: id, account_name: z.string(), until: z.string(), expired: z.boolean() }),
  z.object({
    ...alert,
    kind: z.literal('sync_failed'),
    hotspot_id: id,
    hotspot_name: z.string(),
    integration_id: id,
    integration_name: z.string(),
  }),
  z.object({
    ...alert,
    kind: z.literal('units_silent'),
    hotspot_id: id,
    hotspot_name: z.string(),
    silent: z.number().int(),
    units: z.number().int(),
    since: moment,
    /** When the first of the silent units fell silent; null if none was ever heard. */
    longest: moment,
    /** The first few silent units, by name. */
    silent_units: z.array(z.object({ id, name: z.string() })),
  }),
  /** A unit whose short accesses, for reading an e-mail, have reached their limit within the last hour. */
  z.object({
    ...alert,
    kind: z.literal('short_limit'),
    hotspot_id: id,
    hotspot_name: z.string(),
    unit_id: id,
    unit_name: z.string(),
    most: z.number().int(),
  }),
  /**
   * A hotspot that refused to send codes by SMS within the last day: because too many weren't entered, as with invented numbers, or because
   * a country isn't allowed. `sent` counts the codes sent that day, `unentered` those of them that nobody entered.
   */
  z.object({
    ...alert,
    kind: z.literal('sms_refused'),
    reason: z.enum(['made_up', 'country']),
    hotspot_id: id,
    hotspot_name: z.string(),
    sent: z.number().int(),
    unentered: z.number().int(),
  }),
  /** A proxy missing from PORTICO_TRUST_PROXY: all of its clients appear under the proxy's address. */
  z.object({ ...alert, kind: z.literal('proxy_not_named'), address: z.string() }),
  /** Nobody has decided how long personal data are stored (PORTICO_RETENTION_DAYS). */
  z.object({ ...alert, kind: z.literal('retention_unset') }),
  /** A mail server, an SMS gateway or a platform (`integration_name`) that hasn't accepted a message for an hour. */
  z.object({
    ...alert,
    kind: z.literal('messages_failing'),
    channel: z.enum(MESSAGE_CHANNELS),
    integration_id: id,
    integration_name: z.string(),
    since: moment,
    reason: z.string(),
  }),
  z.object({ ...alert, kind: z.literal('privacy_missing'), account_id: id, account_name: z.string() }),
]);
export type AttentionItem = z.infer<typeof attentionItem>;

const alertKey = z.string().min(1).max(MAX_LENGTH.name);

/** PUT /api/attention/snooze: hides an alert or several from the caller for a day, or shows them again. Other users still see them. */
export const snoozeAlert = z.object({ alert: z.union([alertKey, z.array(alertKey).min(1).max(10_000)]), snoozed: z.boolean() });
export type SnoozeAlert = z.infer<typeof snoozeAlert>;
