/** Loaded by a server that is measured (`--expose-gc --import`): notes each minute what is in use after a collection. */
import { appendFileSync } from 'node:fs';
import path from 'node:path';

const EVERY_MS = 60_000;

const { BENCH_MEMORY } = process.env;
// Not in what starts the server.
if (BENCH_MEMORY !== undefined && process.argv[2] === 'serve') {
  const file = path.join(BENCH_MEMORY, `${String(process.pid)}.jsonl`);
  setInterval(() => {
    // Twice: what the first collection ends may let go of more.
    globalThis.gc?.();
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), rss, heap: heapUsed, external })}\n`);
  }, EVERY_MS).unref();
}
