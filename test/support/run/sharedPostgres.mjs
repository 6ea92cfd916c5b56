import { randomBytes } from 'node:crypto';
import pg from 'pg';

const PREFIX = 'portico_run_';

/** SQLSTATE: somebody is connected to a database that should be dropped. */
const IN_USE = '55006';

/**
 * Begins a run of tests on a PostgreSQL server that outlives it. The run is alive as long as its connection: databases of runs that were
 * killed are dropped here. One that a worker of such a run still uses is dropped by a later run.
 *
 * @param {string} url of a superuser
 * @returns {Promise<{ prefix: string, end: () => Promise<void> }>} how the names of the run's databases begin
 */
export async function beginRun(url) {
  const name = PREFIX + randomBytes(6).toString('hex');
  const server = new pg.Client({ connectionString: url, application_name: name });
  server.on('error', (error) => process.stderr.write(`The connection of this run to PostgreSQL was lost: ${error.message}\n`));
  await server.connect();
  // Runs that begin at once don't drop the same database.
  await server.query('select pg_advisory_lock(2)');
  const { rows } = await server.query(
    `select datname as name from pg_database where starts_with(datname, $1)
      and not exists (select from pg_stat_activity where application_name = left(pg_database.datname, $2))`,
    [PREFIX, name.length],
  );
  for (const row of rows) {
    await server.query(`drop database ${String(row.name)}`).catch((/** @type {pg.DatabaseError} */ error) => {
      if (error.code !== IN_USE) throw error;
    });
  }
  await server.query('select pg_advisory_unlock(2)');
  return { prefix: `${name}_`, end: () => server.end() };
}
