/** A save names the version that it is based on, and is refused if somebody else has saved since (docs/wire.md#concurrent-changes). */
import type { FetchArgs, FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query';
import { valueTag } from '../contract/plain/valueTag';

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

/** Settings that couldn't be saved, by key, each with the reason. */
export type NotSaved = Readonly<Record<string, FetchBaseQueryError>>;

/** A setting's new value, and the one it replaces: if somebody else has changed it since, the server refuses the change as stale. */
export interface SettingChange {
  key: string;
  value: string;
  seen?: string | undefined;
  /** ETag of that value, when the value itself isn't known because it came with a refusal. */
  etag?: string | undefined;
}

/** Sends a request, synchronously or not: RTK Query's base query. */
type SendRequest = (call: FetchArgs) => Outcome | PromiseLike<Outcome>;
type Outcome = { error?: FetchBaseQueryError | undefined };

/** Sends the changes to `url` in parallel, one call per key. Doesn't fail if some are refused: it returns which. */
export async function putSettings(send: SendRequest, url: string, changes: readonly SettingChange[]): Promise<{ data: NotSaved }> {
  const outcomes = changes.map(async ({ key, value, seen, etag }) => {
    const tag = etag ?? (seen === undefined ? '' : valueTag(seen));
    const { error } = await send({ url, method: 'PUT', body: { key, value }, ...ifMatch(tag) });
    return [key, error] as const;
  });
  const failed = (await Promise.all(outcomes)).flatMap(([key, error]) => (error ? [[key, error] as const] : []));
  return { data: Object.fromEntries(failed) };
}
