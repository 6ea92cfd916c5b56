/** Optimistic locking: a save names the version it was based on (docs/wire.md#concurrent-changes). */
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';

/** A value with its ETag as read; '' from an existing back end. */
export type WithEtag<T> = T & { etag: string };

/** `transformResponse` for an endpoint that reads what a dialog edits. */
export function withEtag<T extends object>(reply: T, meta: FetchBaseQueryMeta | undefined): WithEtag<T> {
  return { ...reply, etag: meta?.response?.headers.get('ETag') ?? '' };
}

/** Spread next to the `body` of a PUT: the server then refuses it if somebody else has saved since. */
export function ifMatch(etag: string): { headers?: Record<string, string> } {
  return etag === '' ? {} : { headers: { 'If-Match': etag } };
}
