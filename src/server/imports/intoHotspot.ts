/**
 * Imports vouchers, MAC entries, units and ended sessions of another program into a hotspot, in the transaction that is passed. They are
 * collected in temporary tables, so that any number fits, and stored by a few statements. What exists already isn't changed, so importing a
 * file twice has no further effect.
 */
import { sql, type SQL } from 'drizzle-orm';
import { rowsIn, type Db } from '../database/db';
import type { ImportReport, Sums } from './importReport';
import type { Person } from './radiusUsers';
import { type HotspotImporting, type ImportTarget, type Table, COLUMNS } from './hotspotImporting';
import { importUnits } from './importedUnits';
import { importPeople, beginValidity } from './importedPeople';
import { importSessions } from './importedSessions';

/** An ended session. Times have a zone or not. */
export interface ImportedSession {
  /** Its position in the file, for messages. */
  position: string;
  /** Identifies the session; the same whenever it is read again. */
  key: string;
  /** The name of its guest in the other program. */
  source: string;
  /** Address of its unit, and its MAC address or ''. */
  unit: string;
  unit_mac: string;
  device_mac: string;
  ip: string;
  up: number;
  down: number;
  seconds: number;
  started: string;
  /** Empty for a session that was still open when the file was made. */
  stopped: string;
  updated: string;
  cause: string;
}

export interface ImportedUnit {
  line: number;
  /** Its IP address; '' if only its name is known. */
  address: string;
  name: string;
  secret: string;
  description: string;
}

/** Rows per statement, to limit the memory for their JSON. */
const AT_ONCE = 5000;

export class HotspotImport {
  readonly #tx: Db;
  readonly #target: ImportTarget;
  readonly #report: ImportReport;
  #nth = 0;
  readonly #waiting: { [T in Table]: unknown[] } = { import_people: [], import_sessions: [], import_units: [] };

  constructor(tx: Db, target: ImportTarget, report: ImportReport) {
    this.#tx = tx;
    this.#target = target;
    this.#report = report;
  }

  /** Must be called first. */
  async begin(): Promise<void> {
    for (const [table, columns] of Object.entries(COLUMNS))
      await this.#run(sql.raw(`create temporary table ${table} (${columns}) on commit drop`));
    await this.#run(sql`create function pg_temp.moment_of(written text, zone text) returns timestamptz language sql immutable as $$
      select case when written = '' then null when written ~ ':[0-9]{2}(Z|[+-][0-9]{2}(:?[0-9]{2})?)$' then written::timestamptz
        else written::timestamp at time zone zone end $$`);
  }

  async addPerson(person: Person): Promise<void> {
    this.#report.read(this.#target.terms.people);
    await this.#add('import_people', { ...person, position: `line ${person.line}: ${person.source}` });
  }

  async addSession(session: ImportedSession): Promise<void> {
    await this.#add('import_sessions', session);
  }

  async addUnit(unit: ImportedUnit): Promise<void> {
    this.#report.read(this.#target.terms.units);
    await this.#add('import_units', { ...unit, position: `line ${unit.line}: ${unit.name}` });
  }

  /** Stores everything. Afterwards the report's bytes and seconds are divided into imported, existing, and left out. */
  async finish(): Promise<void> {
    for (const table of Object.keys(COLUMNS) as Table[]) await this.#flush(table);
    await this.#run(sql`analyze import_people`);
    await this.#run(sql`analyze import_sessions`);
    const importing: HotspotImporting = {
      run: this.#run.bind(this),
      target: this.#target,
      report: this.#report,
      reportSkipped: this.#reportSkipped.bind(this),
    };
    await importUnits(importing);
    await importPeople(importing);
    await importSessions(importing);
    await beginValidity(importing);
    for (const table of Object.keys(COLUMNS)) await this.#run(sql.raw(`drop table ${table}`));
    await this.#run(sql`drop function pg_temp.moment_of`);
  }

  async #add(table: Table, row: object): Promise<void> {
    const waiting = this.#waiting[table];
    this.#nth += 1;
    waiting.push({ nth: this.#nth, ...row });
    if (waiting.length >= AT_ONCE) await this.#flush(table);
  }

  async #flush(table: Table): Promise<void> {
    const rows = JSON.stringify(this.#waiting[table]);
    this.#waiting[table] = [];
    await this.#run(sql`insert into ${sql.raw(table)} select * from json_to_recordset(${rows}::json) as t (${sql.raw(COLUMNS[table])})`);
  }

  async #run<Row>(query: SQL): Promise<Row[]> {
    const answer: unknown = await this.#tx.execute(query);
    return rowsIn<Row>(answer);
  }

  /** Reports the rows of a table that have a reason why they are left out. */
  async #reportSkipped(table: Table, name: string, measured = false): Promise<void> {
    const sums = measured ? sql`, sum(up)::float8 as up, sum(down)::float8 as down, sum(seconds)::float8 as seconds` : sql``;
    const skipped = await this.#run<Sums & { why: string; positions: string[] }>(sql`
      select why, count(*)::int as rows, (array_agg(position order by nth))[1:5] as positions ${sums} from ${sql.raw(table)} where why is not null group by why order by why`);
    for (const { why, positions: sources, ...found } of skipped) this.#report.skipped(name, why, sources, found);
  }
}
