/** Finds the guests in a table: the role of each column, and which rows are guests. */
import { GUEST_FIELDS, MAX_GUEST_ROWS, wrongRows, type GuestRow, type WrongRow } from '../../contract/plain/guestRows';
import { readAmount } from '../../shared/format/amounts';
import { IMPORT_ROLES, type ImportRole } from '../../shared/preferences';
import { readDay, type DayOrder } from '../../shared/format/dayInWords';
import { readTable, type FileProblem, type TableRow } from '../../shared/tableFile';

/** The possible roles of a column. */
export const ROLES = IMPORT_ROLES;
export type Role = ImportRole;

/** A file's table. `headings` are '' where there are none. */
export interface GuestTable {
  headings: string[];
  hasHeadings: boolean;
  rows: TableRow[];
  /** Numbers of the lines above the headings, such as a title. */
  above: number[];
}

/** The roles of a table's columns; null for one that isn't used. */
export type Columns = readonly (Role | null)[];

/** The guests of a table, and the problems with them. */
export interface GuestFile {
  rows: GuestRow[];
  /** The line number of each guest. */
  lines: number[];
  wrong: WrongRow[];
  /** Indexes of rows that contain only a name although there are other columns: a total, or a guest. */
  onlyNames: number[];
  /** Numbers of lines without a guest, such as a line of totals. */
  empty: number[];
}

/**
 * Headings by which columns are recognised, in lower case without accents and punctuation: ours, and those of Mews, Booking.com, Opera and
 * Cloudbeds.
 */
const HEADINGS: Record<Role, readonly string[]> = {
  name: 'name fullname guest guests guestname guestnames guestfullname nome nominativo nominativi ospite ospiti nomeospite nomeecognome cognomeenome gast gastname nom client cliente huesped primaryguest leadguest'.split(
    ' ',
  ),
  first_name: 'firstname givenname forename vorname prenom nombre'.split(' '),
  last_name: 'lastname surname familyname cognome nachname apellido apellidos nomdefamille'.split(' '),
  email:
    'email mail emailaddress guestemail guestsemail indirizzoemail indirizzomail posta emailospite emailedellospite emaildellospite correo'.split(
      ' ',
    ),
  room: 'room roomno roomnr roomnumber roomname camera stanza numerocamera numerostanza ncamera ncam cam space spacenumber zimmer zimmernummer chambre habitacion unitno'.split(
    ' ',
  ),
  days: 'days nights night nts noofnights numberofnights nofnights duration durationnights giorni notti nnotti numeronotti durata nachte nuits noches'.split(
    ' ',
  ),
  from: 'arrival arrivaldate arrdate arr checkin checkindate checkintime datein arrivo dataarrivo datadiarrivo anreise from validfrom inizio iniziovalidita dal'.split(
    ' ',
  ),
  until:
    'departure departuredate depdate dep checkout checkoutdate checkouttime dateout partenza datapartenza datadipartenza abreise to until validuntil expires scade finevalidita al'.split(
      ' ',
    ),
};

const plainHeading = (heading: string) =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');

const roleOf = (heading: string): Role | undefined => {
  const plain = plainHeading(heading);
  return plain === '' ? undefined : ROLES.find((role) => HEADINGS[role].includes(plain));
};

/** Column roles that the user chose earlier, by heading; null for a column that isn't used. */
type Remembered = Readonly<Record<string, Role | null>>;

/** The number of roles that these cells name as headings. */
const headingsIn = (cells: readonly string[], remembered: Remembered): number =>
  new Set(cells.map((cell) => remembered[plainHeading(cell)] ?? roleOf(cell)).filter((role) => role !== undefined)).size;

const NAMES: readonly Role[] = ['name', 'first_name', 'last_name'];

/** Number of rows at the top among which the headings are looked for; a title may come before them. */
const TOP = 15;

export async function readGuestTable(text: string, remembered: Remembered): Promise<GuestTable | FileProblem> {
  const known = (cells: readonly string[]) => headingsIn(cells, remembered);
  const found = await readTable(text, known);
  if (!Array.isArray(found)) return found;
  const top = found.slice(0, TOP).map(({ cells }) => known(cells));
  const most = Math.max(...top);
  const at = most === 0 ? -1 : top.indexOf(most);
  const rows = found.slice(at + 1);
  if (rows.length === 0) return { id: 'import.empty' };
  if (rows.length > MAX_GUEST_ROWS) return { id: 'import.too_many' };
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const headings = Array.from({ length: width }, (_, column) => found[at]?.cells[column] ?? '');
  return { headings, hasHeadings: at >= 0, rows, above: found.slice(0, Math.max(0, at)).map(({ line }) => line) };
}

/** The same table with its first row as headings. */
export const withHeadings = ({ headings, rows: [first, ...rows], above }: GuestTable): GuestTable => ({
  headings: headings.map((_none, column) => first?.cells[column] ?? ''),
  hasHeadings: true,
  rows,
  above,
});

/** The key under which a column's role is remembered: its heading, or else its number. */
export const columnKey = ({ headings }: GuestTable, column: number) => plainHeading(headings[column] ?? '') || `#${String(column + 1)}`;

/** The role of each column: as remembered, or else by its heading. Without headings the columns are name, e-mail, room and days. */
export function columnsOf(table: GuestTable, remembered: Remembered): Columns {
  const guessed = table.headings.map((heading, column) => {
    const known = remembered[columnKey(table, column)];
    if (known !== undefined) return known;
    return table.hasHeadings ? (roleOf(heading) ?? null) : ((['name', 'email', 'room', 'days'] as const)[column] ?? null);
  });
  // With a separate column for the surname, "name" (in Italian "nome") means the first name.
  const isSurnameSeparate = guessed.includes('last_name') && !guessed.includes('first_name');
  const columns = guessed.map((role) => (role === 'name' && isSurnameSeparate ? 'first_name' : role));
  return columns.map((role, column) => (columns.indexOf(role) === column ? role : null));
}

/** The guests in a table. `today` is YYYY-MM-DD. */
export function guestsIn(table: GuestTable, columns: Columns, order: DayOrder, language: string, today: string): GuestFile {
  const at = (role: Role) => columns.indexOf(role);
  const isNameOnly = columns.every((role) => role === null || NAMES.includes(role));
  const all = table.rows.map(({ line, cells }) => {
    const cell = (role: Role) => cells[at(role)] ?? '';
    const name = at('name') >= 0 ? cell('name') : `${cell('first_name')} ${cell('last_name')}`.trim();
    const [until, from] = [dayIn(cell('until'), order), dayIn(cell('from'), order)];
    const days = daysIn(cell('days'), language);
    const end = until === '' && from !== '' ? later(from, days) : until;
    return { line, cells, row: { name, email: cell('email'), room: cell('room'), days, from: end === '' ? '' : from, until: end } };
  });
  const guests = all.filter(({ row }) => row.name !== '' || row.email !== '' || row.room !== '');
  const rows = guests.map(({ row }) => row);
  const nameAt = [at('name'), at('first_name'), at('last_name')];
  return {
    rows,
    lines: guests.map(({ line }) => line),
    wrong: wrongRows(rows, today),
    onlyNames:
      isNameOnly && table.hasHeadings
        ? []
        : guests.flatMap(({ cells }, row) => (cells.every((cell, column) => cell === '' || nameAt.includes(column)) ? [row] : [])),
    empty: all.filter((one) => !guests.includes(one)).map(({ line }) => line),
  };
}

/** A day as YYYY-MM-DD. A text that can't be read is kept, so that it is reported. */
const dayIn = (written: string, order: DayOrder) => (written === '' ? '' : (readDay(written, order) ?? written));

/** Number of days in "7 nights" or "7 days". A text that can't be read is kept, so that it is reported. */
function daysIn(written: string, language: string): string {
  const number = readAmount(written.replace(/\s*(?:nights?|nts|nott[ei]|days?|giorn[oi])\.?$/i, ''), language, 'days');
  return number === null || Number.isNaN(number) ? written : String(number);
}

/** The day this many nights later; '' if either value is missing or invalid. */
function later(day: string, nights: string): string {
  const at = Date.parse(`${day}T00:00:00Z`) + Number(nights) * 86_400_000;
  return nights === '' || Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10);
}

/** The file without some of its rows. */
export function withoutRows(file: GuestFile, excluded: ReadonlySet<number>, today: string): GuestFile {
  const stays = (_one: unknown, row: number) => !excluded.has(row);
  const rows = file.rows.filter(stays);
  return { ...file, rows, lines: file.lines.filter(stays), wrong: wrongRows(rows, today), onlyNames: [] };
}

/** The fields to show: the name, and those that some guests have. */
export const shownFields = ({ rows }: GuestFile) =>
  GUEST_FIELDS.filter((field) => field === 'name' || rows.some((row) => row[field] !== ''));
