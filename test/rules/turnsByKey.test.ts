import { expect, test } from '@jest/globals';
import { turnsByKey } from '../../src/server/turnsByKey';

/** A task that ends when the test says so, and notes that it has begun. */
function task(name: string, started: string[]) {
  let end = () => {};
  const run = async () => {
    started.push(name);
    await new Promise<void>((resolve) => (end = resolve));
    return name;
  };
  return { run, end: () => end() };
}

/** Lets everything run that waits for nothing but its turn. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('tasks of one key run a given number at once, in order, beside those of other keys', async () => {
  const started: string[] = [];
  const turns = turnsByKey(2);
  const first = task('first', started);
  const second = task('second', started);
  const third = task('third', started);
  const fourth = task('fourth', started);
  const other = task('other', started);
  const all = [first, second, third, fourth].map((each) => turns.run('a', each.run));
  all.push(turns.run('b', other.run));
  await settle();
  expect(started).toEqual(['first', 'second', 'other']);
  expect([turns.isWaitedFor('a'), turns.isWaitedFor('b')]).toEqual([true, false]);
  second.end();
  await settle();
  expect(started).toEqual(['first', 'second', 'other', 'third']);
  first.end();
  await settle();
  expect(turns.isWaitedFor('a')).toBe(false);
  for (const each of [third, fourth, other]) each.end();
  expect(await Promise.all(all)).toEqual(['first', 'second', 'third', 'fourth', 'other']);
});

test('the turn of a task that fails goes to the next', async () => {
  const { run } = turnsByKey();
  const failing = run('a', () => Promise.reject(new Error('no')));
  const next = run('a', () => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('next');
});
