import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { requestServer } from './folderSocket';
import type { Config } from '../config';
import { openDatabase, type DatabasePlace } from '../database/client';
import { databaseFacts } from '../doctor/queries';
import type { DatabaseFacts } from '../doctor/examined';
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
  const network = await networkFacts(config, { isServing });
  return findFaults({ config, machine, network, ...database });
}

/** Opens the database only if that changes nothing; if a server has it open, asks that server instead. */
async function databaseOf(config: Config) {
  const { data, databaseUrl } = config;
  const found: { database: DatabaseFacts | null; databaseProblem: string | null; isServing: boolean } = {
    database: null,
    databaseProblem: null,
    isServing: false,
  };
  if (databaseUrl === undefined && !existsSync(`${data}/postgres`)) return found;
  try {
    found.isServing =
      databaseUrl === undefined &&
      (await requestServer(data, { call: 'examine' }, async (answer) => {
        if ('database' in answer) found.database = answer.database;
      }));
    if (!found.isServing) found.database = await factsIn({ url: databaseUrl, folder: data });
  } catch (error) {
    found.databaseProblem = expectedFailure(error) ?? (error instanceof Error ? error.message : String(error));
  }
  return found;
}

async function factsIn(place: DatabasePlace): Promise<DatabaseFacts> {
  const { db, engine, close } = await openDatabase(place, { upToDate: false });
  try {
    return await databaseFacts(db, engine, new Date());
  } finally {
    await close();
  }
}
