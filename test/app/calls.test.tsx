import { afterEach, describe, expect, test } from '@jest/globals';
import { act, waitFor } from '@testing-library/react';
import type { Store } from '../../src/app/store';
import { api, askAgain } from '../../src/shared/api';
import { answerWith, later, named, type Answers } from '../support/answers';
import { call, known, quiet, type Outcome } from '../support/endpoints';
import { renderPage } from '../support/render';

const LIST = { page: 1, limit: 25 };

const stores: Store[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.dispatch(api.util.resetApiState());
});

/** A signed-in store and the calls it makes. */
function calling(answers: Answers) {
  const calls = answerWith(answers);
  const { store } = renderPage(<p />);
  stores.push(store);
  return { store, asked: () => calls.map(named) };
}

describe('what was being read while something changed is read once more:', () => {
  const unitsOf = (...names: string[]) => ({ body: { data: names.map((name, id) => ({ id, name })), total: names.length } });
  const names = ({ data }: Outcome) => (data as { data: { name: string }[] } | undefined)?.data.map(({ name }) => name);

  test('a list that was there before', async () => {
    const old = later();
    const turns = [() => unitsOf('old'), old.answer, () => unitsOf('new')];
    let turn = 0;
    const { store, asked } = calling({ 'GET /api/units': () => turns[turn++]!(), 'PUT /api/units/1': { body: { status: 'success' } } });
    await call(store, 'listUnits', LIST);
    act(() => void store.dispatch(askAgain()));
    await call(store, 'updateUnit', { id: 1, change: { name: 'new' } });
    old.come(unitsOf('old'));
    await waitFor(() => expect(names(known(store, 'listUnits', LIST))).toEqual(['new']));
    expect(asked().filter((name) => name === 'GET /api/units')).toHaveLength(3);
  });

  test('a list that was read for the first time', async () => {
    const old = later();
    const turns = [old.answer, () => unitsOf('new')];
    let turn = 0;
    const { store, asked } = calling({ 'GET /api/units': () => turns[turn++]!(), 'PUT /api/units/1': { body: { status: 'success' } } });
    const reading = call(store, 'listUnits', LIST);
    await call(store, 'updateUnit', { id: 1, change: { name: 'new' } });
    old.come(unitsOf('old'));
    await reading;
    await waitFor(() => expect(names(known(store, 'listUnits', LIST))).toEqual(['new']));
    expect(asked().filter((name) => name === 'GET /api/units')).toHaveLength(2);
  });

  test('only once, and nothing that was read afterwards', async () => {
    const { store, asked } = calling({ 'GET /api/units': unitsOf('new'), 'PUT /api/units/1': { body: { status: 'success' } } });
    await call(store, 'updateUnit', { id: 1, change: { name: 'new' } });
    await call(store, 'listUnits', LIST);
    await quiet(store);
    expect(asked()).toEqual(['PUT /api/units/1', 'GET /api/units']);
  });
});
