/** Replicas behind a load balancer as documented are stopped and started one after the other: no call is lost, and none is done twice. */
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect } from '@jest/globals';
import { Client } from 'pg';
import { startHaproxy, startNginx, type Balancer } from '../../support/peers/balancers';
import { needing } from '../../support/run/needing';
import { freePort } from '../../support/run/postgres.mjs';
import { served, type Command } from '../../support/server/command';
import { laterProgram } from '../../support/server/laterVersion';
import { newTestDatabase, type TestDatabase } from '../../support/server/database';
import { signedIn, type Caller } from '../../support/server/server';
import { startWriters, WRITERS, type Writers } from '../../support/server/writers';

const READERS = 4;
const ROUNDS = 2;
/** Calls that are still at work when a replica is stopped: enough for one of them to be there, and for how many seconds. */
const SLOW = 3;
const SLOW_SECONDS = 6;
/** As documented for HAProxy: longer than two checks. */
const DRAIN_SECONDS = '5';
/** Milliseconds that no read may take, whatever is altered meanwhile: what a statement may take at most. */
const LONGEST_READ = 10_000;
const READ = ['/api/hotspots', '/api/sessions?limit=25', '/api/users?limit=25', '/config.json'];

let testDatabase: TestDatabase;
let url: string;
const use = (database: TestDatabase) => {
  testDatabase = database;
  url = database.url ?? '';
};
afterEach(() => testDatabase.remove());

type Replica = Command & { url: string };

/** Two replicas on ports that they get again. `later`: the program that they run when they are started again. */
async function startReplicas(more: Record<string, string>, later?: string) {
  const ports = [await freePort(), await freePort()];
  const start = (nth: number, program?: string) =>
    served({ DATABASE_URL: url, PORT: String(ports[nth]), PORTICO_TRUST_PROXY: 'loopback', ...more }, program);
  const replicas: [Replica, Replica] = [await start(0), await start(1)];
  return {
    urls: () => [replicas[0].url, replicas[1].url] as const,
    /** Stops the replica, `isStopping` after it was told to, and starts it again. */
    restart: async (nth: 0 | 1, isStopping: () => Promise<void>) => {
      replicas[nth].kill('SIGTERM');
      await isStopping();
      expect(await replicas[nth].ended).toBe(0);
      await pause(500);
      replicas[nth] = await start(nth, later);
    },
    stop: async () => {
      for (const replica of replicas) replica.kill('SIGTERM');
      expect(await Promise.all(replicas.map(({ ended }) => ended))).toEqual([0, 0]);
    },
  };
}

/** Calls that read without a pause; resolves to how long those took that were answered 200, in order, and to the other answers. */
function startReaders(reader: Caller, over: AbortSignal) {
  const failed: string[] = [];
  const milliseconds: number[] = [];
  const readers = Array.from({ length: READERS }, async (_, client) => {
    for (let nth = client; !over.aborted; nth += 1) {
      const path = READ[nth % READ.length] ?? '';
      const since = performance.now();
      const answer = await reader.get(path).catch(String);
      if (typeof answer !== 'string' && answer.status === 200) milliseconds.push(performance.now() - since);
      else failed.push(`${path}: ${typeof answer === 'string' ? answer : JSON.stringify(answer.body)}`);
    }
  });
  return Promise.all(readers).then(() => ({ milliseconds: milliseconds.sort((one, other) => one - other), failed }));
}

/** Changes to a unit that wait for its row, which is locked; resolves to their statuses. */
async function slowChanges(reseller: Caller) {
  // In a transaction, the activity would be that of its start.
  const [holder, watcher] = [new Client({ connectionString: url }), new Client({ connectionString: url })];
  await Promise.all([holder.connect(), watcher.connect()]);
  await holder.query('begin');
  await holder.query('select from units where id = 1 for update');
  const changes = Array.from({ length: SLOW }, (_, nth) =>
    reseller.put('/api/units/1', { description: `change ${nth}` }).then(
      (answer) => answer.status,
      (error: unknown) => String(error),
    ),
  );
  for (let waiting = 0; waiting < SLOW;) {
    await pause(50);
    const { rows } = await watcher.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%"units"%'`,
    );
    waiting = rows[0]?.waiting ?? 0;
  }
  return {
    statuses: Promise.all(changes),
    finish: async () => {
      await holder.query('commit');
      await Promise.all([holder.end(), watcher.end()]);
    },
  };
}

async function roll(
  balancer: Balancer,
  replicas: Awaited<ReturnType<typeof startReplicas>>,
  { isUsedAgain = async () => undefined, mayBeCut = 0 }: { isUsedAgain?: () => Promise<void>; mayBeCut?: number },
) {
  while ((await fetch(`${balancer.url}/config.json`).catch(() => ({ status: 0 }))).status !== 200) await pause(50);
  const reseller = await signedIn(balancer.url, 'reseller1');
  const over = new AbortController();
  const reading = startReaders(reseller, over.signal);
  const writers = await startWriters(balancer.url);
  await more(writers, 10);
  const slow: (number | string)[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const nth of [0, 1] as const) {
      const changes = await slowChanges(reseller);
      await replicas.restart(nth, async () => {
        await pause(SLOW_SECONDS * 1000);
        await changes.finish();
      });
      slow.push(...(await changes.statuses));
      await isUsedAgain();
      await more(writers, 10);
    }
  }
  over.abort();
  await writers.stop();
  const { milliseconds, failed } = await reading;
  const read = milliseconds.length;
  const [p99 = 0, longest = 0] = [milliseconds[Math.floor(read * 0.99)], milliseconds.at(-1)];
  process.stderr.write(
    `${read} read within ${p99.toFixed(0)} ms (p99) and ${longest.toFixed(0)} ms (all), ${writers.confirmed()} batches of vouchers made, ${writers.cut()} calls cut, during ${2 * ROUNDS} restarts\n`,
  );
  expect(failed).toEqual([]);
  expect(longest).toBeLessThan(LONGEST_READ);
  expect(slow).toEqual(slow.map(() => 200));
  expect({ refused: writers.refused(), unanswered: writers.unanswered() }).toEqual({ refused: 0, unanswered: 0 });
  expect(writers.cut()).toBeLessThanOrEqual(mayBeCut);
  await writers.expectKept(url, '502 ');
  await replicas.stop();
  balancer.kill('SIGTERM');
  await balancer.ended;
  rmSync(balancer.folder, { recursive: true });
}

async function more(writers: Writers, batches: number): Promise<void> {
  for (const before = writers.confirmed(); writers.confirmed() < before + batches;) await pause(20);
}

async function rollBehindHaproxy(later?: string): Promise<void> {
  const replicas = await startReplicas({ PORTICO_DRAIN_SECONDS: DRAIN_SECONDS }, later);
  const haproxy = await startHaproxy(replicas.urls());
  let ups = 0;
  const isUsedAgain = async () => {
    for (ups += 1; (haproxy.output().match(/^Server portico\/\w+ is UP/gm)?.length ?? 0) < ups;) await pause(50);
  };
  await roll(haproxy, replicas, { isUsedAgain });
}

needing('PORTICO_TEST_HAPROXY')(
  'replicas behind HAProxy that are restarted one by one lose no call',
  async () => {
    use(await newTestDatabase('fixture'));
    await rollBehindHaproxy();
  },
  300_000,
);

/** Tables that are in use meanwhile, so that changing them can wait for calls, and calls for it. */
const CHANGED = [
  'hotspots',
  'units',
  'users',
  'hotspot_vouchers',
  'voucher_batches',
  'accounts',
  'access_tokens',
  'audit_entries',
  'sessions',
];

needing('PORTICO_TEST_HAPROXY')(
  'replicas behind HAProxy are updated one by one to a version that changes all tables, and lose no call',
  async () => {
    use(await newTestDatabase('fixture'));
    await rollBehindHaproxy(laterProgram(CHANGED.map((table) => `alter table ${table} add column later text not null default 'later'`)));
  },
  300_000,
);

needing('PORTICO_TEST_NGINX')(
  'replicas behind nginx that are restarted one by one lose no call, but creating ones that arrive as a port closes, and do each once',
  async () => {
    use(await newTestDatabase('fixture'));
    const replicas = await startReplicas({ PORTICO_BASE_PATH: '/portico' });
    // It asks no health page, so it sends calls to a replica until that refuses connections, and asks the other one only for what isn't POST.
    await roll(await startNginx(replicas.urls()), replicas, { mayBeCut: 2 * ROUNDS * WRITERS });
  },
  300_000,
);
