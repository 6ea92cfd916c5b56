import { findPostgres, startPostgres } from '../postgres.mjs';
import { serverBundle } from '../serverBundle.mjs';
import { beginRun } from '../sharedPostgres.mjs';
import { lookForBalancers } from './balancers.mjs';
import { lookForFaults } from './faults.mjs';
import { findFreeradius } from './freeradius.mjs';
import { findFreeradiusSql } from './freeradiusSql.mjs';
import { lookForPatroni } from './patroni.mjs';
import { lookForPgbouncer } from './pgbouncer.mjs';
import { toStop } from './toStop.mjs';

/**
 * PORTICO_TEST_POSTGRES: postgres://… of a superuser, for creating test databases. Set it beforehand to use a running server.
 * PORTICO_TEST_DATABASES: how the names of databases begin on such a server, see sharedPostgres.mjs.
 * PORTICO_TEST_CLI, PORTICO_TEST_FREERADIUS: see serverPglite.mjs. PORTICO_TEST_FREERADIUS_SQL: see freeradiusSql.mjs.
 * PORTICO_TEST_PGBOUNCER, PORTICO_TEST_PATRONI: see pgbouncer.mjs and patroni.mjs. PORTICO_TEST_HAPROXY, PORTICO_TEST_NGINX: see
 * balancers.mjs.
 * PORTICO_TEST_FAKETIME: see faults.mjs.
 */
export default async function globalSetup() {
  process.env.PORTICO_TEST_CLI = await serverBundle();
  findFreeradius();
  findFreeradiusSql();
  lookForPgbouncer();
  lookForPatroni();
  lookForBalancers();
  lookForFaults();
  if (process.env.PORTICO_TEST_POSTGRES !== undefined) {
    const run = await beginRun(process.env.PORTICO_TEST_POSTGRES);
    toStop(run.end);
    process.env.PORTICO_TEST_DATABASES = run.prefix;
    return;
  }
  const postgres = await startPostgres(findPostgres());
  toStop(postgres.stop);
  process.env.PORTICO_TEST_POSTGRES = postgres.url;
}
