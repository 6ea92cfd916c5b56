import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Recorded from an existing back end; see test/contract/recorded.test.ts. */
const FOLDER = path.resolve(import.meta.dirname, '../../contract/data');

export const FIXTURE_FILE = path.join(FOLDER, 'fixture.json');

export interface Exchange {
  name: string;
  /** The caller's username; null without a token, `__bad__` with a wrong one. */
  as: string | null;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  status: number;
  response: unknown;
}

export function readExchanges(): Exchange[] {
  return exchangesIn('exchanges.jsonl');
}

/** Recorded reads over the whole range of parameters. */
export function readExistingReads(): Exchange[] {
  return exchangesIn('existing-reads.jsonl');
}

function exchangesIn(file: string): Exchange[] {
  return readFileSync(path.join(FOLDER, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Exchange);
}

export type RecordedRow = Record<string, string | number | null>;

interface Fixture {
  recorded_at: string;
  tables: Record<string, RecordedRow[]>;
}

export const fixture = JSON.parse(readFileSync(FIXTURE_FILE, 'utf8')) as Fixture;

/** Time of the recording, to which the fixture's times are relative. */
export const RECORDED_AT = new Date(fixture.recorded_at);

export const logins = JSON.parse(readFileSync(path.join(FOLDER, 'logins.json'), 'utf8')) as { username: string; password: string }[];

export function passwordOf(username: string): string {
  const login = logins.find((one) => one.username === username);
  if (!login) throw new Error(`the fixture has no sign-in for ${username}`);
  return login.password;
}

export function accountIdOf(username: string): number {
  return Number(fixture.tables.accounts?.find((account) => account.username === username)?.id ?? 0);
}

/** Ids of the hotspots an account of the fixture may read. */
export function hotspotsOf(username: string): number[] {
  const { hotspots = [], accounts_hotspots = [] } = fixture.tables;
  const id = accountIdOf(username);
  const own = username === 'admin' ? hotspots : hotspots.filter((hotspot) => hotspot.account_id === id);
  const tied = accounts_hotspots.filter((tie) => tie.account_id === id);
  return [...own.map((hotspot) => Number(hotspot.id)), ...tied.map((tie) => Number(tie.hotspot_id))];
}
