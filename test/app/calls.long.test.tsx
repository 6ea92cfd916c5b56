import type { Store } from '../../src/app/store';
import { answerWith, callName, type Answers, later, LOST } from '../support/console/answers';
import { renderPage, openConsole, tokenIn } from '../support/console/render';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { api } from '../../src/shared/api';
import { refetchAll } from '../../src/shared/refetch';
import { failureOf } from '../../src/shared/failure';
import { signedIn } from '../../src/features/auth/slice';
import { answersOfDashboard, pageOfHotspots } from '../support/console/answersMadeUp';
import { call, known, quiet, type Outcome } from '../support/console/endpoints';
import { madeUp } from '../support/console/renderAs';

const LIST = { page: 1, limit: 25 };

const stores: Store[] = [];

/** A signed-in store and the calls it makes. */
function calling(answers: Answers) {
  const calls = answerWith(answers);
  const { store } = renderPage(<p />);
  stores.push(store);
  return { store, calls, asked: () => calls.map(callName) };
}

const ENDED = { status: 401, body: { message: 'API token is expired' } };
const failed = ({ error }: Outcome) => failureOf(error as Parameters<typeof failureOf>[0]);
// Otherwise focus events of the next test would make this test's store refetch.
afterEach(() => {
  for (const store of stores.splice(0)) store.dispatch(api.util.resetApiState());
});

describe('five requests with an expired sign-in', () => {
  const totals = ['hotspots', 'units', 'accounts', 'devices', 'users'];

  test('end the sign-in together, and work again after signing in', async () => {
    let isEnded = true;
    const answers = totals.map((noun) => [`GET /api/stats/${noun}/total`, () => (isEnded ? ENDED : { body: { total: 7 } })] as const);
    const { store } = calling(Object.fromEntries(answers));
    const seen: string[] = [];
    store.subscribe(() => seen.push(store.getState().auth.ended ?? (store.getState().auth.user ? 'in' : 'out')));
    const outcomes = await Promise.all(totals.map((noun) => call(store, 'getTotal', noun)));
    expect(outcomes.map((outcome) => failed(outcome).kind)).toEqual(totals.map(() => 'login_lost'));
    // The state changes once, from `in` to `lost`, and not back.
    expect(seen.filter((state, at) => state !== seen[at - 1])).toEqual(['in', 'lost']);

    isEnded = false;
    act(() => void store.dispatch(signedIn(madeUp('reseller', { token: 'second' }))));
    expect(await Promise.all(totals.map((noun) => call(store, 'getTotal', noun)))).toMatchObject(totals.map(() => ({ data: 7 })));
    expect(tokenIn(store)).toBe('second');
  });

  test('cannot end the next sign-in with a late answer', async () => {
    const late = later();
    const { store } = calling({ 'GET /api/stats/users/total': late.answer });
    const waiting = call(store, 'getTotal', 'users');
    act(() => void store.dispatch(signedIn(madeUp('reseller', { token: 'second' }))));
    late.come(ENDED);
    await waiting;
    expect(tokenIn(store)).toBe('second');
  });
});

test('an operation of several requests stops when another person signs in', async () => {
  const first = later();
  const { store, asked: requested } = calling({
    'GET /api/accounts': [{ body: { data: [{ id: 5, creator_id: 2 }], total: 2000 } }, { status: 500 }],
    'PUT /api/preferences/accounts/2': first.answer,
  });
  const reading = call(store, 'countMadeBy', 2);
  act(() => void store.dispatch(signedIn(madeUp('customer'))));
  expect(await reading).toHaveProperty('error');
  expect(requested()).toEqual(['GET /api/accounts']);
  expect(store.getState().auth.user?.account_type).toBe('customer');
});

describe('a list that is read during a change', () => {
  const unitsOf = (...names: string[]) => ({ body: { data: names.map((name, id) => ({ id, name })), total: names.length } });
  const names = ({ data }: Outcome) => (data as { data: { name: string }[] } | undefined)?.data.map(({ name }) => name);

  test('is read again if it was shown before', async () => {
    const old = later();
    const turns = [() => unitsOf('old'), old.answer, () => unitsOf('new')];
    let turn = 0;
    const { store, asked: requested } = calling({
      'GET /api/units': () => turns[turn++]!(),
      'PUT /api/units/1': { body: { status: 'success' } },
    });
    await call(store, 'listUnits', LIST);
    act(() => void store.dispatch(refetchAll()));
    await call(store, 'updateUnit', { id: 1, change: { name: 'new' } });
    old.come(unitsOf('old'));
    await waitFor(() => expect(names(known(store, 'listUnits', LIST))).toEqual(['new']));
    expect(requested().filter((name) => name === 'GET /api/units')).toHaveLength(3);
  });

  test('is read again if this was its first time', async () => {
    const old = later();
    const turns = [old.answer, () => unitsOf('new')];
    let turn = 0;
    const { store, asked: requested } = calling({
      'GET /api/units': () => turns[turn++]!(),
      'PUT /api/units/1': { body: { status: 'success' } },
    });
    const reading = call(store, 'listUnits', LIST);
    await call(store, 'updateUnit', { id: 1, change: { name: 'new' } });
    old.come(unitsOf('old'));
    await reading;
    await waitFor(() => expect(names(known(store, 'listUnits', LIST))).toEqual(['new']));
    expect(requested().filter((name) => name === 'GET /api/units')).toHaveLength(2);
  });

  test('is read again only once, and not if it was read after the change', async () => {
    const { store, asked: requested } = calling({ 'GET /api/units': unitsOf('new'), 'PUT /api/units/1': { body: { status: 'success' } } });
    await call(store, 'updateUnit', { id: 1, change: { name: 'new' } });
    await call(store, 'listUnits', LIST);
    await quiet(store);
    expect(requested()).toEqual(['PUT /api/units/1', 'GET /api/units']);
  });
});

describe('a server that is too busy', () => {
  test('gets a read again after the short wait that its header names, without an error', async () => {
    const busy = { status: 429, body: '<html>', headers: { 'Retry-After': '0' } };
    const { store, asked: requested } = calling({ 'GET /api/hotspots': [busy, busy, pageOfHotspots([{}])] });
    expect(await call(store, 'listHotspots', LIST)).toMatchObject({ data: { total: 1 } });
    expect(requested()).toHaveLength(3);
  });

  test.each([
    ['seconds', () => '40'],
    ['a date', () => new Date(Date.now() + 40_000).toUTCString()],
  ])('reports a long wait given in %s', async (_what, wait) => {
    const { store, asked: requested } = calling({
      'GET /api/hotspots': { status: 429, body: '<html>', headers: { 'Retry-After': wait() } },
    });
    const failure = failed(await call(store, 'listHotspots', LIST));
    expect(failure.kind).toBe('too_often');
    expect(failure.retryAfter).toBeGreaterThan(30);
    expect(failure.retryAfter).toBeLessThan(41);
    expect(requested()).toHaveLength(1);
  });

  test('never gets a change repeated automatically', async () => {
    const { store, asked: requested } = calling({
      'PUT /api/units/1': { status: 429, body: { message: 'x' }, headers: { 'Retry-After': '0' } },
    });
    expect(failed(await call(store, 'updateUnit', { id: 1, change: { name: 'x' } })).kind).toBe('too_often');
    expect(requested()).toHaveLength(1);
  });

  test('an HTML answer with status 413 is reported as too large', async () => {
    const { store } = calling({ 'PUT /api/units/1': { status: 413, body: '<html>' } });
    expect(failed(await call(store, 'updateUnit', { id: 1, change: { name: 'x' } })).kind).toBe('too_large');
  });

  test('gets no repeated read that no screen needs any more', async () => {
    const busy = { status: 503, body: { message: 'x', code: 'busy' }, headers: { 'Retry-After': '1' } };
    const { store, asked: requested } = calling({ 'GET /api/hotspots': busy });
    const reading = call(store, 'listHotspots', LIST);
    await waitFor(() => expect(requested()).toHaveLength(1));
    // Wait until the call has been refused and is about to be repeated.
    await new Promise((resolve) => setTimeout(resolve, 300));
    store.dispatch(api.util.resetApiState());
    await reading;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(requested()).toHaveLength(1);
  });
});

test.each([
  ['a page where JSON was expected', { body: '<html><h1>Hotel WiFi: log in</h1></html>' }],
  ['JSON that is cut off', { body: '{"data": [' }],
  ['nothing at all', LOST],
] as const)('treats %s as an unreachable server', async (_what, answer) => {
  const { store } = calling({ 'GET /api/hotspots': answer });
  expect(failed(await call(store, 'listHotspots', LIST)).kind).toBe('away');
  expect(store.getState().connection.isAway).toBe(true);
});

describe('a server that gave no answer', () => {
  // `waitFor` would poll with the fake timers, which stand still here.
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  test('is looked for every ten seconds, and what had failed is read again once it answers', async () => {
    jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout', 'clearTimeout'] });
    try {
      const served = { body: { total: 7 } };
      const { store, asked: requested } = calling({
        'GET /api/stats/users/total': [LOST, served],
        'GET /api/stats/units/total': [LOST, served],
        'HEAD /config.json': [LOST, { body: {} }],
      });
      await Promise.all(['users', 'units'].map((noun) => call(store, 'getTotal', noun)));
      expect(store.getState().connection.isAway).toBe(true);
      jest.advanceTimersByTime(10_000);
      await until(() => requested().includes('HEAD /config.json'));
      expect(store.getState().connection.isAway).toBe(true);
      // Another call is answered first.
      await call(store, 'getTotal', 'users');
      expect(store.getState().connection.isAway).toBe(false);
      jest.advanceTimersByTime(10_000);
      await until(() => requested().filter((one) => one === 'GET /api/stats/units/total').length === 2);
      jest.advanceTimersByTime(60_000);
      await quiet(store);
      expect(requested().filter((one) => one === 'HEAD /config.json')).toHaveLength(1);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('returning to the browser tab', () => {
  const see = (isSeen: boolean) => {
    Object.defineProperty(document, 'hasFocus', { value: () => isSeen, configurable: true });
    window.dispatchEvent(new Event(isSeen ? 'focus' : 'blur'));
  };

  test('reads the shown data again after a while, but not after a moment', async () => {
    const { store, asked: requested } = calling({ 'GET /api/stats/users/total': { body: { total: 7 } } });
    await call(store, 'getTotal', 'users');
    see(false);
    see(true);
    await quiet(store);
    expect(requested()).toHaveLength(1);
    see(false);
    const now = Date.now();
    const real = Date.now;
    Date.now = () => now + 11_000;
    see(true);
    Date.now = real;
    await waitFor(() => expect(requested()).toHaveLength(2));
  });
});

test('an outdated console offers to reload and remains usable', async () => {
  const script = document.createElement('script');
  script.setAttribute('src', './assets/index-old.js');
  script.setAttribute('type', 'text/plain');
  document.body.append(script);
  try {
    answerWith(
      Object.fromEntries(
        Object.entries(answersOfDashboard('reseller')).map(([name, answer]) => [
          name,
          { ...(answer as object), headers: { 'X-Console-Build': 'index-new.js' } },
        ]),
      ),
    );
    await openConsole({ as: madeUp('reseller') });
    expect(await screen.findByText('A new version is available. Reload once you’ve saved your work.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  } finally {
    script.remove();
  }
});

// Otherwise focus events of the next test would make this test's store refetch.
afterEach(() => {
  for (const store of stores.splice(0)) store.dispatch(api.util.resetApiState());
});
