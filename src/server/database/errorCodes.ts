/** What a database says with an error: SQLSTATE codes. */

/** deadlock_detected: PostgreSQL has ended one of several transactions that waited for each other. */
export const DEADLOCK = '40P01';

/** read_only_sql_transaction: a write where none is accepted, such as on a standby. */
export const READ_ONLY = '25006';

/** too_many_connections: PostgreSQL, or its settings for the role or the database, allows no further connection now. */
export const TOO_MANY_CONNECTIONS = '53300';

/** lock_not_available: a lock was not given within `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03';

const MOST_ATTEMPTS = 3;

/** Looks at causes too, because drivers and drizzle wrap errors. */
export function hasCode(error: unknown, code: string): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return ('code' in error && error.code === code) || ('cause' in error && hasCode(error.cause, code));
}

/**
 * Runs a statement or a transaction again that PostgreSQL has ended because of a deadlock, three times in all: nothing of it was stored. Not
 * for a part of a transaction, which has ended as a whole.
 */
export async function retriedAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MOST_ATTEMPTS || !hasCode(error, DEADLOCK)) throw error;
    }
  }
}
