import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { LimitInput } from '../../../src/shared/ui/form/LimitInput';
import { renderPage } from '../../support/console/render';

function shown(begin: number | undefined) {
  const onChange = jest.fn<(value: number) => void>();
  function Form() {
    const [value, setValue] = useState(begin);
    const change = (next: number) => {
      onChange(next);
      setValue(next);
    };
    return <LimitInput aria-label="Traffic" value={value} onChange={change} precision={2} />;
  }
  const { user } = renderPage(<Form />);
  return { user, onChange, field: screen.getByRole('spinbutton', { name: 'Traffic' }) };
}

test.each([[0], [undefined]])('shows %s as an empty field with its meaning', (begin) => {
  const { field } = shown(begin);
  expect(field).toHaveValue('');
  expect(field).toHaveAttribute('placeholder', 'No limit');
});

test('shows a typed 0 as an empty field with its meaning after leaving it', async () => {
  const { user, field, onChange } = shown(12);
  await user.clear(field);
  await user.type(field, '0');
  await user.tab();
  expect(onChange.mock.lastCall).toEqual([0]);
  expect(field).toHaveValue('');
});

test('reports 0 when emptied', async () => {
  const { user, field, onChange } = shown(12);
  await user.clear(field);
  expect(onChange.mock.calls).toEqual([[0]]);
  expect(field).toHaveValue('');
});

test.each([
  ['0.5', 0.5],
  ['20', 20],
  ['-5', -5],
])('accepts %s typed over an empty field', async (typed, value) => {
  const { user, field, onChange } = shown(0);
  await user.type(field, typed);
  expect(onChange.mock.lastCall).toEqual([value]);
  await user.tab();
  expect(Number((field as HTMLInputElement).value)).toBe(value);
});
