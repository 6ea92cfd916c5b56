/**
 * An installation of 0.1.0, with the embedded database or PostgreSQL, is updated to this version and downgraded again, as
 * docs/updates/1.0.md describes. 0.1.0 was released as sources only.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { CACHE } from '../../scripts/paths.mjs';
import { passwordOf, RECORDED_AT } from '../support/backEnd/recordings';
import { findPostgres, startPostgres } from '../support/run/postgres.mjs';
import { portico, type Command } from '../support/server/command';
import { callerOf, login, type Caller } from '../support/server/server';

const run = promisify(execFile);
const ROOT = process.cwd();

/** The last commit of 0.1.0. */
const OLDER = 'c33d3b0e';

/** npm settings to keep, which say where packages come from. */
const PASSED_ON = /^(?:PATH|HOME|npm_config_(?:registry|userconfig|globalconfig|cache|cafile|https?_proxy|noproxy))$/i;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));

/** The programs. */
const older = path.join(CACHE, 'portico-0.1.0');
const olderCli = path.join(older, 'dist/server/cli.js');
let newCli = '';
let folder = '';
let settings: Record<string, string> = {};
let ours: Record<string, string> = {};

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'portico-older-'));
  rmSync(older, { recursive: true, force: true });
  await run(process.execPath, ['test/support/server/olderVersionChild.mjs', OLDER, older], { cwd: ROOT, env });
  await run(process.execPath, ['scripts/package.mjs', folder, '--without-debian'], { cwd: ROOT, env });
  const [packed = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  writeFileSync(path.join(folder, 'package.json'), '{"private": true}');
  await run('npm', ['install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', path.join(folder, packed)], {
    cwd: folder,
    env,
  });
  newCli = path.join(folder, 'node_modules/portico/dist/server/cli.js');
  // The clock of the recorded rows, so that neither version ends or deletes any of them because of their age.
  ours = { PORT: '0', PORTICO_NOW: RECORDED_AT.toISOString(), LOG_LEVEL: 'warn' };
}, 900_000);
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(older, { recursive: true, force: true });
});

async function done(cli: string, ...args: string[]): Promise<string> {
  const command = portico(args, settings, cli, process.execPath);
  expect({ code: await command.ended, output: command.output() }).toMatchObject({ code: 0 });
  return command.output();
}

/** Runs `use` with the reseller of the recording signed in at a server of this version. */
async function served(cli: string, use: (caller: Caller) => Promise<void>): Promise<Command> {
  const server = portico(['serve'], settings, cli, process.execPath);
  const url = await server.outputMatching(/^Portico is listening on (http:\S+)$/m);
  const token = await login(
    callerOf(() => url),
    'reseller1',
    passwordOf('reseller1'),
  );
  await use(
    callerOf(
      () => url,
      async () => token,
    ),
  );
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  return server;
}

/** What staff see of the rows that this version has: the rows of each list by id, with the fields that name them. */
async function rowsOf(caller: Caller): Promise<Record<string, string[]>> {
  const lists = ['hotspots', 'units', 'accounts', 'users', 'users_expired', 'devices', 'sessions', 'histories', 'vouchers/1'];
  const found: Record<string, string[]> = {};
  for (const list of lists) {
    const { status, body } = await caller.get(`/api/${list}${list.includes('?') ? '&' : '?'}page=1&limit=100`);
    expect({ list, status }).toEqual({ list, status: 200 });
    // Expired guests come in two arrays.
    const rows = (
      Array.isArray(body)
        ? body
        : Object.values(body as object)
            .filter(Array.isArray)
            .flat()
    ) as Record<string, unknown>[];
    found[list] = rows
      .map(({ id, name, username, code, mac_address: mac, bytes_down: down }) => JSON.stringify({ id, name, username, code, mac, down }))
      .sort();
  }
  return found;
}

const FIXTURE = path.join(ROOT, 'test/contract/data/fixture.json');

describe('an installation with the embedded database', () => {
  beforeAll(() => {
    settings = { ...ours, PORTICO_DATA: path.join(folder, 'data'), PORTICO_BACKUPS: path.join(folder, 'backups') };
  });

  test('an update by npm keeps rows and sign-ins; 0.1.0 refuses the database then, takes the backup of before, and can be updated again', async () => {
    await done(olderCli, 'seed', '--yes', '--fixture', FIXTURE);
    let before: Record<string, string[]> = {};
    await served(olderCli, async (reseller) => {
      before = await rowsOf(reseller);
    });
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
    const byHand = path.join(folder, 'by-hand.backup');
    await done(olderCli, 'backup', byHand);

    await served(newCli, async (reseller) => {
      expect(await rowsOf(reseller)).toEqual(before);
      expect(await reseller.put('/api/hotspots/1', { description: 'written by the new version' })).toMatchObject({ status: 200 });
    });
    const [ownBackup = ''] = readdirSync(path.join(folder, 'backups')).filter((name) => name.endsWith('-before-update.backup'));
    expect(ownBackup).not.toBe('');

    const refused = portico(['serve'], settings, olderCli, process.execPath);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/newer version/);

    for (const file of [path.join(folder, 'backups', ownBackup), byHand]) {
      await done(olderCli, 'restore', '--yes', file);
      await served(olderCli, async (reseller) => {
        expect(await rowsOf(reseller)).toEqual(before);
        expect(JSON.stringify((await reseller.get('/api/hotspots/1')).body)).not.toContain('written by the new version');
      });
    }
    await served(newCli, async (reseller) => {
      expect(await rowsOf(reseller)).toEqual(before);
    });
    // This version also accepts a backup that 0.1.0 made.
    await done(newCli, 'restore', '--yes', byHand);
    await served(newCli, async (reseller) => {
      expect(await rowsOf(reseller)).toEqual(before);
    });
  }, 900_000);
});

type Columns = Record<string, string[]>;

/**
 * What an update changes on purpose, which isn't compared: it dates the consents that guests gave, takes back those that no guest was asked
 * for (0021_consent_sources.sql), and lets hotspots whose guests got SMS in any country go on with that. And the tests sign in.
 */
const CHANGED: Record<string, readonly string[] | 'all'> = {
  access_tokens: 'all',
  consents: 'all',
  consent_texts: 'all',
  login_places: 'all',
  users: ['marketing_auth', 'survey_auth'],
  user_histories: ['marketing_auth', 'survey_auth'],
};
const ADDED = '"key":"sms_countries"';

/** The columns of each table. */
async function columnsOf(client: Client): Promise<Columns> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text order by column_name) as columns
     from information_schema.columns where table_schema = 'public' group by table_name order by table_name`,
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

/** Every row of these tables, with these columns only. */
async function contentOf(client: Client, columns: Columns): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, of] of Object.entries(columns)) {
    const list = of.map((column) => `"${column}"`).join(', ');
    const { rows } = await client.query<{ row: string }>(
      `select row_to_json(known)::text as row from (select ${list} from "${name}") known`,
    );
    found[name] = rows.map(({ row }) => row).sort();
  }
  return found;
}

/** Those columns that an update has to keep as they are. */
function lasting(columns: Columns): Columns {
  const shared = Object.entries(columns).map(([name, all]): [string, string[]] => {
    const changed = CHANGED[name] ?? [];
    return [name, changed === 'all' ? [] : all.filter((one) => !changed.includes(one))];
  });
  return Object.fromEntries(shared.filter(([, of]) => of.length > 0));
}

describe('an installation with PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let client: Client;

  beforeAll(async () => {
    postgres = await startPostgres(findPostgres() ?? '');
    client = new Client({ connectionString: postgres.url });
    await client.connect();
    settings = { ...ours, DATABASE_URL: postgres.url };
  });
  afterAll(async () => {
    await client.end();
    await postgres.stop();
  });

  test('an update by npm keeps every row of 0.1.0, which then refuses the database and takes its backup of before', async () => {
    await done(olderCli, 'seed', '--yes', '--fixture', FIXTURE);
    let before: Record<string, string[]> = {};
    await served(olderCli, async (reseller) => {
      before = await rowsOf(reseller);
    });
    const columns = await columnsOf(client);
    const known = async (): Promise<Record<string, string[]>> => {
      const { hotspot_preferences: preferences = [], ...others } = await contentOf(client, lasting(columns));
      return { ...others, hotspot_preferences: preferences.filter((row) => !row.includes(ADDED)) };
    };
    const content = await known();
    expect(content.hotspots?.length).toBeGreaterThan(0);
    const byHand = path.join(folder, 'postgres.backup');
    await done(olderCli, 'backup', byHand);

    await served(newCli, async (reseller) => {
      expect(await known()).toEqual(content);
      expect(await rowsOf(reseller)).toEqual(before);
      expect(await reseller.put('/api/hotspots/1', { description: 'written by the new version' })).toMatchObject({ status: 200 });
    });

    const updated = await contentOf(client, await columnsOf(client));
    const refused = portico(['serve'], settings, olderCli, process.execPath);
    expect(await refused.ended).toBe(1);
    expect(refused.output()).toMatch(/newer version/);
    expect(await contentOf(client, await columnsOf(client))).toEqual(updated);

    await done(olderCli, 'restore', '--yes', byHand);
    expect(await columnsOf(client)).toEqual(columns);
    expect(await known()).toEqual(content);
    await served(olderCli, async (reseller) => {
      expect(await rowsOf(reseller)).toEqual(before);
    });
    await served(newCli, async (reseller) => {
      expect(await rowsOf(reseller)).toEqual(before);
    });
    await done(newCli, 'restore', '--yes', byHand);
    await served(newCli, async (reseller) => {
      expect(await rowsOf(reseller)).toEqual(before);
    });
  }, 900_000);
});
