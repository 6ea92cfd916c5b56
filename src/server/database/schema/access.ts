/** Decisions about who may be online, and the tokens that prove them to units. */
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { ACCESS_METHODS, LOGIN_METHODS } from '../../../contract/plain/accessMethods';
import { created, moment, textOrEmpty } from './columns';
import { users } from './guests';
import { hotspot } from './references';
import { units } from './units';

/** Every decision about whether somebody may be online. Deleted with the guest. */
export const access_events = pgTable(
  'access_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    at: moment().notNull(),
    hotspot_id: hotspot(),
    unit_id: integer().notNull(),
    user_id: integer().references(() => users.id, { onDelete: 'cascade' }),
    device_mac: textOrEmpty(),
    way: text({ enum: ACCESS_METHODS }).notNull(),
    /** The refusal's code; empty if access was granted. */
    refusal: textOrEmpty(),
    /** Seconds granted, and why that many. */
    seconds: integer().notNull().default(0),
    why: textOrEmpty(),
  },
  (t) => [
    index('access_events_hotspot').on(t.hotspot_id, t.at, t.id),
    index('access_events_unit').on(t.unit_id, t.at, t.id),
    index('access_events_user').on(t.user_id, t.at, t.id),
    index('access_events_at').on(t.at),
  ],
);

/** Tokens by which a guest's browser proves to a unit that the portal has let the guest in: see server/access/tokenQueries.ts. */
export const login_tokens = pgTable(
  'login_tokens',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    unit_id: integer()
      .notNull()
      .references(() => units.id, { onDelete: 'cascade' }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Empty if the unit didn't pass it to the portal. */
    device_mac: textOrEmpty(),
    /** How the guest logged in at the portal. */
    way: text({ enum: LOGIN_METHODS }).notNull(),
    /** Random; the token is derived from it. */
    nonce: text().notNull(),
    created: created(),
    /** When the guest opened the portal; null if unknown, or if the guest had nothing to do there. */
    opened: moment(),
    spent: moment(),
    /** Identifies the request that spent it, so that a repeated packet gets the same answer. */
    request_hash: textOrEmpty(),
    /**
     * The session or client that the unit itself logs in: see chilli/pageRoutes.ts, opennds/authGet.ts. Empty if the guest's browser logs
     * in.
     */
    session_key: textOrEmpty(),
    /** The arrival at the portal that it was issued for; empty if unknown. */
    arrival: textOrEmpty(),
  },
  (t) => [index('login_tokens_user').on(t.user_id), index('login_tokens_unit').on(t.unit_id), index('login_tokens_created').on(t.created)],
);
