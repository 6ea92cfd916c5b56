/** The `portico` command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { renewKeys } from './access/serverKeys';
import { adminInWaiting, insertFirstAdmin } from './accounts/firstAdmin';
import { ConfigError, readConfig, type Config } from './config';
import { BackupFileError } from './backups/backupFile';
import { NoBackupError, openDatabase, type Database, type DatabasePlace } from './database/client';
import { DEMO_LOGINS, seedDemo } from './demo/demo';
import { claimForDemonstration, keepDemonstration } from './demo/keptDemonstration';
import { demonstrate, DEMO_RADIUS } from './demo/demonstration';
import { backUp } from './backups/dump';
import { EmbeddedDatabaseError } from './database/embedded';
import { UnsuitableDatabaseError } from './database/databaseRequirements';
import { FixtureError, loadFixture } from './seeds/fixture';
import { expectOwnFolder, ForeignFolderError } from './database/folderOwner';
import { seedSize } from './seeds/benchmark';
import { rebuildSums } from './database/reportSums';
import { tidy } from './database/maintenance';
import { withMigrationLock, NewerDatabaseError, UnreachableDatabaseError, UnreleasedDatabaseError } from './database/migrate';
import { DatabaseInUseError, assertNoOtherConnections } from './database/replicas';
import { checkRestorable, restoreDatabase } from './backups/restore';
import { whyNotWritable } from './database/writable';
import { asLogged } from './http/errors';
import { expectedFailure } from './expectedFailure';
import { askServer, ServedFolderError } from './backups/folderSocket';
import { CannotListenError } from './http/listening';
import { lastLine } from './http/log';
import { start, type Running } from './main';
import { simulate } from './simulate/command';
import { SimulationError } from './simulate/players';
import { freeradiusConfig, listClients, type FreeradiusClient } from './radius/freeradiusConfig';
import { stopWithNpm } from './stopWithNpm.mjs';

const HELP = `portico: guest-WiFi hotspots, their console and its server

  portico serve                     serve the console on the database, created if there is none
  portico demo                      serve sample data from a temporary folder
      --keep FOLDER                 or from this one, which stays for the next time
  portico migrate                   bring the database up to date and stop
  portico create-admin [USERNAME]   add an admin with a one-time password, or replace an unused one
  portico renew-keys                give the server new keys; what the earlier ones signed stays valid until it runs out
  portico backup FILE               save everything to a file, even while Portico runs
  portico restore FILE              replace everything with a backup
      --yes                         don't ask first
  portico seed --demo               fill the database with the demonstration data
  portico seed --fixture FILE       empty the database and load a recorded fixture
  portico seed --size small|large   fill the database with data for measurements
      --yes                         don't ask first
  portico freeradius-config FOLDER  write the configuration of FreeRADIUS in front of Portico
      --url URL                     where FreeRADIUS reaches Portico; HOST and PORT if left out
  portico simulate                  play units of every kind and their guests against a running server
      --hotspot N --guests K        where, and how many
      --user NAME                   an admin or reseller; the password is in PORTICO_SIMULATE_PASSWORD
      --url URL                     where the server is; HOST and PORT if left out
      --speed N                     let guests come and go N times as fast, up to 100 times
      --seed TEXT                   choose another course of events; the same text repeats one
  portico rebuild-sums              recalculate the totals of the reports from the sessions
  portico --help                    this text

Settings come from the environment: HOST, PORT, PORTICO_DATA, DATABASE_URL and others, listed in docs/operations.md#settings.`;

/** An error that the operator can fix; printed without a stack. */
class UsageError extends Error {}

const expected = [
  UsageError,
  BackupFileError,
  CannotListenError,
  ConfigError,
  DatabaseInUseError,
  EmbeddedDatabaseError,
  FixtureError,
  ForeignFolderError,
  NewerDatabaseError,
  UnreleasedDatabaseError,
  NoBackupError,
  ServedFolderError,
  SimulationError,
  UnsuitableDatabaseError,
  UnreachableDatabaseError,
];

async function main(argv: string[]): Promise<void> {
  const { positionals, values } = argumentsOf(argv);
  const [command, ...rest] = positionals;
  if (values.help || command === undefined) {
    console.log(HELP);
    return;
  }
  const config = readConfig({ ...process.env, ...(values.port !== undefined && { PORT: values.port }) });
  switch (command) {
    case 'serve':
      return serve(config);
    case 'demo':
      return demo(config, values.keep);
    case 'migrate':
      return withDatabase(config, async () => console.log('The database is up to date.'));
    case 'create-admin':
      return createAdmin(config, rest[0] ?? 'admin');
    case 'renew-keys':
      return renewServerKeys(config);
    case 'backup':
      return backup(config, fileOf(rest));
    case 'restore':
      return restore(config, fileOf(rest), values);
    case 'seed':
      return seed(config, values);
    case 'freeradius-config':
      return writeFreeradiusConfig(config, rest[0], values.url);
    case 'simulate':
      return play(config, values);
    case 'rebuild-sums':
      return withDatabase(config, async ({ db }) => {
        await rebuildSums(db);
        console.log('The totals of the reports are recalculated.');
      });
    default:
      throw new UsageError(`Unknown command: ${command}.\n\n${HELP}`);
  }
}

function argumentsOf(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        demo: { type: 'boolean' },
        keep: { type: 'string' },
        fixture: { type: 'string' },
        size: { type: 'string' },
        yes: { type: 'boolean' },
        port: { type: 'string' },
        url: { type: 'string' },
        hotspot: { type: 'string' },
        guests: { type: 'string' },
        user: { type: 'string' },
        speed: { type: 'string' },
        seed: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}

function fileOf([file]: string[]): string {
  if (file === undefined) throw new UsageError('Name the file: portico backup FILE, portico restore FILE.');
  return file;
}

async function createAdmin(config: Config, username: string): Promise<void> {
  const say = (password: string | null) => {
    if (password === null)
      throw new UsageError(`A manager called ${username} already exists. Choose another name: portico create-admin NAME`);
    console.log(firstAdminWords(username, password));
  };
  const { data, databaseUrl } = config;
  const isServed =
    databaseUrl === undefined &&
    (await askServer(data, { call: 'create-admin', username }, async (answer) => {
      if ('password' in answer) say(answer.password);
    }));
  if (!isServed) await withDatabase(config, async ({ db }) => say(await insertFirstAdmin(db, username, new Date())));
}

async function renewServerKeys(config: Config): Promise<void> {
  const say = (names: readonly string[]) =>
    console.log(
      names.length === 0
        ? 'No keys have been used yet.'
        : `New keys: ${names.join(', ')}. What the earlier ones signed stays valid until it runs out.`,
    );
  const { data, databaseUrl } = config;
  const isServed =
    databaseUrl === undefined &&
    (await askServer(data, { call: 'renew-keys' }, async (answer) => {
      if ('renewed' in answer) say(answer.renewed);
    }));
  if (!isServed) await withDatabase(config, async ({ db }) => say(await renewKeys(db, new Date())));
}

/** If a server has the folder open, it makes a copy and the backup is made from that, so that its callers don't wait for the backup. */
async function backup(config: Config, file: string): Promise<void> {
  const save = async (place: DatabasePlace) => {
    const database = await openDatabase(place, { patient: true, upToDate: false });
    try {
      await backUp(database.db, file, new Date());
    } finally {
      await database.close();
    }
  };
  const { data, databaseUrl } = config;
  if (databaseUrl === undefined && !existsSync(data)) throw new UsageError(`The data folder ${data} doesn't exist. Set PORTICO_DATA.`);
  const isServed =
    databaseUrl === undefined &&
    (await askServer(data, { call: 'copy' }, async (answer) => {
      if ('copy' in answer) await save({ url: undefined, folder: answer.copy });
    }));
  if (!isServed) {
    if (databaseUrl === undefined) expectOwnFolder(data);
    await save({ url: databaseUrl, folder: data });
  }
  console.log(`Saved to ${file}.`);
}

async function restore(config: Config, file: string, { yes }: { yes?: boolean }): Promise<void> {
  const { header, tables } = await checkRestorable(file);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const made = `${rows} rows, as they were on ${header.made}`;
  await expectAgreement(yes, `This replaces everything in ${placeOf(config)} with the backup ${file}: ${made}. Continue? [y/N] `);
  if (config.databaseUrl === undefined) expectOwnFolder(config.data);
  await restoreDatabase({ url: config.databaseUrl, folder: config.data }, file);
  console.log(`Restored: ${made}.`);
}

/**
 * Serves. An empty database gets its plans and an admin; the one-time password is printed only once the server listens, so that a failed
 * start doesn't lose it. Standard output carries the log and the line that says where the server listens; messages for people go to
 * standard error.
 */
async function serve(config: Config): Promise<void> {
  stopWithNpm();
  // A long-lived server shares its machine: let the heap grow by a quarter at a time instead of to several times what is in use (a budget
  // of `npm run bench`).
  setFlagsFromString('--heap-growing-percent=25');
  if (config.databaseUrl === undefined) expectOwnFolder(config.data);
  const running = await start(config, { onStopped: endStopped, backUp: backUpAside });
  onSignal(running.close);
  warn(config, running);
  try {
    await sayFirstAdmin(running);
  } catch (error) {
    await running.close();
    throw error;
  }
  console.log(`Portico is listening on ${running.address}`);
}

async function sayFirstAdmin({ app, database: { db } }: Running): Promise<void> {
  const password = await insertFirstAdmin(db, 'admin', new Date(), { onlyIfEmpty: true });
  if (password !== null) console.error(firstAdminWords('admin', password));
  const waiting = password === null ? await adminInWaiting(db) : null;
  if (waiting !== null)
    app.log.info(`nobody has signed in as ${waiting} yet: "portico create-admin ${waiting}" prints another one-time password`);
}

/** Warns about what the operator probably didn't intend; never stops the server. */
function warn(config: Config, { app, database }: Running): void {
  const { backups, warnings } = config;
  const reason = database.engine === 'embedded' ? whyNotWritable(backups) : null;
  const noBackups = `Automatic backups are off: the folder ${backups} can't be written (${String(reason)}). Set another one in PORTICO_BACKUPS`;
  for (const warning of [...warnings, ...(reason === null ? [] : [noBackups])]) {
    console.error(warning);
    if (!process.stdout.isTTY) app.log.warn(warning);
  }
}

/** The database is gone for good; exit, so that a supervisor may restart the process. */
function endStopped(error: Error): void {
  endLog(error.message);
  console.error(error.message);
  process.exit(1);
}

/** Writes the fatal error to the log too, unless the log goes to a terminal, which shows the message already. */
function endLog(message: string): void {
  if (!process.stdout.isTTY && process.env.LOG_LEVEL !== 'silent') process.stdout.write(lastLine(message));
}

/** Runs the backup command in a child process, so that its memory is freed afterwards; this server makes the copy for it. */
async function backUpAside(file: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'backup', file], { stdio: ['ignore', 'ignore', 'pipe'], signal });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
  const [code] = (await once(child, 'close')) as unknown[];
  if (code !== 0) throw new Error(said.trim() === '' ? `the backup ended with ${String(code)}` : said.trim());
}

/**
 * Serves the demonstration from the folder given with --keep, or from a temporary one that is removed at the end. Sessions advance, and
 * guests come and go.
 */
async function demo(config: Config, keep: string | undefined): Promise<void> {
  stopWithNpm();
  let close = async () => undefined as void;
  let temporary: string | undefined;
  const forget = () => temporary !== undefined && rmSync(temporary, { recursive: true, force: true });
  onSignal(async () => {
    await close();
    forget();
  });
  try {
    const folder = keep ?? (temporary = mkdtempSync(join(tmpdir(), 'portico-demo-')));
    const now = config.now ?? new Date();
    if (!claimForDemonstration(folder, now))
      throw new UsageError(`${folder} holds data that aren't the demonstration's. Name another folder with --keep.`);
    const place = { data: join(folder, 'data'), backups: join(folder, 'backups') };
    let kept = { made: now, isRenewed: false };
    const running = await start(
      {
        ...{ ...config, ...place, databaseUrl: undefined, sms: config.sms ?? { gateway: 'sink' } },
        // Visitors see the portal inside a page of the same origin.
        ...{ radius: config.radius ?? DEMO_RADIUS, portalOrigin: config.publicUrl },
      },
      {
        prepare: async ({ db }) => void (kept = await keepDemonstration(db, folder, now)),
        onStopped: endStopped,
        demonstrate: (server) => demonstrate(server, kept.made),
      },
    );
    close = running.close;
    console.log(`Portico is listening on ${running.address}`);
    if (kept.isRenewed) console.error(`The demonstration in ${folder} has not run for days, so it begins anew.`);
    if (keep !== undefined) console.error(`All of it stays in ${folder}, also when this is stopped. Delete that folder to begin anew.`);
    console.error('Sign in as one of these, each with the password portico-demo:');
    for (const { username, shows } of DEMO_LOGINS) console.error(`  ${username.padEnd(10)}${shows}`);
    console.error(`Or be a guest: ${running.address}${config.basePath}/?guest`);
    warn({ ...config, ...place }, running);
  } catch (error) {
    forget();
    throw error;
  }
}

/** Writes clients only for PostgreSQL: an embedded database can't be opened while the server runs. */
async function writeFreeradiusConfig(config: Config, folder: string | undefined, given: string | undefined): Promise<void> {
  const { freeradiusToken: token, databaseUrl } = config;
  if (folder === undefined) throw new UsageError('Name the folder: portico freeradius-config FOLDER.');
  if (token === undefined)
    throw new UsageError('Set PORTICO_FREERADIUS_TOKEN, here as for the server, to at least 16 random letters and digits.');
  const url = urlOf(config, given);
  let clients: FreeradiusClient[] = [];
  if (databaseUrl !== undefined) await withDatabase(config, async ({ db }) => void (clients = await listClients(db)));
  for (const [file, text] of Object.entries(freeradiusConfig({ url, token, clients }))) {
    const place = join(folder, file);
    mkdirSync(dirname(place), { recursive: true });
    // It contains secrets; the mode alone wouldn't change that of a file that is there already.
    writeFileSync(place, text, { mode: 0o600 });
    chmodSync(place, 0o600);
    console.log(`Wrote ${place}.`);
  }
  if (databaseUrl === undefined) console.error('No clients were written: set DATABASE_URL to have one for each unit with a fixed address.');
}

/** The server's URL: as given, or from HOST, PORT and the base path. */
function urlOf({ host, port, basePath }: Config, given: string | undefined): string {
  const url = (given ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}${basePath}`).replace(/\/+$/, '');
  if (!/^https?:\/\/[\w.:[\]/~-]+$/.test(url) || !URL.canParse(url))
    throw new UsageError('--url is an address like https://portico.example.com');
  return url;
}

interface Played {
  hotspot?: string;
  guests?: string;
  user?: string;
  url?: string;
  speed?: string;
  seed?: string;
}

async function play(config: Config, given: Played): Promise<void> {
  const [hotspotId, guests] = [given.hotspot, given.guests].map((text) => (/^[1-9]\d{0,4}$/.test(text ?? '') ? Number(text) : 0));
  if (!hotspotId || !guests)
    throw new UsageError('Name the hotspot and how many guests: portico simulate --hotspot 1 --guests 20 --user NAME.');
  const password = process.env.PORTICO_SIMULATE_PASSWORD ?? '';
  if (given.user === undefined || password === '')
    throw new UsageError('Name an admin or reseller with --user NAME, and set PORTICO_SIMULATE_PASSWORD.');
  const { speed = '1', seed: seedOfGuests } = given;
  if (!/^(?:[1-9]\d?|100)$/.test(speed)) throw new UsageError('--speed is a whole number from 1 to 100.');
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  await simulate({
    ...{ url: urlOf(config, given.url), username: given.user, password, hotspotId, guests, radius: config.radius },
    ...{ speed: Number(speed), seed: seedOfGuests },
    say: (words) => console.log(words),
    signal: stopping.signal,
  });
}

async function seed(config: Config, options: { demo?: boolean; fixture?: string; size?: string; yes?: boolean }): Promise<void> {
  if ([options.demo, options.fixture, options.size].filter((value) => value !== undefined).length !== 1) {
    throw new UsageError('Choose what to seed: --demo, --fixture FILE, or --size small|large.');
  }
  if (options.size !== undefined && options.size !== 'small' && options.size !== 'large') throw new UsageError('--size is small or large.');
  const { size, fixture } = options;
  await expectAgreement(options.yes, `This empties ${placeOf(config)} first. Continue? [y/N] `);
  if (config.databaseUrl !== undefined) await withMigrationLock(config.databaseUrl, assertNoOtherConnections);
  await withDatabase(config, async ({ db }) => {
    const now = config.now ?? new Date();
    if (fixture !== undefined) await loadFixture(db, fixture);
    else if (size !== undefined) await seedSize(db, size, now);
    else await seedDemo(db, now);
    await tidy(db);
    console.log('Seeded.');
  });
}

function placeOf({ databaseUrl, data }: Config): string {
  return databaseUrl === undefined ? `the data folder ${data}` : 'the database that DATABASE_URL names';
}

async function expectAgreement(yes: boolean | undefined, question: string): Promise<void> {
  if (yes === true) return;
  if (!process.stdin.isTTY) throw new UsageError(`${question.replace(/ Continue\?.*/, '')} Add --yes to confirm.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('No changes were made.');
}

async function withDatabase(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  for (const warning of config.warnings) console.error(warning);
  if (config.databaseUrl === undefined) expectOwnFolder(config.data);
  const database = await openDatabase({ url: config.databaseUrl, folder: config.data }, { patient: true, backups: config.backups });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

function firstAdminWords(username: string, password: string): string {
  return `Sign in as ${username} with the one-time password ${password} and choose one of your own.`;
}

/** First signal: `close`, then exit. Second: exit at once. A closed terminal (SIGHUP) counts like the others. */
function onSignal(close: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
    });
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = expected.some((kind) => error instanceof kind);
  // Without the statement and its values, which may be personal data.
  const unforeseen = () => expectedFailure(error) ?? (error instanceof Error ? asLogged(error).stack : String(error));
  const words = isExpected && error instanceof Error ? error.message : unforeseen();
  if (['serve', 'demo'].includes(process.argv[2] ?? '')) endLog(words);
  console.error(words);
  process.exitCode = 1;
});
