/**
 * Batches statements, so that they share a round trip and a commit: items that come while a statement runs are gathered for the next one.
 * Nothing waits for a batch to fill, so a single caller is as quick as without; everybody is answered only after the commit.
 */
import { AsyncResource } from 'node:async_hooks';
import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Db } from './db';
import { isBusy } from './queryQueue';

interface Rules<Item, Result> {
  /** Does the work for all items and returns the results in their order. If it throws, nothing has been done. */
  together: (db: Db, items: Item[]) => Promise<Result[]>;
  /** Does the work for one item: if there is only one, and for each item after `together` has failed. By default, `together` does. */
  alone?: (db: Db, item: Item) => Promise<Result>;
}

interface Gathered<Item, Result> {
  item: Item;
  resolve: (result: Result | Promise<Result>) => void;
  /** The async context of the item's request, from which its priority is taken (queryQueue.ts). */
  within: AsyncResource;
}

/** Maximum items per statement. */
const MOST = 64;

/**
 * How many statements of a kind may run at once, and how many items are worth one of their own. While PostgreSQL works on one or waits for
 * the disk, the next is built here; so what has come is divided: sent together, it would also come back together, and server and database
 * would wait for each other. The embedded database does one thing at a time, and each statement costs it a commit.
 */
const RULES = { postgres: { atOnce: 3, worth: 16 }, embedded: { atOnce: 2, worth: MOST } };

const rulesOf = (db: Db) => (db instanceof NodePgDatabase ? RULES.postgres : RULES.embedded);

/** Returns a function that does the work for an item, batched with others on the same database or transaction. */
export function batched<Item, Result>({
  together,
  alone = async (db, item) => (await together(db, [item]))[0] as Result,
}: Rules<Item, Result>): (db: Db, item: Item) => Promise<Result> {
  const queues = new WeakMap<Db, { gathered: Gathered<Item, Result>[]; running: number }>();

  const run = async (db: Db, batch: Gathered<Item, Result>[]): Promise<void> => {
    const [first, ...others] = batch;
    if (!first) return;
    const single = (each: Gathered<Item, Result>) => each.within.runInAsyncScope(() => alone(db, each.item));
    if (others.length === 0) {
      const result = single(first);
      first.resolve(result);
      await result.catch(() => undefined);
      return;
    }
    try {
      const items = batch.map(({ item }) => item);
      const results = await first.within.runInAsyncScope(() => together(db, items));
      for (const [nth, { resolve }] of batch.entries()) resolve(results[nth] as Result);
    } catch (error) {
      // One item may have made the others fail, so try each alone; unless the statement wasn't tried at all.
      const isUntried = isBusy(error);
      for (const each of batch) each.resolve(isUntried ? Promise.reject(error) : single(each));
    }
  };

  return (db, item) =>
    new Promise((resolve) => {
      const queue = queues.get(db) ?? { gathered: [], running: 0 };
      queues.set(db, queue);
      queue.gathered.push({ item, resolve, within: new AsyncResource('batch') });
      const { atOnce, worth } = rulesOf(db);
      const next = () => {
        if (queue.running >= atOnce || queue.gathered.length === 0) return;
        queue.running += 1;
        // Wait a turn of the event loop, so that packets that arrived together are batched.
        setImmediate(() => {
          const size = Math.min(MOST, Math.max(worth, Math.ceil(queue.gathered.length / atOnce)));
          void run(db, queue.gathered.splice(0, size)).finally(() => {
            queue.running -= 1;
            next();
          });
        });
      };
      next();
    });
}
