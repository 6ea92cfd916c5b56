import { afterEach, expect, jest, test } from '@jest/globals';
import { saveFile } from '../../src/shared/saveFile';

afterEach(() => {
  jest.useRealTimers();
});

test('a saved file keeps its address for a minute, in which slow disks read it, and then gives it back', () => {
  jest.useFakeTimers();
  URL.createObjectURL = () => 'blob:1';
  URL.revokeObjectURL = jest.fn();
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  saveFile('list.csv', new Blob(['a']));
  expect(clicked).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(59_000);
  expect(URL.revokeObjectURL).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1000);
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:1');
});
