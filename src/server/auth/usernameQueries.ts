/** Usernames of staff are unique in any case: `Admin` and `admin` are the same account. */
import { eq, sql, type SQL } from 'drizzle-orm';
import { accounts } from '../database/schema';

/** The account with this username, in any case. */
export const hasUsername = (username: string): SQL => eq(sql`lower(${accounts.username})`, username.toLowerCase());
