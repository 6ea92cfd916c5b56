/** The `portico` command. */
import { BackupFileError } from './backups/backupFile';
import { ServedFolderError } from './cli/folderSocket';
import { runCommand } from './cli/program';
import { UsageError } from './cli/usageError';
import { ConfigError } from './config';
import { NoBackupError } from './backups/beforeUpdates';
import { UnsuitableDatabaseError } from './database/databaseRequirements';
import { EmbeddedDatabaseError } from './database/embeddedErrors';
import { ForeignFolderError } from './database/folderOwner';
import { LockedDatabaseError, NewerDatabaseError, UnreleasedDatabaseError } from './database/migrate';
import { UnreachableDatabaseError } from './database/servers';
import { DatabaseInUseError } from './database/replicas';
import { expectedFailure } from './expectedFailure';
import { asLogged } from './http/errors';
import { CannotListenError } from './http/listening';
import { FixtureError } from '../demo/seeds/fixture';
import { SimulationError } from '../demo/simulate/players';

/** Errors that the operator can fix: their messages say how, and are printed without a stack trace. */
const EXPECTED = [
  UsageError,
  BackupFileError,
  CannotListenError,
  ConfigError,
  DatabaseInUseError,
  EmbeddedDatabaseError,
  FixtureError,
  ForeignFolderError,
  NewerDatabaseError,
  UnreleasedDatabaseError,
  NoBackupError,
  ServedFolderError,
  SimulationError,
  UnsuitableDatabaseError,
  LockedDatabaseError,
  UnreachableDatabaseError,
];

/** An unexpected error with its stack, but without the SQL statement and its values, which may be personal data. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (EXPECTED.some((kind) => error instanceof kind)) return error.message;
  return expectedFailure(error) ?? asLogged(error).stack;
}

runCommand(process.argv.slice(2)).catch((error: unknown) => {
  console.error(messageOf(error));
  // Anything still open must not keep a failed command running.
  process.exit(1);
});
