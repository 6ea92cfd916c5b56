import { Command, CommanderError } from 'commander';
import { VERSION } from '../version';
import { addBackup } from './backup';
import { addCreateAdmin } from './createAdmin';
import { addDemo } from './demo';
import { addCheck, addDoctor } from './doctor';
import { addFreeradiusConfig } from './freeradiusFiles';
import { addImport } from './import';
import { addMigrate } from './migrate';
import { addRebuildSums } from './rebuildSums';
import { addRenewKeys } from './renewKeys';
import { addRestore } from './restore';
import { addSecondFactorOff } from './secondFactorOff';
import { addSeed } from './seed';
import { addServe } from './serve';
import { addSetup } from './setup';
import { addSimulate } from './simulate';
import { UsageError } from './usageError';

/** The commands, in the order of the help. */
const COMMANDS = [
  addServe,
  addDemo,
  addSetup,
  addCheck,
  addDoctor,
  addMigrate,
  addCreateAdmin,
  addSecondFactorOff,
  addRenewKeys,
  addBackup,
  addRestore,
  addImport,
  addSeed,
  addFreeradiusConfig,
  addSimulate,
  addRebuildSums,
];

/** `portico` with all of its commands. */
export function porticoProgram(): Command {
  const program = new Command('portico')
    .description('Guest-WiFi hotspots, their console and its server')
    .version(VERSION, '-V, --version', 'the version')
    .helpOption('-h, --help', 'this text, or that of a command')
    .helpCommand('help [command]', 'the same')
    .option('--port <n>', 'listen on this port, whatever PORT says')
    .addHelpText(
      'after',
      '\nSettings come from the environment: HOST, PORT, PORTICO_DATA, DATABASE_URL and others, listed in docs/operations.md#settings.',
    )
    // Errors are thrown, and printed in one place.
    .exitOverride()
    .configureOutput({ outputError: () => undefined });
  for (const add of COMMANDS) add(program);
  return program;
}

/** Runs the command that the arguments name. Throws UsageError if they name none or don't fit it. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const program = porticoProgram();
  if (args.length === 0) {
    program.outputHelp();
    return;
  }
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are "errors" with exit code 0.
    if (error.exitCode !== 0) throw new UsageError(usageText(error.message));
  }
}

/** Turns an error of the parser into sentences, such as "error: unknown command 'sreve'\n(Did you mean serve?)". */
function usageText(message: string): string {
  const [, what = message, meant] = /^error: (.*?)(?:\n\((.*)\))?$/s.exec(message) ?? [];
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}${what.endsWith('.') ? '' : '.'} ${meant === undefined ? '' : `${meant} `}See portico --help.`;
}
