import { expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { FIND, found, requested, open } from './findDialogTests';

test.each([
  ['+39 333/12-34.567', '+393331234567'],
  ['333 123 4567', '3331234567'],
  ['aa:bb:cc:dd:ee:ff', 'AA-BB-CC-DD-EE-FF'],
  ['00-11-22', '00-11-22'],
  ['room 12', 'room 12'],
])('searches for %s as %s, the way it is stored', async (typed, stored) => {
  const { user, calls } = open({ [FIND]: found([]) });
  await user.keyboard(typed);
  await waitFor(() => expect(requested(calls).at(-1)).toBe(stored));
});
