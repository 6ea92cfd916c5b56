/** Indexed expressions; queries must use exactly these for the planner to match them. */
import { sql, type SQL } from 'drizzle-orm';
import { pgSequence, type AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * The expression for sorting text: the root order of Unicode's collation, which is right for English and Italian (Ángel next to Anna) and
 * doesn't depend on engine or locale. When ICU is updated, its indexes must be rebuilt (collation.ts).
 */
export const sorted = (text: AnyPgColumn | SQL) => sql`(${text} collate "und-x-icu")`;

/** Text without regard to case, to compare identifiers. */
export const anyCase = (text: AnyPgColumn | SQL) => sql`(lower(${text}) collate "C")`;

type GuestColumns = Record<
  'username' | 'name' | 'email' | 'account_type' | 'kbps_down' | 'kbps_up' | 'max_navigation_traffic' | 'max_navigation_time',
  AnyPgColumn
>;

/** Text as searches compare it, both stored and typed: "Þórsdóttir" becomes "thorsdottir" (functions/searchable.sql). */
export const searchable = (text: AnyPgColumn | SQL) => sql`searchable(${text})`;

/** The Latin letters with accents, each of which `searchable` makes one letter, but for those that it spells with several. */
const ACCENTED = String.raw`\u00c0-\u017f`;
const SPELT_WITH_SEVERAL = 'ÆæßÞþĲĳĿŀŉŒœ';

/**
 * A regular expression that matches all texts in which `searchable` may find these ASCII letters and digits, and few others. Indexes serve
 * nothing shorter than three characters, and without one this is much faster: `searchable` is only called for what it matches.
 */
export function mayContain(plain: string): string {
  const anyCaseOf = (letter: string) => `[${letter.toLowerCase()}${letter.toUpperCase()}${ACCENTED}]`;
  return String.raw`${Array.from(plain, anyCaseOf).join("'*")}|[^\u0001-\u007f${ACCENTED}]|[${SPELT_WITH_SEVERAL}]`;
}

/** A code as searches compare it: without separators, and with look-alikes replaced (o by 0, i and l by 1). */
export const codeKey = (code: AnyPgColumn | SQL) => sql`translate(lower(${code} collate "C"), 'oil-._', '011')`;

/** Text without accents, to compare names of units. The SQL function returns pure ASCII unchanged. */
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
/** Whether a voucher has a note about whom it is for. */
export const isNoted = (t: Record<'user_name' | 'user_mail' | 'room', AnyPgColumn>) =>
  sql`(${t.user_name} <> '' or ${t.user_mail} <> '' or ${t.room} <> '')`;

/** The notes about whom a voucher is for. */
export const voucherText = (t: Record<'user_name' | 'user_mail' | 'room', AnyPgColumn>) =>
  inOneText([t.user_name, t.user_mail, t.room].map(asText));
export const sessionText = (t: Record<'username' | 'ip_address', AnyPgColumn>) => inOneText([t.username, t.ip_address].map(asText));

/** Ids of erased guests: negative, so that they never clash, and distinct, so that reports count as before. */
export const anonymous_guests = pgSequence('anonymous_guests', {
  increment: -1,
  startWith: -1,
  minValue: -2_147_483_648,
  maxValue: -1,
});

function asText(column: AnyPgColumn): SQL {
  return column.dataType === 'string' ? searchable(column) : sql`${column}::text`;
}

const inOneText = (texts: SQL[]) => sql`(${sql.join(texts, sql.raw(` || E'\\x1f' || `))})`;
