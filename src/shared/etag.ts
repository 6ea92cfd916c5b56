/** What two people may change at once (API.md, "Changed by someone else"): who saves says which version was seen. */
import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react';

/** Something with the tag of the version that was read; empty from an older back end. */
export type WithEtag<T> = T & { etag: string };

/** `transformResponse` of an endpoint that reads one thing which a dialog modifies. */
export function withEtag<T extends object>(reply: T, meta: FetchBaseQueryMeta | undefined): WithEtag<T> {
  return { ...reply, etag: meta?.response?.headers.get('ETag') ?? '' };
}

/** Beside the `body` of a PUT: refused when somebody else has changed it since. */
export function ifMatch(etag: string): { headers?: Record<string, string> } {
  return etag === '' ? {} : { headers: { 'If-Match': etag } };
}
