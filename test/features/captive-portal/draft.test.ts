import { describe, expect, test } from '@jest/globals';
import { changesOf, draftReducer, NO_DRAFT, type Draft, type DraftAction } from '../../../src/features/captive-portal/lookHistory';

const STORED = { title: 'Welcome', text: 'Free' };

const after = (...actions: DraftAction[]): Draft => actions.reduce(draftReducer, NO_DRAFT);
const typed = (key: string, ...values: string[]): DraftAction[] => values.map((value) => ({ type: 'changed', key, value }));
const settled: DraftAction = { type: 'settled' };
const undone: DraftAction = { type: 'undone' };
const redone: DraftAction = { type: 'redone' };

describe('undo and redo', () => {
  test('letters of one word are one step, and so is a colour that is dragged', () => {
    const draft = after(...typed('title', 'W', 'We', 'Wel'), settled, undone);
    expect(draft.edits).toEqual({});
    expect(draftReducer(draft, redone).edits).toEqual({ title: 'Wel' });
  });

  test('words of one text are taken back one by one', () => {
    const draft = after(...typed('title', 'Hi', 'Hi ', 'Hi a', 'Hi al', 'Hi all'), undone);
    expect(draft.edits).toEqual({ title: 'Hi ' });
    expect(after(...typed('title', 'Hi', 'Hi ', 'Hi a'), undone, undone).edits).toEqual({});
  });

  test('another field, or the same one again, is another step', () => {
    const draft = after(...typed('title', 'A'), ...typed('text', 'B'), ...typed('title', 'C'), settled, ...typed('title', 'D'));
    expect(draft.past).toHaveLength(4);
    expect(draftReducer(draft, undone).edits).toEqual({ title: 'C', text: 'B' });
  });

  test('what is changed after an undo has no way forward', () => {
    const draft = after(...typed('title', 'A'), settled, undone, ...typed('text', 'B'));
    expect(draft.future).toEqual([]);
    expect(draftReducer(draft, redone)).toBe(draft);
  });

  test('before the first step and after the last nothing happens', () => {
    expect(after(undone, redone)).toEqual(NO_DRAFT);
  });

  test('a discarded draft can be had back', () => {
    const draft = after(...typed('title', 'A'), { type: 'discarded' });
    expect(draft.edits).toEqual({});
    expect(draftReducer(draft, undone).edits).toEqual({ title: 'A' });
  });

  test('a hundred steps are kept, and no more', () => {
    const many = Array.from({ length: 150 }, (_, n): DraftAction[] => [{ type: 'changed', key: 'title', value: String(n) }, settled]);
    const draft = after(...many.flat());
    expect(draft.past).toHaveLength(100);
  });
});

describe('what differs from what is stored', () => {
  test('only that is sent, each key by itself', () => {
    const draft = after(...typed('title', 'Ciao'), ...typed('text', 'Gratis'), ...typed('text', 'Free'));
    expect(changesOf(STORED, draft.edits)).toEqual([{ key: 'title', value: 'Ciao' }]);
  });

  test('what somebody else stored meanwhile is not a change of mine', () => {
    const draft = after(...typed('title', 'Ciao'));
    expect(changesOf({ ...STORED, text: 'By another' }, draft.edits).map(({ key }) => key)).toEqual(['title']);
  });

  test('after a saving what was refused stays, and what was typed meanwhile', () => {
    const sent = after(...typed('title', 'Ciao'), ...typed('text', 'Gratis'), ...typed('colour', '#000'));
    const draft = [...typed('text', 'Gratis!'), { type: 'saved' as const, taken: { title: 'Ciao', text: 'Gratis' } }].reduce(
      draftReducer,
      sent,
    );
    expect(draft.edits).toEqual({ text: 'Gratis!', colour: '#000' });
  });
});
