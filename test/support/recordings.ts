import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Recorded from an existing back end; see test/contract/recorded.test.ts. */
const FOLDER = path.resolve(import.meta.dirname, '../contract/data');

export const FIXTURE_FILE = path.join(FOLDER, 'fixture.json');

export interface Exchange {
  name: string;
  /** Who called: a username, null for nobody, `__bad__` for somebody with a wrong token. */
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

/** Reads over the whole range of parameters, many of them as consoles send them. */
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

/** The moment of the recording: the fixture's times are relative to it. */
export const RECORDED_AT = new Date(fixture.recorded_at);

export const logins = JSON.parse(readFileSync(path.join(FOLDER, 'logins.json'), 'utf8')) as { username: string; password: string }[];

export function passwordOf(username: string): string {
  const login = logins.find((one) => one.username === username);
  if (!login) throw new Error(`the fixture has no log-in for ${username}`);
  return login.password;
}

export function accountIdOf(username: string): number {
  return Number(fixture.tables.accounts?.find((account) => account.username === username)?.id ?? 0);
}

/** The hotspots that somebody of the fixture may read. */
export function hotspotsOf(username: string): number[] {
  const { hotspots = [], accounts_hotspots = [] } = fixture.tables;
  const id = accountIdOf(username);
  const own = username === 'admin' ? hotspots : hotspots.filter((hotspot) => hotspot.account_id === id);
  const tied = accounts_hotspots.filter((tie) => tie.account_id === id);
  return [...own.map((hotspot) => Number(hotspot.id)), ...tied.map((tie) => Number(tie.hotspot_id))];
}
