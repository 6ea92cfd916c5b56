/** The queue in front of the database: order and refusals. */
import { expect, test } from '@jest/globals';
import { BusyError, Gate, withPriority } from '../../src/server/database/gate';

/** A task that ends when the test says so. */
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

test('small calls go before lists, lists before reports, and reports before what nobody waits for', async () => {
  const gate = new Gate({ places: 1 });
  const first = held();
  const order: string[] = [];
  const ask = (urgency: Parameters<typeof withPriority>[0]) => withPriority(urgency, () => gate.run(async () => void order.push(urgency)));
  const running = gate.run(first.work);
  const calls = [gate.run(async () => void order.push('background')), ask('long'), ask('usual'), ask('long'), ask('small'), ask('usual')];
  expect(gate.state).toEqual({ running: 1, waiting: 6, refused: 0 });
  first.end();
  await Promise.all([running, ...calls]);
  expect(order).toEqual(['small', 'usual', 'usual', 'long', 'long', 'background']);
  expect(gate.state).toEqual({ running: 0, waiting: 0, refused: 0 });
});

test('as many as there are places are at the database at once', async () => {
  const gate = new Gate({ places: 2 });
  const works = [held(), held(), held()];
  const calls = works.map(({ work }) => gate.run(work));
  expect(gate.state).toMatchObject({ running: 2, waiting: 1 });
  for (const { end } of works) end();
  await Promise.all(calls);
});

test('beyond what may wait calls are refused at once, reports earlier, and what nobody waits for never', async () => {
  const gate = new Gate({ places: 1 });
  const first = held();
  const running = gate.run(first.work);
  const ask = (urgency: Parameters<typeof withPriority>[0]) => outcomeOf(withPriority(urgency, () => gate.run(async () => undefined)));
  const reports = Array.from({ length: 60 }, () => ask('long'));
  expect(gate.state).toEqual({ running: 1, waiting: 50, refused: 10 });
  const lists = Array.from({ length: 60 }, () => ask('usual'));
  expect(gate.state).toEqual({ running: 1, waiting: 100, refused: 20 });
  const upkeep = outcomeOf(gate.run(async () => undefined));
  first.end();
  const outcomes = await Promise.all([...reports, ...lists, upkeep]);
  expect(outcomes.filter((outcome) => outcome === 'busy')).toHaveLength(20);
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(101);
  await running;
});

test('whoever has waited for too long is refused, also when nothing could happen meanwhile', async () => {
  const gate = new Gate({ places: 1 });
  const call = gate.run(async () => {
    await Promise.resolve();
    // Block the thread, as the embedded database does.
    const until = performance.now() + 2_100;
    while (performance.now() < until);
  });
  const began: string[] = [];
  const late = outcomeOf(withPriority('usual', () => gate.run(async () => void began.push('late'))));
  await call;
  expect([await late, began]).toEqual(['busy', []]);
});

test('a call that has been let in is finished before others begin, however many wait', async () => {
  const gate = new Gate({ places: 1 });
  const order: string[] = [];
  const calls = Array.from({ length: 80 }, (_, n) =>
    withPriority('usual', async () => {
      for (const step of ['first', 'second']) await gate.run(async () => void order.push(`${n} ${step}`));
    }),
  );
  await Promise.all(calls);
  const gaps = calls.map((_, n) => order.indexOf(`${n} second`) - order.indexOf(`${n} first`));
  expect(Math.max(...gaps)).toBe(1);
  expect(order).toHaveLength(160);
});

test('calls that arrive together are ranked, although the first could be finished before the next is read from its socket', async () => {
  const gate = new Gate({ places: 1, blocksThread: true });
  const order: string[] = [];
  const arrivals = (['long', 'long', 'usual', 'small'] as const).map(
    (urgency) =>
      new Promise<void>((resolve, reject) => {
        // Like sockets that are readable in the same turn of the event loop.
        setImmediate(() => {
          withPriority(urgency, () => gate.run(async () => void order.push(urgency))).then(resolve, reject);
        });
      }),
  );
  await Promise.all(arrivals);
  expect(order).toEqual(['small', 'usual', 'long', 'long']);
});
