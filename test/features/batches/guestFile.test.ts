/** Guest lists as hotel software, spreadsheets and people write them. */
import { describe, expect, test } from '@jest/globals';
import { createIntl } from 'react-intl';
import en from '../../../i18n/en.json' with { type: 'json' };
import it from '../../../i18n/it.json' with { type: 'json' };
import {
  columnsOf,
  guestsIn,
  readGuestTable,
  withHeadings,
  withoutRows,
  type Columns,
  type GuestFile,
  type GuestTable,
} from '../../../src/features/batches/guestFile';
import { GUEST_CSV } from '../../../src/features/guests/guestCsv';
import { toTable } from '../../../src/features/vouchers/voucherCsv';
import { setConfig } from '../../../src/shared/config';
import { csvText } from '../../../src/shared/csvFile';
import { CSV_SEPARATORS } from '../../../src/shared/preferences';
import { madeUpGuest, madeUpVoucher } from '../../support/console/answersMadeUp';
import { textOfFile, type FileProblem } from '../../../src/shared/tableFile';

const TODAY = '2026-11-25';

const bytes = (...parts: (string | number[])[]) =>
  new Blob(parts.map((part) => Uint8Array.from(typeof part === 'string' ? Buffer.from(part) : part)));
const utf16 = (text: string, isBig = false) => {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]));
};
const windows = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

async function tableOf(content: string | Blob, remembered: Parameters<typeof readGuestTable>[1] = {}): Promise<GuestTable> {
  const text = await textOfFile(typeof content === 'string' ? bytes(content) : content);
  if (typeof text !== 'string') throw new Error(text.id);
  const table = await readGuestTable(text, remembered);
  if ('id' in table) throw new Error(table.id);
  return table;
}
async function problemOf(content: string | Blob): Promise<FileProblem> {
  const text = await textOfFile(typeof content === 'string' ? bytes(content) : content);
  const table = typeof text === 'string' ? await readGuestTable(text, {}) : text;
  if (!('id' in table)) throw new Error('was read as a table');
  return table;
}
const read = async (content: string | Blob, columns?: Columns, language = 'en'): Promise<GuestFile> => {
  const table = await tableOf(content);
  return guestsIn(table, columns ?? columnsOf(table, {}), 'dmy', language, TODAY);
};
const guests = async (content: string | Blob) =>
  (await read(content)).rows.map(({ name, email, room, days, from, until }) => [name, email, room, days, from, until].join('|'));

describe('encodings', () => {
  const text = 'Nome;Camera\r\nJosé Müller;101\r\nŁukasz Żak;102\r\n';
  test.each([
    ['UTF-8', bytes(text)],
    ['UTF-8 with a mark', bytes([0xef, 0xbb, 0xbf], text)],
    ['UTF-16 with a mark', bytes([0xff, 0xfe], utf16(text))],
    ['UTF-16 of the other order with a mark', bytes([0xfe, 0xff], utf16(text, true))],
    ['UTF-16 without a mark', bytes(utf16(text))],
    ['UTF-16 of the other order without a mark', bytes(utf16(text, true))],
  ])('%s is read', async (_name, file) => {
    expect(await guests(file)).toEqual(['José Müller||101|||', 'Łukasz Żak||102|||']);
  });

  test('windows-1252 is read where the bytes are no UTF-8', async () => {
    expect(await guests(bytes(windows('Nome;Camera\r\nJosé Müller;1\r\n')))).toEqual(['José Müller||1|||']);
  });
});

describe('separators', () => {
  test.each([
    [
      'semicolons with commas inside',
      'Nominativo;Camera\nRossi, Mario;101\nBianchi, Ada;102\n',
      ['Rossi, Mario||101|||', 'Bianchi, Ada||102|||'],
    ],
    ['commas with semicolons inside', 'Name,Room\n"Rossi; Mario",101\nAda,102\n', ['Rossi; Mario||101|||', 'Ada||102|||']],
    ['tabs', 'Name\tRoom\nRossi, Mario\t101\n', ['Rossi, Mario||101|||']],
    ['one column of surnames first', 'Name\nRossi, Mario\nBianchi, Ada\n', ['Rossi, Mario|||||', 'Bianchi, Ada|||||']],
    ['the one that a first line names', 'sep=;\nNome;Camera\nRossi, Mario;101\n', ['Rossi, Mario||101|||']],
    ['the one that a first line names against all appearance', 'sep=|\r\nName|Room\r\na;b;c|1\r\n', ['a;b;c||1|||']],
    ['a mark, and the one that a first line names', '\u{feff}sep=,\r\nName,Room\r\nÁgi,1\r\n', ['Ági||1|||']],
    [
      'semicolons under headings that lack one, with commas inside',
      'Name;Room;E-mail\nRossi, Mario, Mr;1;;x\nBianchi, Ada, Ms;2;;y\nVerdi, Bea, Ms;3;;z\n',
      ['Rossi, Mario, Mr||1|||', 'Bianchi, Ada, Ms||2|||', 'Verdi, Bea, Ms||3|||'],
    ],
    [
      'no headings, semicolons',
      'Rossi, Mario;m@example.com;101;3\nBianchi, Ada;;102;2\n',
      ['Rossi, Mario|m@example.com|101|3||', 'Bianchi, Ada||102|2||'],
    ],
  ])('%s', async (_name, text, found) => {
    expect(await guests(text)).toEqual(found);
  });
});

describe('line numbers and rows', () => {
  test('are counted as a spreadsheet does, with blank ones and cells of several lines', async () => {
    const file = await read('Arrivals of 25 November\n\nName,Room\nAda,1\n\n"Bea\nRossi",2\n,,\nCleo,x\n');
    expect(file.lines).toEqual([4, 6, 8]);
    expect((await tableOf('Arrivals\n\nName,Room\nAda,1\n')).above).toEqual([1]);
  });

  test('do not count the one that names the separator', async () => {
    expect((await read('sep=,\nName,Room\nAda,1\n')).lines).toEqual([2]);
  });

  test('name the one with a stray quotation mark', async () => {
    expect(await problemOf('Name,Room\nAda,1\n\n"Dee" Berg,2\nCleo,3\n')).toEqual({ id: 'import.quotes', line: 4 });
    expect(await problemOf('name,email\nBea,x\n"Ada,x\n')).toEqual({ id: 'import.quotes_open', line: 3 });
  });

  test('are questioned if they have a name only, like totals, and no guests if they have none', async () => {
    const file = await read('Name;Room;Nights\nAda;1;2\nTotal guests: 1;;\n;;2\nMario;;\n');
    expect(file.rows.map(({ name }) => name)).toEqual(['Ada', 'Total guests: 1', 'Mario']);
    expect(file.onlyNames.map((row) => file.lines[row])).toEqual([3, 5]);
    expect(file.empty).toEqual([4]);
    const remaining = withoutRows(file, new Set(file.onlyNames), TODAY);
    expect([remaining.rows.length, remaining.lines]).toEqual([1, [2]]);
  });

  test('are guests with nothing but a name where there is nothing but names', async () => {
    expect((await read('Guest\nAda\nBea\n')).onlyNames).toEqual([]);
    expect((await read('Arrivals\n\nGuest\nAda\n')).lines).toEqual([4]);
    // Without headings the words may be anything, so every row is in doubt.
    expect((await read('Ada\nBea\n')).onlyNames).toEqual([0, 1]);
  });
});

describe('another kind of file', () => {
  test.each([
    ['a web page', '<html><body><table><tr><td>Ada</td></tr></table></body></html>', 'import.is_html'],
    ['a table of a web page', '  <table border=1>\n<tr><td>Ada', 'import.is_html'],
    ['XML of a spreadsheet', '<?xml version="1.0"?><Workbook>', 'import.is_html'],
    ['an e-mail', 'From: hotel@example.com\nTo: desk@example.com\nSubject: Arrivals\n\nName,Room\nAda,1\n', 'import.is_mail'],
    ['an e-mail in Italian', 'Da: hotel@example.com\nA: banco@example.com\nOggetto: Arrivi\n\nAda\n', 'import.is_mail'],
    ['the text of an e-mail', 'Dear reception,\n\nAda Rossi 101\nBea Bianchi 102\n\nKind regards', 'import.is_text'],
    ['the text of an e-mail in Italian', 'Gentile reception,\nAda Rossi 101\n', 'import.is_text'],
    ['a sentence', 'please find below the guests who arrive tomorrow.\nAda\n', 'import.is_text'],
    ['RTF', '{\\rtf1\\ansi Ada}', 'import.is_text'],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'import.is_pdf'],
    ['a workbook', 'PK\u0003\u0004\u0014\u0000xl/workbook.xml', 'import.is_workbook'],
    ['NULs', 'Name,Room\nAda,1\u0000\n', 'import.is_binary'],
    ['nothing', ' \r\n\r\n', 'import.empty'],
    ['headings only', 'Name,Room\n', 'import.empty'],
  ])('%s is refused', async (_name, text, id) => {
    expect(await problemOf(text)).toMatchObject({ id });
  });

  test('an old workbook and a packed file are refused', async () => {
    expect(await problemOf(bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toEqual({ id: 'import.is_workbook' });
    expect(await problemOf(bytes([0x1f, 0x8b, 8, 0]))).toEqual({ id: 'import.is_workbook' });
  });

  test('names that look a little like prose are guests', async () => {
    expect(await guests('Name,Room\n"Hi, Dr. Ling",1\nDi Caro,2\nDear Anna,3\n')).toHaveLength(3);
  });
});

describe('lists of hotels’ software', () => {
  test('Mews: first and last name, days of arrival and departure', async () => {
    const text =
      'Last name,First name,Email,Space number,Arrival,Departure,Status\n' +
      'Rossi,Mario,m@example.com,101,25/11/2026 15:00,28/11/2026 11:00,Confirmed\n';
    expect(await guests(text)).toEqual(['Mario Rossi|m@example.com|101||2026-11-25|2026-11-28']);
    expect(columnsOf(await tableOf(text), {})).toEqual(['last_name', 'first_name', 'email', 'room', 'from', 'until', null]);
  });

  test('Booking.com: Guest name(s), and days in words', async () => {
    const text =
      'Book number,Booked by,Guest name(s),Check-in,Check-out,Status,Rooms\n"1","Ada Rossi","Ada Rossi","2026-11-26","2026-11-27","ok","1"\n';
    expect(await guests(text)).toEqual(['Ada Rossi||||2026-11-26|2026-11-27']);
  });

  test('Opera: Room No. and Nts', async () => {
    const text = 'Room No.\tName\tArr. Date\tNts\tAdl.\n0101\tRossi,Mario,Mr\t25-NOV-26\t3\t2\n';
    expect(await guests(text)).toEqual(['Rossi,Mario,Mr||0101|3|2026-11-25|2026-11-28']);
  });

  test('Cloudbeds: reservations with check-in and check-out dates', async () => {
    const text =
      'Reservation Number,Name,Email,Check in Date,Check out Date,Nights,Room Number\n77,Ada Rossi,a@example.com,11/26/2026,11/30/2026,4,7\n';
    const table = await tableOf(text);
    expect(guestsIn(table, columnsOf(table, {}), 'mdy', 'en', TODAY).rows).toMatchObject([
      { name: 'Ada Rossi', room: '7', days: '4', from: '2026-11-26', until: '2026-11-30' },
    ]);
  });

  test('columns keep the roles that somebody gave them', async () => {
    const chosen = { clientefinale: 'name', zi: 'room', nota: null } as const;
    const table = await tableOf('Cliente finale;Zi.;Nota\nAda;7;vip\n', chosen);
    expect(columnsOf(table, chosen)).toEqual(['name', 'room', null]);
    expect(table.rows.map(({ line }) => line)).toEqual([2]);
    expect(withHeadings(await tableOf('Kunde;Zi.\nAda;7\n'))).toMatchObject({ headings: ['Kunde', 'Zi.'], rows: [{ line: 2 }] });
    // "Nome" next to "Cognome" is the first name; alone it is the whole name.
    expect(columnsOf(await tableOf('Cognome;Nome\nRossi;Ada\n'), {})).toEqual(['last_name', 'first_name']);
    expect(columnsOf(await tableOf('Nome;Camera\nAda;1\n'), {})).toEqual(['name', 'room']);
  });
});

describe('our own files', () => {
  test('guests and vouchers as exported in English and Italian are read again', async () => {
    expect(
      await guests(
        '\u{feff}Name,Username,E-mail,Type,Valid from,Valid until\r\nAda,X1,a@example.com,voucher,2026-11-25T10:00:00Z,2026-12-01T10:00:00Z\r\n',
      ),
    ).toEqual(['Ada|a@example.com|||2026-11-25|2026-12-01']);
    expect(
      await guests(
        '\u{feff}Codice,Tipo,Ospite,E-mail dell’ospite,Durata,Scade\r\nabc,Personale,Ada,a@example.com,7 giorni,\r\ndef,Normale,,,7 giorni,\r\n',
      ),
    ).toEqual(['Ada|a@example.com||7||']);
  });

  test.each([
    ['en', en],
    ['it', it],
  ] as const)('are read as they are saved in the language “%s”, with any separator', async (locale, messages) => {
    setConfig({ backend: 'portico' });
    const intl = createIntl({ locale, messages });
    const vouchers = [
      madeUpVoucher({ type: 'auth', user_name: '=Ada', user_mail: 'a@example.com', room: '0204' }),
      madeUpVoucher({ type: 'auth', user_name: 'Mar 5', room: '1-2', duration: 0, expires: '2026-12-03T14:05:00Z' }),
    ];
    const table = toTable(intl, vouchers, Date.parse(`${TODAY}T10:00:00Z`), 'Europe/Rome');
    const guest = {
      isArchived: false,
      ...madeUpGuest({
        name: 'Ada',
        email: 'a@example.com',
        valid_from: `${TODAY}T10:00:00Z`,
        valid_until: '2026-12-01T10:00:00Z',
      }),
    };
    for (const separator of CSV_SEPARATORS) {
      const style = { separator, language: locale };
      const saved = await csvText(style, [table?.headings ?? [], ...(table?.rows ?? [])]);
      expect(await guests(saved)).toEqual(['=Ada|a@example.com|0204|7||', 'Mar 5||1-2|||2026-12-03']);
      const titles = GUEST_CSV.map(({ title }) => intl.formatMessage({ id: title }));
      const list = await csvText(style, [titles, GUEST_CSV.map(({ cell }) => cell(guest, intl))]);
      expect(await guests(list)).toEqual([`Ada|a@example.com|||${TODAY}|2026-12-01`]);
    }
  });

  test('lose the apostrophe that keeps a name from being a formula', async () => {
    expect(await guests("Name,Room\n'=SUM(A1),1\n'+39,2\n'Ada,3\n")).toEqual(['=SUM(A1)||1|||', '+39||2|||', "'Ada||3|||"]);
  });
});

describe('files of other programs', () => {
  test('are read without what keeps their numbers text: a unit separator (tableExport.jquery.plugin 103), a formula', async () => {
    expect(await guests('Name;Room\nAda;\u001F030611\nBob;"=""030612"""\nCarl;030613\n')).toEqual([
      'Ada||030611|||',
      'Bob||030612|||',
      'Carl||030613|||',
    ]);
  });

  test('are read with semicolons (ImportPagesCSV 9)', async () => {
    expect(await guests('Name;Room\n"Rossi, Ada";1\n')).toEqual(['Rossi, Ada||1|||']);
  });
});

describe('lists of any length and script', () => {
  const names = (count: number) => ['Name,Room', ...Array.from({ length: count }, (_, at) => `Guest ${at},${at}`)].join('\n');

  test('may have 10,000 guests, and are refused with the limit if they have 20,000', async () => {
    expect((await read(names(10_000))).rows).toHaveLength(10_000);
    expect(await problemOf(names(20_000))).toEqual({ id: 'import.too_many' });
  });

  test('may have a single guest', async () => {
    expect(await guests('Name,Room\nAda,1\n')).toEqual(['Ada||1|||']);
  });

  test('name each repetition of a guest with the line of the first', async () => {
    const { wrong, lines } = await read('Name,Room\nAda,1\n\nAda,1\nADA,1\nAda ,1\nAda,2\n');
    expect(wrong.map(({ row, problem, first }) => [lines[row], problem, lines[first ?? 0]])).toEqual([
      [4, 'duplicate', 2],
      [5, 'duplicate', 2],
      [6, 'duplicate', 2],
    ]);
  });

  test('may have names in scripts that run from the right, and names that would be formulas', async () => {
    expect(await guests('Name,Room\nمحمد العلي,١٢\nדוד לוי,3\n=1+1,4\n@x,5\n')).toEqual([
      'محمد العلي||١٢|||',
      'דוד לוי||3|||',
      '=1+1||4|||',
      '@x||5|||',
    ]);
  });
});

describe('days', () => {
  test('are reported at their field if they are past, in the wrong order or none', async () => {
    const file = await read(
      'Name,Arrival,Departure\nA,2026-11-20,2026-11-24\nB,2026-12-02,2026-12-01\nC,soon,2026-12-01\nD,2026-11-20,2026-11-25\n',
    );
    expect(file.wrong).toEqual([
      { row: 0, field: 'until', problem: 'date_past' },
      { row: 1, field: 'until', problem: 'date_order' },
      { row: 2, field: 'from', problem: 'date_wrong' },
    ]);
  });
});

describe('reports about other programs that read and write lists', () => {
  const MARK = [0xef, 0xbb, 0xbf];
  const guests = async (content: string | Blob) => (await read(content)).rows.map(({ name, room, email }) => [name, room, email]);

  test.each([
    ['csvlint 37, miller 161: headings in quotes behind a mark', '"Name","Room"\r\n"Mario Rossi","101"\r\n'],
    ['dotcms 36508: a first heading behind a mark', 'Name,Room\r\nMario Rossi,101\r\n'],
    ['league csv 586: a comma in the first cell behind a mark', '"Name","Room"\r\n"Rossi, Mario","101"\r\n'],
  ])('%s', async (_report, content) => {
    expect(await guests(bytes(MARK, content))).toEqual([[content.includes('Rossi, Mario') ? 'Rossi, Mario' : 'Mario Rossi', '101', '']]);
  });

  test('bindery 2081: a list of nothing but names behind a mark has no guest called by its heading', async () => {
    expect(await guests(bytes(MARK, 'Name\r\nMario Rossi\r\nAnna Bianchi\r\n'))).toEqual([
      ['Mario Rossi', '', ''],
      ['Anna Bianchi', '', ''],
    ]);
  });

  test('angular-csv-import 36: a line break in a cell makes no guest more, and later lines keep their numbers', async () => {
    const file = await read('Name,Room\n"Mario\nRossi",101\nAnna Bianchi,102\n');
    expect(file.rows.map(({ room }) => room)).toEqual(['101', '102']);
    expect(file.rows[0]?.name.replaceAll(/\s+/g, ' ')).toBe('Mario Rossi');
  });

  test('noptin 602, laravel-excel 300: no zero before a room is lost, in quotes or without', async () => {
    expect(await guests('Name,Room\nMario Rossi,"007"\nAnna Bianchi,012\n')).toEqual([
      ['Mario Rossi', '007', ''],
      ['Anna Bianchi', '012', ''],
    ]);
  });

  test.each(['073 090 7665', '02138', '00421912345678', '0912345678', '4421912345678'])(
    'mautic 890, easy-digital-downloads 3166, opencart-excel-export 4, camptix 40: %j is not a number in a file',
    async (text) => {
      const written = await csvText({ separator: ',', language: 'en' }, [
        ['Name', 'Room'],
        ['Mario Rossi', text],
      ]);
      const isPlain = written.split('\r\n')[1] === `Mario Rossi,${text}`;
      // A text with spaces inside stays a text in spreadsheets; anything else must be marked as text.
      expect(isPlain && /^\d+$/.test(text)).toBe(false);
      expect(await guests(written)).toEqual([['Mario Rossi', text, '']]);
    },
  );
});
