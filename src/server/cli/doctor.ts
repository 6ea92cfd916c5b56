import type { Command } from 'commander';
import { listensOf, requestServer } from './folderSocket';
import type { Config } from '../config';
import { openDatabase, type DatabaseLocation } from '../database/client';
import { databaseFacts } from '../doctor/queries';
import { isFirstStart } from '../database/firstStart';
import { EmbeddedDatabaseError } from '../database/embeddedErrors';
import type { Examined } from '../doctor/examined';
import { findFaults, type Finding } from '../doctor/faults';
import { machineFacts } from '../doctor/machine';
import { networkFacts } from '../doctor/network';
import { expectedFailure } from '../expectedFailure';
import { withSettings } from './settingsOf';
import { UsageError } from './usageError';

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('say what is wrong with this installation, and how to mend it')
    .option('--json', 'as JSON, for programs')
    .action(
      withSettings(async (config, { json }: { json?: boolean }) => {
        const findings = await examine(config);
        if (json === true) console.log(JSON.stringify(findings, undefined, 2));
        else console.log(findings.length === 0 ? 'Nothing is wrong.' : findings.map(textOf).join('\n'));
        if (findings.some(({ stops }) => stops)) process.exitCode = 1;
      }),
    );
}

export function addCheck(program: Command): void {
  program
    .command('check')
    .description('say whether a server with these settings would start, without starting it')
    .action(
      withSettings(async (config) => {
        const findings = (await examine(config)).filter(({ stops }) => stops);
        if (findings.length > 0) throw new UsageError(findings.map(({ wrong }) => wrong).join('\n'));
        console.log('A server with these settings would start.');
      }),
    );
}

const textOf = ({ fault, wrong, mend }: Finding) => `${fault}: ${wrong.replaceAll('\n', '\n  ')}\n  ${mend}\n`;

async function examine(config: Config): Promise<Finding[]> {
  const { isServing, ...database } = await databaseOf(config);
  const machine = await machineFacts(config);
  const network = await networkFacts(config, { isServing, unitAddresses: database.database?.units.addresses ?? [] });
  return findFaults({ config, machine, network, ...database });
}

type Found = Pick<Examined, 'database' | 'databaseProblem' | 'servedElsewhere'> & { isServing: boolean };

/** Opens the database only if that changes nothing; if a server has it open, asks that server instead. */
async function databaseOf(config: Config): Promise<Found> {
  const { data, databaseUrl } = config;
  const found: Found = { database: null, databaseProblem: null, servedElsewhere: null, isServing: false };
  if (isFirstStart(config)) return found;
  try {
    found.isServing =
      databaseUrl === undefined &&
      (await requestServer(data, { call: 'examine' }, async (answer) => {
        if (!('database' in answer)) return;
        found.database = answer.database;
        found.servedElsewhere = elsewhere(config, answer.listens);
      }));
    if (!found.isServing) found.database = await factsIn({ url: databaseUrl, folder: data });
  } catch (error) {
    const message = expectedFailure(error) ?? (error instanceof Error ? error.message : String(error));
    found.databaseProblem = { message, isInUse: error instanceof EmbeddedDatabaseError && error.code === 'in_use' };
  }
  return found;
}

/** Where the running server listens, if these settings say otherwise. A port 0 is any port. */
function elsewhere(config: Config, listens: string): string | null {
  const isAny = config.port === 0 || listens.endsWith(':0');
  return isAny || listens === listensOf(config) ? null : listens;
}

async function factsIn(location: DatabaseLocation) {
  const { db, engine, close } = await openDatabase(location, { upToDate: false });
  try {
    return await databaseFacts(db, engine, new Date());
  } finally {
    await close();
  }
}
