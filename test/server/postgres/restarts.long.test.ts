/** PostgreSQL restarts and drops connections during writes: the server stays up and loses nothing it confirmed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { openDatabase } from '../../../src/server/database/client';
import { loadFixture } from '../../../src/demo/seeds/fixture';
import { served } from '../../support/server/command';
import { FIXTURE_FILE, passwordOf } from '../../support/backEnd/recordings';
import { findPostgres, startPostgres } from '../../support/run/postgres.mjs';
import { callerOf, login, type Caller } from '../../support/server/server';
import { isLong } from '../../support/run/long';

const ROUNDS = isLong ? 100 : 10;
const WRITERS = 4;
/** Number of the reseller's hotspots. */
const HOTSPOTS = 3;
/** Milliseconds from PostgreSQL accepting connections to the server writing again. */
const BACK_WITHIN = 5_000;
const MINUTES = 60_000;

let home: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
const bin = findPostgres() ?? '';
const portOf = () => Number(new URL(postgres.url).port);

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'portico-restarts-'));
  postgres = await startPostgres(bin, home);
  await postgres.stop();
  postgres = await startPostgres(bin, home, { port: portOf() });
  const database = await openDatabase({ url: postgres.url, folder: '' });
  await loadFixture(database.db, FIXTURE_FILE);
  await database.close();
});
afterAll(async () => {
  await postgres.stop();
  rmSync(home, { recursive: true });
});

async function endConnections(): Promise<void> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portico'`);
  await client.end();
}

async function restart(): Promise<void> {
  const port = portOf();
  await postgres.stop();
  // Calls arrive while there is no database at all.
  await pause(200);
  postgres = await startPostgres(bin, home, { port });
}

/** What the writers were answered: a count per status, and what was confirmed. */
interface Told {
  statuses: Map<string, number>;
  vouchers: number[];
  descriptions: Map<number, { confirmed: number; sent: number }>;
}

/** Creates vouchers, each batch under its own key; the first three writers also count up in a hotspot's description. */
async function write(reseller: Caller, writer: number, told: Told, isOver: () => boolean): Promise<void> {
  const hotspot = ((writer - 1) % HOTSPOTS) + 1;
  const count = (answer: { status: number; body: unknown; headers: Headers }) => {
    const { code = '' } = answer.body as { code?: string };
    const what = `${answer.status} ${code}${answer.status === 503 && answer.headers.get('Retry-After') === null ? ' without Retry-After' : ''}`;
    told.statuses.set(what, (told.statuses.get(what) ?? 0) + 1);
    return answer.status;
  };
  for (let n = 1; !isOver(); n += 1) {
    const mark = writer * 1_000_000 + n;
    const body = { hotspot_id: hotspot, num_vouchers: 3, remain_use: 1, bandwidth_down: mark };
    while (!isOver()) {
      if (count(await reseller.post('/api/vouchers', body, { 'Idempotency-Key': `mark-${mark}` })) === 201) {
        told.vouchers.push(mark);
        break;
      }
    }
    if (writer > HOTSPOTS) continue;
    const seen = told.descriptions.get(hotspot) ?? { confirmed: 0, sent: 0 };
    if (count(await reseller.put(`/api/hotspots/${hotspot}`, { description: String(n) })) === 200) seen.confirmed = n;
    told.descriptions.set(hotspot, { ...seen, sent: n });
  }
}

test(
  `${ROUNDS} restarts and ended connections under ${WRITERS} writers lose nothing confirmed, and cause no answer but 503`,
  async () => {
    const server = await served({ DATABASE_URL: postgres.url });
    let ended: number | string | undefined;
    void server.ended.then((how) => (ended = how));
    const nobody = callerOf(() => server.url);
    const token = await login(nobody, 'reseller1', passwordOf('reseller1'));
    const reseller = callerOf(
      () => server.url,
      async () => token,
    );
    const told: Told = { statuses: new Map(), vouchers: [], descriptions: new Map() };
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, (_, n) => write(reseller, n + 1, told, () => isOver));
    let slowest = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = told.vouchers.length;
      while (told.vouchers.length < before + WRITERS) await pause(10);
      await (round % 2 === 0 ? restart() : endConnections());
      const back = performance.now();
      const confirmed = told.vouchers.length;
      while (told.vouchers.length === confirmed && ended === undefined) await pause(10);
      slowest = Math.max(slowest, performance.now() - back);
      expect({ round, ended }).toEqual({ round, ended: undefined });
    }
    isOver = true;
    await Promise.all(writers);

    expect([...told.statuses.keys()].filter((what) => !/^(200 |201 |503 (unavailable|outcome_unknown)$)/.test(what))).toEqual([]);
    expect([...told.statuses.keys()].some((what) => what.startsWith('503'))).toBe(true);
    expect(slowest).toBeLessThan(BACK_WITHIN);
    expect(await reseller.get('/health/ready')).toMatchObject({ status: 200 });
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const found = await client.query<{ mark: number; vouchers: number }>(
      'select bandwidth_down as mark, count(*)::int as vouchers from hotspot_vouchers where bandwidth_down >= 1000000 group by 1',
    );
    await client.end();
    const made = new Map(found.rows.map(({ mark, vouchers }) => [mark, vouchers]));
    // Every batch was made at most once and completely, and every confirmed one exists.
    expect([...made].filter(([, vouchers]) => vouchers !== 3)).toEqual([]);
    expect(told.vouchers.filter((mark) => !made.has(mark))).toEqual([]);
    for (const [hotspot, { confirmed, sent }] of told.descriptions) {
      const { description } = (await reseller.get(`/api/hotspots/${hotspot}`)).body as { description: string };
      expect(Number(description)).toBeGreaterThanOrEqual(confirmed);
      expect(Number(description)).toBeLessThanOrEqual(sent);
    }
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  },
  (isLong ? 30 : 3) * MINUTES,
);
