/**
 * Statements that share a round trip and a commit: while one runs, what is asked meanwhile is gathered for the next. Nothing waits for
 * company, so that a single caller is as quick as without, and everybody is answered only after the commit.
 */
import { AsyncResource } from 'node:async_hooks';
import type { Db } from './db';
import { isBusy } from './queryQueue';

interface Rules<Item, Result> {
  /** Does the work for all; the results are in the order of the items. Nothing is done if it throws. */
  together: (db: Db, items: Item[]) => Promise<Result[]>;
  /** Does it for one: for a single item, and for each if doing it together has failed. */
  alone: (db: Db, item: Item) => Promise<Result>;
}

interface Gathered<Item, Result> {
  item: Item;
  resolve: (result: Result | Promise<Result>) => void;
  /** In the context of its request, by which it is ranked (queryQueue.ts). */
  within: AsyncResource;
}

/** Items of a statement, and statements of a kind at the same time: the next is sent while PostgreSQL waits for the disk. */
const MOST = 64;
const AT_ONCE = 2;

/** Returns a function that does this for an item, together with others on the same database or transaction. */
export function batched<Item, Result>({ together, alone }: Rules<Item, Result>): (db: Db, item: Item) => Promise<Result> {
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
      // One may have spoilt it for the others, unless nothing was tried.
      const isUntried = isBusy(error);
      for (const each of batch) each.resolve(isUntried ? Promise.reject(error) : single(each));
    }
  };

  return (db, item) =>
    new Promise((resolve) => {
      const queue = queues.get(db) ?? { gathered: [], running: 0 };
      queues.set(db, queue);
      queue.gathered.push({ item, resolve, within: new AsyncResource('batch') });
      const next = () => {
        if (queue.running >= AT_ONCE || queue.gathered.length === 0) return;
        queue.running += 1;
        // Packets that have arrived together go together.
        setImmediate(() => {
          void run(db, queue.gathered.splice(0, MOST)).finally(() => {
            queue.running -= 1;
            next();
          });
        });
      };
      next();
    });
}
