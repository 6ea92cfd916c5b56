/** Checks that the operator's PostgreSQL can hold our data, before anything is changed, and explains why a migration failed. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { rowsIn, type Db } from './db';

/** The database is reachable but unsuitable; the message says why and what to do. */
export class UnsuitableDatabaseError extends Error {
  constructor(message: string, cause?: unknown) {
    super(`${message} No changes were made.`, { cause });
  }
}

const facts = z.tuple([
  z.object({ name: z.string(), role: z.string(), encoding: z.string(), is_standby: z.boolean(), is_read_only: z.boolean() }),
]);

/** Throws UnsuitableDatabaseError if the database's encoding isn't UTF-8 or it is read-only. */
export async function assertSuitable(db: Db): Promise<void> {
  const { name, encoding, is_standby, is_read_only } = await factsOf(db);
  if (encoding !== 'UTF8') {
    throw new UnsuitableDatabaseError(
      `The database ${name} keeps texts as ${encoding}, which has no room for the letters of all languages: Portico needs UTF8. ` +
        `Make another one, like: createdb --encoding=UTF8 --template=template0 another_name, and name it in DATABASE_URL.`,
    );
  }
  if (is_standby) {
    throw new UnsuitableDatabaseError(
      `The database ${name} is a standby, which only repeats what another server writes. Name that other server in DATABASE_URL.`,
    );
  }
  if (is_read_only) {
    throw new UnsuitableDatabaseError(
      `The database ${name} is read-only for this role. Switch default_transaction_read_only off, for the database and for the role, ` +
        'or name another database or role in DATABASE_URL.',
    );
  }
}

/** Why the tables couldn't be created, for the operator; undefined if the database isn't to blame. */
export async function explainMigrationFailure(db: Db, error: unknown): Promise<UnsuitableDatabaseError | undefined> {
  const cause = firstCause(error);
  const code = 'code' in cause ? String(cause.code) : '';
  // SQLSTATE 42501: insufficient privilege. 58P01 and 0A000: the extension's files aren't installed.
  if (code === '42501') {
    const { name, role } = await factsOf(db);
    return new UnsuitableDatabaseError(
      `The role ${role} may not make tables in the database ${name} (${cause.message}). Make that role its owner: ` +
        `createdb --owner=${role} makes a new one so. Or run "portico migrate" once with the owner's name in DATABASE_URL.`,
      error,
    );
  }
  // 42704: undefined object. The only object that an installation may lack is the collation.
  if (code === '42704') {
    return new UnsuitableDatabaseError(
      `PostgreSQL was built without ICU, by which names are sorted (${cause.message}). Install one with it, as all distributions have.`,
      error,
    );
  }
  if (code === '58P01' || code === '0A000') {
    return new UnsuitableDatabaseError(
      `PostgreSQL lacks an extension that Portico needs (${cause.message}). Install its package of extensions, like postgresql-contrib.`,
      error,
    );
  }
  return undefined;
}

async function factsOf(db: Db) {
  const result: unknown = await db.execute(sql`
    select current_database() as name, current_user as role, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') = 'on' as is_read_only`);
  return facts.parse(rowsIn(result))[0];
}

function firstCause(error: unknown): Error {
  const { cause } = error as Error;
  return cause === undefined ? (error as Error) : firstCause(cause);
}
