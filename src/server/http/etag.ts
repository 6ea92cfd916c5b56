/**
 * Optimistic concurrency: a change that names the ETag its sender saw (If-Match) is refused once the object has changed. Without If-Match
 * the last write wins (docs/wire.md#concurrent-changes).
 */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { valueTag } from '../../contract/plain/valueTag';
import type { Db } from '../database/db';
import { RefusedError } from './errors';

/** Fields that change without being edited, so they aren't part of the ETag: a guest's usage, and the login assertion, new each time. */
const UNCOUNTED = new Set([
  'max_navigation_traffic_limit',
  'max_navigation_time_limit',
  'used_today_traffic',
  'used_today_time',
  'auth_login_url',
  'iv_array',
]);

/** The ETag of an object as shown. */
export function etagOf(shown: object): string {
  const counted = JSON.stringify(shown, (key, value: unknown) => (UNCOUNTED.has(key) ? undefined : value));
  return `"${createHash('sha256').update(counted).digest('base64url').slice(0, 22)}"`;
}

/** How to lock and read an object that has an ETag, in a transaction. */
export interface Shown<T extends object> {
  schema: z.ZodType<T>;
  /** Locks its row until the end of the transaction, so that changes are serialized. */
  lock: (tx: Db) => Promise<unknown>;
  /** The object as shown; null if it isn't in scope. */
  read: (tx: Db) => Promise<T | null>;
}

/**
 * Locks the row, and throws a 412 with the current object if `ifMatch` is an older tag. Because of the lock nothing changes between this
 * check and the change.
 */
export async function refuseStale<T extends object>(tx: Db, ifMatch: string, { schema, lock, read }: Shown<T>): Promise<void> {
  await lock(tx);
  const current = await read(tx);
  if (current) refuseOther(ifMatch, etagOf(current), schema.parse(current));
}

/** How to lock a single stored value in a transaction. Its tag is contract/plain/valueTag.ts's. */
export interface StoredValue {
  key: string;
  /** The value in the request: if it is stored already, there is no conflict. */
  value: string;
  /** Locks the stored value until the end of the transaction and returns it; null if the caller may not change it. */
  lock: (tx: Db) => Promise<string | null>;
}

/** The same for a single value. */
export async function refuseStaleValue(tx: Db, ifMatch: string, { key, value, lock }: StoredValue): Promise<void> {
  const current = await lock(tx);
  if (current !== null && current !== value) refuseOther(ifMatch, valueTag(current), { key, value: current });
}

/** Throws a 412 with the current object unless `ifMatch` names its tag. */
function refuseOther(ifMatch: string, etag: string, current: object): void {
  if (!names(ifMatch, etag)) throw new RefusedError(412, { message: 'It was changed by someone else', code: 'stale', current, etag });
}

/** Compressing proxies make tags weak; a weak tag counts as the same. */
function names(ifMatch: string, etag: string): boolean {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
