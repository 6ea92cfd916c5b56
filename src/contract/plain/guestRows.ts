/** Validation of a guest file, one personal voucher per row. No zod here: the console bundles this file to check before sending. */
import { EMAIL, MAX_LENGTH, MAX_VOUCHER_DAYS } from './wire';
import { isDay } from './zones';

/** Maximum number of guests per file. */
export const MAX_GUEST_ROWS = 10_000;

/** Maximum length of a room or other note about the guest, in characters. */
export const MAX_ROOM = 60;

/**
 * A guest as typed in the file. `days` count from first use; empty to use the batch's. `from` and `until` are days (YYYY-MM-DD) or empty;
 * with a last day `days` don't count.
 */
export interface GuestRow {
  name: string;
  email: string;
  room: string;
  days: string;
  from: string;
  until: string;
}
export const GUEST_FIELDS = ['name', 'email', 'room', 'days', 'from', 'until'] as const satisfies (keyof GuestRow)[];

export type RowProblem =
  | 'name_missing'
  | 'too_long'
  | 'email_wrong'
  | 'days_wrong'
  | 'date_wrong'
  | 'date_past'
  | 'date_order'
  | 'duplicate';

/** A problem with a row, counted from 0. `first` is the row that a duplicate repeats. */
export interface WrongRow {
  row: number;
  field: keyof GuestRow;
  problem: RowProblem;
  first?: number;
}

/**
 * Problems with the rows, at most one per field. A row with the same name, e-mail, room and first day as an earlier one is a duplicate. `today`
 * as YYYY-MM-DD.
 */
export function wrongRows(rows: readonly GuestRow[], today: string): WrongRow[] {
  const seen = new Map<string, number>();
  return rows.flatMap((guest, row) => {
    const wrong: WrongRow[] = [];
    const name = guest.name.trim();
    if (name === '') wrong.push({ row, field: 'name', problem: 'name_missing' });
    if (name.length > MAX_LENGTH.name) wrong.push({ row, field: 'name', problem: 'too_long' });
    const email = guest.email.trim();
    if (email !== '' && (!EMAIL.test(email) || email.length > MAX_LENGTH.email))
      wrong.push({ row, field: 'email', problem: 'email_wrong' });
    if (guest.room.trim().length > MAX_ROOM) wrong.push({ row, field: 'room', problem: 'too_long' });
    if (guest.until === '' && daysOf(guest) === null) wrong.push({ row, field: 'days', problem: 'days_wrong' });
    wrong.push(...wrongDays(guest, today).map((problem) => ({ ...problem, row })));
    const key = JSON.stringify([name, email, guest.room.trim(), guest.from].map((text) => text.toLowerCase()));
    const first = seen.get(key);
    if (first === undefined) seen.set(key, row);
    else if (name !== '') wrong.push({ row, field: 'name', problem: 'duplicate', first });
    return wrong;
  });
}

function wrongDays({ from, until }: GuestRow, today: string): Omit<WrongRow, 'row'>[] {
  const wrong = ([from, until] as const).flatMap((day, at) =>
    day === '' || isDay(day) ? [] : [{ field: at === 0 ? ('from' as const) : ('until' as const), problem: 'date_wrong' as const }],
  );
  if (wrong.length > 0 || until === '') return wrong;
  if (until < today) return [{ field: 'until', problem: 'date_past' }];
  if (from !== '' && from > until) return [{ field: 'until', problem: 'date_order' }];
  const last = Date.parse(`${today}T00:00:00Z`) + MAX_VOUCHER_DAYS * 86_400_000;
  return Date.parse(`${until}T00:00:00Z`) > last ? [{ field: 'until', problem: 'date_wrong' }] : [];
}

/** A row's days; undefined if it leaves them to the batch, null if they are invalid. */
export function daysOf({ days }: Pick<GuestRow, 'days'>): number | undefined | null {
  const typed = days.trim();
  if (typed === '') return undefined;
  const count = /^\d{1,6}$/.test(typed) ? Number(typed) : 0;
  return count >= 1 && count <= MAX_VOUCHER_DAYS ? count : null;
}
