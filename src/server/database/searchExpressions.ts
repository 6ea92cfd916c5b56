/** Indexed expressions; queries must use exactly these for the planner to match them. */
import { sql, type SQL } from 'drizzle-orm';
import { pgSequence, type AnyPgColumn } from 'drizzle-orm/pg-core';

/** The sort expression of text: case-insensitive, and the same on both engines whatever their locale. */
export const sorted = (text: AnyPgColumn | SQL) => sql`(lower(${text}) collate "C")`;

type GuestColumns = Record<
  'username' | 'name' | 'email' | 'account_type' | 'kbps_down' | 'kbps_up' | 'max_navigation_traffic' | 'max_navigation_time',
  AnyPgColumn
>;

/**
 * Text without accents, so that searching "muller" finds "Müller"; case is left to `ilike`. The SQL function comes with a migration; it is
 * inlined, and returns pure ASCII unchanged.
 */
export const folded = (text: AnyPgColumn | SQL) => sql`folded(${text})`;

/** The columns of guests that a search covers, also of archived ones. */
const searchedInGuests = (t: GuestColumns) =>
  [t.username, t.name, t.email, t.account_type, t.kbps_down, t.kbps_up, t.max_navigation_traffic, t.max_navigation_time].map(asText);

/**
 * All searched columns in one text, for a single trigram index. They are joined by a character that no search term may contain (`search` in
 * contract/lists.ts), so a match never spans two columns.
 */
export const guestText = (t: GuestColumns) => inOneText(searchedInGuests(t));
export const deviceText = (t: Record<'mac_address' | 'ip_address', AnyPgColumn>) => inOneText([t.mac_address, t.ip_address].map(asText));
export const sessionText = (t: Record<'username' | 'ip_address', AnyPgColumn>) => inOneText([t.username, t.ip_address].map(asText));

/** Ids of erased guests: negative, so that they never clash, and distinct, so that reports count as before. */
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
