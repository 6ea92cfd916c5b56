/** Expressions that indexes are on, and that queries must write alike for the planner to see it. */
import { sql, type SQL } from 'drizzle-orm';
import { pgSequence, type AnyPgColumn } from 'drizzle-orm/pg-core';

/** What a text is sorted by: without regard to case, and the same on both engines, whatever their locale. */
export const sorted = (text: AnyPgColumn | SQL) => sql`(lower(${text}) collate "C")`;

type GuestColumns = Record<
  'username' | 'name' | 'email' | 'account_type' | 'kbps_down' | 'kbps_up' | 'max_navigation_traffic' | 'max_navigation_time',
  AnyPgColumn
>;

/**
 * A text without its accents, so that a search for "muller" finds "Müller"; case is left to `ilike`. The SQL function is made by the
 * migration that introduced it; it is inlined, and leaves a text that is all ASCII as it is.
 */
export const folded = (text: AnyPgColumn | SQL) => sql`folded(${text})`;

/** What a search looks at in guests, archived ones too. */
const searchedInGuests = (t: GuestColumns) =>
  [t.username, t.name, t.email, t.account_type, t.kbps_down, t.kbps_up, t.max_navigation_traffic, t.max_navigation_time].map(asText);

/**
 * The columns of one search in one text, for its trigram index: what stands in that text stands in one of them, because between
 * them stands what no search may hold (`search` in contract/lists.ts).
 */
export const guestText = (t: GuestColumns) => inOneText(searchedInGuests(t));
export const deviceText = (t: Record<'mac_address' | 'ip_address', AnyPgColumn>) => inOneText([t.mac_address, t.ip_address].map(asText));
export const sessionText = (t: Record<'username' | 'ip_address', AnyPgColumn>) => inOneText([t.username, t.ip_address].map(asText));

/** Ids of erased guests: below 0, so that they are nobody's, and one for each, so that reports count as before. */
export const anonymous_guests = pgSequence('anonymous_guests', {
  increment: -1,
  startWith: -1,
  minValue: -2_147_483_648,
  maxValue: -1,
});

function asText(column: AnyPgColumn): SQL {
  return column.dataType === 'string' ? folded(column) : sql`${column}::text`;
}

const inOneText = (texts: SQL[]) => sql`(${sql.join(texts, sql.raw(` || E'\\x1f' || `))})`;
