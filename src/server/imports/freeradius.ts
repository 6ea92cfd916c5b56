/**
 * Reads a dump of FreeRADIUS' tables (raddb/mods-config/sql/main/*\/schema.sql), with daloRADIUS' tables if there are any: users as
 * vouchers and MAC entries, clients as units, and accounting as ended sessions.
 */
import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import { leadingMac, macOf } from '../../contract/plain/macAddress';
import { MAX_INTEGER, MAX_LENGTH } from '../../contract/plain/wire';
import { rowsIn, type Db } from '../database/db';
import type { ImportReport } from './importReport';
import type { HotspotImport } from './intoHotspot';
import { momentIn, personOf, type Attribute } from './radiusUsers';
import { rowsOfDump, type DumpedRow } from './sqlDump';
import { ImportError } from './textFile';

/** The tables that are read; daloRADIUS' userinfo has names and addresses. */
const TABLES = new Set(['radcheck', 'radreply', 'radgroupcheck', 'radgroupreply', 'radusergroup', 'nas', 'radacct', 'userinfo']);
/** Columns without which a table is of another version, or of another program. */
const NEEDED: Record<string, readonly string[]> = {
  radcheck: ['username', 'attribute', 'value'],
  radreply: ['username', 'attribute', 'value'],
  radgroupcheck: ['groupname', 'attribute', 'value'],
  radgroupreply: ['groupname', 'attribute', 'value'],
  radusergroup: ['username', 'groupname'],
  nas: ['nasname', 'secret'],
  radacct:
    'acctsessionid username nasipaddress acctstarttime acctstoptime acctsessiontime acctinputoctets acctoutputoctets callingstationid'.split(
      ' ',
    ),
  userinfo: ['username'],
};

/** Maximum attributes stored at once, and users created at once. */
const AT_ONCE = 5000;

/** Names of the kinds of rows in the report. */
export const FREERADIUS_TERMS = { people: 'users (radcheck)', sessions: 'radacct', units: 'nas' };

/** Reads everything into `into`. Throws ImportError if the text isn't such a dump. */
export async function readFreeradius(
  text: AsyncIterable<string>,
  { tx, into, report }: { tx: Db; into: HotspotImport; report: ImportReport },
): Promise<void> {
  const reader = new Reader(tx, into, report);
  await reader.begin();
  let isAny = false;
  const foreign = new Map<string, number>();
  for await (const found of rowsOfDump(text, (table) => TABLES.has(table))) {
    for (const row of found.rows) {
      isAny = true;
      await reader.row(row);
    }
    for (const [table, count] of found.foreign) foreign.set(table, (foreign.get(table) ?? 0) + count);
  }
  if (!isAny) throw new ImportError('it has no rows of radcheck, radacct or nas: it is not a dump of FreeRADIUS’ database');
  await reader.end();
  for (const [table, rows] of foreign) {
    report.read(table, { rows });
    report.skipped(table, 'not a table that is taken', [], { rows });
  }
}

class Reader {
  readonly #tx: Db;
  readonly #into: HotspotImport;
  readonly #report: ImportReport;
  readonly #checked = new Set<string>();
  readonly #groups = new Map<string, Attribute[]>();
  #attributes: (Attribute & { owner: string })[] = [];

  constructor(tx: Db, into: HotspotImport, report: ImportReport) {
    this.#tx = tx;
    this.#into = into;
    this.#report = report;
  }

  async begin(): Promise<void> {
    await this.#tx.execute(
      sql`create temporary table import_attributes (line int, of text, owner text, attribute text, value text) on commit drop`,
    );
  }

  async row({ table, line, values }: DumpedRow): Promise<void> {
    if (!this.#checked.has(table)) {
      const missing = (NEEDED[table] ?? []).filter((column) => !(column in values));
      if (missing.length > 0)
        throw new ImportError(
          `line ${line}: ${table} has no column ${missing.join(', ')}, so it isn't FreeRADIUS’ (2.x or 3.x). Dump the tables as they are, without renaming columns`,
        );
      this.#checked.add(table);
    }
    const of = (column: string) => String(values[column] ?? '');
    if (table === 'radacct') await this.#session(line, of);
    else if (table === 'nas') await this.#unit(line, of);
    else if (table === 'radgroupcheck' || table === 'radgroupreply') this.#ofGroup(line, of);
    else await this.#ofUser(table, line, of);
  }

  #ofGroup(line: number, of: (column: string) => string): void {
    const known = this.#groups.get(of('groupname')) ?? [];
    known.push({ line, of: 'group', attribute: of('attribute'), value: of('value') });
    this.#groups.set(of('groupname'), known);
  }

  async #ofUser(table: string, line: number, of: (column: string) => string): Promise<void> {
    const owner = of('username');
    const add = async (kind: Attribute['of'], attribute: string, value: string) => {
      this.#attributes.push({ line, of: kind, owner, attribute, value });
      if (this.#attributes.length >= AT_ONCE) await this.#flush();
    };
    if (table === 'radusergroup') await add('group', 'group', of('groupname'));
    else if (table === 'userinfo') {
      const name = [of('firstname'), of('lastname')].filter((part) => part !== '').join(' ');
      if (name !== '') await add('info', 'name', name.slice(0, MAX_LENGTH.name));
      if (/^[^\s@]+@[^\s@]+$/.test(of('email'))) await add('info', 'mail', of('email'));
      if (of('creationdate') !== '') await add('info', 'created', of('creationdate'));
    } else await add(table === 'radcheck' ? 'check' : 'reply', of('attribute'), of('value'));
  }

  async #unit(line: number, of: (column: string) => string): Promise<void> {
    const address = of('nasname').replace(/\/(?:32|128)$/, '');
    const name = of('shortname') || address;
    const isName = isIP(address) === 0;
    if (isName && /[/*:]/.test(address)) {
      this.#report.read('nas');
      this.#report.skipped('nas', 'is a whole network, and a unit here has one address', [`line ${line}: ${address}`]);
      return;
    }
    await this.#into.addUnit({ line, address: isName ? '' : address, name, secret: of('secret'), description: of('description') });
  }

  async #session(line: number, of: (column: string) => string): Promise<void> {
    const up = amount(of('acctinputoctets'));
    const down = amount(of('acctoutputoctets'));
    const seconds = amount(of('acctsessiontime'), MAX_INTEGER);
    const origin = `line ${line}: radacctid ${of('radacctid')}`;
    const sums = { up: up ?? 0, down: down ?? 0, seconds: seconds ?? 0 };
    this.#report.read('radacct', sums);
    const [started, stopped, updated] = ['acctstarttime', 'acctstoptime', 'acctupdatetime'].map((column) => momentIn(of(column)));
    const why =
      up === null || down === null || seconds === null
        ? 'has bytes or seconds that are no such number'
        : started === '' || started === undefined
          ? 'has no start'
          : started === null || stopped === null || updated === null || Number(started.slice(0, 4)) < 2000
            ? 'has a time that can’t be'
            : null;
    if (why !== null || !started) {
      this.#report.skipped('radacct', why ?? 'has no start', [origin], sums);
      return;
    }
    const source = of('username').trim();
    await this.#into.addSession({
      position: origin,
      key: of('acctuniqueid') || `${of('acctsessionid')} ${of('nasipaddress')} ${started}`,
      // For a device its MAC address in canonical notation.
      source: macOf(source) || source.toLowerCase() || '-',
      unit: of('nasipaddress').replace(/\/\d+$/, ''),
      unit_mac: leadingMac(of('calledstationid')),
      device_mac: leadingMac(of('callingstationid')),
      ip: of('framedipaddress').replace(/\/\d+$/, ''),
      ...sums,
      started,
      stopped: stopped ?? '',
      updated: updated ?? '',
      cause: of('acctterminatecause'),
    });
  }

  async #flush(): Promise<void> {
    const rows = JSON.stringify(this.#attributes);
    this.#attributes = [];
    await this.#tx.execute(
      sql`insert into import_attributes select * from json_to_recordset(${rows}::json) as t (line int, of text, owner text, attribute text, value text)`,
    );
  }

  /** Creates people from the collected attributes, by name. */
  async end(): Promise<void> {
    await this.#flush();
    await this.#tx.execute(sql`create index on import_attributes (owner)`);
    const ignored = new Map<string, number>();
    const counted = { day: 0, total: 0 };
    for (let after: string | null = null; ;) {
      const answer: unknown = await this.#tx.execute(sql`
        select owner, json_agg(json_build_object('line', line, 'of', of, 'attribute', attribute, 'value', value) order by line) as attributes from import_attributes
        where owner in (select distinct owner from import_attributes where ${after === null ? sql`true` : sql`owner > ${after}`} order by owner limit ${AT_ONCE})
        group by owner order by owner`);
      const users = rowsIn<{ owner: string; attributes: Attribute[] }>(answer);
      for (const { owner, attributes } of users) {
        after = owner;
        // daloRADIUS still has notes about a former user.
        if (!attributes.some(({ of }) => of === 'check')) continue;
        const parsed = personOf(owner, attributes, this.#groups);
        if ('why' in parsed) {
          this.#report.read(FREERADIUS_TERMS.people);
          this.#report.skipped(FREERADIUS_TERMS.people, parsed.why, [
            `line ${attributes.find(({ of }) => of === 'check')?.line ?? 0}: ${owner}`,
          ]);
          continue;
        }
        for (const attribute of parsed.ignored) ignored.set(attribute, (ignored.get(attribute) ?? 0) + 1);
        if (parsed.counts) counted[parsed.counts] += 1;
        await this.#into.addPerson(parsed.person);
      }
      if (users.length < AT_ONCE) break;
    }
    await this.#tx.execute(sql`drop table import_attributes`);
    if (ignored.size > 0)
      this.#report.note(
        `Attributes without a counterpart, which stay behind: ${[...ignored].map(([name, users]) => `${name} (${users} users)`).join(', ')}.`,
      );
    if (counted.total > 0)
      this.#report.note(
        `${counted.total} vouchers have a limit for their whole validity, ${counted.day} for each day. Hotspots count one way: see “Limits of vouchers” in its preferences.`,
      );
  }
}

/** A whole number; 0 for an empty text, null for anything else. */
function amount(text: string, most = Number.MAX_SAFE_INTEGER / 1024): number | null {
  if (text === '') return 0;
  if (!/^\d{1,19}$/.test(text)) return null;
  return Number(text) <= most ? Number(text) : null;
}
