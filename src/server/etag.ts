/**
 * Two who change the same thing (API.md, "Changed by someone else"): what is shown of it has a tag, and a change that names the tag of
 * what its sender saw is refused when that is no longer what is shown.
 */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Db } from './db/client';
import { RefusedError } from './errors';

/** What moves on by itself, without anybody changing anything: what a guest used, and the hand-over of a log-in, which is new each time. */
const UNCOUNTED = new Set(['max_navigation_traffic_limit', 'max_navigation_time_limit', 'auth_login_url', 'iv_array']);

/** The ETag of what is shown: another one for anything else. */
export function etagOf(shown: object): string {
  const counted = JSON.stringify(shown, (key, value: unknown) => (UNCOUNTED.has(key) ? undefined : value));
  return `"${createHash('sha256').update(counted).digest('base64url').slice(0, 22)}"`;
}

/** How a thing that has a tag is found, in a transaction. */
interface Shown<T extends object> {
  schema: z.ZodType<T>;
  /** Holds its row until the transaction ends, so that those who change it follow each other. */
  lock: (tx: Db) => Promise<unknown>;
  /** What is shown of it; null when the scope sees none. */
  read: (tx: Db) => Promise<T | null>;
}

/**
 * Makes a change and answers what came of it, with the tag of what is shown from then on (null where there is nothing any more).
 * Throws the 412, with what is shown now, when `ifMatch` is another's tag: nobody gets in between the look and the change, because
 * the row is held. Without `ifMatch` the later change wins.
 */
export async function changeShown<T extends object, O>(
  db: Db,
  ifMatch: string | undefined,
  { schema, lock, read }: Shown<T>,
  change: (tx: Db) => Promise<O>,
): Promise<{ outcome: O; etag: string | null }> {
  return db.transaction(async (tx) => {
    if (ifMatch !== undefined) {
      await lock(tx);
      const current = await read(tx);
      if (current && !names(ifMatch, etagOf(current))) {
        throw new RefusedError(412, {
          message: 'It was changed by someone else',
          code: 'stale',
          current: schema.parse(current),
          etag: etagOf(current),
        });
      }
    }
    const outcome = await change(tx);
    const after = await read(tx);
    return { outcome, etag: after && etagOf(after) };
  });
}

/** A proxy that compresses marks tags as weak: they mean the same here. */
function names(ifMatch: string, etag: string): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
