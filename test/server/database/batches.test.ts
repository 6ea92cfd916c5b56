/** Statements that share a round trip and a commit. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from '@jest/globals';
import { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { batched } from '../../../src/server/database/batches';
import type { Db } from '../../../src/server/database/db';
import { BusyError } from '../../../src/server/database/queryQueue';

const db = {} as Db;

/** Records what was done; each statement is pending until the test ends it. */
function recorded({ fails = () => null, on = db }: { fails?: (items: number[]) => Error | null; on?: Db } = {}) {
  const statements: { items: number[]; end: () => void }[] = [];
  const began = new Set<() => void>();
  const run = (items: number[]) =>
    new Promise<number[]>((resolve, reject) => {
      const end = () => {
        const error = fails(items);
        if (error) reject(error);
        else resolve(items.map((item) => item * 10));
      };
      statements.push({ items, end });
      for (const begin of began) begin();
    });
  const perform = batched<number, number>({
    together: (_db, items) => run(items),
    alone: async (_db, item) => (await run([item]))[0] ?? 0,
  });
  const started = (many: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (statements.length >= many) resolve();
      };
      began.add(look);
      look();
    });
  return { statements, begun: started, perform: (item: number) => perform(on, item) };
}

test('items that come while statements run share the next one, and each is answered when its own has ended', async () => {
  const { statements, begun: started, perform } = recorded();
  const first = perform(1);
  await started(1);
  const second = perform(2);
  await started(2);
  const others = [3, 4, 5].map(perform);
  expect(statements.map(({ items }) => items)).toEqual([[1], [2]]);
  statements[0]?.end();
  expect(await first).toBe(10);
  await started(3);
  expect(statements.map(({ items }) => items)).toEqual([[1], [2], [3, 4, 5]]);
  let areAnswered = false;
  const answers = Promise.all(others).finally(() => (areAnswered = true));
  statements[1]?.end();
  expect(await second).toBe(20);
  expect(areAnswered).toBe(false);
  statements[2]?.end();
  expect(await answers).toEqual([30, 40, 50]);
});

test('PostgreSQL gets many items in several statements, so that it works on one while the next is built', async () => {
  const postgres = Object.create(NodePgDatabase.prototype) as Db;
  const { statements, begun: started, perform } = recorded({ on: postgres });
  const all = Promise.all(Array.from({ length: 76 }, (_, nth) => perform(nth)));
  await started(3);
  expect(statements.map(({ items }) => items.length)).toEqual([26, 17, 16]);
  statements[0]?.end();
  await started(4);
  expect(statements.at(-1)?.items).toHaveLength(16);
  statements[1]?.end();
  await started(5);
  for (const { end } of statements) end();
  expect(await all).toEqual(Array.from({ length: 76 }, (_, nth) => nth * 10));
});

test('the embedded database gets them in one, as each costs it a commit', async () => {
  const { statements, begun: started, perform } = recorded();
  const all = Promise.all(Array.from({ length: 60 }, (_, nth) => perform(nth)));
  await started(1);
  expect(statements.map(({ items }) => items.length)).toEqual([60]);
  statements[0]?.end();
  expect(await all).toHaveLength(60);
});

test('an item that spoils a statement fails alone, and the others are done', async () => {
  const { statements, begun: started, perform } = recorded({ fails: (items) => (items.includes(2) ? new Error('two') : null) });
  const all = Promise.allSettled([1, 2, 3].map(perform));
  await started(1);
  statements[0]?.end();
  await started(4);
  for (const { end } of statements) end();
  expect((await all).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([10, 'Error: two', 30]);
  expect(statements.map(({ items }) => items)).toEqual([[1, 2, 3], [1], [2], [3]]);
});

test('nobody tries alone what was refused because too many wait', async () => {
  const { statements, begun: started, perform } = recorded({ fails: () => new BusyError() });
  const all = Promise.allSettled([1, 2].map(perform));
  await started(1);
  statements[0]?.end();
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(statements).toHaveLength(1);
});

test('a statement runs in the context of the first of its callers', async () => {
  const contexts = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const perform = batched<number, number>({
    together: async (_db, items) => {
      seen.push(contexts.getStore());
      return items;
    },
    alone: async (_db, item) => {
      seen.push(contexts.getStore());
      return item;
    },
  });
  const requested = ['a', 'b', 'c', 'd'].map(async (name, nth) => {
    if (nth > 1) await new Promise((resolve) => setImmediate(resolve));
    return contexts.run(name, () => perform(db, nth));
  });
  await Promise.all(requested);
  expect(seen.every((name) => name !== undefined)).toBe(true);
  expect(seen[0]).toBe('a');
});
