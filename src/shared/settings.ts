/** Settings of a hotspot, which are saved one by one. */
import type { FetchArgs, FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { valueTag } from '../contract/valueTag';
import { ifMatch } from './etag';

/** Settings that could not be saved, by key, each with the reason. */
export type NotSaved = Readonly<Record<string, FetchBaseQueryError>>;

/** A setting's new value, and the one that it was changed from: if somebody else has changed it since, it is refused as stale. */
export interface SettingChange {
  key: string;
  value: string;
  seen?: string | undefined;
  /** The tag of that value, where the value itself isn't known: it came with a refusal. */
  etag?: string | undefined;
}

/** The base query; it answers at once or later. */
type Ask = (call: FetchArgs) => Outcome | PromiseLike<Outcome>;
type Outcome = { error?: FetchBaseQueryError | undefined };

/** Sends changes to `url`, one call a key, in parallel. Doesn't fail if some are refused: it answers which. */
export async function putSettings(ask: Ask, url: string, changes: readonly SettingChange[]): Promise<{ data: NotSaved }> {
  const outcomes = changes.map(async ({ key, value, seen, etag }) => {
    const tag = etag ?? (seen === undefined ? '' : valueTag(seen));
    const { error } = await ask({ url, method: 'PUT', body: { key, value }, ...ifMatch(tag) });
    return [key, error] as const;
  });
  const failed = (await Promise.all(outcomes)).flatMap(([key, error]) => (error ? [[key, error] as const] : []));
  return { data: Object.fromEntries(failed) };
}
