import { expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { NumberInput, type NumberInputProps } from '../../../src/shared/ui/form/NumberInput';
import { renderPage } from '../../support/console/render';

function renderNumber(begin: number | null, props: Partial<NumberInputProps> = {}, language: 'en' | 'it' = 'en') {
  const onChange = jest.fn<(value: number | null) => void>();
  function Form() {
    const [value, setValue] = useState(begin);
    return (
      <>
        <NumberInput
          aria-label="Speed"
          {...props}
          value={value}
          onChange={(next) => {
            onChange(next);
            setValue(next);
          }}
        />
        <button type="button" onClick={() => setValue(77)}>
          Reset
        </button>
      </>
    );
  }
  const { user } = renderPage(<Form />, { language });
  return { user, onChange, field: screen.getByRole('spinbutton', { name: 'Speed' }) };
}

test('reads 20.000 as twenty thousand in Italian and shows what it understood', async () => {
  const { user, field, onChange } = renderNumber(null, { quantity: 'kbps', precision: 0 }, 'it');
  await user.type(field, '20.000');
  expect(onChange.mock.lastCall).toEqual([20_000]);
  expect(screen.getByText('20.000 kbit/s = 20 Mbit/s')).toBeVisible();
  await user.tab();
  expect(field).toHaveValue('20.000');
});

test('accepts a larger unit and shows the number in its own unit on leaving the field', async () => {
  const { user, field, onChange } = renderNumber(null, { quantity: 'megabytes' });
  await user.type(field, '1.5 GB');
  expect(onChange.mock.lastCall).toEqual([1536]);
  await user.tab();
  expect(field).toHaveValue('1,536');
  expect(screen.getByText('1,536 MB = 1.5 GB')).toBeVisible();
});

test.each(['1e3', '12 3', 'abc', '1.5'])('leaves %s as typed and reports that it is not a whole number', async (text) => {
  const { user, field, onChange } = renderNumber(5, { precision: 0 });
  await user.clear(field);
  await user.type(field, text);
  await user.tab();
  expect(onChange.mock.lastCall).toEqual([NaN]);
  expect(field).toHaveValue(text);
});

test('replaces the typed text by a value set from outside', async () => {
  const { user, field } = renderNumber(5);
  await user.clear(field);
  await user.type(field, 'abc');
  await user.click(screen.getByRole('button', { name: 'Reset' }));
  expect(field).toHaveValue('77');
});

test('arrow keys change the value by the step and stay in the range', async () => {
  const { user, field, onChange } = renderNumber(0.9, { step: 0.1, range: [0, 1] });
  await user.click(field);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(onChange.mock.calls).toEqual([[1]]);
  await user.keyboard('{ArrowDown}');
  expect(onChange.mock.lastCall).toEqual([0.9]);
});

test('rejects a number outside the range and shows the range', async () => {
  const { user, field, onChange } = renderNumber(50, { precision: 0, range: [0, 100] });
  await user.clear(field);
  await user.type(field, '500');
  await user.tab();
  expect(onChange.mock.calls).toEqual([[5], [50]]);
  expect(field).toHaveValue('500');
  expect(field).toBeInvalid();
  expect(screen.getByRole('alert')).toHaveTextContent('Enter a whole number from 0 to 100');
});

test('says which two numbers 20.000 can mean in English, and passes none of them on', async () => {
  const { user, field, onChange } = renderNumber(5, { precision: 0, quantity: 'kbps' });
  await user.clear(field);
  await user.type(field, '20.000');
  expect(onChange.mock.lastCall).toEqual([NaN]);
  expect(screen.getByRole('alert')).toHaveTextContent('“20.000” can mean 20 or 20000: type one of them');
  expect(field).toBeInvalid();
  await user.type(field, '{Backspace}{Backspace}{Backspace}{Backspace} Mbit/s');
  expect(onChange.mock.lastCall).toEqual([20_000]);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('arrow keys lead through numbers with three decimals', async () => {
  const { user, field, onChange } = renderNumber(1.025, { step: 0.1 });
  await user.click(field);
  await user.keyboard('{ArrowUp}');
  expect(onChange.mock.lastCall).toEqual([1.125]);
  expect(field).toHaveValue('1.1250');
  await user.keyboard('{ArrowUp}');
  expect(onChange.mock.lastCall).toEqual([1.225]);
});
