/** The undo and redo that all editors of the console share. */
import { describe, expect, test } from '@jest/globals';
import { edited, NO_STEPS, stepped, valueAt, type History } from '../../src/shared/history';

type Values = Readonly<Record<string, string>>;

interface Editor {
  history: History<Values>;
  values: Values;
}

type Action = (editor: Editor) => Editor;

const typed = (into: string, ...texts: string[]): Action[] =>
  texts.map((after) => ({ history, values }) => ({
    history: edited(history, values, { into, before: values[into] ?? '', after }),
    values: { ...values, [into]: after },
  }));
const put =
  (next: Values): Action =>
  ({ history, values }) => ({ history: edited(history, values, null), values: next });
const settled: Action = ({ history, values }) => ({ history: { ...history, open: null }, values });
const step =
  (kind: 'undone' | 'redone'): Action =>
  ({ history, values }) => ({ history: stepped(history, kind, values), values: valueAt(history, kind) ?? values });
const [undone, redone] = [step('undone'), step('redone')];

const NEW: Editor = { history: NO_STEPS, values: {} };
const after = (...actions: Action[]): Editor => actions.reduce((editor, act) => act(editor), NEW);

describe('undo and redo', () => {
  test('treat the letters of one word, or the dragging of a colour, as one step', () => {
    const editor = after(...typed('title', 'W', 'We', 'Wel'), settled, undone);
    expect(editor.values).toEqual({});
    expect(redone(editor).values).toEqual({ title: 'Wel' });
  });

  test('revert the words of a text one by one', () => {
    const words = typed('title', 'Hi', 'Hi ', 'Hi a', 'Hi al', 'Hi all');
    expect(after(...words, undone).values).toEqual({ title: 'Hi ' });
    expect(after(...words, undone, undone).values).toEqual({});
  });

  test('treat another field, or a later return to the same one, as another step', () => {
    const editor = after(...typed('title', 'A'), ...typed('text', 'B'), ...typed('title', 'C'), settled, ...typed('title', 'D'));
    expect(editor.history.past).toHaveLength(4);
    expect(undone(editor).values).toEqual({ title: 'C', text: 'B' });
  });

  test('treat what is chosen or dropped as a step of its own, and typing afterwards as another', () => {
    const editor = after(...typed('title', 'A'), put({ title: 'Z' }), ...typed('title', 'Zo'));
    expect(editor.history.past).toEqual([{}, { title: 'A' }, { title: 'Z' }]);
    expect(after(...typed('title', 'A'), put({}), undone).values).toEqual({ title: 'A' });
  });

  test('drop the redo steps after a new change', () => {
    const editor = after(...typed('title', 'A'), settled, undone, ...typed('text', 'B'));
    expect(editor.history.future).toEqual([]);
    expect(redone(editor).values).toEqual({ text: 'B' });
    expect(after(...typed('title', 'Hi', 'Hi you', 'Hi yo')).history.future).toEqual([]);
  });

  test('do nothing before the first step and after the last', () => {
    expect(after(undone, redone)).toEqual(NEW);
    expect(after(put({ title: 'A' }), undone, undone, undone, redone, redone, redone)).toMatchObject({
      values: { title: 'A' },
      history: { past: [{}], future: [] },
    });
  });

  test('remember a hundred steps, the latest', () => {
    const editor = after(...Array.from({ length: 150 }, (_, n) => put({ title: String(n) })));
    expect(editor.history.past).toHaveLength(100);
    expect(editor.history.past[0]).toEqual({ title: '49' });
  });
});
