import { afterEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { RevealTogether } from '../../../src/features/dashboard/RevealTogether';

afterEach(() => {
  jest.restoreAllMocks();
});

test('gives parts that were rendered ahead their effects after the first paint, and shows them then', async () => {
  const frames: FrameRequestCallback[] = [];
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  const onEffect = jest.fn<() => void>();
  function Part() {
    useEffect(onEffect);
    return <p>12 guests</p>;
  }
  render(
    <RevealTogether isAhead>
      <Part />
    </RevealTogether>,
  );
  expect(onEffect).not.toHaveBeenCalled();
  act(() => frames.forEach((frame) => frame(0)));
  expect(onEffect).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByText('12 guests')).toBeVisible());
  expect(onEffect).toHaveBeenCalled();
});
