import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { missing } from './missing.mjs';

const DRIVERS = ['/usr/lib/freeradius/rlm_sql_postgresql.so', '/usr/lib64/freeradius/rlm_sql_postgresql.so'];
const CONFIGURATIONS = ['/etc/freeradius/3.0', '/etc/raddb'];

/**
 * In the long run, sets PORTICO_TEST_FREERADIUS_SQL to the folder with FreeRADIUS' own configuration if it can write to PostgreSQL.
 */
export function findFreeradiusSql() {
  if (process.env.PORTICO_LONG !== '1' || process.env.PORTICO_TEST_FREERADIUS === undefined) return;
  const configuration = CONFIGURATIONS.find((folder) => isReadable(path.join(folder, 'mods-config/sql/main/postgresql/queries.conf')));
  if (configuration !== undefined && DRIVERS.some(isReadable)) process.env.PORTICO_TEST_FREERADIUS_SQL = configuration;
  else missing('rlm_sql_postgresql (freeradius-postgresql)', 'the nights counted by FreeRADIUS’ SQL', ['freeradius-postgresql']);
}

function isReadable(/** @type {string} */ file) {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
