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
import { FIXTURE_FILE } from '../../support/backEnd/recordings';
import { findPostgres, startPostgres } from '../../support/run/postgres.mjs';
import { callerOf } from '../../support/server/server';
import { timesRounds } from '../../support/run/rounds';
import { startWriters } from '../../support/server/writers';

const ROUNDS = timesRounds(30);
/** Confirmed batches before the next restart. */
const BATCHES = 4;
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
  // Calls arrive while no database is running.
  await pause(200);
  postgres = await startPostgres(bin, home, { port });
}

test(
  `${ROUNDS} restarts and ended connections under writers lose nothing confirmed, and cause no answer but 503`,
  async () => {
    const server = await served({ DATABASE_URL: postgres.url });
    let ended: number | string | undefined;
    void server.ended.then((how) => (ended = how));
    const writers = await startWriters(server.url);
    let slowest = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = writers.confirmed();
      while (writers.confirmed() < before + BATCHES) await pause(10);
      await (round % 2 === 0 ? restart() : endConnections());
      const back = performance.now();
      const confirmed = writers.confirmed();
      while (writers.confirmed() === confirmed && ended === undefined) await pause(10);
      slowest = Math.max(slowest, performance.now() - back);
      expect({ round, ended }).toEqual({ round, ended: undefined });
    }
    await writers.stop();

    expect(writers.refused()).toBeGreaterThan(0);
    expect(slowest).toBeLessThan(BACK_WITHIN);
    expect(await callerOf(() => server.url).get('/health/ready')).toMatchObject({ status: 200 });
    expect(writers.unanswered()).toBe(0);
    await writers.expectKept(postgres.url);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  },
  30 * MINUTES,
);
