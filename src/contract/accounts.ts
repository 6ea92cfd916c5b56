import { z } from 'zod';
import { ACCOUNT_FIELDS, ACCOUNT_TEXTS, PRIVACY_FIELDS } from './plain/accountFields';
import { each, namesOf } from './plain/fields';
import { id, idFilter, moment, momentParam, paging, search, sorting } from './lists';
import { ROLES } from './plain/roles';
import { whenChanged, whenCreated } from './textShapes';
import { ACCOUNT_PREFERENCE_KEYS, MAX_LENGTH, MIN_EXISTING_PASSWORD } from './plain/wire';

/** A plan that resellers subscribe to: number of units and SMS, and features. `period` is in days. */
export const subscriptionPlan = z.object({
  id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.number(),
  period: z.number().int(),
  included_sms: z.number().int(),
  max_units: z.number().int(),
  advanced_report: z.boolean(),
  wings_customization: z.boolean(),
  social_analytics: z.boolean(),
});
export type SubscriptionPlan = z.infer<typeof subscriptionPlan>;

export const listSubscriptionPlans = sorting(['id', 'code', 'name', 'price', 'period', 'included_sms', 'max_units']);
export type ListSubscriptionPlans = z.infer<typeof listSubscriptionPlans>;

/** A reseller's subscription. Accounts without one (an admin, a customer in a list) have id 0, expired. */
export const subscription = z.object({
  id,
  account_id: id,
  valid_from: moment,
  valid_until: moment,
  created: moment,
  expired: z.boolean(),
  subscription_plan: subscriptionPlan,
});
export type Subscription = z.infer<typeof subscription>;

/**
 * One manager. `tokens` holds the descriptions of its API tokens, never the tokens themselves (ACC-07). `second_factor`, whether it has one, is
 * sent to our own console only, if the caller may turn it off.
 */
export const account = z.object({
  id,
  creator_id: id,
  uuid: z.string(),
  type: z.enum(ROLES),
  ...each(ACCOUNT_TEXTS, () => z.string()),
  created: moment,
  hotspot_id: id,
  hotspot_name: z.string(),
  subscription_plan_id: id,
  subscription_plan_name: z.string(),
  subscription,
  tokens: z.array(z.object({ token: z.string(), description: z.string() })),
  sms_threshold: z.number().int(),
  second_factor: z.boolean().optional(),
});
export type Account = z.infer<typeof account>;

/** The owner as part of a hotspot; not populated in lists (id 0). */
export const owner = account
  .pick({
    id: true,
    creator_id: true,
    uuid: true,
    ...each(ACCOUNT_TEXTS, () => true as const),
    created: true,
  })
  .extend({ type: z.string() });

export const listAccounts = z.object({
  ...paging.shape,
  ...search.shape,
  ...sorting(['id', 'username', ...namesOf(ACCOUNT_FIELDS), 'type', 'created']).shape,
  hotspot: idFilter,
});
export type ListAccounts = z.infer<typeof listAccounts>;

/**
 * PUT /api/accounts/{id}: only fields that are present and not empty change, except that optional privacy fields can be
 * cleared. `type` is customer or desk, or the account's current type, which changes nothing. Changing one's own e-mail address or
 * password requires `current_password` unless the sign-in is recent (our server only). With `one_time_password` the `password`, of another
 * account, only lets its owner choose another (our server only).
 */
export const updateAccount = z
  .object({
    ...each(namesOf(ACCOUNT_FIELDS), (name) => whenChanged(ACCOUNT_FIELDS[name])),
    type: z.enum(ROLES),
    password: z.union([z.literal(''), z.string().min(MIN_EXISTING_PASSWORD).max(MAX_LENGTH.password)]),
    current_password: z.string().max(MAX_LENGTH.password),
    one_time_password: z.boolean(),
    ...each(namesOf(PRIVACY_FIELDS), (name) => whenChanged(PRIVACY_FIELDS[name])),
  })
  .partial();
export type UpdateAccount = z.infer<typeof updateAccount>;

/** Account types that can be created; nobody can create an admin (ROL-06). */
export const CREATED_TYPES = ['customer', 'desk', 'reseller'] as const;

/**
 * POST /api/accounts. `type` is one of `CREATED_TYPES`; the route rejects others with the message of existing back ends. A customer
 * or desk needs `hotspot_id`, a reseller `subscription_plan_id`; the other of the two is ignored. Admins must send `uuid`;
 * resellers may omit it, and then it is generated. With `one_time_password` the password only lets the owner choose another (our server only).
 */
export const createAccount = z.object({
  uuid: z.string().trim().max(64).default(''),
  username: z.string().trim().min(1).max(MAX_LENGTH.name),
  ...each(namesOf(ACCOUNT_FIELDS), (name) => whenCreated(ACCOUNT_FIELDS[name])),
  type: z.string().max(32),
  password: z.string().min(MIN_EXISTING_PASSWORD).max(MAX_LENGTH.password),
  hotspot_id: id.default(0),
  subscription_plan_id: id.default(0),
  one_time_password: z.boolean().optional(),
});
export type CreateAccount = z.infer<typeof createAccount>;

/** PUT /api/accounts/{id}/subscription: a reseller's plan and end date. */
export const updateSubscription = z.object({
  subscription_plan_id: id,
  valid_until: momentParam,
});
export type UpdateSubscription = z.infer<typeof updateSubscription>;

/** A reseller's default disclaimer of one kind; the value is the disclaimer's id as text. */
export const accountPreference = z.object({ id, account_id: id, key: z.string(), value: z.string() });
export type AccountPreference = z.infer<typeof accountPreference>;

export const listAccountPreferences = sorting(['id', 'key', 'value']);
export type ListAccountPreferences = z.infer<typeof listAccountPreferences>;

/** PUT /api/preferences/accounts/{id}. The account is the one in the path; an `account_id` in the body is ignored. */
export const updateAccountPreference = z.object({
  key: z.enum(ACCOUNT_PREFERENCE_KEYS),
  value: z
    .string()
    .regex(/^\d{0,10}$/)
    .refine((text) => id.safeParse(Number(text)).success, 'not an id'),
});
export type UpdateAccountPreference = z.infer<typeof updateAccountPreference>;
