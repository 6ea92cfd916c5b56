/** PostgreSQL, and the tables in it. */
import type { Fault } from './fault';
import type { Examined } from '../examined';

/** Connections that a server opens: ten for each process, and one for commands. */
const connectionsOf = ({ workers }: Examined['config']) => workers * 10 + 1;
const POSTGRES = 140_000;

export const DATABASE_FAULTS = {
  database_unreachable: {
    stops: true,
    find: ({ databaseProblem }) =>
      databaseProblem !== null && { wrong: databaseProblem, mend: 'Start the database, and correct DATABASE_URL.' },
  },
  database_unsuitable: {
    stops: true,
    find: ({ database }) => {
      const server = database?.server;
      if (!server) return false;
      const problems = [
        ...(server.encoding === 'UTF8' ? [] : [`it keeps texts as ${server.encoding}, not as UTF8`]),
        ...(server.isStandby ? ['it is a standby'] : []),
        ...(server.isReadOnly && !server.isStandby ? ['it is read-only for this role'] : []),
        ...(server.mayCreate ? [] : ['this role may not make tables in it']),
        ...(server.version < POSTGRES ? [`it is PostgreSQL ${Math.floor(server.version / 10_000)}, older than 14`] : []),
      ];
      return (
        problems.length > 0 && {
          wrong: `The database that DATABASE_URL names can't be used: ${problems.join('; ')}.`,
          mend: 'Name another one, made like: createdb --encoding=UTF8 --template=template0 --owner=ROLE portico',
        }
      );
    },
  },
  database_newer: {
    stops: true,
    find: ({ database }) =>
      database !== null &&
      database.applied > database.known && {
        wrong: 'The database was written by a newer version of Portico.',
        mend: 'Install that version or a later one, or restore a backup from before the update.',
      },
  },
  migrations_missing: {
    find: ({ database }) =>
      database !== null &&
      database.applied < database.known && {
        wrong: 'The tables are of an older version of Portico, or there are none yet.',
        mend: 'Start the server, or run "portico migrate": either brings them up to date, all or none.',
      },
  },
  connections_few: {
    find: ({ config, database }) =>
      database?.server != null &&
      database.server.connectionsLeft < connectionsOf(config) && {
        wrong: `PostgreSQL has ${database.server.connectionsLeft} connections left, and this server opens ${connectionsOf(config)}.`,
        mend: 'Raise max_connections of PostgreSQL, or set fewer PORTICO_WORKERS.',
      },
  },
} satisfies Record<string, Fault>;
