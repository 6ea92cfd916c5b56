/**
 * SQL functions. The current source of each is a file in `functions`. At the start, after migrations, functions whose source has changed
 * are created anew. A function's comment in the database holds the release that created it and the hash of its source.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { VERSION } from '../version';
import { rowsIn, type Db } from './db';

/** Next to this file in the source, next to the bundle in the build. */
const FOLDER = fileURLToPath(new URL('./functions', import.meta.url));

export interface SqlFunction {
  name: string;
  /** One CREATE OR REPLACE FUNCTION statement. */
  source: string;
}

/** All functions of this program. */
export function knownFunctions(): SqlFunction[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file) => ({ name: path.basename(file, '.sql'), source: readFileSync(path.join(FOLDER, file), 'utf8') }));
}

/**
 * Functions that the database lacks, or has with another source. Those of a later release are left alone: replicas of two releases that
 * start in turn would otherwise replace each other's functions, and the later one needs its own.
 */
export async function changedFunctions(db: Db): Promise<SqlFunction[]> {
  const found: unknown = await db.execute(sql`
    select proname as name, coalesce(obj_description(oid, 'pg_proc'), '') as note from pg_proc where pronamespace = 'public'::regnamespace`);
  const notes = new Map(rowsIn<{ name: string; note: string }>(found).map(({ name, note }) => [name, note]));
  return knownFunctions().filter((known) => {
    const { by, hash } = readNote(notes.get(known.name) ?? '');
    return hash !== hashOf(known) && !isLater(by, VERSION);
  });
}

/** Creates functions and records their sources. Only while holding the migration lock. */
export async function stateFunctions(tx: Db, functions: readonly SqlFunction[]): Promise<void> {
  for (const one of functions) {
    await tx.execute(sql.raw(one.source));
    await tx.execute(sql.raw(`comment on function ${one.name} is 'Portico ${VERSION}, source ${hashOf(one)}'`));
  }
}

function hashOf({ source }: SqlFunction): string {
  return createHash('sha256').update(source).digest('hex');
}

function readNote(note: string): { by: string; hash: string } {
  const [, by = '', hash = ''] = /^Portico (\S+), source ([0-9a-f]{64})$/.exec(note) ?? [];
  return { by, hash };
}

/** Compares by major, minor and patch number. '', of a function without a comment, is never later. */
function isLater(release: string, than: string): boolean {
  const [theirs, ours] = [release, than].map((one) => one.split(/[.-]/).slice(0, 3).map(Number));
  const differing = (theirs ?? []).findIndex((number, at) => number !== ours?.[at]);
  return differing !== -1 && (theirs?.[differing] ?? 0) > (ours?.[differing] ?? 0);
}
