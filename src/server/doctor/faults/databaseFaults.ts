/** PostgreSQL, and the tables in it. */
import { type Fault, isEmbedded } from './fault';
import type { Examined } from '../examined';

/** Connections that a server opens: ten for each process, and one for commands. */
const connectionsOf = ({ workers }: Examined['config']) => workers * 10 + 1;
const POSTGRES = 140_000;

export const DATABASE_FAULTS = {
  database_unreachable: {
    stops: true,
    find: (it) =>
      it.databaseProblem?.isInUse === false && {
        wrong: it.databaseProblem.message,
        mend: isEmbedded(it)
          ? `See that the disk is sound, and restore the last good backup in ${it.config.backups}: portico restore FILE.`
          : 'Start the database, and correct DATABASE_URL.',
      },
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
  database_locale: {
    find: ({ database }) =>
      database?.server?.foldsLetters === false && {
        wrong:
          'The locale of the database pairs capitals and small letters in its own way (C: only A to Z; tr_TR: I and ı): names typed in the other case are not found, and user names with such letters cannot sign in.',
        mend: 'Make another one, like: createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 --owner=ROLE portico, and restore a backup into it.',
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
      database.server.freeConnections < connectionsOf(config) && {
        wrong: `PostgreSQL has ${database.server.freeConnections} connections left, and this server opens ${connectionsOf(config)}.`,
        mend: 'Raise max_connections of PostgreSQL, or set fewer PORTICO_WORKERS.',
      },
  },
} satisfies Record<string, Fault>;
