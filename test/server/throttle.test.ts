/** What sign-in throttling counts, and which counts it clears, on a database without a server; its limits are in test/rules. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { insertFailures } from '../../src/server/auth/loginFailureQueries';
import { rememberOrigin } from '../../src/server/auth/signInOriginQueries';
import { countOne, startAttempt } from '../../src/server/auth/throttle';
import { keysOf, type Attempt } from '../../src/server/auth/throttleRules';
import { openDatabase, type Database } from '../../src/server/database/client';
import { login_failures } from '../../src/server/database/schema';
import { insertStaff } from '../factories/rows';
import { RECORDED_AT } from '../support/backEnd/recordings';
import { newTestDatabase, type TestDatabase } from '../support/server/database';

const LIMIT = 3;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await newTestDatabase('nothing');
  database = await openDatabase(testDatabase);
});
afterAll(async () => {
  await database.close();
  await testDatabase.remove();
});

let days = 0;
/** Each test begins without failures, and has names of its own, a day after the others, so that nothing that is remembered carries over. */
let start: Date;
let name: string;
beforeEach(async () => {
  await database.db.delete(login_failures);
  days += 2;
  start = new Date(RECORDED_AT.getTime() + days * 24 * HOUR * 1000);
  name = `name${days}`;
});

const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const from = (address: string, its: Partial<Attempt> = {}): Attempt => ({
  what: 'login',
  username: name,
  address,
  agent: 'a browser',
  ...its,
});
const HOME = '192.0.2.1';
const ELSEWHERE = '198.51.100.1';

const begin = (attempt: Attempt, seconds = 0, limit = LIMIT) => startAttempt(database.db, attempt, limit, at(seconds));
/** Seconds to wait; 0 for an attempt that may go ahead, and fails. */
async function fail(attempt: Attempt, seconds = 0, limit = LIMIT): Promise<number> {
  const started = await begin(attempt, seconds, limit);
  return 'wait' in started ? started.wait : 0;
}
async function succeed(attempt: Attempt, seconds = 0, limit = LIMIT): Promise<void> {
  const started = await begin(attempt, seconds, limit);
  if ('wait' in started) throw new Error(`has to wait for ${started.wait} seconds`);
  await started.succeeded();
}
const failTimes = async (times: number, attempt: Attempt, seconds = 0) => {
  for (let nth = 0; nth < times; nth += 1) expect(await fail(attempt, seconds)).toBe(0);
};
/** Failures under one key, as of so many attempts. */
const insertTimes = (times: number, key: string, seconds = 0) =>
  insertFailures(
    database.db,
    Array.from({ length: times }, () => ({ key, for: 24 * HOUR * 1000 })),
    at(seconds),
  );
const count = () => database.db.$count(login_failures);

describe('an attempt', () => {
  test('is counted until it succeeds, and for a day under its network and account, but for five minutes under its address', async () => {
    await failTimes(1, from(HOME));
    expect(await count()).toBe(4);
    await fail(from(HOME, { username: `${name} of another` }), 5 * MINUTE + 1);
    const keys = (await database.db.select().from(login_failures)).map(({ key }) => key).filter((key) => !key.includes('another'));
    expect(keys.sort()).toEqual([`account login ${name}`, `address login ${HOME}`, `day login ${name} ${HOME}`]);
  });

  test('is not counted if it has to wait', async () => {
    await failTimes(LIMIT, from(HOME));
    const before = await count();
    expect(await fail(from(HOME), MINUTE)).toBe(4 * MINUTE);
    expect(await count()).toBe(before);
  });

  test('waits neither for itself nor without a limit', async () => {
    expect(await fail(from(HOME), 0, 1)).toBe(0);
    expect(await fail(from(HOME), 1, 1)).toBe(5 * MINUTE - 1);
    expect(await fail(from(HOME), 2, 0)).toBe(0);
    const before = await count();
    await succeed(from(HOME), 2, 0);
    expect(await count()).toBe(before);
  });

  test('clears the failures of its account and address, also of the day, when it succeeds, but not those of the address', async () => {
    await failTimes(LIMIT - 1, from(HOME));
    await succeed(from(HOME));
    const keys = (await database.db.select().from(login_failures)).map(({ key }) => key);
    expect(keys.filter((key) => key.startsWith('near') || key.startsWith('day'))).toEqual([]);
    expect(keys.filter((key) => key.startsWith('address'))).toHaveLength(LIMIT - 1);
    expect(keys.filter((key) => key.startsWith('account'))).toHaveLength(LIMIT - 1);
    await failTimes(LIMIT, from(HOME));
  });

  test('waits for the failures of the day after those of five minutes are over', async () => {
    for (let nth = 0; nth < LIMIT * 2; nth += 1) expect(await fail(from(HOME), nth * 6 * MINUTE)).toBe(0);
    expect(await fail(from(HOME), HOUR)).toBe(23 * HOUR);
    expect(await fail(from(ELSEWHERE), HOUR)).toBe(0);
  });

  test('waits sooner against an account that many strangers try', async () => {
    await insertTimes(LIMIT * 10 - 1, `account login ${name}`);
    await failTimes(2, from(HOME));
    expect(await fail(from(HOME), 6 * MINUTE)).toBe(24 * HOUR - 6 * MINUTE);
  });

  test('waits as usual against an account that strangers tried a day ago', async () => {
    await insertTimes(LIMIT * 10, `account login ${name}`);
    await insertTimes(2, keysOf(from(HOME), 'stranger').day ?? '', 24 * HOUR);
    expect(await fail(from(HOME), 24 * HOUR)).toBe(0);
  });

  test('is not slowed by strangers in the browser or at the address where the account signed in lately', async () => {
    const { id } = await insertStaff(database.db, { username: name });
    await rememberOrigin(database.db, id, from(HOME), start);
    await insertTimes(LIMIT * 30, keysOf(from(HOME), 'stranger').address ?? '');
    expect(await fail(from(HOME))).toBe(0);
    expect(await fail(from(HOME, { agent: 'another browser' }))).toBe(0);
    // A unit with that name has never signed in.
    expect(await fail(from(HOME, { what: 'unit' }))).toBe(0);
    await insertTimes(LIMIT * 30, keysOf(from(HOME, { what: 'unit' }), 'stranger').address ?? '');
    expect(await fail(from(HOME, { what: 'unit' }), 1)).toBe(5 * MINUTE - 1);
  });
});

describe('a refusal', () => {
  const forgetCounts = () => database.db.delete(login_failures);

  test('is repeated from memory, once its attempts can no longer succeed', async () => {
    await failTimes(LIMIT, from(HOME));
    expect(await fail(from(HOME), 30)).toBe(5 * MINUTE - 30);
    await forgetCounts();
    await failTimes(LIMIT, from(HOME), 31);
    expect(await fail(from(HOME), 62)).toBe(5 * MINUTE - 31);
    await forgetCounts();
    expect(await fail(from(HOME), MINUTE + 31)).toBe(4 * MINUTE);
    expect(await fail(from(HOME), 5 * MINUTE + 31)).toBe(0);
  });

  test('is repeated for an address that has tried many accounts, whatever the account', async () => {
    const own = from('192.0.2.77');
    await insertTimes(LIMIT * 30, keysOf(own, 'stranger').address ?? '');
    expect(await fail(own, MINUTE)).toBe(4 * MINUTE);
    await forgetCounts();
    expect(await fail({ ...own, username: `${name} of another` }, 2 * MINUTE)).toBe(3 * MINUTE);
    expect(await fail({ ...own, address: '192.0.2.78' }, 2 * MINUTE)).toBe(0);
  });

  test('is not repeated for an account that has signed in meanwhile', async () => {
    const started = await begin(from(HOME));
    await failTimes(LIMIT - 1, from(HOME));
    expect(await fail(from(HOME), 31)).toBe(5 * MINUTE - 31);
    if ('succeeded' in started) await started.succeeded();
    expect(await fail(from(HOME), 32)).toBe(0);
  });

  test('is for the account alone while others sign in from its address', async () => {
    await failTimes(LIMIT, from(HOME));
    expect(await fail(from(HOME), 31)).toBe(5 * MINUTE - 31);
    expect(await fail(from(HOME, { username: `${name} of another` }), 31)).toBe(0);
  });
});

describe('an action that is allowed three times in five minutes', () => {
  const act = (seconds: number) => countOne(database.db, `action ${name}`, LIMIT, at(seconds));

  test('waits for the first of them to be over, without being counted', async () => {
    for (const seconds of [0, 0, 1]) expect(await act(seconds)).toBe(0);
    expect(await act(2)).toBe(5 * MINUTE - 2);
    expect(await act(5 * MINUTE)).toBe(0);
    expect(await act(5 * MINUTE)).toBe(0);
    expect(await act(5 * MINUTE)).toBe(1);
  });

  test('is refused from memory', async () => {
    for (const seconds of [0, 0, 0]) expect(await act(seconds)).toBe(0);
    expect(await act(31)).toBe(5 * MINUTE - 31);
    await database.db.delete(login_failures);
    expect(await act(32)).toBe(5 * MINUTE - 32);
    expect(await countOne(database.db, `another ${name}`, LIMIT, at(32))).toBe(0);
    expect(await act(5 * MINUTE)).toBe(0);
  });
});
