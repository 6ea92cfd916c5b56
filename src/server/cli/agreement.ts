import { createInterface } from 'node:readline/promises';
import type { Config } from '../config';
import { UsageError } from './usageError';

/** Asks before data is replaced. `--yes` answers the question, and is required without a terminal. */
export async function expectAgreement(yes: boolean | undefined, question: string): Promise<void> {
  if (yes === true) return;
  if (!process.stdin.isTTY) throw new UsageError(`${question.replace(/ Continue\?.*/, '')} Add --yes to confirm.`);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(question);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('No changes were made.');
}

/** The database that a command would replace, as its question names it. */
export function databaseOf({ databaseUrl, data }: Config): string {
  return databaseUrl === undefined ? `the data folder ${data}` : 'the database that DATABASE_URL names';
}
