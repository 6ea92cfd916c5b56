/**
 * Idempotency keys: a request sent twice, by a double click or a retry after a lost response, creates only once (docs/wire.md#idempotency).
 */
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { useRef } from 'react';

/** A request body with its idempotency key. */
export interface Keyed<B> {
  body: B;
  key: string;
}

/** The POST of a creating endpoint: `query: (sent) => idempotentPost('hotspots', sent)`. */
export function idempotentPost(url: string, { body, key }: Keyed<unknown>): FetchArgs {
  return { url, method: 'POST', body, headers: { 'Idempotency-Key': key } };
}

/**
 * A creating mutation for one form: `const [create, state] = useIdempotentMutation(useCreateHotspotMutation())`. The key stays the same
 * while the body does, so a retry finds what the first attempt created; a changed body, or the same one after a success, gets a new key.
 */
export function useIdempotentMutation<B, R extends { error?: unknown }, S>([send, state]: readonly [
  (sent: Keyed<B>) => PromiseLike<R>,
  S,
]) {
  const current = useRef<{ typed: string; key: string } | null>(null);
  const sendOnce = async (body: B): Promise<R> => {
    const typed = JSON.stringify(body);
    if (current.current?.typed !== typed) current.current = { typed, key: newKey() };
    const mine = current.current;
    const outcome = await send({ body, key: mine.key });
    if (outcome.error === undefined && current.current === mine) current.current = null;
    return outcome;
  };
  return [sendOnce, state] as const;
}

/** 128 random bits. `randomUUID` isn't used because browsers only offer it in secure contexts. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
