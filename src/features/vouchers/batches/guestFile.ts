/** Reads a guest file: CSV from a spreadsheet, a hotel's software or written by hand. */
import { MAX_GUEST_ROWS, wrongRows, type GuestRow, type WrongRow } from '../../../contract/guestRows';

/** The guests in a file, and the problems with them. `firstLine` is the first guest's line number, as spreadsheets count. */
export interface GuestFile {
  rows: GuestRow[];
  wrong: WrongRow[];
  firstLine: number;
}

export type FileProblem = 'import.empty' | 'import.too_many' | 'import.unreadable';

/** Accepted column names, without accents and punctuation. */
const HEADINGS: Record<keyof GuestRow, readonly string[]> = {
  name: ['name', 'fullname', 'guest', 'guestname', 'nome', 'nominativo', 'ospite', 'nomeecognome'],
  email: ['email', 'mail', 'emailaddress', 'indirizzoemail', 'posta'],
  room: ['room', 'roomnumber', 'camera', 'stanza', 'numerocamera'],
  days: ['days', 'nights', 'duration', 'giorni', 'notti', 'durata'],
};
const COLUMNS = Object.keys(HEADINGS) as (keyof GuestRow)[];

/** Decodes a file. Windows spreadsheets save CSV in windows-1252, so fall back to that if the file isn't valid UTF-8. */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Parses commas, semicolons or tabs. With a header row columns may be in any order, otherwise they are name, e-mail, room and days. */
export async function readGuestFile(text: string): Promise<GuestFile | FileProblem> {
  // Lazily loaded, because few people import.
  const { default: papaparse } = await import('papaparse');
  const { data, errors } = papaparse.parse<string[]>(text.replace(/^\uFEFF/, ''), { delimiter: '', skipEmptyLines: 'greedy' });
  // Ignore other errors: a file with a single column has no delimiter to detect.
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
