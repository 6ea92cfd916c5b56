/**
 * Loaded by a server that is measured (`--expose-gc --import`): records each minute how much memory is in use after a garbage collection.
 */
import { appendFileSync } from 'node:fs';
import path from 'node:path';

const EVERY_MS = 60_000;

const { BENCH_MEMORY } = process.env;
// Only in the server itself, not in the process that starts it.
if (BENCH_MEMORY !== undefined && process.argv[2] === 'serve') {
  const file = path.join(BENCH_MEMORY, `${String(process.pid)}.jsonl`);
  setInterval(() => {
    // Collect twice: the first collection may make more objects collectable.
    globalThis.gc?.();
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), rss, heap: heapUsed, external })}\n`);
  }, EVERY_MS).unref();
}
