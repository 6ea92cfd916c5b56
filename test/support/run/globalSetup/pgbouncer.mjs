import { findPgbouncer } from '../pgbouncer.mjs';
import { missing } from './missing.mjs';

/** In the long run, sets PORTICO_TEST_PGBOUNCER to the path of PgBouncer if it is installed. */
export function lookForPgbouncer() {
  if (process.env.PORTICO_LONG !== '1') return;
  const program = findPgbouncer();
  if (program === undefined) missing('PgBouncer', 'the tests with a pooler in front of PostgreSQL', ['pgbouncer']);
  else process.env.PORTICO_TEST_PGBOUNCER = program;
}
