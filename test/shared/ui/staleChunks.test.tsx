import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { AwayError, loadChunk } from '../../../src/shared/staleChunks';

const LOST = new TypeError('Failed to fetch a file');
const fetched = globalThis.fetch;

beforeEach(() => sessionStorage.setItem('portico:reloaded-for', String(LOST)));
afterEach(() => {
  globalThis.fetch = fetched;
  sessionStorage.clear();
});

const failAgain = () => loadChunk(() => Promise.reject(LOST));

test('a file that fails again after the page was reloaded for it is lost if the server answers', async () => {
  globalThis.fetch = () => Promise.resolve({ ok: true } as Response);
  await expect(failAgain()).rejects.toBe(LOST);
});

test('a file that fails again after the page was reloaded for it waits for a server that doesn’t answer', async () => {
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  await expect(failAgain()).rejects.toBeInstanceOf(AwayError);
});
