/**
 * Optimistic concurrency: what is shown of a thing has a tag, and a change that names the tag of what its sender saw (If-Match) is
 * refused once something else is shown. Without If-Match the later change wins.
 */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Db } from '../database/db';
import { RefusedError } from './errors';

/** What moves on by itself, without anybody changing anything: what a guest used, and the hand-over of a log-in, which is new each time. */
const UNCOUNTED = new Set([
  'max_navigation_traffic_limit',
  'max_navigation_time_limit',
  'used_today_traffic',
  'used_today_time',
  'auth_login_url',
  'iv_array',
]);

/** The ETag of what is shown: another one for anything else. */
export function etagOf(shown: object): string {
  const counted = JSON.stringify(shown, (key, value: unknown) => (UNCOUNTED.has(key) ? undefined : value));
  return `"${createHash('sha256').update(counted).digest('base64url').slice(0, 22)}"`;
}

/** How a thing that has a tag is found, in a transaction. */
export interface Shown<T extends object> {
  schema: z.ZodType<T>;
  /** Holds its row until the transaction ends, so that those who change it follow each other. */
  lock: (tx: Db) => Promise<unknown>;
  /** What is shown of it; null when the scope sees none. */
  read: (tx: Db) => Promise<T | null>;
}

/**
 * Holds the row, and throws the 412 with what is shown now when `ifMatch` is the tag of something older. Nobody gets in between this
 * look and the change.
 */
export async function refuseStale<T extends object>(tx: Db, ifMatch: string, { schema, lock, read }: Shown<T>): Promise<void> {
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

/** A proxy that compresses marks tags as weak: they mean the same here. */
function names(ifMatch: string, etag: string): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
