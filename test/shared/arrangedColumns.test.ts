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

test('without a choice the usual columns show, in the usual order', () => {
  expect(shown()).toEqual(['name', 'email', 'created', '(uuid)']);
});

test('a choice says which columns show, and in which order', () => {
  expect(shown({ order: ['name', 'uuid', 'created', 'email'], hidden: ['email'] })).toEqual(['name', 'uuid', 'created', '(email)']);
});

test('the name stays first and shows, whatever a choice says', () => {
  expect(shown({ order: ['email', 'name'], hidden: ['name'] })).toEqual(['name', 'email', 'created', '(uuid)']);
});

test('a column that is newer than the choice stands after the one it follows by default, and shows if it usually does', () => {
  expect(shown({ order: ['name', 'created', 'email'], hidden: [] })).toEqual(['name', 'created', '(uuid)', 'email']);
  expect(shown({ order: ['name', 'uuid'], hidden: [] })).toEqual(['name', 'email', 'created', 'uuid']);
});

test('a column that there no longer is costs nothing', () => {
  expect(shown({ order: ['name', 'gone', 'created', 'email', 'uuid'], hidden: ['gone', 'uuid'] })).toEqual([
    'name',
    'created',
    'email',
    '(uuid)',
  ]);
});

describe('a new choice', () => {
  test('holds every column in its place', () => {
    const moved = withMoved(arrangedColumns(COLUMNS, undefined), 'created', 1);
    expect(choiceOf(moved, undefined)).toEqual({ order: ['name', 'created', 'email', 'uuid'], hidden: ['uuid'] });
  });

  test('nothing moves before the name, nor past the end, and the name does not move', () => {
    const usual = arrangedColumns(COLUMNS, undefined);
    const keys = (key: string, to: number) => withMoved(usual, key, to).map(({ column }) => column.key);
    expect(keys('created', -3)).toEqual(['name', 'created', 'email', 'uuid']);
    expect(keys('email', 99)).toEqual(['name', 'created', 'uuid', 'email']);
    expect(keys('name', 2)).toEqual(['name', 'email', 'created', 'uuid']);
  });

  test('keeps what was chosen for a column that this role does not have', () => {
    const before = { order: ['name', 'plan', 'email', 'created', 'uuid'], hidden: ['plan'] };
    const { order, hidden } = choiceOf(arrangedColumns(COLUMNS, before), before);
    expect(order).toContain('plan');
    expect(hidden).toContain('plan');
  });
});
