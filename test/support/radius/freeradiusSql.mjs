/** FreeRADIUS' own SQL for PostgreSQL, as its package sets it up, for tests and the benchmark. */
import path from 'node:path';

const folderIn = (/** @type {string} */ configuration) => path.join(configuration, 'mods-config/sql/main/postgresql');

/** The file with the tables. `configuration`: the package's folder. @param {string} configuration */
export const schemaFile = (configuration) => path.join(folderIn(configuration), 'schema.sql');

/**
 * The configuration of the module that records accounting in the database at `url`, over this many connections.
 *
 * @param {{ configuration: string, url: string, connections: number }} options
 */
export function sqlModule({ configuration, url, connections }) {
  const { hostname, port, username, password, pathname } = new URL(url);
  return `
sql {
  dialect = "postgresql"
  driver = "rlm_sql_postgresql"
  server = "${hostname}"
  port = ${port || '5432'}
  login = "${decodeURIComponent(username)}"
  password = "${decodeURIComponent(password)}"
  radius_db = "${pathname.slice(1)}"
  acct_table1 = "radacct"
  acct_table2 = "radacct"
  postauth_table = "radpostauth"
  authcheck_table = "radcheck"
  groupcheck_table = "radgroupcheck"
  authreply_table = "radreply"
  groupreply_table = "radgroupreply"
  usergroup_table = "radusergroup"
  client_table = "nas"
  group_attribute = "SQL-Group"
  pool {
    start = ${String(connections)}
    min = ${String(connections)}
    max = ${String(connections)}
    spare = ${String(connections)}
  }
  $INCLUDE ${folderIn(configuration)}/queries.conf
}
`;
}
