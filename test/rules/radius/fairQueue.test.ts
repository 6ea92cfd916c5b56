import { expect, test } from '@jest/globals';
import { fairQueue } from '../../../src/server/radius/fairQueue';

/** Work that finishes when the test says so, and the order in which it began. */
function workshop() {
  const started: string[] = [];
  const finish: (() => void)[] = [];
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<void>((resolve) => void finish.push(resolve));
  };
  const finishOne = async () => {
    finish.shift()?.();
    // What follows begins in later microtasks of the same tick.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { begun: started, work, finishOne };
}

test('senders take turns however much one of them sends', async () => {
  const { begun: started, work, finishOne } = workshop();
  const queue = fairQueue({ atOnce: 1, most: 100 });
  for (const nth of [1, 2, 3, 4]) queue.add('loud', work(`loud ${nth}`));
  queue.add('quiet', work('quiet 1'));
  queue.add('other', work('other 1'));
  for (let done = 0; done < 6; done += 1) await finishOne();
  expect(started).toEqual(['loud 1', 'loud 2', 'quiet 1', 'other 1', 'loud 3', 'loud 4']);
});

test('the allowed number of tasks run at the same time', async () => {
  const { begun: started, work, finishOne } = workshop();
  const queue = fairQueue({ atOnce: 2, most: 100 });
  for (const nth of [1, 2, 3]) queue.add('one', work(String(nth)));
  expect(started).toEqual(['1', '2']);
  await finishOne();
  expect(started).toEqual(['1', '2', '3']);
});

test('a sender may have as many waiting as there is room for others', async () => {
  const { begun: started, work, finishOne } = workshop();
  const queue = fairQueue({ atOnce: 1, most: 4 });
  const added = (sender: string, count: number) =>
    Array.from({ length: count }, (_, nth) => queue.add(sender, work(`${sender} ${nth + 1}`)));
  // The first one has begun, so it doesn't count as waiting.
  expect(added('loud', 4)).toEqual([true, true, true, false]);
  expect(added('quiet', 2)).toEqual([true, false]);
  expect(added('other', 2)).toEqual([true, false]);
  expect(added('late', 1)).toEqual([false]);
  for (let done = 0; done < 5; done += 1) await finishOne();
  expect(started).toEqual(['loud 1', 'loud 2', 'quiet 1', 'other 1', 'loud 3']);
  expect(queue.add('loud', work('loud 5'))).toBe(true);
});

test('the queue is idle when all tasks are done', async () => {
  const { begun: started, work, finishOne } = workshop();
  const queue = fairQueue({ atOnce: 1, most: 10 });
  for (const nth of [1, 2]) queue.add('one', work(String(nth)));
  let isIdle = false;
  const idle = queue.idle().then(() => (isIdle = true));
  await finishOne();
  expect(isIdle).toBe(false);
  await finishOne();
  await idle;
  expect(started).toHaveLength(2);
});
