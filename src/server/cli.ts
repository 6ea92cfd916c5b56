/** The `portico` command (README, "Commands"). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { insertFirstAdmin } from './accounts/firstAdmin';
import { ConfigError, readConfig, type Config } from './config';
import { openDatabase, type Database } from './db/client';
import { advanceDemo, DEMO_LOGINS, seedDemo } from './db/demo';
import { EmbeddedDatabaseError } from './db/embedded';
import { FixtureError, loadFixture } from './db/fixture';
import { seedSize } from './db/load';
import { rebuildSums } from './db/sums';
import { tidy } from './db/upkeep';
import { NewerDatabaseError, UnreachableDatabaseError } from './db/migrate';
import { PortInUseError, start, type Running } from './main';

const HELP = `portico: guest-WiFi hotspots, their console and its server

  portico serve                     serve the console on the database, created if there is none
  portico demo                      serve plausible data from a throw-away folder
  portico migrate                   bring the database up to date and stop
  portico create-admin [USERNAME]   add an admin with a one-time password
  portico seed --demo               fill the database with the demonstration data
  portico seed --fixture FILE       empty the database and load a recorded fixture
  portico seed --size small|large   fill the database with data for measuring
      --yes                         do not ask before emptying
  portico rebuild-sums              make the sums of the reports anew from the sessions
  portico --help                    this text

Settings come from the environment: HOST, PORT, PORTICO_DATA, DATABASE_URL and others; the README lists them.`;

/** Something the operator can mend: its message is enough, no stack. */
class UsageError extends Error {}

const expected = [
  UsageError,
  ConfigError,
  EmbeddedDatabaseError,
  FixtureError,
  NewerDatabaseError,
  PortInUseError,
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
      return demo(config);
    case 'migrate':
      return withDatabase(config, async () => console.log('The database is up to date.'));
    case 'create-admin':
      return withDatabase(config, async ({ db }) => {
        const username = rest[0] ?? 'admin';
        const password = await insertFirstAdmin(db, username, new Date());
        if (password === null)
          throw new UsageError(`There is already a manager called ${username}. Choose another name: portico create-admin NAME`);
        sayFirstAdmin(username, password);
      });
    case 'seed':
      return seed(config, values);
    case 'rebuild-sums':
      return withDatabase(config, async ({ db }) => {
        await rebuildSums(db);
        console.log('The sums of the reports were made anew.');
      });
    default:
      throw new UsageError(`There is no command ${command}.\n\n${HELP}`);
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
        fixture: { type: 'string' },
        size: { type: 'string' },
        yes: { type: 'boolean' },
        port: { type: 'string' },
      },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
  }
}

/** Serves; an empty database gets its plans and an admin whose one-time password is printed. */
async function serve(config: Config): Promise<void> {
  const running = await start(config, async ({ db }) => {
    const password = await insertFirstAdmin(db, 'admin', new Date(), { onlyIfEmpty: true });
    if (password !== null) sayFirstAdmin('admin', password);
  });
  stopOnSignal(running);
}

/** Serves the demonstration from a folder that goes when it stops; its sessions advance, its guests come and go. */
async function demo(config: Config): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-demo-'));
  const forget = () => rm(folder, { recursive: true, force: true });
  try {
    const running = await start({ ...config, databaseUrl: undefined, data: join(folder, 'data') }, ({ db }) =>
      seedDemo(db, config.now ?? new Date()),
    );
    const stopAdvancing = config.now === undefined ? advanceDemo(running.database.db) : () => undefined;
    stopOnSignal(running, async () => {
      stopAdvancing();
      await running.close();
      await forget();
    });
    console.log('Sign in as one of these, each with the password portico-demo:');
    for (const { username, shows } of DEMO_LOGINS) console.log(`  ${username.padEnd(10)}${shows}`);
  } catch (error) {
    await forget();
    throw error;
  }
}

async function seed(config: Config, wish: { demo?: boolean; fixture?: string; size?: string; yes?: boolean }): Promise<void> {
  if ([wish.demo, wish.fixture, wish.size].filter((value) => value !== undefined).length !== 1) {
    throw new UsageError('Say what to seed: --demo, --fixture FILE, or --size small|large.');
  }
  if (wish.size !== undefined && wish.size !== 'small' && wish.size !== 'large') throw new UsageError('--size is small or large.');
  const { size, fixture } = wish;
  const where = config.databaseUrl === undefined ? `the data folder ${config.data}` : 'the database that DATABASE_URL names';
  if (wish.yes !== true && !(await agrees(`This empties ${where} first. Go on? [y/N] `))) throw new UsageError('Nothing was changed.');
  await withDatabase(config, async ({ db }) => {
    const now = config.now ?? new Date();
    if (fixture !== undefined) await loadFixture(db, fixture);
    else if (size !== undefined) await seedSize(db, size, now);
    else await seedDemo(db, now);
    await tidy(db);
    console.log('Seeded.');
  });
}

async function agrees(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new UsageError('This empties the database. Say --yes when you mean it.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

async function withDatabase(config: Config, work: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ url: config.databaseUrl, folder: config.data }, { patient: true });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

function sayFirstAdmin(username: string, password: string): void {
  console.log(`Sign in as ${username} with the one-time password ${password} and choose one of your own.`);
}

/** First signal: answer what runs, close the database, end. Second: end at once. */
function stopOnSignal(running: Running, close: () => Promise<void> = running.close): void {
  console.log(`Portico is listening on ${running.address}`);
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
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
  if (expected.some((kind) => error instanceof kind)) console.error((error as Error).message);
  else console.error(error);
  process.exitCode = 1;
});
