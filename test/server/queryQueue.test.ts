/** The queue in front of the database: order and refusals. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { BusyError, QueryQueue, withPriority } from '../../src/server/database/queryQueue';

// The clock stands still: on a busy machine calls would otherwise wait too long between two lines of a test.
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A task that finishes when the test says so. */
function held() {
  let end = () => undefined as void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { work: () => ended, end };
}

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof BusyError ? 'busy' : 'broken'),
  );

test('small requests precede lists, lists precede reports, and reports precede background work', async () => {
  const queue = new QueryQueue({ concurrency: 1 });
  const first = held();
  const order: string[] = [];
  const request = (priority: Parameters<typeof withPriority>[0]) =>
    withPriority(priority, () => queue.run(async () => void order.push(priority)));
  const running = queue.run(first.work);
  const calls = [
    queue.run(async () => void order.push('background')),
    request('long'),
    request('usual'),
    request('long'),
    request('small'),
    request('usual'),
  ];
  expect(queue.state).toEqual({ running: 1, waiting: 6, refused: 0 });
  first.end();
  await Promise.all([running, ...calls]);
  expect(order).toEqual(['small', 'usual', 'usual', 'long', 'long', 'background']);
  expect(queue.state).toEqual({ running: 0, waiting: 0, refused: 0 });
});

test('no more requests than the limit use the database at once', async () => {
  const queue = new QueryQueue({ concurrency: 2 });
  const works = [held(), held(), held()];
  const calls = works.map(({ work }) => queue.run(work));
  expect(queue.state).toMatchObject({ running: 2, waiting: 1 });
  for (const { end } of works) end();
  await Promise.all(calls);
});

test('requests beyond the queue are refused at once, reports earlier, and background work never', async () => {
  const queue = new QueryQueue({ concurrency: 1 });
  const first = held();
  const running = queue.run(first.work);
  const request = (priority: Parameters<typeof withPriority>[0]) =>
    outcomeOf(withPriority(priority, () => queue.run(async () => undefined)));
  const reports = Array.from({ length: 60 }, () => request('long'));
  expect(queue.state).toEqual({ running: 1, waiting: 50, refused: 10 });
  const lists = Array.from({ length: 60 }, () => request('usual'));
  expect(queue.state).toEqual({ running: 1, waiting: 100, refused: 20 });
  const upkeep = outcomeOf(queue.run(async () => undefined));
  first.end();
  const outcomes = await Promise.all([...reports, ...lists, upkeep]);
  expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(20);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(101);
  await running;
});

test('a request that waited too long is refused, even when nothing moved meanwhile', async () => {
  jest.useRealTimers();
  const queue = new QueryQueue({ concurrency: 1 });
  const call = queue.run(async () => {
    await Promise.resolve();
    // Block the thread, as the embedded database does.
    const until = performance.now() + 2_100;
    while (performance.now() < until);
  });
  const began: string[] = [];
  const late = outcomeOf(withPriority('usual', () => queue.run(async () => void began.push('late'))));
  await call;
  expect([await late, began]).toEqual(['busy', []]);
});

test('an admitted request is finished before others start, however many wait', async () => {
  const queue = new QueryQueue({ concurrency: 1 });
  const order: string[] = [];
  const calls = Array.from({ length: 80 }, (_, n) =>
    withPriority('usual', async () => {
      for (const step of ['first', 'second']) await queue.run(async () => void order.push(`${n} ${step}`));
    }),
  );
  await Promise.all(calls);
  const gaps = calls.map((_, n) => order.indexOf(`${n} second`) - order.indexOf(`${n} first`));
  expect(Math.max(...gaps)).toBe(1);
  expect(order).toHaveLength(160);
});

test('simultaneous requests are ranked, even if the first could finish before the next is read', async () => {
  const queue = new QueryQueue({ concurrency: 1, blocksThread: true });
  const order: string[] = [];
  const arrivals = (['long', 'long', 'usual', 'small'] as const).map(
    (priority) =>
      new Promise<void>((resolve, reject) => {
        // Like sockets that are readable in the same turn of the event loop.
        setImmediate(() => {
          withPriority(priority, () => queue.run(async () => void order.push(priority))).then(resolve, reject);
        });
      }),
  );
  await Promise.all(arrivals);
  expect(order).toEqual(['small', 'usual', 'long', 'long']);
});
