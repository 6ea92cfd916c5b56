import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useFold } from '../../../src/shared/ui/page/useFold';
import { renderPage } from '../../support/console/render';

test('unfolding a part of the screen renders no other part that folds', async () => {
  const renders = jest.fn<(name: string) => void>();
  function Part({ name }: { name: string }) {
    const { isOpen, toggle } = useFold(name);
    renders(name);
    return (
      <button type="button" aria-expanded={isOpen} onClick={toggle}>
        {name}
      </button>
    );
  }
  const { user } = renderPage(
    <>
      <Part name="silent units" />
      <Part name="plans" />
    </>,
  );
  renders.mockClear();
  await user.click(screen.getByRole('button', { name: 'silent units' }));
  expect(screen.getByRole('button', { name: 'silent units' })).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('button', { name: 'plans' })).toHaveAttribute('aria-expanded', 'false');
  expect(new Set(renders.mock.calls.flat())).toEqual(new Set(['silent units']));
});
