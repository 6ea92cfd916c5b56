import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { SERVER } from '../../scripts/paths.mjs';
import { findPostgres, startPostgres } from '../support/run/postgres.mjs';

export const title = 'Importing 1,000,000 rows of FreeRADIUS’ radacct into PostgreSQL, with the sums compared; fills 2 GB of disk';

const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const USERS = 20_000;
const BUDGET_MINUTES = 10;
const DAY = 86_400_000;
const FIRST = Date.UTC(2024, 0, 1);

const COLUMNS = [
  ...['radacctid', 'acctsessionid', 'acctuniqueid', 'username', 'nasipaddress', 'acctstarttime', 'acctupdatetime', 'acctstoptime'],
  ...['acctsessiontime', 'acctinputoctets', 'acctoutputoctets', 'calledstationid', 'callingstationid', 'acctterminatecause'],
];

const execute = promisify(execFile);

export async function run() {
  const bin = findPostgres();
  const running = process.env.BENCH_POSTGRES;
  if (running === undefined && bin === undefined) return [{ what: 'PostgreSQL is not installed', measured: 0, unit: '' }];
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-bench-import-'));
  const postgres =
    running === undefined ? await startPostgres(bin ?? '', path.join(folder, 'postgres'), undefined, { isDurable: true }) : undefined;
  const url = new URL(running ?? postgres?.url ?? '');
  const name = `bench_import_${String(process.pid)}`;
  try {
    await inDatabase(url.href, (client) => client.query(`create database ${name}`));
    url.pathname = `/${name}`;
    const env = { ...process.env, DATABASE_URL: url.href, LOG_LEVEL: 'error' };
    await execute(process.execPath, [SERVER, 'seed', '--size', 'small', '--yes'], { env });
    const hotspot = String((await inDatabase(url.href, (client) => client.query('select min(id) as id from hotspots'))).rows[0].id);
    const before = await sumsIn(url.href, hotspot);
    const file = path.join(folder, 'radius.sql');
    const written = await writeDump(file);

    const began = performance.now();
    await execute(process.execPath, [SERVER, 'import', file, '--from', 'freeradius', '--hotspot', hotspot, '--zone', 'UTC'], { env });
    const minutes = (performance.now() - began) / 60_000;
    const after = await sumsIn(url.href, hotspot);
    for (const sum of /** @type {const} */ (['rows', 'up', 'down', 'seconds'])) {
      const added = after[sum] - before[sum];
      if (added !== written[sum]) throw new Error(`${sum}: ${String(written[sum])} in the file, ${String(added)} in the database`);
    }
    return [
      {
        what: `${ROWS.toLocaleString('en')} sessions of ${USERS.toLocaleString('en')} users`,
        measured: minutes,
        unit: 'minutes',
        budget: BUDGET_MINUTES,
        digits: 1,
      },
      {
        what: 'bytes sent and received, the same in file and database',
        measured: Number(written.up + written.down) / 1e12,
        unit: 'TB',
        digits: 3,
      },
      { what: 'time online, the same in file and database', measured: Number(written.seconds) / 3600, unit: 'hours' },
    ];
  } finally {
    if (running !== undefined) await inDatabase(running, (client) => client.query(`drop database if exists ${name} with (force)`));
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the dump as pg_dump does, and returns the sums of its rows. */
async function writeDump(/** @type {string} */ file) {
  const sums = { rows: 0n, up: 0n, down: 0n, seconds: 0n };
  const out = createWriteStream(file);
  out.write(`COPY public.radacct (${COLUMNS.join(', ')}) FROM stdin;\n`);
  for (let nth = 0; nth < ROWS; nth += 1) {
    const user = nth % USERS;
    const [seconds, up, down] = [300 + (nth % 7200), 1_000_000 + nth, 20_000_000 + nth * 7];
    const began = FIRST + Math.floor(nth / USERS) * DAY + user * 1000;
    const [start, stop] = [began, began + seconds * 1000].map((at) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}+00`);
    const mac = `02-00-${user.toString(16).padStart(8, '0').match(/../g)?.join('-') ?? ''}`.toUpperCase();
    const row = [
      ...[nth + 1, `s${String(nth)}`, `u${String(nth)}`, `guest${String(user)}`, '10.0.0.1', start, stop, stop],
      ...[seconds, up, down, '02-FF-00-00-00-01', mac, 'User-Request'],
    ];
    if (!out.write(`${row.join('\t')}\n`)) await once(out, 'drain');
    sums.rows += 1n;
    sums.up += BigInt(up);
    sums.down += BigInt(down);
    sums.seconds += BigInt(seconds);
  }
  out.end('\\.\n');
  await once(out, 'finish');
  return sums;
}

/** The sums of a hotspot's ended sessions. */
async function sumsIn(/** @type {string} */ url, /** @type {string} */ hotspot) {
  const { rows } = await inDatabase(url, (client) =>
    client.query(
      `select count(*) as rows, coalesce(sum(bytes_up), 0)::text as up, coalesce(sum(bytes_down), 0)::text as down,
        coalesce(sum(duration), 0)::text as seconds from session_histories where hotspot_id = $1`,
      [hotspot],
    ),
  );
  const of = (/** @type {string} */ sum) => BigInt(String(rows[0][sum]));
  return { rows: of('rows'), up: of('up'), down: of('down'), seconds: of('seconds') };
}

/** @template T @param {string} url @param {(client: Client) => Promise<T>} work */
async function inDatabase(url, work) {
  const client = new Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
