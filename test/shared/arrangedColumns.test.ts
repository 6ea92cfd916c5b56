import { describe, expect, test } from '@jest/globals';
import { arrangedColumns, choiceOf, withMoved } from '../../src/shared/list/arrangedColumns';

const COLUMNS: { key: string; onPhone?: 'name'; isExtra?: true }[] = [
  { key: 'name', onPhone: 'name' },
  { key: 'email' },
  { key: 'created' },
  { key: 'uuid', isExtra: true },
];
const shown = (choice?: { order: string[]; hidden: string[] }, columns: typeof COLUMNS = COLUMNS) =>
  arrangedColumns(columns, choice).map(({ column, isShown }) => (isShown ? column.key : `(${column.key})`));

test('the usual columns show in the usual order without a choice', () => {
  expect(shown()).toEqual(['name', 'email', 'created', '(uuid)']);
});

test('a choice decides which columns show and in which order', () => {
  expect(shown({ order: ['name', 'uuid', 'created', 'email'], hidden: ['email'] })).toEqual(['name', 'uuid', 'created', '(email)']);
});

test('the name column always shows first, whatever the choice', () => {
  expect(shown({ order: ['email', 'name'], hidden: ['name'] })).toEqual(['name', 'email', 'created', '(uuid)']);
});

test('a column newer than the choice follows its default neighbour and keeps its default visibility', () => {
  expect(shown({ order: ['name', 'created', 'email'], hidden: [] })).toEqual(['name', 'created', '(uuid)', 'email']);
  expect(shown({ order: ['name', 'uuid'], hidden: [] })).toEqual(['name', 'email', 'created', 'uuid']);
});

test('a column that no longer exists is ignored', () => {
  expect(shown({ order: ['name', 'gone', 'created', 'email', 'uuid'], hidden: ['gone', 'uuid'] })).toEqual([
    'name',
    'created',
    'email',
    '(uuid)',
  ]);
});

describe('moving and hiding columns', () => {
  test('a choice lists every column in its place', () => {
    const moved = withMoved(arrangedColumns(COLUMNS, undefined), 'created', 1);
    expect(choiceOf(moved, undefined)).toEqual({ order: ['name', 'created', 'email', 'uuid'], hidden: ['uuid'] });
  });

  test('no column moves before the name or past the end, and the name column never moves', () => {
    const usual = arrangedColumns(COLUMNS, undefined);
    const keys = (key: string, to: number) => withMoved(usual, key, to).map(({ column }) => column.key);
    expect(keys('created', -3)).toEqual(['name', 'created', 'email', 'uuid']);
    expect(keys('email', 99)).toEqual(['name', 'created', 'uuid', 'email']);
    expect(keys('name', 2)).toEqual(['name', 'email', 'created', 'uuid']);
  });

  test('a choice keeps its settings for a column that the current role lacks', () => {
    const before = { order: ['name', 'plan', 'email', 'created', 'uuid'], hidden: ['plan'] };
    const { order, hidden } = choiceOf(arrangedColumns(COLUMNS, before), before);
    expect(order).toContain('plan');
    expect(hidden).toContain('plan');
  });
});
