import { describe, expect, test } from '@jest/globals';
import { changesOf } from '../../../src/features/portal-designer/lookEdits';

const STORED = { title: 'Welcome', text: 'Free' };

describe('the difference between a draft and the stored portal', () => {
  test('is sent key by key, and nothing else', () => {
    expect(changesOf(STORED, { title: 'Ciao', text: 'Free' })).toEqual([{ key: 'title', value: 'Ciao' }]);
  });

  test('excludes what another person stored meanwhile', () => {
    expect(changesOf({ ...STORED, text: 'By another' }, { title: 'Ciao' }).map(({ key }) => key)).toEqual(['title']);
  });
});
