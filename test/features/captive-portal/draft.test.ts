import { describe, expect, test } from '@jest/globals';
import { changesOf, draftReducer, NO_DRAFT, type Draft, type DraftAction } from '../../../src/features/captive-portal/lookHistory';

const STORED = { title: 'Welcome', text: 'Free' };

const after = (...actions: DraftAction[]): Draft => actions.reduce(draftReducer, NO_DRAFT);
const typed = (key: string, ...values: string[]): DraftAction[] => values.map((value) => ({ type: 'changed', key, value }));
const settled: DraftAction = { type: 'settled' };
const undone: DraftAction = { type: 'undone' };
const redone: DraftAction = { type: 'redone' };

describe('undo and redo', () => {
  test('treat the letters of one word, or the dragging of a colour, as one step', () => {
    const draft = after(...typed('title', 'W', 'We', 'Wel'), settled, undone);
    expect(draft.edits).toEqual({});
    expect(draftReducer(draft, redone).edits).toEqual({ title: 'Wel' });
  });

  test('revert the words of a text one by one', () => {
    const draft = after(...typed('title', 'Hi', 'Hi ', 'Hi a', 'Hi al', 'Hi all'), undone);
    expect(draft.edits).toEqual({ title: 'Hi ' });
    expect(after(...typed('title', 'Hi', 'Hi ', 'Hi a'), undone, undone).edits).toEqual({});
  });

  test('treat another field, or a later return to the same one, as another step', () => {
    const draft = after(...typed('title', 'A'), ...typed('text', 'B'), ...typed('title', 'C'), settled, ...typed('title', 'D'));
    expect(draft.past).toHaveLength(4);
    expect(draftReducer(draft, undone).edits).toEqual({ title: 'C', text: 'B' });
  });

  test('drop the redo steps after a new change', () => {
    const draft = after(...typed('title', 'A'), settled, undone, ...typed('text', 'B'));
    expect(draft.future).toEqual([]);
    expect(draftReducer(draft, redone)).toBe(draft);
  });

  test('do nothing before the first step and after the last', () => {
    expect(after(undone, redone)).toEqual(NO_DRAFT);
  });

  test('restore a discarded draft', () => {
    const draft = after(...typed('title', 'A'), { type: 'discarded' });
    expect(draft.edits).toEqual({});
    expect(draftReducer(draft, undone).edits).toEqual({ title: 'A' });
  });

  test('remember a hundred steps', () => {
    const many = Array.from({ length: 150 }, (_, n): DraftAction[] => [{ type: 'changed', key: 'title', value: String(n) }, settled]);
    const draft = after(...many.flat());
    expect(draft.past).toHaveLength(100);
  });
});

describe('the difference between a draft and the stored portal', () => {
  test('is sent key by key, and nothing else', () => {
    const draft = after(...typed('title', 'Ciao'), ...typed('text', 'Gratis'), ...typed('text', 'Free'));
    expect(changesOf(STORED, draft.edits)).toEqual([{ key: 'title', value: 'Ciao' }]);
  });

  test('excludes what another person stored meanwhile', () => {
    const draft = after(...typed('title', 'Ciao'));
    expect(changesOf({ ...STORED, text: 'By another' }, draft.edits).map(({ key }) => key)).toEqual(['title']);
  });

  test('retains refused keys and new input after saving', () => {
    const sent = after(...typed('title', 'Ciao'), ...typed('text', 'Gratis'), ...typed('colour', '#000'));
    const draft = [...typed('text', 'Gratis!'), { type: 'saved' as const, taken: { title: 'Ciao', text: 'Gratis' } }].reduce(
      draftReducer,
      sent,
    );
    expect(draft.edits).toEqual({ text: 'Gratis!', colour: '#000' });
  });
});
