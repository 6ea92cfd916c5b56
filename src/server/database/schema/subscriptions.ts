/** What resellers pay for. */
import { boolean, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { created, id, moment, textOrEmpty } from './columns';
import { account } from './references';

export const subscription_plans = pgTable(
  'subscription_plans',
  {
    id: id(),
    code: text().notNull(),
    name: text().notNull(),
    description: textOrEmpty(),
    price: integer().notNull().default(0),
    /** Days that a subscription lasts. */
    period: integer().notNull(),
    included_sms: integer().notNull().default(0),
    max_units: integer().notNull(),
    advanced_report: boolean().notNull().default(false),
    wings_customization: boolean().notNull().default(false),
    social_analytics: boolean().notNull().default(false),
  },
  (t) => [unique('subscription_plans_code').on(t.code)],
);

export const subscriptions = pgTable(
  'subscriptions',
  {
    id: id(),
    account_id: account(),
    subscription_plan_id: integer()
      .notNull()
      .references(() => subscription_plans.id),
    valid_from: moment().notNull(),
    valid_until: moment().notNull(),
    created: created(),
  },
  (t) => [unique('subscriptions_account').on(t.account_id)],
);
