/** Databases of test runs on a PostgreSQL server that others use, too. */
import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { beginRun } from '../../support/run/sharedPostgres.mjs';
import { onServer } from '../../support/server/database';
import { afterThisTest } from '../../support/server/leftovers';

const SERVER = String(process.env.PORTICO_TEST_POSTGRES);

/** Which of these databases exist. */
async function existing(...names: string[]): Promise<string[]> {
  let found: string[] = [];
  await onServer(async (server) => {
    const { rows } = await server.query<{ datname: string }>('select datname from pg_database where datname = any($1)', [names]);
    found = names.filter((name) => rows.some(({ datname }) => datname === name));
  });
  return found;
}

async function withDatabases(...names: string[]) {
  for (const name of names) await onServer((server) => server.query(`create database ${name}`));
  afterThisTest(async () => {
    for (const name of names) await onServer((server) => server.query(`drop database if exists ${name} with (force)`));
  });
}

test('a run drops the databases of runs that were killed, but not those of runs that go on, and no others', async () => {
  const [killed, other] = [await beginRun(SERVER), await beginRun(SERVER)];
  afterThisTest(other.end);
  const names = [`${killed.prefix}1`, `${other.prefix}1`, `portico_of_${killed.prefix}`];
  await withDatabases(...names);
  await (await beginRun(SERVER)).end();
  expect(await existing(...names)).toEqual(names);

  await killed.end();
  await (await beginRun(SERVER)).end();
  expect(await existing(...names)).toEqual(names.slice(1));
});

test('a database that a worker of a killed run still uses is dropped by a later run', async () => {
  const killed = await beginRun(SERVER);
  const name = `${killed.prefix}1`;
  await withDatabases(name);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  const worker = new Client({ connectionString: url.href });
  await worker.connect();
  await killed.end();
  await (await beginRun(SERVER)).end();
  expect(await existing(name)).toEqual([name]);

  await worker.end();
  await (await beginRun(SERVER)).end();
  expect(await existing(name)).toEqual([]);
});
