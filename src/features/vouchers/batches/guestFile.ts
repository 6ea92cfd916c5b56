/** Reads a file of guests: CSV from a spreadsheet, a hotel's system or by hand. */
import { MAX_GUEST_ROWS, wrongRows, type GuestRow, type WrongRow } from '../../../contract/guestRows';

/** The guests of a file, and what is wrong with them. `firstLine` is the line of the first one, as a spreadsheet counts. */
export interface GuestFile {
  rows: GuestRow[];
  wrong: WrongRow[];
  firstLine: number;
}

export type FileProblem = 'import.empty' | 'import.too_many' | 'import.unreadable';

/** What the columns may be called, without accents and signs. */
const HEADINGS: Record<keyof GuestRow, readonly string[]> = {
  name: ['name', 'fullname', 'guest', 'guestname', 'nome', 'nominativo', 'ospite', 'nomeecognome'],
  email: ['email', 'mail', 'emailaddress', 'indirizzoemail', 'posta'],
  room: ['room', 'roomnumber', 'camera', 'stanza', 'numerocamera'],
  days: ['days', 'nights', 'duration', 'giorni', 'notti', 'durata'],
};
const COLUMNS = Object.keys(HEADINGS) as (keyof GuestRow)[];

/** Spreadsheets on Windows save CSV in an older encoding; what is no UTF-8 is that. */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Commas, semicolons or tabs; with a line of headings, in any order, or else name, e-mail, room and days. */
export async function readGuestFile(text: string): Promise<GuestFile | FileProblem> {
  // Loaded on demand: few people import.
  const { default: papaparse } = await import('papaparse');
  const { data, errors } = papaparse.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: '', skipEmptyLines: 'greedy' });
  // A file with a single column has no delimiter to detect.
  if (errors.some(({ type }) => type === 'Quotes')) return 'import.unreadable';
  const [first] = data;
  if (!first) return 'import.empty';
  const named = first.map((heading) => columnOf(heading));
  const hasHeadings = named.includes('name');
  const columns = hasHeadings ? named : COLUMNS;
  const lines = hasHeadings ? data.slice(1) : data;
  if (lines.length === 0) return 'import.empty';
  if (lines.length > MAX_GUEST_ROWS) return 'import.too_many';
  const rows = lines.map((cells) => {
    const cell = (column: keyof GuestRow) => (cells[columns.indexOf(column)] ?? '').trim();
    return { name: cell('name'), email: cell('email'), room: cell('room'), days: cell('days') };
  });
  return { rows, wrong: wrongRows(rows), firstLine: hasHeadings ? 2 : 1 };
}

function columnOf(heading: string): keyof GuestRow | undefined {
  const plain = heading
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  return COLUMNS.find((column) => HEADINGS[column].includes(plain));
}
